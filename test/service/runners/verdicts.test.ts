import {expect, it} from 'vitest';
import {createBackendBench} from '../../helpers/backend-bench.ts';

const bench = createBackendBench();
const get = (path: string) => `import requests\nr = requests.get(f"{TARGET_URL}${path}", timeout=120)\n`;

it('passes a file that runs to its end after a call', async () => {
	const outcome = await bench.run(get('/status/200'));
	expect(outcome).toMatchObject({status: 'passed', failureKind: null, error: null, trace: null, failedLine: null});
	expect(outcome.finishedAt).toBeGreaterThanOrEqual(outcome.startedAt);
	expect(Math.abs(Date.now() - outcome.startedAt)).toBeLessThan(30_000);
});

it('passes a file that runs to its end after an assertion', async () => {
	expect(await bench.run('assert 1 + 1 == 2')).toMatchObject({status: 'passed', calls: []});
});

it.each(['import sys\nassert True\nsys.exit(0)', 'assert True\nraise SystemExit', 'assert True\nraise SystemExit(0)'])(
	'passes a file that leaves with success: %j',
	async code => {
		expect(await bench.run(code)).toMatchObject({status: 'passed', failureKind: null});
	},
);

it.each([
	['raise SystemExit(3)', 'SystemExit: 3', ''],
	['import sys\nsys.exit("no such user")', 'SystemExit: no such user', 'no such user\n'],
])('fails a file that leaves with a failure: %j', async (code, error, apiOutput) => {
	expect(await bench.run(code)).toMatchObject({status: 'failed', failureKind: 'unknown', error, apiOutput});
});

it('says what an assertion compared when its message calls a function that asserts as well', async () => {
	const code = [
		'def name_of(record):',
		'    assert isinstance(record, dict)',
		'    return record["name"]',
		'record = {"name": "Amber"}',
		'assert name_of(record) == "Cedar", f"sent Cedar, got {name_of(record)}"',
	].join('\n');
	const {error, trace} = await bench.run(code);
	expect(error).toBe("AssertionError: sent Cedar, got Amber (expected 'Cedar', got 'Amber')");
	expect(trace).toContain("expected 'Cedar', got 'Amber'");
});

it.each(['', 'x = 1\nprint(x)', 'import sys\nsys.exit(0)', 'def test_a():\n    pass'])(
	'fails a file that checks nothing: %j',
	async code => {
		expect(await bench.run(code)).toMatchObject({
			status: 'failed',
			failureKind: 'unknown',
			error: 'this test checks nothing',
		});
	},
);

