import {expect, it} from 'vitest';
import {exactJson, survivesParsing} from '../../../service/domain/value-place.ts';

it.each<[string, unknown]>([
	['9007199254740991', 9_007_199_254_740_991],
	['9007199254740993', '9007199254740993'],
	['-1234567890123456789', '-1234567890123456789'],
	['{"id":1234567890123456789,"at":1700000000000}', {id: '1234567890123456789', at: 1_700_000_000_000}],
	['[1234567890123456789 , 2]', ['1234567890123456789', 2]],
	['"1234567890123456789"', '1234567890123456789'],
	['{"a\\"1234567890123456789":"x 1234567890123456789 y"}', {'a"1234567890123456789': 'x 1234567890123456789 y'}],
	['0.12345678901234567890', 0.123_456_789_012_345_68],
	['1234567890123456789.5', 1_234_567_890_123_456_800],
	['1e10', 1e10],
])('%s is read without changing an integer', (json, value) => {
	expect(exactJson(json)).toEqual(value);
});

it('refuses what is no JSON', () => {
	expect(() => exactJson('12345678901234567890x')).toThrow(SyntaxError);
});

it('knows which texts JavaScript would change', () => {
	expect(['1', '"a"', '{"a":[null,true]}', '1234567890123456789', '12.0'].map(survivesParsing)).toEqual([
		true,
		true,
		true,
		false,
		false,
	]);
});
