import {expect, it} from 'vitest';
import {protectExecution, ruleOfNames} from '../../../service/domain/protect-execution.ts';
import {isSecretByName} from '../../../service/domain/secret-names.ts';
import type {RunOutcome} from '../../../service/runners/runner.ts';
import {createBackendBench} from '../../helpers/backend-bench.ts';

const bench = createBackendBench({
	env: {
		...process.env,
		SVC_SECRET_KEY: 'canary-of-the-service',
		OTHER: 'canary-of-the-shell',
		LANG: 'C.UTF-8',
		TZ: 'Asia/Tokyo',
	},
});

const secret = 'canary "s3cret" ü/+';
const auth = {
	type: 'Bearer token' as const,
	credential: 'canary-credential',
	headers: {'X-Custom-Auth': 'Token canary-credential'},
	extraHeaders: {},
};

/** Everything of an outcome that is stored, but the captures, whose values consumers need. */
const stored = ({captures, ...rest}: RunOutcome) => JSON.stringify([rest, captures.map(({name}) => name)]);

it('never reach calls, output, trace or error, in whatever spelling', async () => {
	let streamed = '';
	const outcome = await bench.run(
		[
			'import json, requests, urllib.parse, base64, sys',
			'secret = variables["secret"]',
			'print(secret, __AUTH_CREDENTIAL__, urllib.parse.quote(secret), urllib.parse.quote_plus(secret), json.dumps(secret), repr(secret))',
			'print(base64.b64encode(secret.encode()).decode(), file=sys.stderr)',
			's = requests.Session()',
			's.headers.update(__AUTH_HEADERS__)',
			's.post(f"{TARGET_URL}/echo", params={"q": secret}, json={"password": secret}, headers={"X-Plain": secret.encode()}, auth=("user", "basic-pass"))',
			's.get(f"{TARGET_URL}/echo", headers={"Authorization": "Bearer typed-token", "X-API-Key": "typed-key", "Cookie": "c=typed-cookie"})',
			's.get(f"{TARGET_URL}/cookie")',
			's.post(f"{TARGET_URL}/echo", data=b"\\x00" + secret.encode())',
			'raise ValueError("canary-credential and " + secret)',
		].join('\n'),
		{variables: {secret}, secrets: [secret, 'basic-pass'], auth},
		{
			onOutput: text => {
				streamed += text;
			},
		},
	);
	expect(outcome).toMatchObject({status: 'failed', error: 'ValueError: ••• and •••'});
	expect(outcome.calls).toHaveLength(4);
	expect(outcome.apiOutput).toBe(`••• ••• ••• ••• "•••" '•••'\n•••\n`);
	expect(streamed).toBe(outcome.apiOutput);
	expect(outcome.trace).toContain('ValueError: ••• and •••');
	expect(outcome.calls[0]!.requestHeaders).toMatchObject({
		'X-Custom-Auth': '•••',
		'X-Plain': '•••',
	});
	expect(outcome.calls[0]).toMatchObject({query: [{name: 'q', value: '•••'}], requestBody: '{"password": "•••"}'});
	// What only the test knows stays as it is: the service seals it when the end of the execution is stored.
	expect(outcome.calls[1]!.requestHeaders).toMatchObject({
		Authorization: 'Bearer typed-token',
		'X-API-Key': 'typed-key',
		Cookie: 'c=typed-cookie',
	});
	expect(outcome.calls[2]!.responseHeaders).toMatchObject({'set-cookie': '•••'});
	// The echo of headers that carry no known secret is the target's own answer.
	const own = {...outcome, calls: outcome.calls.map(call => ({...call, responseBody: null}))};
	expect(stored(own)).not.toMatch(/canary|s3cret|basic-pass/);
	const calls = own.calls.map(({method, url, ...detail}) => ({method, url, detail}));
	const kept = protectExecution({calls}, ruleOfNames(isSecretByName), [], () => '~~sealed.x~~');
	expect(JSON.stringify(kept)).not.toMatch(/canary|s3cret|typed|basic-pass|cookie-secret|dXNlcjpiYXNpYy1wYXNz/);
	expect(kept.calls[1]!.detail.requestHeaders).toMatchObject({
		Authorization: 'Bearer ~~sealed.x~~',
		'X-API-Key': '~~sealed.x~~',
		Cookie: 'c=~~sealed.x~~',
	});
	expect(stored(outcome)).not.toMatch(/canary|s3cret|basic-pass/);
	for (const {requestBody, requestEncoding} of outcome.calls) {
		if (requestEncoding === 'base64') expect(atob(requestBody!)).not.toContain('canary');
	}
});

it('are hidden in output that arrives in pieces and in bodies at their cut', async () => {
	const outcome = await bench.run(
		[
			'import os, requests, time',
			'for piece in ("can", "ary-cred", "ential ", "canary-cre"):',
			'    os.write(1, piece.encode())',
			'    time.sleep(0.12)',
			'requests.post(f"{TARGET_URL}/status/200", data="x" * 65_530 + "canary-credential")',
		].join('\n'),
		{auth},
	);
	expect(outcome.apiOutput).toBe('••• canary-cre');
	expect(outcome.calls[0]!.requestBody).toBe('x'.repeat(65_530));
});

it('that are very short are hidden where they stand alone', async () => {
	const outcome = await bench.run('print("pin 42 of 1423, a42")\nassert 42 == 43', {secrets: ['42', '']});
	expect(outcome).toMatchObject({apiOutput: 'pin ••• of 1423, a42\n', error: 'AssertionError: expected 43, got •••'});
});

it('of the service are not in the environment of a test, of its children or of the runtime', async () => {
	const outcome = await bench.run(
		[
			'import os, subprocess, sys',
			'assert set(os.environ) == {"PATH", "HOME", "LANG", "TZ"}, sorted(os.environ)',
			'assert os.environ["TZ"] == "Asia/Tokyo" and os.environ["LANG"] == "C.UTF-8"',
			'seen = subprocess.run(["env"], capture_output=True, text=True).stdout',
			'seen += open("/proc/self/environ").read()',
			'assert "canary" not in seen and "SVC_" not in seen, seen',
		].join('\n'),
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('of one test are not within reach of another that runs at the same time', async () => {
	const waiting = bench.start('import time\nassert True\ntime.sleep(30)', {secrets: ['canary-of-another-test'], auth});
	const outcome = await bench.run(
		[
			'import gc',
			'found = [x for x in gc.get_objects() if isinstance(x, (dict, list, tuple)) and x is not globals()]',
			'needle = "-".join(["canary", "of", "another", "test"])',
			'def holds(x):',
			'    values = x.values() if isinstance(x, dict) else x',
			'    return any(isinstance(v, (str, bytes)) and needle in str(v) for v in values)',
			'assert not [type(x) for x in found if x is not found and holds(x)]',
		].join('\n'),
	);
	waiting.cancel();
	await waiting.result;
	expect(outcome).toMatchObject({status: 'passed', error: null});
});
