import type {RecordedCall} from '../../../service/runners/runner.ts';
import {describe, expect, it} from 'vitest';
import {readAssertion} from '../../../service/analysis/assertion.ts';
import {counterpartOf} from '../../../service/analysis/counterpart.ts';
import {driftBetween} from '../../../service/analysis/drift.ts';
import {callName, endpointOf} from '../../../service/analysis/endpoint.ts';
import {readException} from '../../../service/analysis/exception.ts';
import {pathText, places} from '../../../service/analysis/json-body.ts';
import {readLiteral, readScalar} from '../../../service/analysis/python-literal.ts';
import {refusedFields} from '../../../service/analysis/refused-fields.ts';
import {statementAt} from '../../../service/analysis/statement.ts';
import {call, target} from './failure.ts';

describe('an endpoint', () => {
	it.each([
		['/orders', 'GET /orders'],
		['/orders/17/items?page=2', 'GET /orders/{id}/items'],
		['/v2/users/0191e1a0-7b5c-7cc1-9d7e-3f2a1b0c9d8e', 'GET /v2/users/{id}'],
		['/runs/run_01h8xgjwbwbaq4z1r5k8w9d3pf/failure', 'GET /runs/{id}/failure'],
		['/coupons/SPRING-1A2B3C4D', 'GET /coupons/{id}'],
		['/files/507f1f77bcf86cd799439011', 'GET /files/{id}'],
		['/newsletter-subscriptions', 'GET /newsletter-subscriptions'],
		['/auth/oauth2/token', 'GET /auth/oauth2/token'],
	])('of %s is the same for every record', (path, endpoint) => {
		expect(endpointOf({method: 'get', url: target + path})).toBe(endpoint);
	});

	it('names the origin of a call only when it is not the target', () => {
		expect(callName({method: 'GET', url: `${target}/a?b=1`}, `${target}/api`)).toBe('GET /a?b=1');
		expect(callName({method: 'GET', url: 'https://pay.example/a'}, target)).toBe('GET https://pay.example/a');
	});
});

describe('a Python container', () => {
	it.each<[string, unknown]>([
		["{'a': [1, 2.5, -3], 'b': {'c': None, \"d'e\": True}}", {a: [1, 2.5, -3], b: {c: null, "d'e": true}}],
		["[(1,), ('x', 'y'), [], {}]", [[1], ['x', 'y'], [], {}]],
		["'text'", 'text'],
	])('%s', (repr, value) => {
		expect(readLiteral(repr)).toEqual({value});
	});

	it.each(["{'a': 1", '[1, 2, ...]', "{1: 'x'}", '[datetime(2020, 1, 1)]', '[1 2]', '[1]x', '['.repeat(100)])(
		'%s is none',
		repr => {
			expect(readLiteral(repr)).toBeNull();
		},
	);
});

describe('a Python value', () => {
	it.each([
		['201', 201],
		['-0.15', -0.15],
		['1e3', 1000],
		['True', true],
		['None', null],
		["'open'", 'open'],
		['"it\'s"', "it's"],
		[String.raw`'a\n\'b\' \u2713'`, "a\n'b' ✓"],
		["''", ''],
	])('%s is read', (repr, value) => expect(readScalar(repr)).toEqual({value}));

	it.each(['[1]', "{'a': 1}", '<Response [500]>', "'a' and 'b'", 'nan', `'${'x'.repeat(95)}...${'x'.repeat(95)}'`])(
		'%s is not taken for one',
		repr => expect(readScalar(repr)).toBeNull(),
	);
});

describe('the operands of an assertion', () => {
	it('stand in the last line of the trace, behind the message of the author and in front of notes', () => {
		const trace = [
			'Traceback (most recent call last):',
			'AssertionError: expected 1 apple, got 2 pears',
			'expected 201, got 500',
			'note: VAR_X is left as it is',
		];
		expect(
			readAssertion({error: 'AssertionError: expected 1 apple, got 2 pears (expected 20…', trace: trace.join('\n')}),
		).toEqual({
			expectation: '201',
			expected: {value: 201},
			actualText: '500',
			actual: {value: 500},
			membership: null,
		});
	});

	it('are a value and what it was looked for in', () => {
		const told = (text: string) => readAssertion({error: `AssertionError: ${text}`, trace: null})?.membership;
		expect(told('expected (403, 404) to contain 500')).toEqual({
			container: '(403, 404)',
			isWanted: true,
			value: {value: 500},
		});
		expect(told("expected ['a', 'b'] not to contain 'a'")).toMatchObject({isWanted: false, value: {value: 'a'}});
		expect(told('expected 201, got 500')).toBeNull();
	});

	it('stand in the error when there is no trace', () => {
		expect(
			readAssertion({error: 'AssertionError: no cart (expected one of (200, 201), got 404)', trace: null}),
		).toMatchObject({
			expectation: 'one of (200, 201)',
			expected: null,
			actual: {value: 404},
		});
	});

	it('are unknown for other exceptions and for a bare message', () => {
		expect(readAssertion({error: "KeyError: 'expected 1, got 2'", trace: null})).toBeNull();
		expect(readAssertion({error: 'AssertionError: broken', trace: 'AssertionError: broken'})).toBeNull();
	});
});

describe('an exception', () => {
	it.each([
		["KeyError: 'id'", {name: 'KeyError', message: "'id'", httpStatus: null}],
		['requests.exceptions.HTTPError: 503 Server Error: x', {name: 'HTTPError', httpStatus: 503}],
		['HTTPError: HTTP Error 404: Not Found', {name: 'HTTPError', httpStatus: 404}],
		[
			"HTTPStatusError: Server error '500 Internal Server Error' for url 'x'",
			{name: 'HTTPStatusError', httpStatus: 500},
		],
		['AssertionError', {name: 'AssertionError', message: ''}],
	])('%s is read', (error, exception) => expect(readException(error)).toMatchObject(exception));

	it.each(['this test checks nothing', 'the test ran longer than its limit of 60 s', null])('%s is none', error =>
		expect(readException(error)).toBeNull(),
	);
});

