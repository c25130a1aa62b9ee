import {describe, expect, it} from 'vitest';
import type {AuthNeed, AuthRules, InjectedAuth, RenewedAuth, RunJob} from '../../../service/runners/runner.ts';
import {createBackendBench} from '../../helpers/backend-bench.ts';
import {pythonWith} from '../../helpers/python-with.ts';

const bench = createBackendBench({}, () => pythonWith('requests', 'httpx'));

const bearer = (token: string): InjectedAuth => ({
	type: 'Bearer token',
	credential: token,
	headers: {Authorization: `Bearer ${token}`},
	extraHeaders: {},
});
const shared = bearer('shared-0123456789');
const nobody: InjectedAuth = {type: 'public', credential: '', headers: {}, extraHeaders: {}};

/** Families `/echo/admin`, `/echo/open`; one endpoint with a set of its own and one without that fits better. */
const rules: AuthRules = {
	families: [
		{family: '/echo/admin', choice: 0},
		{family: '/echo/open', choice: 1},
	],
	endpoints: [
		{method: 'GET', path: '/echo/things/{id}', choice: 2},
		{method: 'GET', path: '/echo/things/own', choice: null},
	],
	choices: [
		{headers: {'X-API-Key': 'admin-0123456789', 'X-Tenant': 'acme'}, usesDefault: false},
		{headers: {}, usesDefault: false},
		{headers: {'X-Trace': 'on'}, usesDefault: true},
	],
};

const clients = {
	requests:
		'import requests\ndef call(path, headers):\n    return requests.get(TARGET_URL + path, headers=headers).json()["headers"]\n',
	session:
		'import requests\nsession = requests.Session()\ndef call(path, headers):\n    return session.get(TARGET_URL + path, headers=headers).json()["headers"]\n',
	urllib:
		'import json, urllib.request as u\ndef call(path, headers):\n    return json.load(u.urlopen(u.Request(TARGET_URL + path, headers=headers)))["headers"]\n',
	httpx:
		'import httpx\ndef call(path, headers):\n    return httpx.get(TARGET_URL + path, headers=headers).json()["headers"]\n',
	'httpx.AsyncClient':
		'import asyncio, httpx\nasync def get(url, headers):\n    async with httpx.AsyncClient() as client:\n        return (await client.get(url, headers=headers)).json()["headers"]\ndef call(path, headers):\n    return asyncio.run(get(TARGET_URL + path, headers))\n',
};

async function passes(code: string, job: Partial<RunJob>) {
	const outcome = await bench.run(code, job);
	expect([outcome.error, outcome.trace]).toEqual([null, null]);
	return outcome;
}

