import {once} from 'node:events';
import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {Discovery, DiscoveryInput} from '../../contract/discovery.ts';
import {cancelDiscovery, discoverEndpoints, getDiscovery} from '../../contract/routes/discovery.ts';
import {createEndpoint, listEndpoints, updateEndpoint} from '../../contract/routes/endpoints.ts';
import {createProject, deleteProject} from '../../contract/routes/projects.ts';
import type {DocumentReader} from '../../service/discovery/document-reader.ts';
import {finishDeletions} from '../../service/process/resume-work.ts';
import {readPlanInput} from '../../service/store/plans/read-plan-input.ts';
import {fixture} from '../service/discovery/documents.ts';
import {readHere} from '../helpers/read-here.ts';
import {type HttpUnderTest, type StartOptions, startHttp} from './start-http.ts';
import {uploadDocument} from './upload-document.ts';

async function withProject(options: StartOptions & {targetUrl?: string} = {}) {
	const {targetUrl, ...rest} = options;
	const http: HttpUnderTest = await startHttp(rest);
	const body = {type: 'backend' as const, name: 'Shop', ...(targetUrl ? {targetUrl} : {})};
	const {body: project} = await http.call(createProject, {body});
	const params = {projectId: project.id};
	return {
		http,
		params,
		upload: (bytes: Uint8Array | string) => uploadDocument(http, project.id, bytes),
		/** Starts a discovery and waits for its end. */
		async discover(input: DiscoveryInput = {probe: false}): Promise<Discovery> {
			await http.call(discoverEndpoints, {params, body: input});
			return ended(http, params);
		},
		async names() {
			const {items} = (await http.call(listEndpoints, {params, query: {pageSize: 100}})).body;
			return items.map(({method, path}) => `${method} ${path}`);
		},
		async endpoint(name: string) {
			const {items} = (await http.call(listEndpoints, {params, query: {pageSize: 100}})).body;
			const found = items.find(({method, path}) => `${method} ${path}` === name);
			if (!found) throw new Error(`${name} is not listed`);
			return found;
		},
	};
}

async function ended(http: HttpUnderTest, params: {projectId: string}): Promise<Discovery> {
	for (let since = 0; ; ) {
		const {body} = await http.call(getDiscovery, {params, query: {since, waitSeconds: 5}});
		if (body.finishedAt !== null) return body;
		since = body.version;
	}
}

const document = (paths: Record<string, string[]>, server?: string) =>
	JSON.stringify({
		openapi: '3.0.0',
		...(server ? {servers: [{url: server}]} : {}),
		paths: Object.fromEntries(
			Object.entries(paths).map(([path, methods]) => [path, Object.fromEntries(methods.map(method => [method, {}]))]),
		),
	});

/** A reader that stands still until it is let go. */
function heldReader() {
	let release = () => {};
	const gate = new Promise<void>(resolve => {
		release = resolve;
	});
	let ended = () => {};
	const read = new Promise<void>(resolve => {
		ended = resolve;
	});
	const reader: DocumentReader = async (job, take, signal) => {
		if (job.kind === 'read') {
			await Promise.race([gate, once(signal, 'abort')]);
			signal.throwIfAborted();
		}
		await readHere(job, take, signal);
		if (job.kind === 'read') ended();
	};
	return {reader, release, /** Resolves once a document was read to its end. */ read};
}