it.each([
	['status = 500\nassert status == 201', 'AssertionError: expected 201, got 500'],
	['status = 500\nassert 201 == status', 'AssertionError: expected 201, got 500'],
	['expected = 1\nx = 2\nassert expected == x', 'AssertionError: expected 1, got 2'],
	['assert {"a": 1} == {"a": 2}', "AssertionError: expected {'a': 2}, got {'a': 1}"],
	[
		'made = {"id": 7, "name": "Ada", "at": None}\nread = {"id": 7, "name": "Ada", "at": "now"}\nassert read == made',
		"AssertionError: expected {'at': None}, got {'at': 'now'}",
	],
	[
		'made = {"id": 7, "note": "x"}\nread = {"id": 7}\nassert read == made',
		"AssertionError: expected {'note': 'x'}, got none of them",
	],
	[
		`made = {"id": 7, "note": "x" * 600, "size": 1}\nread = {**made, "size": 2}\nassert read == made, f"was {made}, is {read}"`,
		expect.stringMatching(
			/^AssertionError: was \{'id': 7, 'note': 'x+… \(expected \{'size': 1\}, got \{'size': 2\}\)$/,
		),
	],
	['x = 5\nassert x != 5', 'AssertionError: expected anything but 5, got 5'],
	['x = None\nassert x is not None', 'AssertionError: expected anything but None, got None'],
	['x = 3\nassert x is None', 'AssertionError: expected None, got 3'],
	['x = 350\nassert 200 <= x < 300', 'AssertionError: expected a value < 300, got 350'],
	['x = 100\nassert 200 <= x < 300', 'AssertionError: expected a value >= 200, got 100'],
	['low = 5\nhigh = 9\nx = 12\nassert low <= x <= high', 'AssertionError: expected a value <= 9, got 12'],
	['x = 500\nassert x in (200, 201)', 'AssertionError: expected one of (200, 201), got 500'],
	['body = {"name": 1}\nassert "id" in body', "AssertionError: expected {'name': 1} to contain 'id'"],
	['body = [1]\nassert 1 not in body', 'AssertionError: expected [1] not to contain 1'],
	[
		'sent = {"name": "a", "tags": ["x"], "size": 1}\nbody = {"id": 7, "name": "b", "tags": ["x"]}\nassert sent.items() <= body.items()',
		"AssertionError: expected {'name': 'a', 'size': 1}, got {'name': 'b'}",
	],
	['body = {"id": 7}\nassert body.items() >= {"id": 8}.items()', "AssertionError: expected {'id': 8}, got {'id': 7}"],
	['assert {"id", "name"} <= {"id": 1}.keys()', "AssertionError: expected dict_keys(['id']) to contain {'name'}"],
	['assert {1} < {1}', 'AssertionError: expected a value < {1}, got {1}'],
	['assert not {1} <= {1, 2}', 'AssertionError: expected a value > {1, 2}, got {1}'],
	['x = []\nassert x', 'AssertionError: expected x to be true, got []'],
	['x = [1]\nassert not x', 'AssertionError: expected x to be false, got [1]'],
	['x = 1\nassert not x == 1', 'AssertionError: expected anything but 1, got 1'],
	['x = 1\nassert x == 1 and x == 2', 'AssertionError: expected 2, got 1'],
	['x = 1\nassert x == 3 or x == 2', 'AssertionError: expected 2, got 1'],
	['x = 500\nassert x == 201, "not created"', 'AssertionError: not created (expected 201, got 500)'],
	['x = 500\nassert x == 201, f"expected 201, got {x}: oops"', 'AssertionError: expected 201, got 500: oops'],
	['x = 50\nassert x == 20, "expected 20, got 500"', 'AssertionError: expected 20, got 500 (expected 20, got 50)'],
	['raise AssertionError("by hand")', 'AssertionError: by hand'],
	['import unittest\nunittest.TestCase().assertEqual(1, 2)', 'AssertionError: 1 != 2'],
])('says what an assertion compared: %j', async (code, error) => {
	const outcome = await bench.run(code);
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'assertion', error});
	expect(outcome.failedLine).toBe(code.split('\n').length);
});

