import {expect, it} from 'vitest';
import {firstNamed, namedOperation} from './faults/naming.mjs';
import {operationsOf} from './faults/proxy.mjs';

const operations = operationsOf({
	paths: {'/notes': {get: {}}, '/notes/{noteId}': {patch: {}}, '/notes/latest': {get: {}}},
});

it.each([
	['PATCH /notes/17 answered 200 to "a" as `b`, but GET /notes/17 …', 'PATCH /notes/{noteId}'],
	['The test reads `a` (line 2), but the answer of GET /notes (200) has only `b`.', 'GET /notes'],
	['GET /notes/latest: nothing', 'GET /notes/latest'],
	['GET /elsewhere answered 404', null],
	['The test expected 4 and got 3 (line 2).', null],
	[null, null],
])('of %s it is %s that is named', (said, named) => {
	expect(namedOperation(said, operations)).toBe(named);
});

it('what is said of most red tests counts, and of what was first', () => {
	const [one, other] = [
		{signature: 'a', named: 'GET /a'},
		{signature: 'b', named: 'GET /b'},
	];
	expect(firstNamed([one, other, other])).toBe('GET /b');
	expect(firstNamed([one, other])).toBe('GET /a');
	expect(firstNamed([])).toBeNull();
});
