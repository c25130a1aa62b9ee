import {expect, it} from 'vitest';
import {discoverEndpoints, getDiscovery} from '../../../../contract/routes/discovery.ts';
import {createEndpoint, updateEndpoint} from '../../../../contract/routes/endpoints.ts';
import {createProject} from '../../../../contract/routes/projects.ts';
import {readPlanInput} from '../../../../service/store/plans/read-plan-input.ts';
import {startHttp} from '../../../http/start-http.ts';
import {uploadDocument} from '../../../http/upload-document.ts';
import {fixture} from '../../discovery/documents.ts';

async function discovered(...documents: Array<Uint8Array | string>) {
	const http = await startHttp();
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop'}});
	const params = {projectId: project.id};
	const discover = async () => {
		await http.call(discoverEndpoints, {params, body: {probe: false}});
		for (let since = 0; ; ) {
			const {body} = await http.call(getDiscovery, {params, query: {since, waitSeconds: 5}});
			if (body.finishedAt !== null) return body;
			since = body.version;
		}
	};
	for (const one of documents) await uploadDocument(http, project.id, one);
	await discover();
	const input = () => readPlanInput(http.database, project.id);
	return {http, params, discover, input};
}

it('what planning reads has answers, links, security and examples of every operation in the order of the document', async () => {
	const {input} = await discovered(fixture('linked.json'));
	const {endpoints, requirements, travelled} = await input();
	const [create, read] = endpoints;
	expect(endpoints.map(({method, path}) => `${method} ${path}`)).toEqual(['POST /users', 'GET /users/{userId}']);
	expect([requirements, travelled]).toEqual([[], []]);
	expect(create).toMatchObject({
		operationId: 'createUser',
		tags: ['people'],
		deprecated: false,
		bodyRequired: true,
		bodies: [{contentType: 'application/json', examples: [{name: 'Amber'}]}, {contentType: 'multipart/form-data'}],
		request: {sample: {name: 'Amber'}},
		isSampleGiven: false,
		links: [
			{
				name: 'read',
				status: '201',
				target: {method: 'GET', path: '/users/{userId}'},
				parameters: {userId: '$response.body#/id'},
			},
			{name: 'also', target: {method: 'GET', path: '/users/{userId}'}, requestBody: '$response.body'},
		],
		sources: [{kind: 'openapi', line: null}],
	});
	expect(create?.answers.map(({status}) => status)).toEqual(['201', '4XX', 'default']);
	expect(create?.answers[0]).toEqual({
		status: '201',
		description: 'Made',
		contentType: 'application/json',
		schema: {type: 'object'},
		examples: [{id: 1}],
		headers: [{name: 'Location', required: true, schema: {type: 'string'}}],
		observed: false,
	});
	expect(read).toMatchObject({
		deprecated: true,
		pathKey: '/users/{}',
		request: {path: [{name: 'userId', schema: {type: 'integer'}, example: 7}]},
		security: [
			[{name: 'key', type: 'apiKey', in: 'header', keyName: 'X-Key', scopes: []}],
			[{name: 'login', type: 'oauth2', scopes: ['read']}],
		],
	});
});

it('a schema that many answers share is one object for planning, and goes with its last answer', async () => {
	const {http, params, input, discover} = await discovered(fixture('linked.json'));
	const [create, read] = (await input()).endpoints;
	expect(create?.answers[1]?.schema).toEqual({
		title: 'Error',
		type: 'object',
		properties: {error: {type: 'string'}},
	});
	expect(create?.answers[1]?.schema).toBe(read?.answers[0]?.schema);
	const stored = () => http.database.selectFrom('endpoint_shapes').select('hash').execute();
	expect(await stored()).toHaveLength(2);
	await http.database.deleteFrom('documents').execute();
	await uploadDocument(http, params.projectId, fixture('notes-3.1.json'));
	await discover();
	expect(await stored()).toHaveLength(1);
});

it('the sample of a person stays in the shape that a new document gives', async () => {
	const {http, params, input, discover} = await discovered(fixture('linked.json'));
	const [create] = (await input()).endpoints;
	await http.call(updateEndpoint, {
		params: {...params, endpointId: create!.id},
		body: {sampleRequestBody: {name: 'Mine'}},
	});
	const renamed = Buffer.from(fixture('linked.json'))
		.toString()
		.replaceAll('userId', 'id')
		.replace('"type": "object"}, "example"', '"type": "object", "required": ["name"]}, "example"');
	await http.database.deleteFrom('documents').execute();
	await uploadDocument(http, params.projectId, renamed);
	expect(await discover()).toMatchObject({
		changes: {added: 0, changed: 2, removed: 0},
		changeList: {added: [], changed: ['POST /users', 'GET /users/{id}'], removed: []},
	});
	const [after, read] = (await input()).endpoints;
	expect(after).toMatchObject({
		id: create!.id,
		isSampleGiven: true,
		request: {sample: {name: 'Mine'}, body: {required: ['name']}},
	});
	expect(read?.path).toBe('/users/{id}');
});

it('an endpoint that was added by hand gets the shapes of the document, whatever its parameter is called', async () => {
	const {http, params, input, discover} = await discovered(fixture('notes-3.1.json'));
	const add = await http.call(createEndpoint, {
		params,
		body: {method: 'POST', path: '/users', summary: 'Mine', sampleRequestBody: {name: 'Hand'}},
	});
	await uploadDocument(http, params.projectId, fixture('linked.json'));
	await discover();
	const own = (await input()).endpoints.filter(({path}) => path === '/users');
	expect(own).toHaveLength(1);
	expect(own[0]).toMatchObject({
		id: add.body.endpointId,
		origin: 'manual',
		summary: 'Mine',
		isSampleGiven: true,
		request: {sample: {name: 'Hand'}, contentType: 'application/json'},
	});
	expect(own[0]?.answers).toHaveLength(3);
});