it('evaluates an assertion once, with the values it had', async () => {
	const outcome = await bench.run(
		[
			'calls = []',
			'def value(x):',
			'    calls.append(x)',
			'    return x',
			'try:',
			'    assert value(1) < value(5) < value(3)',
			'except AssertionError:',
			'    pass',
			'assert value(9) == 9 and calls == [1, 5, 3, 9], calls',
			'assert (y := value(4)) == 4',
			'assert y == 4',
		].join('\n'),
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('stops a chain of comparisons at its first false link', async () => {
	const outcome = await bench.run(
		'def boom():\n    raise RuntimeError\ntry:\n    assert 5 < 1 < boom()\nexcept AssertionError:\n    pass',
	);
	expect(outcome.status).toBe('passed');
});

it('bounds the values it shows', async () => {
	const {error, trace} = await bench.run('assert "x" * 1_000_000 == list(range(100_000))');
	expect(error!.length).toBeLessThan(600);
	expect(trace!.length).toBeLessThan(2000);
});

it('survives values that cannot be shown', async () => {
	const outcome = await bench.run('class Odd:\n    def __repr__(self):\n        raise ValueError\nassert Odd() == 1');
	expect(outcome.error).toBe('AssertionError: expected 1, got <Odd instance>');
});

it('shows the traceback of the test alone, with its lines', async () => {
	const outcome = await bench.run('def check(status):\n    assert status == 200, "bad"\n\ncheck(500)', {
		testName: 'create user',
	});
	// Python 3.11 and later mark the part of a line.
	const lines = outcome.trace!.split('\n').filter(line => !/^ *[~^]+$/.test(line));
	expect(lines).toEqual([
		'Traceback (most recent call last):',
		'  File "create user.py", line 4, in <module>',
		'    check(500)',
		'  File "create user.py", line 2, in check',
		'    assert status == 200, "bad"',
		'AssertionError: bad',
		'expected 200, got 500',
	]);
	expect(outcome.failedLine).toBe(2);
});

it('shows no frame of the runtime, also between frames of libraries and in causes', async () => {
	const outcome = await bench.run(
		'import requests\ntry:\n    requests.get("http://127.0.0.1:1/")\nexcept Exception as error:\n    raise RuntimeError("wrapped") from error',
	);
	expect(outcome.trace).toContain('requests');
	expect(outcome.trace).toContain('RuntimeError: wrapped');
	expect(outcome.trace).not.toMatch(/svc_runtime|main\.py/);
});

it('keeps a name with line feeds and control characters to one line', async () => {
	const {trace} = await bench.run('assert False', {testName: 'a\u001b[31m\nb'});
	expect(trace).toContain('File "a [31m b.py", line 1');
});

it.each([
	['x = 1\nif x\n    pass', 2],
	['assert (1', 1],
	['def f():\nreturn 1', 2],
])('reports a syntax error with its line: %j', async (code, line) => {
	const outcome = await bench.run(code);
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'unknown', failedLine: line, calls: []});
	expect(outcome.error).toMatch(new RegExp(`^(Syntax|Indentation)Error: .+ \\(a test\\.py, line ${line}\\)$`));
	expect(outcome.trace).toContain(`File "a test.py", line ${line}`);
});

it('reports a source that no Python can read', async () => {
	const outcome = await bench.run('x = "\0"');
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'unknown'});
	expect(outcome.error).toMatch(/null byte/);
});

it.each([
	['1 / 0', 'ZeroDivisionError: division by zero'],
	['raise KeyboardInterrupt', 'KeyboardInterrupt'],
	['def f():\n    f()\nf()', 'RecursionError: maximum recursion depth exceeded'],
	['{}["id"]', "KeyError: 'id'"],
])('fails for any other exception: %j', async (code, error) => {
	const outcome = await bench.run(code);
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'unknown'});
	expect(outcome.error).toContain(error);
});

it('reports a missing module with the interpreter and the command that installs it', async () => {
	const module = 'zeep';
	const outcome = await bench.run(`import ${module}`);
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'unknown', failedLine: 1});
	expect(outcome.error).toContain(`ModuleNotFoundError: No module named '${module}'`);
	expect(outcome.error).toContain(bench.python.executable);
	expect(outcome.error).toMatch(/(-m pip install zeep|apt-get install -y python3-zeep)$/);
});

it('gives no command for a module of which nobody knows whether there is a package of that name', async () => {
	const outcome = await bench.run('import helpers_local');
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'unknown', failedLine: 1});
	expect(outcome.error).toContain(
		`${bench.python.executable} does not have it: a package is installed into that Python`,
	);
	expect(outcome.error).toContain('a test is one file');
	expect(outcome.error).not.toMatch(/pip|apt-get/);
});

it.each(['helpers', 'conftest', 'orders_client', 'test_login.steps'])(
	'says of a module beside the test, %s, that a test is one file, and names no package to install',
	async module => {
		const outcome = await bench.run(`import ${module}`);
		expect(outcome).toMatchObject({status: 'failed', failedLine: 1});
		expect(outcome.error).toContain(`${module.split('.')[0]} is no package: a test is one file`);
		expect(outcome.error).not.toMatch(/install/);
	},
);