describe.each(Object.entries(clients))('calls made with %s', (_name, client) => {
	it('get the credential set of their family or endpoint in place of the default credential', async () => {
		await passes(
			`${client}
admin = call("/echo/admin/users?page=1", __AUTH_HEADERS__)
assert admin.get("x-api-key") == "admin-0123456789", admin
assert admin.get("x-tenant") == "acme" and "authorization" not in admin, admin
opened = call("/echo/open", __AUTH_HEADERS__)
assert "authorization" not in opened, opened
thing = call("/echo/things/7", __AUTH_HEADERS__)
assert thing["authorization"] == "Bearer shared-0123456789" and thing["x-trace"] == "on", thing
own = call("/echo/things/own", __AUTH_HEADERS__)
assert own["authorization"] == "Bearer shared-0123456789" and "x-trace" not in own, own
other = call("/echo/administrators", __AUTH_HEADERS__)
assert other["authorization"] == "Bearer shared-0123456789" and "x-api-key" not in other, other
`,
			{auth: shared, authRules: rules},
		);
	});

	it('keep what the test wrote itself', async () => {
		await passes(
			`${client}
wrong = call("/echo/admin", {"Authorization": "Bearer wrong"})
assert wrong["authorization"] == "Bearer wrong" and "x-api-key" not in wrong, wrong
changed = call("/echo/admin", {"Authorization": f"Bearer {__AUTH_CREDENTIAL__}x"})
assert changed["authorization"].endswith("9x") and "x-api-key" not in changed, changed
without = call("/echo/admin", {})
assert "x-api-key" not in without, without
mixed = call("/echo/admin", {**__AUTH_HEADERS__, "x-api-key": "mine"})
assert mixed["x-api-key"] == "mine" and "authorization" not in mixed and mixed["x-tenant"] == "acme", mixed
`,
			{auth: shared, authRules: rules},
		);
	});

	it('without a default credential get their set unless the test wrote one', async () => {
		await passes(
			`${client}
admin = call("/echo/admin", {})
assert admin["x-api-key"] == "admin-0123456789", admin
wrong = call("/echo/admin", {"Authorization": "Bearer wrong"})
assert "x-api-key" not in wrong, wrong
other = call("/echo", {})
assert "x-api-key" not in other and "authorization" not in other, other
`,
			{auth: nobody, authRules: rules},
		);
	});

	it('lose only the cookie that is the default credential', async () => {
		const cookie: InjectedAuth = {
			type: 'API key',
			credential: 'shared-0123456789',
			headers: {Cookie: 'sid=shared-0123456789'},
			extraHeaders: {},
		};
		await passes(
			`${client}
admin = call("/echo/admin", {"Cookie": "theme=dark; " + __AUTH_HEADERS__["Cookie"]})
assert admin["x-api-key"] == "admin-0123456789" and admin["cookie"] == "theme=dark", admin
`,
			{auth: cookie, authRules: rules},
		);
	});

	it('never carry a set to another host', async () => {
		const elsewhere = bench.target.url.replace('127.0.0.1', '127.0.0.2');
		await passes(
			`${client}
target, TARGET_URL = TARGET_URL, ${JSON.stringify(elsewhere)}
try:
    seen = call("/echo/admin", __AUTH_HEADERS__)
    assert "x-api-key" not in seen, seen
except (OSError, Exception) as error:
    assert not isinstance(error, AssertionError), error
TARGET_URL = target
assert call("/echo/admin", __AUTH_HEADERS__)["x-api-key"] == "admin-0123456789"
`,
			{auth: shared, authRules: rules},
		);
	});
});

/** Answers 401 to all but the newest token; `renewAuth` hands that out. */
function tokens(options: {lifeMs?: number | null; logins?: number} = {}) {
	const needs: AuthNeed[] = [];
	let nth = 1;
	const token = () => `token-${nth}-0123456789`;
	const renewAt = () => (options.lifeMs ? Date.now() + options.lifeMs : null);
	const renewAuth = async (need: AuthNeed): Promise<RenewedAuth | null> => {
		needs.push(need);
		if (need.reason === 'no_help' || nth > (options.logins ?? 100)) return null;
		nth++;
		return {auth: bearer(token()), renewAt: renewAt(), secrets: [token()], isFetched: true};
	};
	return {needs, renewAuth, token, job: {auth: bearer(token()), renewal: {renewAt: renewAt()}, secrets: [token()]}};
}

const callers = {
	requests:
		'import requests\ndef call(path, headers, data=None):\n    r = requests.request("POST", TARGET_URL + path, headers=headers, data=data)\n    return r.status_code, r.text\n',
	session:
		'import requests\nsession = requests.Session()\ndef call(path, headers, data=None):\n    r = session.post(TARGET_URL + path, headers=headers, data=data)\n    return r.status_code, r.text\n',
	urllib:
		'import urllib.request as u, urllib.error\ndef call(path, headers, data=b""):\n    try:\n        with u.urlopen(u.Request(TARGET_URL + path, data, headers)) as r:\n            return r.status, r.read().decode()\n    except urllib.error.HTTPError as error:\n        return error.code, error.read().decode()\n',
	httpx:
		'import httpx\ndef call(path, headers, data=None):\n    r = httpx.post(TARGET_URL + path, headers=headers, content=data)\n    return r.status_code, r.text\n',
	'httpx.AsyncClient':
		'import asyncio, httpx\nasync def post(url, headers, data):\n    async with httpx.AsyncClient() as client:\n        r = await client.post(url, headers=headers, content=data)\n        return r.status_code, r.text\ndef call(path, headers, data=None):\n    return asyncio.run(post(TARGET_URL + path, headers, data))\n',
};

