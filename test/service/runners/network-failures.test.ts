import {expect, it} from 'vitest';
import {createBackendBench} from '../../helpers/backend-bench.ts';

const bench = createBackendBench();
const get = (path: string) => `import requests\nr = requests.get(f"{TARGET_URL}${path}", timeout=120)\n`;

it.each([
	'import requests\nrequests.get("http://127.0.0.1:1/things")',
	'import requests\nrequests.get("https://127.0.0.1:1/things")',
	'import urllib.request\nurllib.request.urlopen("http://127.0.0.1:1/things")',
	'import http.client\nhttp.client.HTTPConnection("127.0.0.1", 1).request("GET", "/things")',
	'import urllib3\nurllib3.PoolManager(retries=False).request("GET", "http://127.0.0.1:1/things")',
])('calls a dead target a network failure and records the call: %j', async code => {
	const outcome = await bench.run(code);
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'network'});
	expect(outcome.error).toMatch(/Connection refused.*\(GET https?:\/\/127\.0\.0\.1:1\/things\)$/);
	expect(outcome.calls[0]).toMatchObject({method: 'GET', status: null, responseBody: null});
	expect(outcome.calls[0]!.error).toMatch(/^ConnectionRefusedError: .*Connection refused/);
});

it('calls a name that does not resolve a network failure', async () => {
	const outcome = await bench.run('import requests\nrequests.get("http://no-such-host.invalid/x", timeout=5)');
	expect(outcome.failureKind).toBe('network');
	expect(outcome.calls[0]!.url).toBe('http://no-such-host.invalid/x');
});

it('calls a broken TLS handshake a network failure', async () => {
	const url = bench.target.url.replace('http:', 'https:');
	const outcome = await bench.run(`import requests\nrequests.get("${url}/secure", timeout=5)`);
	expect(outcome.failureKind).toBe('network');
	expect(outcome.calls[0]).toMatchObject({method: 'GET', url: `${url}/secure`, status: null});
	expect(outcome.calls[0]!.error).toMatch(/^SSLError/);
});

it('calls a dropped connection a network failure', async () => {
	const outcome = await bench.run(get('/reset'));
	expect(outcome.failureKind).toBe('network');
	expect(outcome.calls[0]!.error).toBeTruthy();
});

it.each([
	['/hang', 'requests.get(f"{TARGET_URL}/hang", timeout=0.2)'],
	['/drip', 'requests.get(f"{TARGET_URL}/drip", timeout=0.2)'],
	['/hang through urllib', '__import__("urllib.request").request.urlopen(f"{TARGET_URL}/hang", timeout=0.2)'],
])('calls a request that timed out a network time-out: %s', async (_name, call) => {
	const outcome = await bench.run(`import requests\n${call}`);
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'network_timeout', failedLine: 2});
	expect(outcome.calls).toHaveLength(1);
	expect(outcome.calls[0]!.error).toMatch(/timed out/);
});

it('does not call a time-out of something else a network failure', async () => {
	const outcome = await bench.run('import concurrent.futures\nraise concurrent.futures.TimeoutError("slow")');
	expect(outcome.failureKind).toBe('unknown');
});

it('blames no network failure that the test has handled', async () => {
	const outcome = await bench.run(
		'import requests\ntry:\n    requests.get("http://127.0.0.1:1/")\nexcept requests.ConnectionError:\n    assert 1 == 2',
	);
	expect(outcome).toMatchObject({failureKind: 'assertion', error: 'AssertionError: expected 2, got 1'});
});