it('calls test functions that were never called, in the order of their definition', async () => {
	const outcome = await bench.run(
		[
			'import functools',
			'def traced(f):',
			'    @functools.wraps(f)',
			'    def inner(*a):',
			'        return f(*a)',
			'    return inner',
			'@traced',
			'def test_z():',
			'    """A docstring."""',
			'    print("z")',
			'    assert True',
			'def test_called():',
			'    print("called")',
			'test_called()',
			'def test_with_argument(fixture):',
			'    print("never")',
			'async def test_async():',
			'    print("async")',
			'if True:',
			'    def test_a(limit=3):',
			'        print("a")',
			'def helper():',
			'    print("never")',
			'print("top", test_z.__doc__)',
		].join('\n'),
	);
	expect(outcome).toMatchObject({status: 'passed', apiOutput: 'called\ntop A docstring.\nz\nasync\na\n'});
});

it('fails at the line of a test function', async () => {
	const outcome = await bench.run('def test_a():\n    x = 1\n    assert x == 2\n');
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'assertion', failedLine: 3});
	expect(outcome.trace).toContain('line 3, in test_a');
});

it.each([
	['assert r.status_code == 201', 'AssertionError: expected 201, got 404'],
	['assert r.status_code in (200, 201)', 'AssertionError: expected one of (200, 201), got 404'],
	['assert 200 <= r.status_code < 300', 'AssertionError: expected a value < 300, got 404'],
	['assert r.ok', 'AssertionError: expected r.ok to be true, got False'],
	['assert r.status_code // 100 == 2', 'AssertionError: expected 2, got 4'],
	['r.raise_for_status()', 'HTTPError: 404 Client Error: Not Found for url'],
	['import unittest\nunittest.TestCase().assertEqual(r.status_code, 200)', 'AssertionError: 404 != 200'],
	['raise Exception(f"got {r.status_code}")', 'Exception: got 404'],
	['import urllib.request\nurllib.request.urlopen(r.url)', 'HTTPError: HTTP Error 404: Not Found'],
])('calls a 404 where another status was expected a routing failure: %s', async (check, error) => {
	const outcome = await bench.run(get('/status/404') + check);
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'routing_404'});
	expect(outcome.error).toContain(error);
});

it.each([
	['r.raise_for_status()', 'HTTPError: 401 Client Error'],
	['import urllib.request\nurllib.request.urlopen(r.url)', 'HTTPError: HTTP Error 401'],
])('calls a status that an HTTP library does not accept an assertion: %s', async (check, error) => {
	const outcome = await bench.run(get('/status/401') + check);
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'assertion'});
	expect(outcome.error).toContain(error);
});

it.each([
	['/status/200', 'assert r.status_code == 404', 'assertion'],
	['/status/500', 'assert r.status_code == 200', 'assertion'],
	['/status/404', 'assert r.json()["status"] == 200', 'routing_404'],
	['/status/404', 'assert r.json()["name"] == "x"', 'unknown'],
	['/status/404', 'assert r.json().get("name") == "x"', 'assertion'],
	['/status/404', 'assert r.status_code == 404', null],
])('tells a missing route from other failures: GET %s, %s', async (path, check, failureKind) => {
	expect((await bench.run(get(path) + check)).failureKind).toBe(failureKind);
});

it('waits for threads and exit handlers as Python does', async () => {
	const outcome = await bench.run(
		'import atexit, threading, time\natexit.register(print, "exit")\ndef work():\n    time.sleep(0.05)\n    print("thread")\nthreading.Thread(target=work).start()\nassert True',
	);
	expect(outcome).toMatchObject({status: 'passed', apiOutput: 'thread\nexit\n'});
});

it('runs exit handlers and threads of a test that fails, and their calls are recorded', async () => {
	const outcome = await bench.run(
		`import atexit, requests\natexit.register(lambda: requests.delete(f"{TARGET_URL}/status/204"))\nprint("x")\nassert 1 == 2`,
	);
	expect(outcome).toMatchObject({
		failureKind: 'assertion',
		failedLine: 4,
		calls: [{method: 'DELETE', status: 204}],
	});
});

