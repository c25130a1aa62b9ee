import {describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import type {FailureFacts} from '../../../service/analysis/facts.ts';
import {call, failure} from './failure.ts';

/** What is said, and the endpoint at which to look. */
const read = (facts: FailureFacts) => {
	const {rootCauseHypothesis, recommendedFixTarget} = analyse(facts);
	return [rootCauseHypothesis, recommendedFixTarget?.reference ?? null];
};

describe('a status that is compared in another way', () => {
	it('is found when it is none of several', () => {
		const facts = failure({
			asserted: 'expected (201,) to contain 500',
			at: 'assert response.status_code in wanted',
			calls: [call({to: 'POST /carts', status: 500}), call({to: 'GET /carts'})],
		});
		expect(read(facts)).toEqual([
			expect.stringContaining('POST /carts answered 500; the test expected 201 (line 2).'),
			'POST /carts',
		]);
	});

	it('is found when only its class is compared', () => {
		const facts = failure({
			asserted: 'expected 4, got 2',
			at: 'assert response.status_code // 100 == 4',
			calls: [call({to: 'GET /login', status: 401}), call({to: 'POST /login', status: 201, got: {token: 'x'}})],
		});
		expect(read(facts)).toEqual([
			'POST /login answered 201 with {"token":"x"}; the test expected 4xx (line 2). The API accepted what the test wants refused.',
			'POST /login',
		]);
	});

	it('is not a number that is compared with something else', () => {
		const facts = failure({
			asserted: 'expected [200, 300] to contain 404',
			at: 'assert price in prices',
			calls: [call({to: 'GET /prices', status: 404})],
		});
		expect(read(facts)[0]).not.toContain('the test expected 200 or 300');
	});
});

describe('a header that is not accepted', () => {
	const located = {
		asserted: 'expected location.endswith("/7") to be true, got False',
		code: 'location = made.headers.get("Location", "")\nassert location.endswith("/7")\n',
		failedLine: 2,
	};

	it('is named with the call that lacks it', () => {
		const facts = failure({
			...located,
			calls: [call({to: 'POST /users', status: 201, got: {id: 7}})],
			before: [call({to: 'POST /users', status: 201, responseHeaders: {location: '/users/6'}, got: {id: 6}})],
		});
		expect(read(facts)).toEqual([
			'POST /users answered 201 without the header Location; the test expected location.endswith("/7") to be true (line 2). In the last passing run it was "/users/6".',
			'POST /users',
		]);
	});

	it('is shown as it came', () => {
		const facts = failure({
			asserted: 'expected r.headers.get("Content-Type", "").startswith("application/json") to be true, got False',
			at: 'assert r.headers.get("Content-Type", "").startswith("application/json")',
			calls: [call({to: 'GET /users', got: 'plain'})],
			before: [call({to: 'GET /users', got: {}})],
		});
		expect(read(facts)[0]).toBe(
			'GET /users answered 200 with Content-Type "text/html"; the test expected r.headers.get("Content-Type", "").startswith("application/json") to be true (line 2). In the last passing run it was "application/json".',
		);
	});
});

it('names that should be in no answer are told with the latest answer that has them', () => {
	const facts = failure({
		asserted: "expected SECRET.findall(response.text) to be false, got ['passwordHash']",
		at: 'assert not SECRET.findall(response.text)',
		calls: [call({to: 'POST /users', got: {id: 1}}), call({to: 'GET /users/1', got: {id: 1, passwordHash: 'x'}})],
	});
	expect(read(facts)).toEqual([
		'GET /users/1 answered 200 with `$.passwordHash`; the test expected an answer without `passwordHash` (line 2).',
		'GET /users/{id}',
	]);
});

describe('a DELETE that deletes nothing', () => {
	const removal = call({to: 'DELETE /carts/7', status: 204});
	const again = {asserted: 'expected (403, 404) to contain 200', at: 'assert gone.status_code in (403, 404)'};

	it('is named when the record can still be read', () => {
		const kept = {id: 7, deleted: false, deletedAt: null};
		const facts = failure({...again, calls: [removal, call({to: 'GET /carts/7', got: kept})]});
		expect(read(facts)).toEqual([
			'DELETE /carts/7 answered 204, but GET /carts/7 answered 200 afterwards; the test expected 403 or 404 (line 2). It deletes nothing.',
			'DELETE /carts/{id}',
		]);
	});

	it.each([{state: 'expired'}, {status: {state: 'deleted'}}, {deleted: true}, {deletedAt: '2026-01-02T03:04:05Z'}])(
		'is a soft one when the record says so: %j',
		mark => {
			const facts = failure({...again, calls: [removal, call({to: 'GET /carts/7', got: {id: 7, ...mark}})]});
			expect(read(facts)).toEqual([expect.stringContaining('a soft delete'), 'checkout.py:2']);
		},
	);

	it('is not to blame when the record was made again, or was never deleted', () => {
		const made = call({to: 'PUT /carts/7', status: 200});
		const shown = call({to: 'GET /carts/7', got: {id: 7}});
		const refused = call({to: 'DELETE /carts/7', status: 409});
		for (const calls of [[removal, made, shown], [refused, shown], [shown]])
			expect(read(failure({...again, calls}))[1]).toBe('GET /carts/{id}');
	});

	const listed = {asserted: "expected ['6', '7'] not to contain '7'", at: 'assert "7" not in listed'};

	it('is named when a list still has the record', () => {
		const facts = failure({...listed, calls: [removal, call({to: 'GET /carts', got: [{id: '7'}]})]});
		expect(read(facts)).toEqual([expect.stringContaining('GET /carts lists `7` afterwards'), 'DELETE /carts/{id}']);
	});

	it('is not to blame for a list when a read has said that the record is gone', () => {
		const calls = [removal, call({to: 'GET /carts/7', status: 404}), call({to: 'GET /carts', got: [{id: '7'}]})];
		expect(read(failure({...listed, calls}))[0]).toContain('its last call was GET /carts, which answered 200');
	});
});

describe('a change that is not stored', () => {
	const made = call({to: 'POST /users', status: 201, sent: {name: 'Old'}, got: {id: 7, name: 'Old'}});
	const changed = call({to: 'PATCH /users/7', sent: {name: 'New'}, got: {id: 7, name: 'New'}});
	const asserted = {asserted: "expected 'New', got 'Old'", at: 'assert read["name"] == "New"'};

	it('is that of the request that was accepted', () => {
		const facts = failure({...asserted, calls: [made, changed, call({to: 'GET /users/7', got: {id: 7, name: 'Old'}})]});
		expect(read(facts)).toEqual([
			'PATCH /users/7 answered 200 to "New" as `name`, but GET /users/7 still has "Old" there, as before (line 2): the change was not stored.',
			'PATCH /users/{id}',
		]);
	});

	it('is another fault when what is read was never there', () => {
		const facts = failure({
			...asserted,
			asserted: "expected 'New', got 'Other'",
			calls: [made, changed, call({to: 'GET /users/7', got: {id: 7, name: 'Other'}})],
		});
		expect(read(facts)[1]).toBe('GET /users/{id}');
	});
});