describe.each(Object.entries(callers))('a token that is used with %s', (_name, client) => {
	it('is replaced after a 401, the call is sent again with its body, and the test sees the second answer', async () => {
		const login = tokens();
		const outcome = await bench.start(
			`${client}
status, text = call("/only/token-2-0123456789", __AUTH_HEADERS__, b"body")
assert status == 200, (status, text)
assert '"body":"body"' in text, text
assert __AUTH_HEADERS__["Authorization"] == "Bearer token-2-0123456789"
assert __AUTH_CREDENTIAL__ == "token-2-0123456789"
print(__AUTH_CREDENTIAL__, call("/only/token-2-0123456789", {"Authorization": "Bearer token-1-0123456789"})[0])
`,
			login.job,
			{renewAuth: login.renewAuth},
		).result;
		expect([outcome.error, outcome.status]).toEqual([null, 'passed']);
		expect(outcome.calls.map(call => call.status)).toEqual([401, 200, 200]);
		expect(outcome.apiOutput).toBe('••• 200\n');
		expect(JSON.stringify(outcome)).not.toContain('token-2-0123456789');
		expect(login.needs).toEqual([
			{reason: 'refused', credential: 'token-1-0123456789', call: 'POST /only/token-2-0123456789'},
		]);
	});

	it('is replaced before it runs out', async () => {
		const login = tokens({lifeMs: -1});
		const outcome = await bench.start(
			`${client}
for _ in range(3):
    assert call("/only/token-2-0123456789", __AUTH_HEADERS__)[0] == 200
`,
			{...login.job, renewal: {renewAt: Date.now()}},
			{renewAuth: login.renewAuth},
		).result;
		expect([outcome.error, outcome.calls.length]).toEqual([null, 3]);
		expect(login.needs).toEqual([{reason: 'expired', credential: 'token-1-0123456789', call: ''}]);
	});

	it('that is refused for another reason stays refused, after one more attempt', async () => {
		const login = tokens();
		const outcome = await bench.start(
			`${client}
for _ in range(3):
    assert call("/status/401", __AUTH_HEADERS__)[0] == 401
assert call("/status/401", {"Authorization": "Bearer wrong"})[0] == 401
assert call("/status/401", {})[0] == 401
assert call("/status/401", {"Authorization": f"Bearer x{__AUTH_CREDENTIAL__}"})[0] == 401
`,
			login.job,
			{renewAuth: login.renewAuth},
		).result;
		expect([outcome.error, outcome.calls.length]).toEqual([null, 7]);
		expect(login.needs.map(({reason}) => reason)).toEqual(['refused', 'no_help']);
	});

	it('that cannot be replaced leaves the test its 401', async () => {
		const login = tokens({logins: 0});
		const outcome = await bench.start(
			`${client}
assert call("/only/nothing", __AUTH_HEADERS__)[0] == 401
`,
			login.job,
			{renewAuth: login.renewAuth},
		).result;
		expect([outcome.error, outcome.calls.length]).toEqual([null, 1]);
	});
});

