import {expect, it} from 'vitest';
import {createBackendBench} from '../../helpers/backend-bench.ts';

const bench = createBackendBench();

it('injects the target without its trailing slash, under both names', async () => {
	const code = 'assert TARGET_URL == BASE_URL == "http://api.test/v1", TARGET_URL';
	expect(await bench.run(code, {targetUrl: 'http://api.test/v1/'})).toMatchObject({status: 'passed', error: null});
});

it('injects an empty target when the project has none', async () => {
	expect(await bench.run('assert TARGET_URL == BASE_URL == ""', {targetUrl: null})).toMatchObject({status: 'passed'});
});

it('injects the credentials of the project', async () => {
	const outcome = await bench.run(
		[
			'assert __AUTH_TYPE__ == "Bearer token"',
			'assert __AUTH_CREDENTIAL__ == "token-123"',
			'assert __AUTH_HEADERS__ == {"Authorization": "Bearer token-123"}',
			'assert __EXTRA_HEADERS__ == {"X-Tenant": "blue"}',
			'__AUTH_HEADERS__["X-More"] = "1"',
		].join('\n'),
		{
			auth: {
				type: 'Bearer token',
				credential: 'token-123',
				headers: {Authorization: 'Bearer token-123'},
				extraHeaders: {'X-Tenant': 'blue'},
			},
		},
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('injects nothing to log in with for a public project', async () => {
	const code =
		'assert __AUTH_TYPE__ == "public" and __AUTH_CREDENTIAL__ == "" and __AUTH_HEADERS__ == __EXTRA_HEADERS__ == {}';
	expect(await bench.run(code)).toMatchObject({status: 'passed', error: null});
});

it('injects every consumed value by its exact name, as a global where the name can be one', async () => {
	const outcome = await bench.run(
		[
			'assert user_id == 7 and userId == "other"',
			'assert variables["user_id"] == 7 and variables["user-id"] == {"a": [1, None, True]}',
			'assert variables["class"] == "x" and "missing" not in variables',
			'try:',
			'    variables["user_id"] = 1',
			'except TypeError as error:',
			'    assert "does not support item assignment" in str(error)',
			'assert variables["produce"] == "shadow" and callable(produce)',
		].join('\n'),
		{
			variables: {
				user_id: 7,
				userId: 'other',
				'user-id': {a: [1, null, true]},
				class: 'x',
				produce: 'shadow',
			},
		},
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('runs the file as the main module', async () => {
	const outcome = await bench.run(
		'import sys\nassert __name__ == "__main__"\nassert sys.modules["__main__"].__dict__ is globals()\nassert sys.argv == ["a test.py"]\nclass A: pass\nimport pickle\nassert isinstance(pickle.loads(pickle.dumps(A())), A)',
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('lets a test see neither modules nor names of the runtime', async () => {
	const outcome = await bench.run(
		'import sys\nassert not [name for name in globals() if "svc" in name]\nassert not [path for path in sys.path if "runners" in path]\nimport importlib.util\nassert importlib.util.find_spec("parent") is None',
	);
	expect(outcome).toMatchObject({status: 'passed', error: null});
});

it('takes values from produce and from globals with a declared name', async () => {
	const outcome = await bench.run(
		'produce("user_id", 7)\nproduce("user_id", 8)\norder = {"id": [1.5, None, "ü"]}\nother = 3\nassert True',
		{produces: ['order', 'user_id', 'never']},
	);
	expect(outcome.captures).toEqual([
		{name: 'user_id', value: 8, declared: true, at: expect.any(Number)},
		{name: 'order', value: {id: [1.5, null, 'ü']}, declared: true, at: expect.any(Number)},
	]);
	expect(Math.abs(outcome.captures[0]!.at - Date.now())).toBeLessThan(30_000);
	expect(outcome).toMatchObject({status: 'passed', advisories: []});
});

it('keeps the value as it was when it was produced', async () => {
	const outcome = await bench.run('x = [1]\nproduce("x", x)\nx.append(2)\nassert True', {produces: ['x']});
	expect(outcome.captures).toMatchObject([{name: 'x', value: [1]}]);
});

it('keeps a value that nobody declared and says so', async () => {
	const outcome = await bench.run('produce("extra", "v")\nassert True');
	expect(outcome).toMatchObject({
		status: 'passed',
		captures: [{name: 'extra', value: 'v', declared: false}],
		advisories: ['"extra" is produced but not declared; it is kept as an undeclared variable'],
	});
});

it('does not pass a consumed value on as produced when the test left it alone', async () => {
	const job = {variables: {token: 'a', other: 'b'}, produces: ['token', 'other']};
	expect((await bench.run('other = "c"\nassert True', job)).captures).toMatchObject([{name: 'other', value: 'c'}]);
});

it.each([
	['produce("handle", object())', 'TypeError', '"handle" of type object'],
	['handle = {1, 2}\nassert True', 'TypeError', '"handle" of type set'],
	[
		'import requests\nhandle = requests.Session()\nassert True',
		'TypeError',
		'"handle" of type requests.sessions.Session',
	],
	['produce("handle", float("nan"))', 'TypeError', '"handle" of type float'],
	['produce("handle", "x" * 70_000)', 'ValueError', '"handle" of type str has 70002 bytes as JSON; at most 65536'],
	[
		'produce("n" * 201, 1)',
		'ValueError',
		'"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…" has a name of 201 characters; at most 200',
	],
	['produce("handle", "ü" * 40_000)', 'ValueError', '"handle" of type str has 80002 bytes'],
])('fails a test whose value cannot be stored and names it: %j', async (code, kind, words) => {
	const outcome = await bench.run(code, {produces: ['handle']});
	expect(outcome).toMatchObject({status: 'failed', failureKind: 'unknown', captures: []});
	expect(outcome.error).toContain(`${kind}: the produced value ${words}`);
});

it('refuses a name that is no text', async () => {
	expect((await bench.run('produce(1, 2)')).error).toBe('TypeError: produce() needs a name as text, not int');
});

it('returns what a failing test had captured, for cleanup', async () => {
	const outcome = await bench.run('user_id = 7\nproduce("order_id", 8)\nbad = object()\nassert 1 == 2', {
		produces: ['user_id', 'order_id', 'bad'],
	});
	expect(outcome).toMatchObject({
		status: 'failed',
		failureKind: 'assertion',
		captures: [
			{name: 'order_id', value: 8},
			{name: 'user_id', value: 7},
		],
	});
});

it('replaces project variables in strings and injects them as globals', async () => {
	const outcome = await bench.run(
		[
			'host = "https://VAR_HOST/api"',
			'assert host == "https://api.test/api"',
			'assert f"{VAR_HOST}:VAR_PORT" == "api.test:80"',
			'assert VAR_PORT == "80"',
			'assert b"VAR_PORT" == b"80"',
			'assert "VAR_HOST_X VAR_HOST MY_VAR_HOST" == "other api.test MY_VA" + "R_HOST"',
		].join('\n'),
		{environment: {HOST: 'api.test', PORT: '80', HOST_X: 'other'}},
	);
	expect(outcome).toMatchObject({status: 'passed', error: null, advisories: []});
});

it('cannot be broken by a value with quotes, backslashes, braces and line feeds', async () => {
	const value = 'a"b\'c\\d\ne"""f{g}\u2028h';
	const outcome = await bench.run(
		`x = "VAR_ODD"\ny = VAR_ODD\nz = f'{1}VAR_ODD'\nassert x == y == z[1:]\nassert x == variables["odd"]\nassert False`,
		{environment: {ODD: value}, variables: {odd: value}},
	);
	expect(outcome).toMatchObject({failureKind: 'assertion', failedLine: 6, advisories: []});
});

it('leaves a project variable that does not exist as it is and says so', async () => {
	const outcome = await bench.run(
		'VAR_OWN = 1\nx = "VAR_NOPE"\nassert x == "VAR_" + "NOPE" and VAR_OWN == 1\nVAR_GONE',
		{
			environment: {HOST: 'x'},
		},
	);
	expect(outcome.error).toBe("NameError: name 'VAR_GONE' is not defined");
	const notes = ['NOPE', 'GONE'].map(
		key => `VAR_${key} is left as it is: the project has no environment variable ${key}`,
	);
	expect(outcome.advisories).toEqual(notes);
	expect(outcome.trace).toContain(notes.map(note => `note: ${note}`).join('\n'));
});

it('accepts a byte order mark and foreign line ends', async () => {
	const outcome = await bench.run('\ufeffx = 1\r\nassert x == 2\r\n');
	expect(outcome).toMatchObject({failureKind: 'assertion', failedLine: 2});
});

it('keeps future imports of a test', async () => {
	const code =
		'"""Doc."""\nfrom __future__ import annotations\ndef f(x: no_such_name): pass\nassert f.__annotations__ == {"x": "no_such_name"}';
	expect(await bench.run(code)).toMatchObject({status: 'passed', error: null});
});

it('injects the tag of the run', async () => {
	expect(await bench.run('assert RUN_TAG == "0a1b2c3d"', {runTag: '0a1b2c3d'})).toMatchObject({status: 'passed'});
});

it('begins with what a test of this parent has worked out before, and with nothing else of it', async () => {
	const outcome = await bench.run(
		[
			'import http.client, sys, threading',
			'code = http.client.HTTPConnection.putheader.__code__',
			'assert sys.version_info < (3, 11) or code._co_code_adaptive != code.co_code, "as it was compiled"',
			'assert threading.active_count() == 1 and "rehearsal" not in sys.modules',
		].join('\n'),
	);
	expect(outcome).toMatchObject({status: 'passed', error: null, calls: []});
});

it('reads the JSON of an answer, and nothing where there is none', async () => {
	const code = [
		'class Answer:',
		'    def __init__(self, text):',
		'        self.text = text',
		'    def json(self):',
		'        import json',
		'        return json.loads(self.text)',
		'assert read_json(Answer(\'{"id": 7}\')) == {"id": 7}',
		'assert read_json(Answer("<html>")) is None and read_json(Answer("")) is None',
	].join('\n');
	expect(await bench.run(code)).toMatchObject({status: 'passed', error: null});
});

it('gives a wrong credential the form of the right one, and leaves other headers as they are', async () => {
	const code = [
		'wrong = wrong_credential({"Authorization": "Bearer abc.def", "X-Tenant": "blue"})',
		'assert wrong == {"Authorization": "Bearer bm86Ym9keQ==", "X-Tenant": "blue"}, wrong',
		'assert wrong_credential({"X-Api-Key": "k-1", "Accept": "*/*"}) == {"X-Api-Key": "bm86Ym9keQ==", "Accept": "*/*"}',
		'assert wrong_credential({"Cookie": "session=abc"}) == {"Cookie": "session=bm86Ym9keQ=="}',
		// What nobody would take for one is the credential where nothing else is.
		'assert wrong_credential({"X-Caller": "ada"}) == {"X-Caller": "bm86Ym9keQ=="}',
	].join('\n');
	expect(await bench.run(code)).toMatchObject({status: 'passed', error: null});
});

it('speaks of what has to run before where a value is missing', async () => {
	const outcome = await bench.run('assert variables["userId"] == 1', {variables: {user_id: 1}});
	expect(outcome.status).toBe('failed');
	expect(outcome.error).toContain('no test has produced userId');
});

it('makes letters of the tag that differ from number to number', async () => {
	const code = [
		'seen = {tag_letters(3, number) for number in range(200)} | {tag_letters(3)}',
		'assert len(seen) == 200 and all(len(one) == 3 and one.isalpha() and one.isupper() for one in seen), seen',
		'assert len(tag_letters(6)) == 6',
	].join('\n');
	expect(await bench.run(code, {runTag: '0a1b2c3d'})).toMatchObject({status: 'passed', error: null});
});