async function serve(listener: RequestListener): Promise<string> {
	const server = createServer(listener).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a discovery', () => {
	it('is idle before the first', async () => {
		const {http, params} = await withProject();
		expect((await http.call(getDiscovery, {params, query: {waitSeconds: 25}})).body).toMatchObject({
			discoveryId: null,
			status: 'idle',
			version: 0,
		});
		expect((await http.fail(cancelDiscovery, {params})).body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'discovery_finished', status: 'idle'},
		});
	});

	it('lists the endpoints of every API document, with the DELETE that belongs to a creation', async () => {
		const {params, http, upload, discover, names, endpoint} = await withProject();
		await upload(fixture('orders-3.0.yaml'));
		await upload(fixture('pets-swagger-2.yaml'));
		await uploadDocument(http, params.projectId, '# What we want', {contentType: 'text/markdown', role: 'PRD'});
		expect(await discover()).toMatchObject({
			status: 'done',
			progress: {documents: 3, endpointsFound: 7, endpointsProbed: 0, endpointsTotal: 7},
			families: 2,
			endpoints: 7,
			unconfirmed: 3,
			changes: {added: 7, changed: 0, removed: 0},
			warnings: [],
			errorMessage: null,
		});
		expect(await names()).toHaveLength(7);
		const [post, remove] = [await endpoint('POST /orders'), await endpoint('DELETE /orders/{orderId}')];
		expect(post).toMatchObject({
			origin: 'document',
			confirmed: true,
			unconfirmedReason: null,
			summary: 'Place an order',
			family: '/orders',
			deleteEndpointId: remove.endpointId,
			requestShape: {sample: {sku: 'mug', quantity: 1}},
			responseShape: {statuses: [201, 422], observed: false},
		});
		expect(await endpoint('GET /orders')).toMatchObject({confirmed: false, unconfirmedReason: 'not_probed'});
	});

	it('that was asked to probe says that nothing was called', async () => {
		const {http, params, upload} = await withProject();
		await upload(fixture('orders-3.0.yaml'));
		const {status, body} = await http.call(discoverEndpoints, {params});
		expect(status).toBe(202);
		expect(body).toMatchObject({status: 'queued', warnings: [expect.stringMatching(/not called/)]});
		expect(await ended(http, params)).toMatchObject({status: 'done', warnings: body.warnings});
	});

	it('replaces what was discovered before; manual endpoints and what a person changed stay', async () => {
		const {http, params, upload, discover, names, endpoint} = await withProject();
		const add = (path: string) => http.call(createEndpoint, {params, body: {method: 'POST', path}});
		await add('/by-hand');
		await upload(document({'/kept': ['get'], '/named': ['get'], '/moved': ['get'], '/gone': ['get', 'delete']}));
		await discover();
		const patch = async (name: string, body: object) => {
			const {endpointId} = await endpoint(name);
			await http.call(updateEndpoint, {params: {...params, endpointId}, body});
			return endpointId;
		};
		const keptId = await patch('GET /kept', {confirmed: true});
		await patch('GET /named', {summary: 'My words'});
		await patch('GET /moved', {path: '/moved-by-me'});
		await upload(
			JSON.stringify({
				openapi: '3.0.0',
				paths: {
					'/kept': {get: {summary: 'Fresh'}},
					'/named': {get: {summary: 'Fresh'}},
					'/by-hand': {post: {summary: 'X'}},
				},
			}),
		);
		const [newest] = (
			await http.database.selectFrom('documents').select('id').orderBy('id', 'desc').execute()
		).values();
		const done = await discover({documentIds: [newest!.id], probe: false});
		expect(done.changes).toEqual({added: 0, changed: 1, removed: 2});
		expect(await names()).toEqual(['POST /by-hand', 'GET /kept', 'GET /moved-by-me', 'GET /named']);
		expect(await endpoint('GET /kept')).toMatchObject({endpointId: keptId, confirmed: true, summary: 'Fresh'});
		expect(await endpoint('GET /named')).toMatchObject({summary: 'My words'});
		expect(await endpoint('POST /by-hand')).toMatchObject({origin: 'manual', summary: 'X'});
		expect((await discover({documentIds: [newest!.id], probe: false})).changes).toEqual({
			added: 0,
			changed: 0,
			removed: 0,
		});
	});

	it('tells two documents of one path apart by the path of their server', async () => {
		const {upload, discover, names} = await withProject();
		await upload(document({'/items': ['get']}, 'https://x.example.com/shop'));
		await upload(document({'/items': ['get']}, 'https://x.example.com/stock'));
		await discover();
		expect(await names()).toEqual(expect.arrayContaining(['GET /items']));
		expect(await names()).toHaveLength(2);
	});

	it('leaves out what a hint says, and refuses a hint that it does not understand', async () => {
		const {http, params, upload, discover, names} = await withProject();
		await upload(document({'/orders': ['get'], '/orders/{id}': ['get', 'delete'], '/admin/users': ['get']}));
		await discover({hint: 'Skip everything below /admin. Exclude DELETE /orders/{orderId}', probe: false});
		expect(await names()).toEqual(['GET /orders', 'GET /orders/{id}']);
		const refused = await http.fail(discoverEndpoints, {params, body: {hint: 'be nice to /orders'}});
		expect(refused.body).toMatchObject({code: 'UNSUPPORTED', details: {feature: 'natural_language'}});
	});

	it('names the parts of a document that it left out', async () => {
		const {upload, discover} = await withProject();
		await upload(fixture('partly-wrong.yaml'));
		const {status, warnings} = await discover();
		expect(status).toBe('done');
		expect(warnings).toEqual([
			expect.stringMatching(/^api\.yaml: 8 parts were left out: #\/paths\/~1elsewhere refers to .*it is an address/),
		]);
	});

	it('of an address reads the document there, redirects included', async () => {
		const url = await serve((request, response) => {
			if (request.url === '/old') return response.writeHead(302, {location: '/openapi.yaml'}).end();
			response.end(fixture('orders-3.0.yaml'));
		});
		const {discover, names} = await withProject();
		expect(await discover({documentUrl: `${url}/old`, probe: false})).toMatchObject({status: 'done', endpoints: 5});
		expect(await names()).toContain('POST /orders');
	});

	it('fails with the reason when the address has no document; the old list stays', async () => {
		const url = await serve((_, response) => response.writeHead(404).end());
		const {upload, discover, names} = await withProject();
		await upload(document({'/a': ['get']}));
		await discover();
		expect(await discover({documentUrl: `${url}/openapi.json?token=secret`, probe: false})).toMatchObject({
			status: 'failed',
			errorMessage: expect.stringMatching(/openapi\.json answered 404/),
		});
		expect((await discover({documentUrl: 'http://127.0.0.1:9/x', probe: false})).errorMessage).not.toContain('secret');
		expect(await names()).toEqual(['GET /a']);
	});

	it('brings the files of its own origin along, and says which others are not read', async () => {
		const asked: string[] = [];
		const files: Record<string, string> = {
			'/docs/openapi.yaml': [
				'openapi: 3.0.3',
				'paths:',
				'  /users: {$ref: "paths/users.yaml"}',
				'  /away: {$ref: "http://169.254.169.254/latest/meta-data"}',
				'  /gone: {$ref: "gone.yaml"}',
				'  /moved: {$ref: "moved.yaml"}',
			].join('\n'),
			'/docs/paths/users.yaml':
				'post: {requestBody: {content: {application/json: {schema: {$ref: "/shapes.json#/User"}}}}, responses: {}}\n',
			'/shapes.json': '{"User": {"type": "object", "properties": {"boss": {"$ref": "docs/openapi.yaml#/x"}}}}',
		};
		const url = await serve(({url: path = ''}, response) => {
			asked.push(path);
			if (path === '/docs') response.writeHead(302, {location: '/docs/openapi.yaml'}).end();
			else if (path === '/docs/moved.yaml') response.writeHead(302, {location: 'http://localhost:1/x.yaml'}).end();
			else response.writeHead(path in files ? 200 : 404).end(files[path]);
		});
		const {discover, endpoint} = await withProject();
		const {status, warnings} = await discover({documentUrl: `${url}/docs`, probe: false});
		expect(status).toBe('done');
		expect((await endpoint('POST /users')).requestShape.body).toMatchObject({type: 'object', properties: {boss: {}}});
		const said = warnings.join('\n');
		expect(said).toContain('/docs/openapi.yaml #/paths/~1away: http://169.254.169.254/latest/meta-data is not read');
		expect(said).toMatch(/~1gone: gone\.yaml is not read: .*\/docs\/gone\.yaml answered 404/);
		expect(said).toMatch(/~1moved: moved\.yaml is not read: .*redirects out of the origin/);
		expect(asked.filter(path => path.startsWith('/docs/openapi'))).toHaveLength(1);
	});

	it('does not follow a redirect to an address that may not be called', async () => {
		const {discover} = await withProject();
		const url = await serve((_, response) => response.writeHead(302, {location: 'http://169.254.169.254/'}).end());
		expect(await discover({documentUrl: url, probe: false})).toMatchObject({
			status: 'failed',
			errorMessage: expect.stringMatching(/does not call/),
		});
	});

	it('of an address that may not be called is refused', async () => {
		const {http, params} = await withProject({settings: {targetPolicy: 'public'}});
		for (const field of ['documentUrl', 'baseUrl']) {
			const refused = await http.fail(discoverEndpoints, {params, body: {[field]: 'http://10.0.0.1/openapi.json'}});
			expect(refused.body.details).toMatchObject({field, reason: 'private_address'});
		}
	});
});

