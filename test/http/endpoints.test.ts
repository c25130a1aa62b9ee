import {describe, expect, it} from 'vitest';
import {createEndpoint, deleteEndpoint, listEndpoints, updateEndpoint} from '../../contract/routes/endpoints.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function withEndpoints(names: readonly string[] = []) {
	const http: HttpUnderTest = await startHttp();
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop'}});
	const params = {projectId: project.id};
	const add = async (name: string) => {
		const [method, path = ''] = name.split(' ');
		return (await http.call(createEndpoint, {params, body: {method: method as Method, path}})).body;
	};
	for (const name of names) await add(name);
	return {http, params, add};
}

describe('endpoints', () => {
	it('are added by hand, with their family', async () => {
		const {http, params} = await withEndpoints();
		const {status, body} = await http.call(createEndpoint, {
			params,
			body: {method: 'POST', path: '/api/v2/orders/:orderId/items/', sampleRequestBody: {sku: 1}, summary: 'Add'},
		});
		expect(status).toBe(201);
		expect(body).toMatchObject({
			method: 'POST',
			path: '/api/v2/orders/{orderId}/items',
			family: '/orders',
			origin: 'manual',
			confirmed: true,
			unconfirmedReason: null,
			summary: 'Add',
			requestShape: {sample: {sku: 1}},
			deleteEndpointId: null,
		});
	});

	it('keep the nulls inside their sample', async () => {
		const {http, params} = await withEndpoints();
		const sampleRequestBody = {sku: null, parts: [{size: null}]};
		const {body} = await http.call(createEndpoint, {
			params,
			body: {method: 'POST', path: '/orders', sampleRequestBody, summary: null} as never,
		});
		expect(body).toMatchObject({summary: null, requestShape: {sample: sampleRequestBody}});
	});

	it('know the endpoint that deletes what they create', async () => {
		const {http, params, add} = await withEndpoints(['POST /users', 'POST /users/{id}/notes']);
		const user = await add('DELETE /users/{userId}');
		const note = await add('DELETE /notes/{id}');
		const {body} = await http.call(listEndpoints, {params});
		const deletes = Object.fromEntries(body.items.map(one => [`${one.method} ${one.path}`, one.deleteEndpointId]));
		expect(deletes).toEqual({
			'POST /users': user.endpointId,
			'POST /users/{id}/notes': note.endpointId,
			'DELETE /users/{userId}': null,
			'DELETE /notes/{id}': null,
		});
	});

	it('are listed page by page by family, path and method', async () => {
		const names = ['POST /users', 'GET /users', 'GET /carts/{id}', 'DELETE /carts/{id}', 'GET /carts'];
		const {http, params} = await withEndpoints(names);
		const seen: string[] = [];
		for (let cursor: string | undefined; ; ) {
			const {body} = await http.call(listEndpoints, {params, query: {pageSize: 2, ...(cursor ? {cursor} : {})}});
			seen.push(...body.items.map(({method, path}) => `${method} ${path}`));
			if (body.nextToken === null) break;
			cursor = body.nextToken;
		}
		expect(seen).toEqual(['GET /carts', 'DELETE /carts/{id}', 'GET /carts/{id}', 'GET /users', 'POST /users']);
		const {body: carts} = await http.call(listEndpoints, {params, query: {family: '/carts', q: 'delete'}});
		expect(carts.items).toHaveLength(1);
	});

	it('exist once per method and path', async () => {
		const {http, params, add} = await withEndpoints();
		const first = await add('GET /users');
		const again = await http.fail(createEndpoint, {params, body: {method: 'GET', path: '/users/'}});
		expect(again.body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'endpoint_exists', endpointId: first.endpointId},
		});
		const other = await add('GET /carts');
		const move = await http.fail(updateEndpoint, {
			params: {...params, endpointId: other.endpointId},
			body: {path: '/users'},
		});
		expect(move.body.details).toMatchObject({reason: 'endpoint_exists'});
	});

	it('are changed field by field', async () => {
		const {http, params, add} = await withEndpoints();
		const {endpointId} = await add('GET /users');
		const own = {...params, endpointId};
		const {body: moved} = await http.call(updateEndpoint, {params: own, body: {path: '/v1/people', confirmed: false}});
		expect(moved).toMatchObject({path: '/v1/people', family: '/people', confirmed: false});
		const {body: named} = await http.call(updateEndpoint, {params: own, body: {family: '/staff', summary: 'All'}});
		expect(named).toMatchObject({family: '/staff', summary: 'All', path: '/v1/people'});
		const {body: open} = await http.call(listEndpoints, {params, query: {confirmed: false}});
		expect(open.items).toHaveLength(1);
	});

	it('are removed', async () => {
		const {http, params, add} = await withEndpoints();
		const own = {...params, endpointId: (await add('GET /users')).endpointId};
		expect((await http.call(deleteEndpoint, {params: own})).body).toMatchObject({removedPlanRows: 0});
		expect((await http.fail(deleteEndpoint, {params: own})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'endpoint'},
		});
	});

	it.each(['/a b', '/a/{id', '/a#b', `/${'x'.repeat(520)}`, 'a'])('refuse the path %j', async path => {
		const {http, params} = await withEndpoints();
		const {body} = await http.fail(createEndpoint, {params, body: {method: 'GET', path}});
		expect(body).toMatchObject({code: 'VALIDATION_ERROR', details: {field: 'path'}});
	});

	it('belong to backend projects of the own account', async () => {
		const {http, params} = await withEndpoints();
		const {body: site} = await http.call(createProject, {
			body: {type: 'frontend', name: 'Site', targetUrl: 'http://127.0.0.1:9'},
		});
		const refused = await http.fail(listEndpoints, {params: {projectId: site.id}});
		expect(refused.body).toMatchObject({code: 'VALIDATION_ERROR', details: {reason: 'backend_only'}});
		const {key} = await http.newAccount();
		expect((await http.fail(listEndpoints, {params, key})).body.code).toBe('NOT_FOUND');
	});
});
