import {describe, expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import type {FailureFacts} from '../../../service/analysis/facts.ts';
import type {RecordedCall} from '../../../service/runners/runner.ts';
import {call, failure} from './failure.ts';

const read = (facts: FailureFacts) => {
	const {rootCauseHypothesis, recommendedFixTarget: fix} = analyse(facts);
	return {cause: rootCauseHypothesis ?? '', kind: fix?.kind ?? null, reference: fix?.reference ?? null};
};

const config = (currency: string, rest: object = {}) => call({to: 'GET /config', got: {currency, tax: 0.19, ...rest}});
const cart = (lines: unknown[]) => call({to: 'GET /cart', got: {id: 7, lines}});
const derived = {
	asserted: 'expected 119.0, got 238.0',
	failedLine: 4,
	code: 'import requests\ncfg = requests.get(f"{BASE_URL}/config").json()\nprice = 100 * (2 if cfg["currency"] == "USD" else 1)\nassert price == 119.0\n',
};
const first = 'First difference from the last passing run';

describe('what the answers say otherwise than when the test last passed', () => {
	it('is told before the test is blamed for a value that it derived', () => {
		const found = read(failure({...derived, calls: [config('USD')], before: [config('EUR')]}));
		expect(found).toMatchObject({kind: 'data', reference: 'GET /config'});
		expect(found.cause).toContain(`${first}: GET /config \`$.currency\` was "EUR" and is "USD".`);
	});

	it('is told where a key was looked up in a dictionary of the test, which no answer is said to lack', () => {
		const found = read(
			failure({
				error: "KeyError: 'USD'",
				failedLine: 4,
				code: 'import requests\nrates = {"EUR": 1.0}\ncfg = requests.get(f"{BASE_URL}/config").json()\nrate = rates[cfg["currency"]]\n',
				calls: [config('USD')],
				before: [config('EUR')],
			}),
		);
		expect(found).toMatchObject({kind: 'data', reference: 'GET /config'});
		expect(found.cause).toContain('The test looks up `USD` (line 4) in `rates`, which it makes itself (line 2)');
		expect(found.cause).toContain(`${first}: GET /config \`$.currency\` was "EUR" and is "USD".`);
		expect(found.cause).not.toContain('has only');
	});

	it('is not told once more where it is the new name of what the test misses', () => {
		const created = (got: object) => call({to: 'POST /silences', got});
		const found = read(
			failure({
				error: "KeyError: 'silenceID'",
				failedLine: 2,
				code: 'r = requests.post(f"{BASE_URL}/silences")\nproduce("id", r.json()["silenceID"])\n',
				calls: [created({silence_id: 'b'})],
				before: [created({silenceID: 'a'})],
			}),
		);
		expect(found.cause).toContain('`$.silenceID` is not there any more, `silence_id` is new in its place');
		expect(found.cause).not.toContain(first);
	});

	it.each([
		['the test goes through it', {asserted: 'expected 7, got 0', at: 'assert total == 7'}],
		['it is asserted itself', {asserted: 'expected cart["lines"] to be true, got []', at: 'assert cart["lines"]'}],
		['nothing else is known', {error: 'Boom: x', at: 'raise Boom(data["lines"])'}],
	])('a list that is empty now: %s', (_, how) => {
		const found = read(failure({...how, calls: [cart([])], before: [cart([{price: 1}, {price: 6}])]}));
		expect(found).toMatchObject({kind: 'data', reference: 'GET /cart'});
		expect(found.cause).toContain('GET /cart `$.lines` had 2 entries in the last passing run, now 0.');
	});

	it.each([
		['was removed', {currency: 'EUR'}, {}, 'was "EUR" and is not there any more'],
		['is of another type', {currency: 'EUR'}, {currency: null}, 'was "EUR" and is null'],
		['is new', {}, {currency: 'USD'}, 'is new ("USD")'],
	])('a value that %s', (_, then, now, text) => {
		const answer = (got: object) => call({to: 'GET /config', got});
		const found = read(
			failure({
				asserted: 'expected 119, got 238',
				at: 'assert price == 119',
				calls: [answer(now)],
				before: [answer(then)],
			}),
		);
		expect(found.cause).toContain(`\`$.currency\` ${text}`);
	});

	it.each<[string, object, object]>([
		['an id', {id: 7}, {id: 8}],
		['a time', {served_at: '2026-01-01T10:00:00Z'}, {served_at: '2026-03-01T10:00:00Z'}],
		['a token', {token: 'eyJa.b'}, {token: 'eyJc.d'}],
		['the tag of the run', {name: 'Box 0a1b2c3d'}, {name: 'Box 9f8e7d6c'}],
		['a UUID', {ref: '0b9ae5c0-0f3b-4d8a-9c1e-0a7f6f1c9d11'}, {ref: '1b9ae5c0-0f3b-4d8a-9c1e-0a7f6f1c9d12'}],
	])('%s is another one in every run, and is not told', (_, then, now) => {
		const found = read(failure({...derived, calls: [config('EUR', now)], before: [config('EUR', then)]}));
		expect(found.cause).not.toContain(first);
	});

	it('what was another one in the pass before that, too, is not told; what both agree about is', () => {
		const passes = (visits: number, currency = 'EUR') => config(currency, {visits, id: 3});
		const facts = (now: RecordedCall) =>
			failure({...derived, calls: [now], before: [passes(2)], passed: {callsBefore: [passes(1)]}});
		expect(read(facts(passes(3))).cause).not.toContain(first);
		expect(read(facts(passes(3, 'USD'))).cause).toContain('`$.currency` was "EUR" and is "USD"');
	});

	it('what the request itself sent otherwise is not told of the answer', () => {
		const post = (name: string) => call({to: 'POST /config', sent: {name}, got: {name, label: name}});
		const found = read(failure({...derived, calls: [post('one box')], before: [post('two boxes')]}));
		expect(found.cause).not.toContain(first);
	});

	it('an answer that is asked for again and again counts by its last one', () => {
		const job = (state: string) => call({to: 'GET /job', got: {state}});
		const found = read(
			failure({...derived, calls: [job('wait'), job('done')], before: [job('wait'), job('wait'), job('done')]}),
		);
		expect(found.cause).not.toContain(first);
	});

	it('what the test reads is told before what it does not read', () => {
		const both = (version: string, currency: string) => call({to: 'GET /config', got: {version, currency}});
		const found = read(failure({...derived, calls: [both('b', 'USD')], before: [both('a', 'EUR')]}));
		expect(found.cause).toContain(`${first} in what the test reads: GET /config \`$.currency\``);
	});

	it('a value that the test hands on is told of the answer it came from', () => {
		const order = (currency: string, status = 201) =>
			call({to: 'POST /orders', sent: {currency}, status, got: status === 201 ? {id: 1} : {error: 'currency'}});
		const found = read(
			failure({
				...derived,
				asserted: 'expected 201, got 422',
				code: 'a\nb\nc\nassert r.status_code == 201, cfg["currency"]\n',
				calls: [config('USD'), order('USD', 422)],
				before: [config('EUR'), order('EUR')],
				passed: {callsBefore: [config('EUR'), order('EUR')]},
			}),
		);
		expect(found).toMatchObject({kind: 'data', reference: 'GET /config'});
		expect(found.cause).toContain(
			'GET /config `$.currency` was "EUR" and is "USD"; the test hands it on: `$.currency`',
		);
	});

	it('an earlier answer that differs is told beside what a rule says of a later one, which is looked at first', () => {
		const total = (value: number) => call({to: 'GET /total', got: {total: value}});
		const found = read(
			failure({
				asserted: 'expected 119, got 238',
				failedLine: 4,
				code: 'a\nb\ncfg["currency"]\nassert r.json()["total"] == 119\n',
				calls: [config('USD'), total(238)],
				before: [config('EUR'), total(119)],
			}),
		);
		expect(found.reference).toBe('GET /total');
		expect(found.cause).toContain(`${first}: GET /config \`$.currency\` was "EUR" and is "USD".`);
	});

	it('a changed source that explains nothing is told with what the answers say', () => {
		const found = read(
			failure({
				...derived,
				calls: [config('USD')],
				before: [config('EUR')],
				passed: {code: `${derived.code}print("x")\n`, codeVersion: 'v1'},
			}),
		);
		expect(found).toMatchObject({kind: 'data', reference: 'GET /config'});
		expect(found.cause).toMatch(/Its source has changed .* as they were\. First difference/);
	});
});