describe('a token that is replaced', () => {
	it('is fetched once for threads that need it together', async () => {
		const login = tokens();
		const outcome = await bench.start(
			`import requests
from concurrent.futures import ThreadPoolExecutor
def call(_):
    return requests.get(TARGET_URL + "/only/token-2-0123456789", headers=__AUTH_HEADERS__).status_code
with ThreadPoolExecutor(8) as pool:
    assert set(pool.map(call, range(24))) == {200}
`,
			login.job,
			{renewAuth: login.renewAuth},
		).result;
		expect(outcome.error).toBeNull();
		expect(login.needs).toHaveLength(1);
	});

	it('is not used for a call whose body was a stream', async () => {
		const login = tokens();
		const outcome = await bench.start(
			`import httpx
def pieces():
    yield b"a"
assert httpx.post(TARGET_URL + "/only/token-2-0123456789", headers=__AUTH_HEADERS__, content=pieces()).status_code == 401
`,
			login.job,
			{renewAuth: login.renewAuth},
		).result;
		expect([outcome.error, login.needs]).toEqual([null, []]);
	});

	it('reaches a cookie and leaves its neighbours', async () => {
		const login = tokens();
		const auth = (token: string): InjectedAuth => ({
			type: 'API key',
			credential: token,
			headers: {Cookie: `sid=${token}`},
			extraHeaders: {},
		});
		const outcome = await bench.start(
			`import requests
answer = requests.get(TARGET_URL + "/only/token-2-0123456789", headers={"Cookie": "a=1; " + __AUTH_HEADERS__["Cookie"]})
assert answer.json()["headers"]["cookie"] == "a=1; sid=token-2-0123456789", answer.text
`,
			{...login.job, auth: auth('token-1-0123456789')},
			{renewAuth: async need => ({...(await login.renewAuth(need))!, auth: auth('token-2-0123456789')})},
		).result;
		expect(outcome.error).toBeNull();
	});

	it('comes with its other cookies and the header against forged requests', async () => {
		const login = tokens();
		const auth = (nth: number): InjectedAuth => ({
			type: 'API key',
			credential: `token-${nth}-0123456789`,
			headers: {Cookie: `csrftoken=form-${nth}; sid=token-${nth}-0123456789`, 'X-CSRFToken': `form-${nth}`},
			extraHeaders: {},
		});
		const outcome = await bench.start(
			`import requests
headers = {**__AUTH_HEADERS__, "Cookie": "a=1; " + __AUTH_HEADERS__["Cookie"]}
answer = requests.get(TARGET_URL + "/only/token-2-0123456789", headers=headers).json()["headers"]
assert answer["cookie"] == "a=1; csrftoken=form-2; sid=token-2-0123456789", answer
assert answer["x-csrftoken"] == "form-2", answer
`,
			{...login.job, auth: auth(1)},
			{renewAuth: async need => ({...(await login.renewAuth(need))!, auth: auth(2)})},
		).result;
		expect(outcome.error).toBeNull();
	});

	it('is replaced under its own header only when it is so short that it may stand anywhere', async () => {
		const auth = (token: string): InjectedAuth => ({
			type: 'API key',
			credential: token,
			headers: {'X-Session': token},
			extraHeaders: {},
		});
		const outcome = await bench.start(
			`import requests
answer = requests.get(TARGET_URL + "/echo", headers={**__AUTH_HEADERS__, "X-Version": "1"}).json()["headers"]
assert (answer["x-session"], answer["x-version"]) == ("2", "1"), answer
`,
			{auth: auth('1'), renewal: {renewAt: 1}},
			{renewAuth: async () => ({auth: auth('2'), renewAt: null, secrets: [], isFetched: true})},
		).result;
		expect(outcome.error).toBeNull();
	});

	it('is known to the processes that the test forks, which do not ask for another', async () => {
		const login = tokens();
		const outcome = await bench.start(
			`import os, requests
requests.get(TARGET_URL + "/only/token-2-0123456789", headers=__AUTH_HEADERS__)
pid = os.fork()
if pid == 0:
    good = requests.get(TARGET_URL + "/only/token-2-0123456789", headers={"Authorization": "Bearer token-1-0123456789"})
    bad = requests.get(TARGET_URL + "/status/401", headers=__AUTH_HEADERS__)
    os._exit(0 if (good.status_code, bad.status_code) == (200, 401) else 1)
assert os.waitpid(pid, 0)[1] == 0
`,
			login.job,
			{renewAuth: login.renewAuth},
		).result;
		expect([outcome.error, login.needs.length]).toEqual([null, 1]);
	});

	it('is hidden in what a test that is killed has left', async () => {
		const login = tokens();
		const outcome = await bench.start(
			`import os, requests, signal
requests.get(TARGET_URL + "/only/token-2-0123456789?echo=token-2-0123456789", headers=__AUTH_HEADERS__)
print("got", __AUTH_CREDENTIAL__, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
`,
			login.job,
			{renewAuth: login.renewAuth},
		).result;
		expect(outcome.calls).toHaveLength(2);
		expect(JSON.stringify(outcome)).not.toContain('token-2-0123456789');
	});
});
