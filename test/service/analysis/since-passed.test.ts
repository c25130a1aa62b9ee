import {describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import type {FailureFacts, GivenValue} from '../../../service/analysis/facts.ts';
import {changeText, sourceChange} from '../../../service/analysis/since-passed/source-change.ts';
import {call, failure, plainSetUp, target} from './failure.ts';

const read = (facts: FailureFacts) => {
	const {rootCauseHypothesis, recommendedFixTarget: fix} = analyse(facts);
	return {cause: rootCauseHypothesis ?? '', kind: fix?.kind ?? null, reference: fix?.reference ?? null};
};

const order = (qty: unknown, rest: Partial<Parameters<typeof call>[0]> = {}) =>
	call({to: 'POST /orders', sent: {sku: 'A-1', qty}, status: 201, got: {id: 'ord_1'}, ...rest});
const status = 'assert r.status_code == 201';
const sourceWith = (qty: number, expected = 201) =>
	`import requests\nr = requests.post(BASE_URL + "/orders", json={"sku": "A-1", "qty": ${qty}})\nassert r.status_code == ${expected}\n`;
const refused = {status: 422, got: {error: 'out of range'}};

describe('since the test last passed', () => {
	it('the source sends another value: the request is told, and the test is looked at first', () => {
		const found = read(
			failure({
				asserted: 'expected 201, got 422',
				failedLine: 3,
				code: sourceWith(-1),
				codeVersion: 'v2',
				calls: [order(-1, refused)],
				before: [order(1)],
				passed: {code: sourceWith(1), codeVersion: 'v1'},
			}),
		);
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:3'});
		expect(found.cause).toContain('In the last passing run another request there was answered 201.');
		expect(found.cause).toContain('Its source has changed since it last passed (v1 → v2): line 2 was');
		expect(found.cause).toContain('`$.qty` of its body was 1 and is -1.');
		expect(found.cause).not.toContain('the same request');
	});

	it.each([
		['the test passed before', {before: [call({to: 'GET /flows/f-1', status: 200, got: {name: 'F'}})]}],
		['the test never passed', {}],
	])('another test changed the record with no order between them: that is looked at first (%s)', (_, passed) => {
		const reads = call({to: 'GET /flows/f-1', status: 200, got: {name: 'G'}});
		const change = {seq: 1, by: 'renames the flow', change: 'PATCH /flows/f-1', later: 'tst_w', earlier: 'tst_r'};
		const at = (startedAt: number) =>
			read(
				failure({
					asserted: "expected 'F', got 'G'",
					at: 'assert r.json()["name"] == "F"',
					calls: [reads],
					foreignChanges: [{...change, startedAt}],
					...passed,
				}),
			);
		const found = at(reads.startedAt);
		expect(found).toMatchObject({kind: 'data', reference: '"renames the flow"'});
		expect(found.cause).toContain(
			'"renames the flow" of the same batch had changed that record by then (PATCH /flows/f-1), and nothing says which',
		);
		const later = at(reads.startedAt + (reads.latencyMs ?? 0) + 1);
		expect(later).toMatchObject({kind: 'code', reference: 'GET /flows/f-1'});
		expect(later.cause).not.toContain('renames the flow');
	});

	it('says nothing of the order of tests where the call was done and answered without a body', () => {
		const deletes = call({to: 'DELETE /flows/f-1', status: 204});
		const change = {seq: 1, by: 'renames the flow', change: 'PATCH /flows/f-1', later: 'tst_w', earlier: 'tst_r'};
		const {cause} = read(
			failure({
				error: 'JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
				at: 'print(r.json())',
				calls: [deletes],
				foreignChanges: [{...change, startedAt: deletes.startedAt}],
			}),
		);
		expect(cause).not.toContain('renames the flow');
	});

	it('another test changed a record that another call went to: it explains nothing', () => {
		const found = read(
			failure({
				asserted: 'expected 200, got 500',
				calls: [call({to: 'GET /flows/f-1'}), call({to: 'GET /flows/f-2', status: 500})],
				foreignChanges: [
					{seq: 1, by: 'renames', change: 'PATCH /flows/f-1', later: 'tst_w', earlier: 'tst_r', startedAt: 0},
				],
			}),
		);
		expect(found.cause).not.toContain('renames');
	});

	it('the source expects another status: the expectation is told, not a missing route', () => {
		const found = read(
			failure({
				asserted: 'expected 404, got 201',
				failedLine: 3,
				code: sourceWith(1, 404),
				calls: [order(1)],
				before: [order(1)],
				passed: {code: sourceWith(1), codeVersion: 'v1'},
			}),
		);
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:3'});
		expect(found.cause).toMatch(/line 3 was `assert r\.status_code == 201` and is `assert r\.status_code == 404`\.$/);
	});

	it.each([
		['{"Authorization": "Basic YWRhOnB3"}', '{"Authorization": "Basic ada:pw"}', 'send base64 of user:password'],
		['{"Authorization": "Bearer " + one}', '{"Authorization": "Bearer " + two}', 'it makes `Authorization` itself'],
	])('the source spells another credential, which is masked: %s, %s', (then, now, advice) => {
		const code = (headers: string) =>
			`import requests\nr = requests.get(BASE_URL + "/me", headers=${headers})\n${status}\n`;
		const asks = (rest: object) => call({to: 'GET /me', requestHeaders: {Authorization: '•••'}, ...rest});
		const facts = failure({
			asserted: 'expected 200, got 401',
			failedLine: 3,
			code: code(now),
			codeVersion: 'v2',
			calls: [asks({status: 401, got: {}})],
			before: [asks({status: 200, got: {}})],
			passed: {code: code(then), codeVersion: 'v1'},
		});
		const found = read(facts);
		expect(found).toMatchObject({kind: 'code', reference: 'checkout.py:3'});
		expect(found.cause).toContain('another request there was answered 200');
		expect(found.cause).toMatch(/header `Authorization` is another one \(it is masked\)\.$/);
		expect(analyse(facts).recommendedFixTarget?.rationale).toContain(advice);
	});

	it.each([
		['headers={"Authorization": "Bearer zq-one"}', 'headers={"Authorization": "Bearer zq-two"}'],
		['headers={"X-Api-Key": "zq-one", "Accept": "a/b"}', 'headers={"X-Api-Key": "zq-two", "Accept": "a/c"}'],
		['json={"user": "ada", "password": "zq-one"}', 'json={"user": "eve", "password": "zq-one"}'],
		["auth=('ada', 'zq-one')", "auth=('ada', 'zq-two')"],
		["cookies={'session_token': 'zq-one'}", "cookies={'session_token': 'zq-two'}"],
	])('no credential of a source is told: %s', (then, now) => {
		const code = (more: string) => `import requests\nr = requests.get(BASE_URL + "/me", ${more})\n${status}\n`;
		const change = sourceChange(code(then), code(now));
		const text = changeText(change!);
		expect(text).toMatch(/^line 2 /);
		expect(text).toContain('•••');
		expect(text).not.toContain('zq-');
	});

	it('the source has changed elsewhere: it is mentioned, and the API is looked at first', () => {
		const found = read(
			failure({
				asserted: 'expected 201, got 409',
				failedLine: 3,
				code: `${sourceWith(1)}print("done")\n`,
				calls: [order(1, {status: 409, got: {error: 'closed'}})],
				before: [order(1)],
				passed: {code: sourceWith(1), codeVersion: 'v1'},
			}),
		);
		expect(found.cause).toContain(
			'line 4 is new: `print("done")`; the request and the line that failed are as they were.',
		);
		expect(found.kind).toBe('data');
	});

	it.each([
		['a comment', `# about\n${sourceWith(1)}`],
		['a blank line', `\n${sourceWith(1)}`],
		['other line ends', sourceWith(1).replaceAll('\n', '\r\n')],
	])('%s changes nothing', (_, code) => {
		const facts = failure({
			asserted: 'expected 201, got 422',
			failedLine: 3,
			code,
			calls: [order(1, refused)],
			before: [order(1)],
			passed: {code: sourceWith(1), codeVersion: 'v1'},
		});
		expect(read(facts).cause).not.toContain('source');
	});

	it('a 5xx stays a fault of the API, whatever was sent', () => {
		const found = read(
			failure({
				asserted: 'expected 201, got 500',
				failedLine: 3,
				code: sourceWith(-1),
				calls: [order(-1, {status: 500, got: {error: 'boom'}})],
				before: [order(1)],
				passed: {code: sourceWith(1), codeVersion: 'v1'},
			}),
		);
		expect(found).toMatchObject({kind: 'code', reference: 'POST /orders'});
		expect(found.cause).toContain('`$.qty` of its body was 1 and is -1.');
	});

	it('a field that is no longer sent by the same source is told', () => {
		const found = read(
			failure({
				asserted: 'expected 201, got 422',
				at: status,
				calls: [order(undefined, refused)],
				before: [order(1)],
			}),
		);
		expect(found.cause).toContain(
			'The request is not the one of the last passing run: `$.qty` of its body is not sent any more (it was 1).',
		);
		expect(found.kind).toBe('code');
	});

	it('a value that differs each time says nothing; one that two passes agree about does', () => {
		const facts = (callsBefore: ReturnType<typeof order>[]) =>
			failure({
				asserted: 'expected 201, got 422',
				at: status,
				calls: [order(7, refused)],
				before: [order(1)],
				passed: {callsBefore},
			});
		expect(read(facts([])).cause).not.toContain('of its body');
		expect(read(facts([order(3)])).cause).not.toContain('of its body');
		expect(read(facts([order(1)])).cause).toContain('`$.qty` of its body was 1 and is 7.');
	});

	it('the credential is not sent any more', () => {
		const found = read(
			failure({
				asserted: 'expected 201, got 401',
				at: status,
				calls: [order(1, {status: 401, got: {error: 'who are you'}})],
				before: [order(1, {requestHeaders: {Authorization: 'Bearer •••'}})],
				passed: {setUp: {...plainSetUp, credential: {...plainSetUp.credential, mode: 'auto_auth', setAt: 1}}},
			}),
		);
		expect(found).toMatchObject({kind: 'env', reference: 'authentication of the project'});
		expect(found.cause).toContain(
			'It carried no `Authorization`, which the same request had when the test last passed; the project now has no credential, it had a login before each batch then.',
		);
	});

	it('the credential was replaced', () => {
		const sent = {requestHeaders: {Authorization: 'Bearer •••'}};
		const found = read(
			failure({
				asserted: 'expected 201, got 403',
				at: status,
				calls: [order(1, {...sent, status: 403, got: {}})],
				before: [order(1, sent)],
				setUp: {...plainSetUp, credential: {...plainSetUp.credential, mode: 'static', setAt: 2}},
				passed: {setUp: {...plainSetUp, credential: {...plainSetUp.credential, mode: 'static', setAt: 1}}},
			}),
		);
		expect(found.cause).toContain('The credential of the project was replaced after the test last passed.');
		expect(found.kind).toBe('env');
	});

	const value = (isReused: boolean, capturedAt: number): GivenValue => ({
		name: 'order_id',
		value: '"ord_77"',
		capturedAt,
		producer: 'creates an order',
		producerVersion: 'v1',
		isReused,
	});

	it('a value of an earlier batch is told with its age, with and without a pass before', () => {
		const startedAt = 1_700_000_000_000;
		const facts = (before?: ReturnType<typeof call>[]) =>
			failure({
				asserted: 'expected 200, got 404',
				at: 'assert r.status_code == 200',
				calls: [call({to: 'GET /orders/ord_77', status: 404, got: {error: 'no such order'}})],
				setUp: {...plainSetUp, startedAt, values: [value(true, startedAt - 3 * 3_600_000)]},
				...(before ? {before, passed: {setUp: {...plainSetUp, values: [value(false, startedAt - 1)]}}} : {}),
			});
		const first = read(facts());
		expect(first.cause).toContain(
			'It used `order_id` as an earlier batch had captured it 3 hours before ("creates an order" did not run again), so the record may be gone or changed since.',
		);
		expect(first).toMatchObject({kind: 'data', reference: 'order_id'});
		const second = read(facts([call({to: 'GET /orders/ord_77', got: {id: 'ord_77'}})]));
		expect(second.cause).toContain('did not run again; when the test last passed it did');
		expect(second.cause).not.toContain('its route or its data');
	});

	it('a value that the failing call does not carry explains nothing', () => {
		const facts = failure({
			asserted: 'expected 200, got 404',
			at: 'assert r.status_code == 200',
			calls: [call({to: 'GET /health', status: 404, got: {}})],
			setUp: {...plainSetUp, values: [value(true, 0)]},
		});
		expect(read(facts).cause).not.toContain('order_id');
	});

	it('another target is told', () => {
		const found = read(
			failure({
				asserted: 'expected 201, got 404',
				at: status,
				calls: [order(1, {status: 404, got: {error: 'nothing here'}})],
				before: [order(1)],
				passed: {targetUrl: 'http://staging.example'},
			}),
		);
		expect(found.cause).toContain(`It ran against ${target}; it last passed against http://staging.example.`);
		expect(found).toMatchObject({kind: 'env', reference: target});
	});

	it('nothing: then the answer is what has changed, and the API is looked at', () => {
		const found = read(
			failure({asserted: 'expected 201, got 422', at: status, calls: [order(1, refused)], before: [order(1)]}),
		);
		expect(found).toMatchObject({kind: 'code', reference: 'POST /orders'});
		expect(found.cause).toContain('In the last passing run the same request was answered 201.');
	});
});
