import {describe, expect, it} from 'vitest';
import {codeWarnings} from '../../../source/test-code/code-warnings.ts';
import {cpuTimer} from '../../helpers/cpu-time.ts';

const honest = 'import requests\nassert requests.get(TARGET_URL).status_code == 200\n';

describe('literal credentials', () => {
	it.each([
		['headers = {"Authorization": "Bearer abcdef0123456789abcdef"}', 1],
		['\n\napi_key = "k3y-9f8e7d6c5b4a"', 3],
		['requests.post(u, json={"email": "a@b.c", "password": "hunter22!"})', 1],
		['config["client_secret"] = "s3cr3ts3cr3t"', 1],
		["token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'", 1],
		['login(password="hunter2222")', 1],
		['"""doc\nstring"""\nAUTH_TOKEN: str = "0123456789abcdef"', 3],
	])('%j is named with its line', (code, line) => {
		const [warning, ...others] = codeWarnings(honest.replace(/^/, `${code}\n`));
		expect(others).toEqual([]);
		expect(warning).toMatch(new RegExp(`^line ${line}: the source contains `));
	});

	it.each([
		'headers = __AUTH_HEADERS__',
		'# api_key = "k3y-9f8e7d6c5b4a"',
		'api_key = "<your key here>"',
		'api_key = f"{key}"',
		'password = "wrong-password"',
		'json={"password": "short"}',
		'password = VAR_PASSWORD',
		'note = "the password is reset by mail"',
		'headers = {"Authorization": f"Bearer {token}"}',
		'assert r.json()["error"] == "api_key missing"',
	])('%j is no credential', code => {
		expect(codeWarnings(`${honest}${code}\n`)).toEqual([]);
	});

	it('the value itself is never repeated', () => {
		expect(codeWarnings(`${honest}api_key = "k3y-9f8e7d6c5b4a"`).join()).not.toContain('9f8e7d');
	});
});

describe('a file that checks nothing', () => {
	it.each([
		'print("hello")',
		'# assert True\nx = 1',
		'x = "assert requests"',
		'def test_a():\n    """assert something"""\n    pass\n',
	])('%j is told so', code => {
		expect(codeWarnings(code).join()).toContain('checks nothing');
	});

	it.each([
		'assert 1 == 1',
		'import requests\nrequests.get(TARGET_URL)',
		'from urllib.request import urlopen\nurlopen(TARGET_URL)',
		'import http.client',
	])('%j checks something', code => {
		expect(codeWarnings(code)).toEqual([]);
	});
});

describe('test functions', () => {
	it.each([
		['def test_get(client):\n    assert client', 'test_get'],
		['async def test_get(client, other=1):\n    assert client', 'test_get'],
		['class TestUsers:\n    def test_list(self):\n        assert True\n', 'TestUsers'],
	])('%j: nobody calls %s', (code, name) => {
		const warnings = codeWarnings(code);
		expect(warnings).toHaveLength(1);
		expect(warnings[0]).toContain(name);
	});

	it.each([
		'def test_get():\n    assert True',
		'def test_get(a=1, *args, **kwargs):\n    assert a',
		'def test_get(client):\n    assert client\n\ntest_get(1)',
		'class TestUsers:\n    def test_list(self):\n        assert True\n\nTestUsers().test_list()',
		'class TestData:\n    value = 1\nassert TestData',
		'def helper(a):\n    assert a\n',
		's = """\ndef test_get(client): pass\n"""\nassert s',
	])('%j needs no warning', code => {
		expect(codeWarnings(code)).toEqual([]);
	});
});

it('a source of the largest size is read at once', () => {
	const code = 'x = {"a": "b", \'c\': """d"""}  # e\n'.repeat(9000);
	const tookMs = cpuTimer();
	codeWarnings(code);
	codeWarnings('"'.repeat(358_400));
	codeWarnings(`${'a'.repeat(350_000)}="`);
	codeWarnings(' '.repeat(350_000));
	codeWarnings(`def test_x(${'('.repeat(300_000)}`);
	expect(tookMs()).toBeLessThan(15_000);
});

describe('syntax that no Python would run', () => {
	it.each([
		['def check()\n    assert True\n', 'line 1: a ":" is missing; Python will not run this test'],
		['import requests\n\nif True\n    assert True\n', 'line 3: a ":" is missing; Python will not run this test'],
		['assert len([1, 2) == 2\n', 'line 1: a ")" closes nothing; Python will not run this test'],
		['assert True\nprint("a"\n', 'line 2: the "(" is never closed; Python will not run this test'],
	])('%j is named with its line', (source, warning) => {
		expect(codeWarnings(source)).toContain(warning);
	});

	it.each([
		'def check(\n    a=1,\n):\n    assert a\ncheck()\n',
		'value = """\nif this (is text\n"""\nassert value\n',
		'assert {"a": [1, (2)]}["a"]  # ( not code\n',
		'total = 1 + \\\n    (2)\nassert total if total else 0\n',
		'for x in [1]: assert x\n',
		'class Check: pass\nassert f"{len([1])}"\n',
		'if (True and\n    True):\n    assert True\n',
	])('%j is left alone', source => {
		expect(codeWarnings(source).filter(warning => warning.includes('Python will not run'))).toEqual([]);
	});
});