describe('a discovery of several sources', () => {
	it('believes OpenAPI before Postman before a text, and lets each fill in what the others leave open', async () => {
		const {http, params, upload, discover, names, endpoint} = await withProject();
		await uploadDocument(http, params.projectId, fixture('shop.md'), {contentType: 'text/markdown', role: 'PRD'});
		await upload(fixture('shop.postman.json'));
		await upload(fixture('linked.json'));
		expect(await discover()).toMatchObject({
			status: 'done',
			progress: {documents: 3},
			requirements: 9,
			changeList: {added: expect.arrayContaining(['GET /users/{userId}'])},
		});
		expect(await names()).toEqual([
			'PUT /carts/{id}/coupon',
			'POST /graphql',
			'GET /health',
			'DELETE /products/{id}',
			'GET /products/{id}',
			'POST /users',
			'POST /users/{id}/carts',
			'GET /users/{userId}',
		]);
		expect(await endpoint('POST /users')).toMatchObject({
			summary: 'Create a user',
			confirmed: true,
			requestShape: {sample: {name: 'Amber'}, headers: [{name: 'X-Tenant'}]},
			responseShape: {statuses: [201, 422]},
			auth: {required: true, authType: 'Bearer token'},
		});
		const {endpoints, travelled} = await readPlanInput(http.database, params.projectId);
		expect(endpoints[0]?.sources.map(({kind, name, line}) => [kind, name, line])).toEqual([
			['openapi', expect.any(String), null],
			['postman', expect.any(String), null],
			['text', expect.any(String), 23],
		]);
		expect(travelled).toHaveLength(2);
		expect(await discover()).toMatchObject({changes: {added: 0, changed: 0, removed: 0}});
	});
});