describe('the failing statement', () => {
	it('is read whole when it is written over several lines, with the names it reads', () => {
		const code = 'x = 1\nassert (\n    order["items"][0]["sku"]\n    == sku\n), "no"\ny = 2\n';
		expect(statementAt(code, 3)).toEqual({
			line: 3,
			text: 'assert ( order["items"][0]["sku"] == sku ), "no"',
			keys: ['items', 'sku'],
			headers: [],
			literals: ['items', 'sku', 'no'],
		});
	});

	it('knows the names behind the variables it uses, not those of its message', () => {
		const code = 'price = r.json()["priceCents"]\nassert price == 495, f"{price} {other[\'name\']}"\n';
		expect(statementAt(code, 2)?.keys).toContain('priceCents');
	});

	it('knows the headers it reads, directly or through a variable', () => {
		const code = 'place = made.headers.get("Location", "")\nassert place.endswith("/1")\nassert r.headers["ETag"]\n';
		expect([2, 3].map(line => statementAt(code, line)?.headers)).toEqual([['Location'], ['ETag']]);
	});

	it('is null without source, without line, or beyond the end', () => {
		expect([statementAt(null, 1), statementAt('x', null), statementAt('x', 9)]).toEqual([null, null, null]);
	});
});

describe('the drift of an answer', () => {
	const same = (before: unknown, after: unknown) => expect(driftBetween(before, after)).toEqual([]);

	it('names what is missing, renamed or of another type', () => {
		expect(
			driftBetween({id: 1, userName: 'a', price: 3, note: 'x'}, {id: 1, user_name: 'a', price: '3', extra: true}),
		).toEqual([
			{kind: 'renamed', path: '$.userName', name: 'userName', to: 'user_name'},
			{kind: 'type', path: '$.price', name: 'price', from: 'number', to: 'string'},
			{kind: 'missing', path: '$.note', name: 'note'},
		]);
	});

	it('looks into lists', () => {
		expect(driftBetween({items: [{id: 1}, {id: 2, sku: 'x'}]}, {items: [{id: 3}]})).toEqual([
			{kind: 'missing', path: '$.items[0].sku', name: 'sku'},
		]);
	});

	it('says nothing of new fields, empty lists, values that were null, and values that differ', () => {
		same({a: 1}, {a: 2, b: 3});
		same({items: [{id: 1}]}, {items: []});
		same({note: null}, {note: 'x'});
		same({note: 'x'}, {note: 'x', inner: {a: 1}});
	});

	it('stops at what became null or another kind: what was below it is unknown', () => {
		expect(driftBetween({user: {id: 1}}, {user: null})).toEqual([
			{kind: 'type', path: '$.user', name: 'user', from: 'object', to: 'null'},
		]);
	});
});

describe('the fields an API refuses', () => {
	it.each<[unknown, string, string | null]>([
		[{detail: [{loc: ['body', 'items', 0, 'id'], msg: 'required'}]}, 'items[0].id', 'required'],
		[{errors: {email: ['is taken']}}, 'email', 'is taken'],
		[{errors: {email: 'is taken'}}, 'email', 'is taken'],
		[{errors: [{source: {pointer: '/data/attributes/email'}, detail: 'is taken'}]}, 'email', 'is taken'],
		[{error: {code: 'bad', field: 'email', message: 'is taken'}}, 'email', 'is taken'],
		[{title: 'x', 'invalid-params': [{name: 'email', reason: 'is taken'}]}, 'email', 'is taken'],
		[{violations: [{propertyPath: 'email', message: 'is taken'}]}, 'email', 'is taken'],
		[{issues: [{path: ['email'], message: 'is taken'}]}, 'email', 'is taken'],
		[{email: ['This field is required.']}, 'email', 'This field is required.'],
	])('are read from %j', (got, name, message) => {
		expect(refusedFields(call({to: 'POST /users', got}))).toEqual([{name, message}]);
	});

	it.each([{error: 'bad request'}, {message: 'no', statusCode: 400}, 'no', {error: {code: 'x', message: 'y'}}])(
		'are none in %j',
		got => expect(refusedFields(call({to: 'POST /users', got}))).toEqual([]),
	);
});

const asked = (...calls: RecordedCall[]) => ({calls, values: []});

describe('the counterpart of a call', () => {
	it('is the same one among the calls of its endpoint in the other run', () => {
		const [a, b] = [call({to: 'GET /orders/1'}), call({to: 'GET /orders/2'})];
		const [x, y] = [call({to: 'GET /orders/8'}), call({to: 'GET /orders/9'})];
		expect(counterpartOf(b, asked(a, b), asked(x, call({to: 'GET /carts'}), y))).toBe(y);
		expect(counterpartOf(b, asked(a, b), asked(x))).toBe(x);
		expect(counterpartOf(b, asked(a, b), asked(call({to: 'POST /orders/1'})))).toBeNull();
	});
});

describe('a body', () => {
	it('of any size is looked at to a bound', () => {
		const large = {items: Array.from({length: 100_000}, (_, id) => ({id}))};
		expect([...places(large)].length).toBeLessThanOrEqual(20_000);
	});

	it('has paths a person can read', () => {
		expect(pathText(['items', 0, 'unit price'])).toBe('$.items[0]["unit price"]');
	});
});
