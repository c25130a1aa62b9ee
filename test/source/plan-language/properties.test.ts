import {describe, expect, it} from 'vitest';
import {readStep} from '../../../source/plan-language/read-step.ts';
import {tokensOf} from '../../../source/plan-language/tokens.ts';
import fc from '../../helpers/properties.ts';

const words =
	'click the Save button in row of and then "x" field VAR_A is not visible with to for on type enter select from list , : . first 2nd until wait should contain that 24.12.2026 next table check drag onto between where Status A-1002 upload a.pdf as'.split(
		' ',
	);
const type = fc.constantFrom('action' as const, 'assertion' as const);

describe('the reader of steps', () => {
	it('answers any text, with readings or with a reason', () => {
		fc.assert(
			fc.property(type, fc.string({unit: 'binary', maxLength: 200}), (type, description) => {
				const read = readStep({type, description});
				if ('readings' in read) expect(read.readings.length).toBeGreaterThan(0);
				else expect(['not_read', 'needs_value']).toContain(read.refusal.reason);
			}),
			{numRuns: 60},
		);
	});

	it('answers any order of its own words, an assertion never with an act', () => {
		fc.assert(
			fc.property(type, fc.array(fc.constantFrom(...words), {maxLength: 30}), (type, all) => {
				const read = readStep({type, description: all.join(' ')});
				if (!('readings' in read) || type === 'action') return;
				for (const {parts} of read.readings) for (const part of parts) expect(part).toHaveProperty('isNegated');
			}),
			{numRuns: 120},
		);
	});

	it('reads the same text the same way', () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom(...words), {maxLength: 15}), all => {
				const step = {type: 'action' as const, description: all.join(' ')};
				expect(readStep(step)).toEqual(readStep(step));
			}),
			{numRuns: 50},
		);
	});

	it('never reads quoted text or variables as grammar', () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom(...words, 'and click Save', 'then'), {minLength: 1, maxLength: 12}),
				inside => {
					const text = inside.join(' ').replaceAll('"', '');
					const read = readStep({type: 'action', description: `Type "${text}" into the Notes field`});
					expect('readings' in read && read.readings.map(({parts}) => parts)).toEqual([
						[
							{
								op: 'fill',
								target: {phrase: 'Notes', isQuoted: false, role: 'field', scopes: [], ordinal: null},
								value: {text, isQuoted: true},
							},
						],
					]);
				},
			),
		);
	});

	it('cuts 2,000 characters of any kind into few pieces of work', () => {
		for (const piece of [
			'a ',
			'" ',
			"' ",
			'and ',
			'is ',
			'the row of ',
			'click ',
			', ',
			'not ',
			'next to ',
			'VAR_A ',
			'\\"',
			'x"y',
			'there are 3 of the rows in the list ',
			'in the row of in the list the column is a for ',
			'click the a in the b of the c ',
		]) {
			const description = piece.repeat(Math.floor(2000 / piece.length));
			expect(tokensOf(description).length).toBeLessThanOrEqual(2000);
			expect(readStep({type: 'action', description})).toBeDefined();
			expect(readStep({type: 'assertion', description})).toBeDefined();
			const longest = description.split(' ').slice(0, 110).join(' ');
			expect(readStep({type: 'action', description: longest})).toBeDefined();
			expect(readStep({type: 'assertion', description: longest})).toBeDefined();
		}
	});
});