describe('a discovery without a document', () => {
	it('of a project whose address does not answer fails with the reason', async () => {
		const {discover} = await withProject({targetUrl: 'http://127.0.0.1:9'});
		expect(await discover({})).toMatchObject({
			status: 'failed',
			errorMessage: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 does not answer: no connection \(ECONNREFUSED\)/),
		});
	});

	it.each([{}, {probe: false}])('has nothing to read: %j', async input => {
		const {http, params} = await withProject();
		expect((await http.fail(discoverEndpoints, {params, body: input})).body).toMatchObject({
			code: 'PRECONDITION_FAILED',
			details: {reason: 'no_target_url', command: expect.stringContaining('docs upload')},
		});
	});

	it('is refused when what it reads is a PDF, with the remedy', async () => {
		const {http, params} = await withProject();
		const {resourceId} = await uploadDocument(http, params.projectId, '%PDF-1.7', {contentType: 'application/pdf'});
		expect((await http.fail(discoverEndpoints, {params, body: {documentIds: [resourceId]}})).body).toMatchObject({
			code: 'VALIDATION_ERROR',
			message: expect.stringMatching(/pdftotext/),
			details: {field: 'documentIds', reason: 'unreadable'},
		});
	});

	it('that is there, or that can be read, is refused', async () => {
		const {http, params, upload} = await withProject();
		const {resourceId} = await upload(fixture('bomb.yaml'));
		expect((await http.fail(discoverEndpoints, {params, body: {documentIds: [resourceId]}})).body).toMatchObject({
			details: {reason: 'unreadable'},
			message: expect.stringMatching(/aliases/),
		});
		const unknown = await http.fail(discoverEndpoints, {params, body: {documentIds: ['doc_unknown']}});
		expect(unknown.body.details).toMatchObject({resource: 'document', id: 'doc_unknown'});
	});
});

describe('a discovery under way', () => {
	it('is the only one of its project, is waited for, and can be cancelled: the old list stays', async () => {
		const {reader} = heldReader();
		const {http, params, upload, names} = await withProject({readDocument: reader});
		await http.call(createEndpoint, {params, body: {method: 'GET', path: '/old'}});
		await upload(document({'/new': ['get']}));
		const {body: ticket} = await http.call(discoverEndpoints, {params, body: {probe: false}});
		const second = await http.fail(discoverEndpoints, {params, body: {probe: false}});
		expect(second.body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'discovery_in_flight', currentId: ticket.discoveryId},
		});
		const {body: reading} = await http.call(getDiscovery, {params, query: {since: 1, waitSeconds: 25}});
		expect(reading.status).toBe('reading');
		const waiting = http.call(getDiscovery, {params, query: {since: reading.version, waitSeconds: 25}});
		const {body: cancelled} = await http.call(cancelDiscovery, {params});
		expect(cancelled).toMatchObject({discoveryId: ticket.discoveryId, status: 'cancelled'});
		expect((await waiting).body.status).toBe('cancelled');
		expect(await names()).toEqual(['GET /old']);
		expect((await http.fail(cancelDiscovery, {params})).body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'discovery_finished', status: 'cancelled'},
		});
	});

	it('changes nothing any more once its project is deleted', async () => {
		const {reader, release, read} = heldReader();
		const {http, params, upload} = await withProject({readDocument: reader});
		await upload(document({'/new': ['get']}));
		await http.call(discoverEndpoints, {params, body: {probe: false}});
		await http.call(getDiscovery, {params, query: {since: 1, waitSeconds: 25}});
		await http.call(deleteProject, {params});
		await finishDeletions(http.database, http.engine);
		release();
		await read;
		await expect.poll(async () => http.database.selectFrom('found_endpoints').select('id').execute()).toEqual([]);
		expect(await http.database.selectFrom('endpoints').select('id').execute()).toEqual([]);
	});
});
