import fc from '../../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {layOutJson, bodyText} from '../../../components/failure/json-layout.ts';

describe('JSON laid out over lines', () => {
	it('is what JSON.stringify makes of it, for every document', () => {
		fc.assert(
			fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), value => {
				expect(layOutJson(JSON.stringify(value))).toBe(JSON.stringify(JSON.parse(JSON.stringify(value)), null, 2));
			}),
		);
	});

	it('keeps the digits of numbers and the way strings were written', () => {
		expect(layOutJson('{"id": 12345678901234567890,"price":10.0, "e":1E2,"s":"\\u00e9\\""}')).toBe(
			'{\n  "id": 12345678901234567890,\n  "price": 10.0,\n  "e": 1E2,\n  "s": "\\u00e9\\""\n}',
		);
	});

	it('needs no end: a recording may have been cut anywhere', () => {
		const whole = JSON.stringify({
			items: [{name: 'a "b" \\ c', ok: true, none: null, no: false, n: -1.5e3}],
			empty: [],
		});
		for (let length = 1; length < whole.length; length++) {
			const laidOut = layOutJson(whole.slice(0, length));
			expect(laidOut?.replace(/\n */g, '').replaceAll(': ', ':')).toBe(whole.slice(0, length));
		}
		expect(layOutJson('{"items":[{"id":1},{"id":')).toBe(
			'{\n  "items": [\n    {\n      "id": 1\n    },\n    {\n      "id": ',
		);
	});

	it.each(['[INFO] started', '{not json}', '[1] first\n[2] second', '{"a":1} trailing words', '"text"', ''])(
		'leaves %j alone',
		text => {
			expect(layOutJson(text)).toBeNull();
			expect(bodyText(text, 'utf8')).toBe(text);
		},
	);

	it('takes a string as long as a recording can be', () => {
		const text = `{"data":"${'x\\n'.repeat(300_000)}`;
		expect(layOutJson(text)).toBe(`{\n  "data": "${'x\\n'.repeat(300_000)}`);
	});
});
