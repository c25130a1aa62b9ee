import {expect, describe, it} from 'vitest';
import type {ReadBefore} from '../../../service/runners/runner.ts';
import {type Asked, startApi, type Told} from '../cleanup/start-api.ts';
import {createBackendBench} from '../../helpers/backend-bench.ts';
import {pythonWith} from '../../helpers/python-with.ts';

const readBefore: ReadBefore = {
	handles: [
		{path: '/tags', basePath: '', member: '/tags/{}', steps: ['name']},
		{path: '/groups/{group}/tags', basePath: '/v1', member: '/groups/{group}/tags/{}', steps: ['tag', 'key']},
	],
};

/** An API that keeps what is put or posted; `canary` was there before. */
function keeping(): (asked: Asked) => Told {
	const there = new Set(['/tags/canary']);
	return ({method, path, body}) => {
		if (method === 'GET') return there.has(path) ? [200, {path}] : [404, {error: 'not found'}];
		const sent = body as {name?: string; tag?: {key: string}} | undefined;
		const own = method === 'POST' ? `${path}/${sent?.name ?? sent?.tag?.key}` : path;
		const isNew = !there.has(own);
		there.add(own);
		return [isNew ? 201 : 200, {ok: true}];
	};
}

const libraries: Array<[name: string, code: string]> = [
	[
		'requests',
		`import requests
session = requests.Session()
hooked = []
session.hooks['response'].append(lambda answer, *a, **k: hooked.append(answer.status_code))
def send(method, path, body=None):
    return session.request(method, TARGET_URL + path, json=body, headers={'X-Tenant': 't1'}).status_code
def finish():
    assert len(hooked) == 4, hooked`,
	],
	[
		'urllib.request',
		`import urllib.request, json
def send(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(TARGET_URL + path, data, {'Content-Type': 'application/json', 'X-Tenant': 't1'}, method=method)
    return urllib.request.urlopen(asked).status
def finish():
    pass`,
	],
	[
		'http.client',
		`import http.client, json
connection = http.client.HTTPConnection(TARGET_URL[7:])
def send(method, path, body=None):
    connection.request(method, path, None if body is None else json.dumps(body), {'X-Tenant': 't1'})
    answer = connection.getresponse()
    answer.read()
    return answer.status
def finish():
    pass`,
	],
	[
		'httpx',
		`import httpx
client = httpx.Client(base_url=TARGET_URL, headers={'X-Tenant': 't1'})
def send(method, path, body=None):
    return client.request(method, path, json=body).status_code
def finish():
    client.close()`,
	],
	[
		'httpx (async)',
		`import asyncio, httpx
async def ask(method, path, body):
    async with httpx.AsyncClient(base_url=TARGET_URL, headers={'X-Tenant': 't1'}) as client:
        return (await client.request(method, path, json=body)).status_code
def send(method, path, body=None):
    return asyncio.run(ask(method, path, body))
def finish():
    pass`,
	],
];

const writes = `
assert send('PUT', '/tags/fresh?x=1', {'a': 1}) == 201
assert send('PUT', '/tags/fresh?x=1', {'a': 2}) == 200
assert send('POST', '/tags', {'name': 'canary'}) == 200
assert send('POST', '/v1/groups/g 1/tags'.replace(' ', '%20'), {'tag': {'key': 'a/b'}}) == 201
finish()`;

describe('a name that a test chooses', () => {
	const bench = createBackendBench({}, () => pythonWith('requests', 'httpx'));

	it.each(libraries)('is read once before the call that takes it, through %s', async (_name, code) => {
		const api = await startApi(keeping());
		const outcome = await bench.run(code + writes, {targetUrl: api.url, readBefore});
		expect(outcome).toMatchObject({status: 'passed', error: null});
		expect(api.seen).toEqual([
			'GET /tags/fresh?x=1 404',
			'PUT /tags/fresh?x=1 201',
			'PUT /tags/fresh?x=1 200',
			'GET /tags/canary 200',
			'POST /tags 200',
			'GET /v1/groups/g%201/tags/a%2Fb 404',
			'POST /v1/groups/g%201/tags 201',
		]);
		const calls = outcome.calls.map(({method, status, isReadBefore}) => [method, status, isReadBefore]);
		expect(calls).toEqual([
			['GET', 404, true],
			['PUT', 201, false],
			['PUT', 200, false],
			['GET', 200, true],
			['POST', 200, false],
			['GET', 404, true],
			['POST', 201, false],
		]);
		const [read, put] = outcome.calls;
		const headersOf = (headers: Record<string, string>) =>
			Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
		expect(headersOf(read!.requestHeaders)).toMatchObject({'x-tenant': 't1'});
		expect(headersOf(read!.requestHeaders)).not.toHaveProperty('content-length');
		expect(read!.requestBody).toBeNull();
		expect(read!.startedAt).toBeLessThanOrEqual(put!.startedAt);
		expect(put!.requestBody).toMatch(/^\{"a": ?1\}$/);
	});

	it('is not read when the project does not want it, elsewhere, or where nobody knows its address', async () => {
		const [api, other] = [await startApi(keeping()), await startApi(keeping())];
		const code = `import requests
requests.put('${other.url}/tags/x', json={})
requests.post(TARGET_URL + '/things', json={'name': 'x'})
requests.post(TARGET_URL + '/deep/tags', json={'name': 'x'})
requests.post(TARGET_URL + '/tags', data='name=x')
requests.post(TARGET_URL + '/tags', json={'name': ['x']})
requests.post(TARGET_URL + '/tags')
requests.put(TARGET_URL + '/tags/y', headers={'X-HTTP-Method-Override': 'DELETE'})
requests.patch(TARGET_URL + '/tags/y', json={})`;
		const on = await bench.run(code, {targetUrl: api.url, readBefore});
		expect(on).toMatchObject({error: null});
		const off = await bench.run(`import requests\nrequests.put(TARGET_URL + '/tags/z', json={})`, {targetUrl: api.url});
		expect(off.calls).toHaveLength(1);
		expect([...api.seen, ...other.seen].filter(line => line.startsWith('GET'))).toEqual([]);
	});

	it('changes nothing for the test when its read fails', async () => {
		const answer = keeping();
		const api = await startApi(asked => (asked.method === 'GET' ? 'drop' : answer(asked)));
		const code = `import requests, httpx
assert requests.put(TARGET_URL + '/tags/a', json={}).status_code == 201
assert httpx.put(TARGET_URL + '/tags/b', json={}).status_code == 201`;
		const outcome = await bench.run(code, {targetUrl: api.url, readBefore});
		expect(outcome).toMatchObject({status: 'passed', error: null});
		expect(outcome.calls.map(({method, status}) => `${method} ${status}`)).toEqual([
			'GET null',
			'PUT 201',
			'GET null',
			'PUT 201',
		]);
	});

	it('leaves no half of a call on a connection whose body breaks', async () => {
		const api = await startApi(keeping());
		const code = `import http.client
connection = http.client.HTTPConnection(TARGET_URL[7:])
def broken():
    raise ValueError('no body')
    yield b''
try:
    connection.request('POST', '/tags', broken(), {'Content-Length': '3'})
except ValueError:
    connection.close()
connection.request('PUT', '/tags/c', '{}')
assert connection.getresponse().status == 201`;
		const outcome = await bench.run(code, {targetUrl: api.url, readBefore});
		expect(outcome).toMatchObject({status: 'passed', error: null});
		expect(api.seen).toEqual(['GET /tags/c 404', 'PUT /tags/c 201']);
	});
});
