import {Buffer} from 'node:buffer';
import {createServer} from 'node:http';
import {connect} from 'node:net';
import {describe, expect, it} from 'vitest';
import {createBackendBench} from '../../helpers/backend-bench.ts';
import {pythonsWith, pythonWith} from '../../helpers/python-with.ts';

const interpreters = await pythonsWith('requests');

// The machine's interpreters bring different versions of requests and urllib3.
describe.each(interpreters)('recorded calls with $executable (requests $requests)', python => {
	const bench = createBackendBench({}, async () => python);

	it('hold method, address, query, both heads, both bodies, status and time', async () => {
		const outcome = await bench.run(
			'import requests\nr = requests.post(f"{TARGET_URL}/echo?a=1&b=&a=%C3%BC", json={"name": "x"}, headers={"X-Trace": "t1"})\nassert r.ok',
		);
		const call = outcome.calls[0]!;
		expect(outcome.calls).toHaveLength(1);
		expect(call).toMatchObject({
			seq: 1,
			method: 'POST',
			url: `${bench.target.url}/echo?a=1&b=&a=%C3%BC`,
			query: [
				{name: 'a', value: '1'},
				{name: 'b', value: ''},
				{name: 'a', value: 'ü'},
			],
			requestBody: '{"name": "x"}',
			requestEncoding: 'utf8',
			requestBytes: 13,
			status: 200,
			responseEncoding: 'utf8',
			truncated: false,
			error: null,
		});
		expect(call.requestHeaders).toMatchObject({'X-Trace': 't1', 'Content-Type': 'application/json'});
		expect(call.responseHeaders).toMatchObject({'content-type': 'application/json'});
		expect(JSON.parse(call.responseBody!)).toMatchObject({method: 'POST', body: '{"name": "x"}'});
		expect(call.responseBytes).toBe(Buffer.byteLength(call.responseBody!));
		expect(call.latencyMs).toBeGreaterThan(0);
		expect(call.startedAt).toBeGreaterThanOrEqual(outcome.startedAt - 1);
		expect(call.startedAt).toBeLessThanOrEqual(outcome.finishedAt + 1);
	});

	it('have no body and no query where there is none', async () => {
		const {calls} = await bench.run('import requests\nrequests.get(f"{TARGET_URL}/status/204")');
		expect(calls).toMatchObject([
			{query: null, requestBody: null, requestEncoding: null, requestBytes: null, responseBody: '', responseBytes: 0},
		]);
	});

	it.each([
		[
			'urllib.request',
			'import urllib.request\nassert urllib.request.urlopen(f"{TARGET_URL}/items", b"data").status == 201',
		],
		[
			'http.client',
			'import http.client\nc = http.client.HTTPConnection(TARGET_URL[7:])\nc.request("POST", "/items", "data")\nassert c.getresponse().read()',
		],
		[
			'urllib3',
			'import urllib3\nassert urllib3.PoolManager().request("POST", f"{TARGET_URL}/items", body=b"data").status == 201',
		],
		['requests', 'import requests\nassert requests.post(f"{TARGET_URL}/items", data="data").status_code == 201'],
		[
			'a session',
			'import requests\nwith requests.Session() as s:\n    assert s.post(f"{TARGET_URL}/items", data=b"data").json()["id"]',
		],
	])('are made once through %s', async (_library, code) => {
		const outcome = await bench.run(code);
		expect(outcome).toMatchObject({
			status: 'passed',
			calls: [{method: 'POST', requestBody: 'data', status: 201, responseBody: '{"id":"item-7","name":"x"}'}],
		});
	});

	it('are in order, with every hop of a redirect, over one connection or several', async () => {
		const {calls} = await bench.run(
			'import requests\ns = requests.Session()\ns.get(f"{TARGET_URL}/redirect")\ns.delete(f"{TARGET_URL}/status/204")\nrequests.put(f"{TARGET_URL}/moved", data="z")',
		);
		expect(calls.map(({seq, method, status}) => [seq, method, status])).toEqual([
			[1, 'GET', 302],
			[2, 'GET', 200],
			[3, 'DELETE', 204],
			[4, 'PUT', 307],
			[5, 'PUT', 200],
		]);
		expect(calls.map(({url}) => new URL(url).pathname)).toEqual([
			'/redirect',
			'/echo',
			'/status/204',
			'/moved',
			'/echo',
		]);
		expect(calls.slice(3).map(({requestBody}) => requestBody)).toEqual(['z', 'z']);
	});

	it('of threads and of forked processes are all kept', async () => {
		const {calls, status} = await bench.run(
			[
				'import multiprocessing, requests',
				'from concurrent.futures import ThreadPoolExecutor',
				'def call(n):',
				'    return requests.get(f"{TARGET_URL}/echo?n={n}").status_code',
				'with ThreadPoolExecutor(4) as pool:',
				'    assert list(pool.map(call, range(20))) == [200] * 20',
				'forked = [multiprocessing.get_context("fork").Process(target=call, args=(n,)) for n in (20, 21)]',
				'for process in forked: process.start()',
				'for process in forked: process.join()',
			].join('\n'),
		);
		expect(status).toBe('passed');
		expect(calls.map(({query}) => Number(query![0]!.value)).sort((a, b) => a - b)).toEqual([...Array(22).keys()]);
		expect(calls.every(call => call.status === 200)).toBe(true);
	});

	it('unfold compressed bodies, keep binary ones as base64 and read declared character sets', async () => {
		const {calls} = await bench.run(
			'import requests\nfor path in ("gzip", "binary", "latin"):\n    requests.get(f"{TARGET_URL}/{path}")\nrequests.post(f"{TARGET_URL}/echo", data=b"\\x00\\xff")',
		);
		expect(calls[0]).toMatchObject({responseEncoding: 'utf8', responseBody: `{"packed":"${'y'.repeat(1000)}"}`});
		expect(calls[0]!.responseBytes).toBe(1013);
		expect(calls[1]).toMatchObject({responseEncoding: 'base64', responseBody: 'iVBORwABAv8=', responseBytes: 8});
		expect(calls[2]).toMatchObject({responseEncoding: 'utf8', responseBody: 'Gün'});
		expect(calls[3]).toMatchObject({requestEncoding: 'base64', requestBody: 'AP8=', requestBytes: 2});
	});

	it('keep 65,536 bytes of a body and its full length', async () => {
		const {calls, status} = await bench.run(
			[
				'import requests',
				'assert len(requests.get(f"{TARGET_URL}/bytes/65536").content) == 65536',
				'assert len(requests.get(f"{TARGET_URL}/bytes/3000000").content) == 3000000',
				'assert len(requests.get(f"{TARGET_URL}/chunks/40").content) == 400000',
				'assert requests.post(f"{TARGET_URL}/status/200", data="d" * 200_000).ok',
			].join('\n'),
		);
		expect(status).toBe('passed');
		expect(calls.map(({responseBytes, truncated}) => [responseBytes, truncated])).toEqual([
			[65_536, false],
			[3_000_000, true],
			[400_000, true],
			[14, true],
		]);
		expect(calls.slice(0, 3).map(({responseBody}) => responseBody!.length)).toEqual([65_536, 65_536, 65_536]);
		expect(calls[3]).toMatchObject({requestBytes: 200_000, requestBody: 'd'.repeat(65_536)});
	});

	it('leave a streamed response to the test, piece by piece', async () => {
		const outcome = await bench.run(
			[
				'import requests, time',
				'with requests.get(f"{TARGET_URL}/trickle", stream=True) as r:',
				'    started = time.time()',
				'    pieces = r.iter_content(1)',
				'    assert next(pieces) + next(pieces) == b"bb"',
				'    assert time.time() - started < 5',
				'with requests.get(f"{TARGET_URL}/chunks/3", stream=True) as r:',
				'    pieces = r.iter_content(1000)',
				'    assert next(pieces) == b"c" * 1000',
				'    assert sum(map(len, pieces)) == 29_000',
				'with requests.get(f"{TARGET_URL}/echo", stream=True) as r:',
				'    assert next(r.iter_lines()).startswith(b"{")',
			].join('\n'),
		);
		expect(outcome).toMatchObject({status: 'passed', error: null});
		expect(outcome.calls[0]!.responseBody).toMatch(/^b{2,5}$/);
		expect(outcome.calls[1]).toMatchObject({responseBytes: 30_000, responseBody: 'c'.repeat(30_000)});
	});

	it('keep uploads that are read while they are sent', async () => {
		const outcome = await bench.run(
			[
				'import http.client, io, requests',
				'assert requests.post(f"{TARGET_URL}/echo", data=iter([b"one ", b"two ", b"three"])).json()["body"] == "one two three"',
				'assert requests.post(f"{TARGET_URL}/echo", data=io.BytesIO(b"file")).json()["body"] == "file"',
				'assert requests.post(f"{TARGET_URL}/echo", files={"f": ("a.txt", b"part")}).ok',
				'c = http.client.HTTPConnection(TARGET_URL[7:])',
				'c.putrequest("POST", "/echo")',
				'c.putheader("Content-Length", "4")',
				'c.endheaders()',
				'c.send(io.StringIO("text"))',
				'assert b"text" in c.getresponse().read()',
			].join('\n'),
		);
		expect(outcome).toMatchObject({status: 'passed', error: null});
		expect(outcome.calls[0]!.requestBody).toContain('one ');
		expect(outcome.calls[0]!.requestBody).toContain('three');
		expect(outcome.calls[1]!.requestBody).toBe('file');
		expect(outcome.calls[2]!.requestBody).toContain('part');
		expect(outcome.calls[3]!.requestBody).toBe('text');
	});

	it('of a killed test are kept, also the one under way', async () => {
		const handle = bench.start(
			'import requests\nrequests.post(f"{TARGET_URL}/items", data="x")\nrequests.get(f"{TARGET_URL}/hang")',
		);
		const seen = bench.target.seen.length;
		while (!bench.target.seen.slice(seen).some(({url}) => url === '/hang'))
			await new Promise(resolve => setImmediate(resolve));
		handle.cancel();
		const outcome = await handle.result;
		expect(outcome).toMatchObject({
			status: 'cancelled',
			failureKind: null,
			calls: [
				{method: 'POST', status: 201, requestBody: 'x'},
				{method: 'GET', url: `${bench.target.url}/hang`, status: null, responseBody: null},
			],
		});
	});

	it('through a tunnel name the target, not the proxy', async () => {
		const proxy = createServer();
		proxy.on('connect', ({url}, client) => {
			const [host = '', port = ''] = (url ?? '').split(':');
			const upstream = connect(Number(port), host, () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
			upstream.pipe(client).pipe(upstream);
			upstream.on('error', () => client.destroy());
		});
		await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
		const {port} = proxy.address() as {port: number};
		const outcome = await bench.run(
			`import http.client\nc = http.client.HTTPConnection("127.0.0.1", ${port})\nhost, port = TARGET_URL[7:].split(":")\nc.set_tunnel(host, int(port))\nc.request("GET", "/echo")\nassert c.getresponse().status == 200\nc.close()`,
		);
		await new Promise(resolve => proxy.close(resolve));
		expect(outcome).toMatchObject({status: 'passed', error: null});
		expect(outcome.calls).toMatchObject([{method: 'GET', url: `${bench.target.url}/echo`, status: 200}]);
	});

	it('are not disturbed by a test that closes every descriptor it can think of', async () => {
		const outcome = await bench.run(
			'import os, requests\nos.closerange(3, 100)\nassert requests.get(f"{TARGET_URL}/echo").ok\nx = 5',
			{produces: ['x']},
		);
		expect(outcome).toMatchObject({status: 'passed', calls: [{status: 200}], captures: [{name: 'x', value: 5}]});
	});

	it('stop being stored at their limit, and the test is told', async () => {
		const outcome = await bench.run(
			'import requests\ns = requests.Session()\nfor _ in range(600):\n    assert s.post(f"{TARGET_URL}/status/200", data="d" * 70_000).ok',
		);
		expect(outcome.status).toBe('passed');
		expect(outcome.calls).toHaveLength(600);
		expect(outcome.calls.at(-1)).toMatchObject({status: 200, requestBody: '', requestBytes: 70_000, truncated: true});
		expect(outcome.advisories).toEqual([
			'more than 32 MB of calls were recorded; bodies of later calls are not stored',
		]);
	});
});

describe('recorded calls through httpx', () => {
	const bench = createBackendBench({}, () => pythonWith('requests', 'httpx'));

	it.each(['first, when the test imports it', 'again, when the runtime has loaded it'])('are kept: %s', async () => {
		const outcome = await bench.run(
			[
				'import asyncio, httpx',
				'r = httpx.post(f"{TARGET_URL}/echo?q=1", json={"a": 1}, headers={"Authorization": "Bearer abcdef"})',
				'assert r.json()["body"].replace(" ", "") == \'{"a":1}\'',
				'with httpx.Client(follow_redirects=True) as client:',
				'    assert client.get(f"{TARGET_URL}/redirect").status_code == 200',
				'    with client.stream("GET", f"{TARGET_URL}/chunks/20") as r:',
				'        assert sum(map(len, r.iter_bytes())) == 200_000',
				'    assert client.get(f"{TARGET_URL}/gzip").json()["packed"]',
				'    assert client.post(f"{TARGET_URL}/moved", content=b"again").json()["body"] == "again"',
				'    assert client.post(f"{TARGET_URL}/echo", content=iter([b"one", b"two"])).json()["body"] == "onetwo"',
				'async def main():',
				'    async with httpx.AsyncClient() as client:',
				'        r = await client.put(f"{TARGET_URL}/echo", content=b"async")',
				'        assert r.json()["body"] == "async"',
				'        assert len((await client.get(f"{TARGET_URL}/chunks/2")).content) == 20_000',
				'asyncio.run(main())',
			].join('\n'),
		);
		expect(outcome).toMatchObject({status: 'passed', error: null});
		expect(outcome.calls.map(({method, url, status}) => [method, url.slice(bench.target.url.length), status])).toEqual([
			['POST', '/echo?q=1', 200],
			['GET', '/redirect', 302],
			['GET', '/echo', 200],
			['GET', '/chunks/20', 200],
			['GET', '/gzip', 200],
			['POST', '/moved', 307],
			['POST', '/echo', 200],
			['POST', '/echo', 200],
			['PUT', '/echo', 200],
			['GET', '/chunks/2', 200],
		]);
		// The test's own credential: the service seals it before anything is stored, and the sweep repeats it.
		expect(outcome.calls[0]!.requestHeaders['Authorization']).toBe('Bearer abcdef');
		expect(outcome.calls[0]).toMatchObject({query: [{name: 'q', value: '1'}], truncated: false});
		expect(outcome.calls[3]).toMatchObject({responseBytes: 200_000, truncated: true});
		expect(outcome.calls[3]!.responseBody).toHaveLength(65_536);
		expect(outcome.calls[4]!.responseBody).toContain('packed');
		expect(outcome.calls.slice(5, 9).map(({requestBody}) => requestBody)).toEqual([
			'again',
			'again',
			'onetwo',
			'async',
		]);
		expect(outcome.calls[9]!.responseBody).toBe('c'.repeat(20_000));
	});

	it.each([
		['httpx.get("http://127.0.0.1:1/x")', 'network', /Connection refused/],
		['httpx.get(f"{TARGET_URL}/hang", timeout=0.2)', 'network_timeout', /timed out/],
		['httpx.get(f"{TARGET_URL}/drip", timeout=0.2)', 'network_timeout', /timed out/],
		['httpx.get(f"{TARGET_URL}/reset")', 'network', /./],
		['httpx.get(f"{TARGET_URL}/status/404").raise_for_status()', 'routing_404', null],
		['asyncio.run(httpx.AsyncClient().get("http://127.0.0.1:1/x"))', 'network', /./],
	])('tell how they failed: %s', async (code, failureKind, error) => {
		const outcome = await bench.run(`import asyncio, httpx\n${code}`);
		expect(outcome).toMatchObject({status: 'failed', failureKind});
		expect(outcome.calls).toHaveLength(1);
		if (error) expect(outcome.calls[0]!.error).toMatch(error);
	});

	it('are only those on the wire', async () => {
		const outcome = await bench.run(
			'import httpx\nclient = httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(200)))\nassert client.get("http://mock/").status_code == 200',
		);
		expect(outcome).toMatchObject({status: 'passed', calls: []});
	});
});
