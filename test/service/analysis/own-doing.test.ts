import {describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import type {FailureFacts} from '../../../service/analysis/facts.ts';
import {call, failure, target, unanswered} from './failure.ts';

const read = (facts: FailureFacts) => {
	const {rootCauseHypothesis, recommendedFixTarget: fix} = analyse(facts);
	return {cause: rootCauseHypothesis ?? '', ...fix};
};
const status = 'assert r.status_code == 200';

describe('a login that is refused', () => {
	const login = (password: string, answer: number, to = 'POST /login') =>
		call({to, sent: {email: 'a@b.c', password}, status: answer, got: answer === 200 ? {token: 'x'} : {error: 'no'}});
	const refused = {asserted: 'expected 200, got 401', at: status};

	it('says what it refuses, and asks for no credentials of the project', () => {
		const found = read(failure({...refused, calls: [login('wrong', 401)]}));
		expect(found.cause).toContain('The login refuses this e-mail and password.');
		expect(found.cause).not.toContain('no credentials');
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:2'});
		expect(found.rationale).not.toContain('__AUTH_HEADERS__');
	});

	it('that was accepted when the test last passed: the account has changed, not how it is asked for', () => {
		const found = read(failure({...refused, calls: [login('same', 401)], before: [login('same', 200)]}));
		expect(found).toMatchObject({kind: 'data', reference: 'POST /login'});
		expect(`${found.cause} ${found.rationale}`).not.toContain('without credentials');
	});

	it('reads a form as well', () => {
		const form = call({
			to: 'POST /oauth/token',
			sent: 'username=ann&password=x&grant_type=password',
			requestHeaders: {'Content-Type': 'application/x-www-form-urlencoded'},
			status: 401,
		});
		expect(read(failure({...refused, calls: [form]})).cause).toContain('refuses this `username` and password');
	});

	it('another password than then is told as another one: nobody sees either', () => {
		const sealed = (name: string) => `~~sealed.${name}~~`;
		const found = read(
			failure({
				...refused,
				calls: [login(sealed('b'), 401)],
				before: [login(sealed('a'), 200)],
				passed: {callsBefore: [login(sealed('a'), 200)]},
			}),
		);
		expect(found.cause).toContain('`$.password` of its body is another one (it is masked)');
	});

	it('a new account with a password is no login', () => {
		const found = read(failure({...refused, calls: [login('x', 401, 'POST /users')]}));
		expect(found.cause).toContain('the request carried no credentials');
	});
});

describe('an address that the test names itself', () => {
	const lost = (host: string, reason: string, code: string) =>
		read(
			failure({
				failureKind: 'network',
				error: reason,
				failedLine: 2,
				code,
				calls: [unanswered(`GET ${host}/config`, reason)],
			}),
		);
	it.each([
		['http://127.0.0.1:9', 'ConnectionRefusedError: [Errno 111] Connection refused'],
		['http://nosuch.invalid', 'gaierror: [Errno -2] Name or service not known'],
	])('%s is not the target URL of the project', (host, reason) => {
		const found = lost(host, reason, `import requests\nrequests.get("${host}/config")\n`);
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:2'});
		expect(found.cause).toContain(`The test names that address itself (line 2); the target of the run is ${target}.`);
		expect(found.rationale).toContain('BASE_URL');
	});

	it('is told with what has changed in the source since it passed', () => {
		const found = read(
			failure({
				failureKind: 'network',
				error: 'ConnectionRefusedError: refused',
				failedLine: 2,
				code: 'import requests\nrequests.get("http://127.0.0.1:9/a")\n',
				calls: [unanswered('GET http://127.0.0.1:9/a', 'ConnectionRefusedError: refused')],
				before: [call({to: 'GET /a'})],
				passed: {code: 'import requests\nrequests.get(f"{BASE_URL}/a")\n', codeVersion: 'v1'},
			}),
		);
		expect(found.cause).toContain('Its source has changed since it last passed (v1 → v2): line 2 was');
	});

	it('the target itself is an address of the environment', () => {
		const reason = 'ConnectionRefusedError: refused';
		const found = lost(target, reason, 'import requests\nrequests.get(BASE_URL + "/config")\n');
		expect(found).toMatchObject({kind: 'env', reference: target});
	});
});

describe('a record that the test itself has deleted', () => {
	const code =
		'r = requests.post(f"{BASE_URL}/notes", json={})\nd = requests.delete(f"{BASE_URL}/notes/{nid}")\nbody.get("id")\ng = requests.get(f"{BASE_URL}/notes/{nid}")\nassert g.status_code == 200\n';
	const made = call({to: 'POST /notes', status: 201, got: {id: 7}});
	const removed = call({to: 'DELETE /notes/7', status: 204});
	const gone = call({to: 'GET /notes/7', status: 404, got: {error: 'no such note'}});
	const about = {failureKind: 'routing_404', asserted: 'expected 200, got 404', failedLine: 5, code} as const;

	it('names the call that deleted it, and its line', () => {
		const found = read(failure({...about, calls: [made, removed, gone]}));
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:5'});
		expect(found.cause).toContain(
			'The test itself deleted that record one call before: DELETE /notes/7 (line 2) answered 204.',
		);
	});

	it('names nothing where the DELETE was refused, or went to another record', () => {
		for (const other of [call({to: 'DELETE /notes/7', status: 403}), call({to: 'DELETE /notes/8', status: 204})])
			expect(read(failure({...about, calls: [made, other, gone]})).cause).not.toContain('itself deleted');
	});
});

describe('a failure that is certain by itself', () => {
	it.each([
		['a missing module', "ModuleNotFoundError: No module named 'nosuch'", 'import nosuch'],
		['a value that it does not declare', "KeyError: 'x'", 'y = variables["x"]'],
		['a line that Python cannot read', "SyntaxError: expected ':' (checkout.py, line 2)", 'if True print(1)'],
	])('says that the source has changed since it passed: %s', (_, error, line) => {
		const found = read(
			failure({
				error,
				failedLine: 2,
				code: `import requests\n${line}\n`,
				before: [call({to: 'GET /a'})],
				passed: {code: 'import requests\nx = 1\n', codeVersion: 'v1'},
			}),
		);
		expect(found.cause).toContain(
			`Its source has changed since it last passed (v1 → v2): line 2 was \`x = 1\` and is \`${line}\`.`,
		);
	});
});

describe('a long line that has changed', () => {
	it('is told with the place at which it differs', () => {
		const line = (price: string) =>
			`made = requests.post(f"{BASE_URL}/products", json={"name": f"Tea {RUN_TAG}", "category": "kitchen", "priceCents": ${price}})`;
		const found = read(
			failure({
				asserted: 'expected 201, got 400',
				code: `import requests\n${line('"300"')}\n`,
				calls: [call({to: 'POST /products', status: 400})],
				before: [call({to: 'POST /products', status: 201})],
				passed: {code: `import requests\n${line('300')}\n`, codeVersion: 'v1'},
			}),
		);
		expect(found.cause).toMatch(/line 2 was `….*"priceCents": 300\}\)` and is `….*"priceCents": "300"\}\)`/);
	});
});
