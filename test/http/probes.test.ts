import {Buffer} from 'node:buffer';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import type {Discovery, DiscoveryInput} from '../../contract/discovery.ts';
import {getProjectCall} from '../../contract/routes/calls.ts';
import {discoverEndpoints, getDiscovery} from '../../contract/routes/discovery.ts';
import {listEndpoints} from '../../contract/routes/endpoints.ts';
import {listFindings} from '../../contract/routes/findings.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {readPlanInput} from '../../service/store/plans/read-plan-input.ts';
import {startHttp} from './start-http.ts';
import {uploadDocument} from './upload-document.ts';

type Answer = {status?: number; json?: unknown; text?: string; headers?: Record<string, string>};

/** An API that answers as it is told and remembers what it was asked. */
async function startApi(answers: (path: string, credential: string | undefined) => Answer) {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		const credential = request.headers.authorization;
		asked.push(`${request.method} ${request.url}${credential ? ' with' : ''}`);
		const {status = 200, json, text, headers = {}} = answers(request.url!, credential);
		response.writeHead(status, {...(json === undefined ? {} : {'content-type': 'application/json'}), ...headers});
		response.end(json === undefined ? text : JSON.stringify(json));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked};
}

async function withApi(targetUrl: string) {
	const http = await startHttp();
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop', targetUrl}});
	const params = {projectId: project.id};
	return {
		http,
		params,
		async discover(input: DiscoveryInput = {}): Promise<Discovery> {
			await http.call(discoverEndpoints, {params, body: input});
			for (let since = 0; ; ) {
				const {body} = await http.call(getDiscovery, {params, query: {since, waitSeconds: 5}});
				if (body.finishedAt !== null) return body;
				since = body.version;
			}
		},
		endpoints: async () => (await http.call(listEndpoints, {params, query: {pageSize: 100}})).body.items,
		findings: async () => (await http.call(listFindings, {params, query: {state: 'open'}})).body.items,
	};
}

const ok = (schema: object) => ({200: {description: 'x', content: {'application/json': {schema}}}});
const user = {type: 'object', required: ['id'], properties: {id: {type: 'integer'}, name: {type: 'string'}}};
const document = {
	openapi: '3.0.0',
	servers: [{url: 'https://wrong.example.com/v9'}],
	security: [{token: []}],
	components: {securitySchemes: {token: {type: 'http', scheme: 'bearer'}}},
	paths: {
		'/users': {get: {responses: ok({type: 'array', items: user})}, post: {responses: {201: {description: 'x'}}}},
		'/users/{userId}': {get: {responses: ok(user)}, delete: {responses: {204: {description: 'x'}}}},
		'/users/export': {get: {responses: ok({})}},
		'/open/things': {get: {responses: ok({})}},
		'/broken': {get: {responses: ok({})}},
		'/nowhere': {get: {responses: ok({})}},
		'/moved': {get: {responses: ok({})}},
		'/lists/{id}': {get: {responses: ok({})}},
		'/search': {get: {parameters: [{name: 'q', in: 'query', required: true}], responses: ok({})}},
	},
};

function shop(path: string, credential: string | undefined): Answer {
	if (path === '/open/things') return {json: {}};
	if (credential !== 'Bearer never-to-be-kept') return {status: 401, json: {error: 'who are you'}};
	if (path === '/users')
		return {
			json: [
				{id: 1, name: 'Amber', token: 'never-to-be-kept'},
				{id: 2, name: 3},
			],
		};
	if (path.startsWith('/users/')) return {json: {id: 1}};
	if (path === '/broken') return {status: 500};
	if (path === '/moved') return {status: 302, headers: {location: 'http://127.0.0.1:9/elsewhere'}};
	return {status: 404};
}

