import {describe, expect, test} from 'vitest';
import {negated} from '../../../../service/plans/code/statement.ts';

describe('the opposite of a condition', () => {
	test.each([
		['a == b', 'a != b'],
		['a not in (1, 2)', 'a in (1, 2)'],
		['not leaks(response)', 'leaks(response)'],
		['not (a and b)', 'a and b'],
		['(body.get("a") or {}).get("b") == field', '(body.get("a") or {}).get("b") != field'],
		['body.get("a or b") == " == "', 'body.get("a or b") != " == "'],
		['type(x.get("a")) is dict', 'type(x.get("a")) is not dict'],
		// Of two sets neither need hold the other.
		['{"a", "b"} <= body.keys()', 'not ({"a", "b"} <= body.keys())'],
		['sent.items() <= (body.get("a") or {}).items()', 'not (sent.items() <= (body.get("a") or {}).items())'],
		['a is None or a == 1', 'a is not None and a != 1'],
		['"a" in body and type(body["a"]) is str', '"a" not in body or type(body["a"]) is not str'],
		['a and b or c', 'not (a and b or c)'],
		['a <= b or 1 <= a <= 3', 'not (a <= b or 1 <= a <= 3)'],
		['1 <= a <= 3', 'not (1 <= a <= 3)'],
		['not a == b', 'not (not a == b)'],
		['found', 'not found'],
	])('%s', (condition, opposite) => {
		expect(negated(condition)).toBe(opposite);
	});
});