it('keeps the verdict of a test whose exit handlers hang', async () => {
	const code = 'import atexit, time\natexit.register(time.sleep, 600)\nassert 1 == 2';
	expect(await bench.run(code, {timeoutSeconds: 5})).toMatchObject({failureKind: 'assertion', failedLine: 3});
});

it('ends thread pools that a test leaves open', async () => {
	const outcome = await bench.run(
		'from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(2)\nassert pool.submit(lambda: 5).result() == 5',
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('is not confused by a test that replaces functions of the standard library', async () => {
	const outcome = await bench.run(
		`${get('/echo')}import json, time, os\njson.dumps = json.loads = time.time = time.perf_counter = os.getpid = None\nx = 5\nassert r.ok`,
		{produces: ['x']},
	);
	expect(outcome).toMatchObject({status: 'passed', error: null, captures: [{value: 5}], calls: [{status: 200}]});
});

it('fails a test that ends its process itself', async () => {
	const outcome = await bench.run(`${get('/status/200')}import os\nos._exit(0)`);
	expect(outcome).toMatchObject({
		status: 'failed',
		failureKind: 'unknown',
		error: 'the test ended its process with exit code 0 before the file ended',
	});
	expect(outcome.calls).toHaveLength(1);
});

it('fails a test whose process crashes, and keeps its calls and output', async () => {
	const outcome = await bench.run(
		`${get('/status/200')}print("before")\nimport os, signal\nos.kill(os.getpid(), signal.SIGSEGV)`,
	);
	expect(outcome).toMatchObject({
		status: 'failed',
		failureKind: 'unknown',
		error: 'the process of the test was ended by SIGSEGV',
		apiOutput: 'before\n',
	});
	expect(outcome.calls).toMatchObject([{status: 200}]);
});

it('shows a syntax error with the line of the test and nothing of the interpreter', async () => {
	const {trace} = await bench.run('import json\nif True print("x")');
	expect(trace).toContain('if True print("x")');
	expect(trace?.match(/File "/g)).toHaveLength(1);
});

it('blocks a test whose own setup failed: what it is about was never tried', async () => {
	const code = `${get('/status/500')}assert r.status_code == 201, f"setup: POST /users answered {r.status_code}"`;
	expect(await bench.run(code)).toMatchObject({
		status: 'blocked',
		failureKind: 'assertion_blocked',
		error: 'AssertionError: setup: POST /users answered 500',
		failedLine: 3,
	});
});

it.each([
	['the answer of the setup has no such field', 'name = r.json()["name"]'],
	['a later line reads what was made of it', 'made = r.json()\n    name = made["name"]'],
	['an address is made of it', 'requests.get(f"{TARGET_URL}/users/{r.json()[\'name\']}", timeout=5)'],
])('blocks a test when %s', async (_, lines) => {
	const code = `import requests
def test_it():
    r = requests.post(f"{TARGET_URL}/echo", json={"id": 1}, timeout=5)
    assert r.status_code == 200, f"setup: got {r.status_code}"
    ${lines}
    assert name == "Ada", name
test_it()
`;
	expect(await bench.run(code)).toMatchObject({status: 'blocked', failureKind: 'assertion_blocked'});
});

it('fails a test when the answer that it is about has no such field, also right after its setup', async () => {
	const code = `import requests
def test_it():
    made = requests.post(f"{TARGET_URL}/echo", json={"id": 1}, timeout=5)
    assert made.status_code == 200, f"setup: got {made.status_code}"
    r = requests.get(f"{TARGET_URL}/status/200?id={made.status_code}", timeout=5)
    assert r.json()["name"] == "Ada", r.text
test_it()
`;
	expect(await bench.run(code)).toMatchObject({status: 'failed'});
});
