import fc from '../../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {findJsonFault} from '../../../source/plan-files/json-fault.ts';

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

describe('the first fault of a text that is not JSON', () => {
	it.each([
		['', 0, 'the text ends where a value is expected'],
		['{"a": 1', 7, 'the text ends where a comma or the closing bracket is expected'],
		['{"a": 1,}', 8, 'a key in double quotes is expected'],
		['[1, 2,]', 6, 'a value is expected'],
		['{a: 1}', 1, 'a key in double quotes or } is expected'],
		['{"a" 1}', 5, 'a colon is expected'],
		['{"a": undefined}', 6, 'a value is expected'],
		['[1] x', 4, 'nothing more is expected'],
		['["a\nb"]', 3, 'a control character or line break inside a string'],
		['["a\\x"]', 3, 'no known escape'],
		['["abc', 5, 'the text ends inside a string'],
		['[1}', 2, 'a comma or the closing bracket is expected'],
		['[01]', 2, 'a comma or the closing bracket is expected'],
	])('of %j stands at %i', (text, offset, what) => {
		expect(isJson(text)).toBe(false);
		expect(findJsonFault(text)).toEqual({offset, what});
	});

	it('exists exactly where JSON.parse refuses', () => {
		const almostJson = fc
			.tuple(
				fc.json(),
				fc.nat(),
				fc.constantFrom('', ',', '}', ']', '{', '[', '"', ':', '\\', '0', '-', ' ', '\n', '\u0007', 'tru'),
			)
			.map(([json, at, inserted]) => {
				const place = at % (json.length + 1);
				return json.slice(0, place) + inserted + json.slice(place + (at % 2));
			});
		fc.assert(
			fc.property(almostJson, text => (findJsonFault(text) === null) === isJson(text)),
			{numRuns: 3000},
		);
	});

	it('is found below nesting of any depth', () => {
		const depth = 200_000;
		expect(findJsonFault('['.repeat(depth))).toEqual({
			offset: depth,
			what: 'the text ends where a value or ] is expected',
		});
		expect(findJsonFault('['.repeat(depth) + ']'.repeat(depth))).toBeNull();
	});
});