it('probes call safe GETs only, with handles of lists, and once per family without a credential', async () => {
	const api = await startApi(shop);
	const {http, params, discover, endpoints, findings} = await withApi(api.url);
	await uploadDocument(http, params.projectId, JSON.stringify(document));
	const done = await discover({auth: {authType: 'Bearer token', credential: 'never-to-be-kept'}});
	const warnings = [expect.stringMatching(/^api\.yaml: path parameters have no definition/)];
	expect(done).toMatchObject({status: 'done', warnings, progress: {endpointsProbed: 6, endpointsTotal: 11}});
	// The base path of a wrong server is tried when nothing is found below the address that was given.
	expect(api.asked.filter(call => call.includes('/v9'))).toEqual([]);
	expect(new Set(api.asked)).toEqual(
		new Set([
			...['/users', '/open/things', '/broken', '/nowhere', '/moved', '/users/1', '/users/2'].map(
				path => `GET ${path} with`,
			),
			...['/users', '/open/things'].map(path => `GET ${path}`),
		]),
	);

	const seen = new Map((await endpoints()).map(one => [`${one.method} ${one.path}`, one]));
	expect(seen.get('GET /users')).toMatchObject({
		confirmed: true,
		responseShape: {observed: true, body: {items: {properties: {name: {type: ['integer', 'string']}}}}},
	});
	expect(seen.get('GET /broken')).toMatchObject({confirmed: false, unconfirmedReason: 'no_response'});
	expect(seen.get('GET /lists/{id}')).toMatchObject({confirmed: false, unconfirmedReason: 'not_probed'});
	expect(seen.get('GET /moved')?.confirmed).toBe(true);
	expect((await findings()).map(({title}) => title).sort()).toEqual([
		'GET /broken: answers 500',
		'GET /moved: 200 documented, 302 answered',
		'GET /nowhere: no such route',
		'GET /open/things: answers 200 without a credential',
		'GET /users: $[*].name is integer, not string; $[*].token is not documented',
	]);
	expect(seen.get('GET /users')?.drift).toHaveLength(1);

	const calls = await http.database.selectFrom('calls').selectAll().where('kind', '=', 'discovery').execute();
	expect(calls).toHaveLength(api.asked.length);
	const everything = await Promise.all(
		(['calls', 'discoveries', 'endpoints', 'deviations', 'findings'] as const).map(table =>
			http.database.selectFrom(table).selectAll().execute(),
		),
	);
	expect(JSON.stringify(everything)).not.toMatch(/never-to-be-kept/);

	// The evidence of a finding that a probe has made can be read, and belongs to its project.
	const [broken] = (await findings()).filter(({title}) => title.startsWith('GET /broken'));
	const callId = broken?.evidence[0]?.callId ?? '';
	const one = {params: {...params, callId}};
	expect((await http.call(getProjectCall, one)).body).toMatchObject({
		callId,
		kind: 'discovery',
		runId: null,
		method: 'GET',
		url: `${api.url}/broken`,
		requestHeaders: {Authorization: '•••'},
		status: 500,
	});
	const {body: other} = await http.call(createProject, {body: {type: 'backend', name: 'Other'}});
	const elsewhere = {params: {projectId: other.id, callId}};
	expect((await http.fail(getProjectCall, elsewhere)).body).toMatchObject({code: 'NOT_FOUND', details: {id: callId}});
});

it('an API that repeats the credential of a probe does not bring it into what is kept', async () => {
	const secret = 'never-to-be-kept';
	const basic = `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`;
	const api = await startApi((_path, credential) => ({
		json: {note: `you sent ${credential}`, list: [`${secret}!`], query: encodeURIComponent(`${secret}/x`)},
		headers: {'x-seen': credential ?? '', location: `/next?token=${secret}`},
	}));
	const {http, params, discover} = await withApi(api.url);
	const paths = {'/echo': {get: {responses: ok({type: 'array'})}}};
	await uploadDocument(http, params.projectId, JSON.stringify({...document, paths}));
	await discover({auth: {authType: 'basic token', credential: basic.slice('Basic '.length)}});
	const calls = await http.database.selectFrom('calls').selectAll().where('kind', '=', 'discovery').execute();
	expect(calls.length).toBeGreaterThan(0);
	expect(JSON.stringify(calls)).toContain('you sent •••');
	expect(JSON.stringify(calls)).not.toContain(secret);
	expect(JSON.stringify(calls)).not.toContain(basic.slice('Basic '.length));
});

it('a hint names the header of the credential, says that the root is none, and is shown', async () => {
	const seen: Array<string | undefined> = [];
	const server = createServer((request, response) => {
		seen.push(`${request.url} ${request.headers['x-team-key']} ${request.headers.authorization}`);
		const isKnown = request.headers['x-team-key'] === 'never-to-be-kept';
		response.writeHead(isKnown ? 200 : 401, {'content-type': 'application/json'}).end('[]');
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	const {http, params, discover, endpoints} = await withApi(
		`http://127.0.0.1:${(server.address() as AddressInfo).port}`,
	);
	const paths = {'/': {get: {responses: ok({})}}, '/users': {get: {responses: ok({type: 'array'})}}};
	await uploadDocument(http, params.projectId, JSON.stringify({openapi: '3.0.0', paths}));
	const hint = 'the key goes in X-Team-Key; the root is none';
	const done = await discover({hint, auth: {authType: 'Bearer token', credential: 'never-to-be-kept'}});
	expect(done).toMatchObject({status: 'done', hint, endpoints: 1, unconfirmed: 0});
	expect(seen).toEqual(['/users never-to-be-kept undefined', '/users undefined undefined']);
	expect((await endpoints()).map(({path}) => path)).toEqual(['/users']);
});

it.each([
	['the credential', 'never-to-be-kept', ['/mine', '/open'], ['with']],
	['a credential that is refused, and then none', 'stale', ['/open'], ['with', '']],
])('a document at the API itself is asked for with %s', async (_, credential, paths, asked) => {
	const api = await startApi((_path, sent) => {
		if (sent !== undefined && sent !== 'Bearer never-to-be-kept') return {status: 401};
		const shown = sent === undefined ? ['/open'] : ['/open', '/mine'];
		const described = shown.map(path => [path, {get: {responses: ok({})}}]);
		return {json: {openapi: '3.0.0', info: {}, paths: Object.fromEntries(described)}};
	});
	const {discover, endpoints} = await withApi(api.url);
	const auth = {authType: 'Bearer token', credential} as const;
	const done = await discover({documentUrl: `${api.url}/document`, probe: false, auth});
	expect(done.status).toBe('done');
	expect((await endpoints()).map(({path}) => path).sort()).toEqual(paths);
	expect(api.asked).toEqual(asked.map(one => `GET /document ${one}`.trim()));
});

it('a finding is gone when the API does what the document says, and what was seen stays without probes', async () => {
	let isMended = false;
	const api = await startApi(path =>
		path === '/users' && isMended ? {json: []} : path === '/users' ? {status: 206, json: []} : {status: 404},
	);
	const {http, params, discover, endpoints, findings} = await withApi(api.url);
	const paths = {'/users': {get: {responses: ok({type: 'array'})}}};
	await uploadDocument(http, params.projectId, JSON.stringify({openapi: '3.0.0', paths}));
	await discover();
	expect((await findings()).map(({title}) => title)).toEqual(['GET /users: 200 documented, 206 answered']);
	await discover({probe: false});
	expect(await findings()).toHaveLength(1);
	expect((await endpoints())[0]?.responseShape).toMatchObject({statuses: [200, 206], observed: true});
	isMended = true;
	await discover();
	expect(await findings()).toEqual([]);
});

it('a document whose base path the API has is called below it', async () => {
	const api = await startApi(path => (path.startsWith('/api/v1/') ? {json: {}} : {status: 404}));
	const {http, params, discover} = await withApi(api.url);
	const paths = {'/health': {get: {responses: ok({})}}, '/users': {post: {responses: {}}}};
	const servers = [{url: 'https://api.example.com/api/v1'}];
	await uploadDocument(http, params.projectId, JSON.stringify({openapi: '3.0.0', servers, paths}));
	await discover();
	const {endpoints} = await readPlanInput(http.database, params.projectId);
	expect(endpoints.map(({path, callPrefix, confirmed}) => [path, callPrefix, confirmed])).toEqual([
		['/health', '/api/v1', true],
		['/users', '/api/v1', true],
	]);
});

it('a bare address has its document found at a usual place, and is probed', async () => {
	const api = await startApi(path =>
		path === '/v3/api-docs'
			? {json: {openapi: '3.0.0', paths: {'/users': {get: {responses: ok({type: 'array'})}}}}}
			: path === '/users'
				? {json: []}
				: {status: 404},
	);
	const {discover, endpoints} = await withApi(api.url);
	expect(await discover()).toMatchObject({status: 'done', endpoints: 1});
	expect(await endpoints()).toMatchObject([{method: 'GET', path: '/users', origin: 'document', confirmed: true}]);
});

it('a bare address without a document is read from its root; one that names nothing fails in words', async () => {
	const api = await startApi(path =>
		path === '/' ? {json: {users: '/users', teams: '/teams'}} : path === '/users' ? {json: []} : {status: 404},
	);
	const {discover, endpoints} = await withApi(api.url);
	expect(await discover()).toMatchObject({status: 'done', endpoints: 2});
	expect(await endpoints()).toMatchObject([
		{path: '/teams', origin: 'probe', confirmed: false},
		{path: '/users', origin: 'probe', confirmed: true},
	]);
	const empty = await withApi((await startApi(() => ({status: 404}))).url);
	expect(await empty.discover()).toMatchObject({status: 'failed', errorMessage: expect.stringMatching(/usual places/)});
	const site = await withApi(
		(await startApi(path => (path === '/' ? {text: '<!doctype html><h1>Hi'} : {status: 404}))).url,
	);
	const said = expect.stringMatching(/answers with the page of a website/);
	expect(await site.discover()).toMatchObject({status: 'failed', errorMessage: said});
	expect((await empty.discover()).errorMessage).not.toContain('website');
});

it('an API that says it is too much is asked more slowly, and one that is gone three times is left alone', async () => {
	const many = Object.fromEntries(Array.from({length: 20}, (_, number) => [`/a${number}`, {get: {responses: {}}}]));
	const {http, params, discover} = await withApi('http://127.0.0.1:9');
	await uploadDocument(http, params.projectId, JSON.stringify({openapi: '3.0.0', paths: many}));
	expect(await discover()).toMatchObject({status: 'done', unconfirmed: 20});
	const calls = await http.database.selectFrom('calls').select('status').execute();
	expect(calls.length).toBeLessThan(10);
});
