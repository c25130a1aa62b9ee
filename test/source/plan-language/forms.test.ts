import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {ReadStep} from '../../../source/plan-language/reading.ts';
import {readStep} from '../../../source/plan-language/read-step.ts';

type Forms = Record<string, {type: 'action' | 'assertion'; steps: Record<string, string[]>}>;
type Refusals = Array<{
	type: 'action' | 'assertion';
	step: string;
	reason: string;
	understood: string | null;
	nearestForms: string[];
}>;

const fixture = (name: string) =>
	JSON.parse(readFileSync(new URL(`../../fixtures/plan-language/${name}.json`, import.meta.url), 'utf8'));
const forms: Forms = fixture('forms');
const refusals: Refusals = fixture('refusals');
const strangers: Array<{type: 'action' | 'assertion'; step: string; lines?: string[]; refused?: string}> =
	fixture('strangers');
const everyday: Array<{type: 'action' | 'assertion'; step: string; lines: string[]}> = fixture('everyday');

const linesOf = (read: ReadStep): unknown => ('readings' in read ? read.readings.map(({line}) => line) : read.refusal);

describe('readStep', () => {
	for (const [family, {type, steps}] of Object.entries(forms))
		it(`reads ${family}`, () => {
			const read = Object.keys(steps).map(step => [step, linesOf(readStep({type, description: step}))]);
			expect(Object.fromEntries(read)).toEqual(steps);
			expect(read.length).toBeGreaterThanOrEqual(5);
		});

	for (const {type, step, ...refusal} of refusals)
		it(`refuses "${step}"`, () => {
			const read = readStep({type, description: step});
			const {told: _, ...said} = 'refusal' in read ? read.refusal : {};
			expect({refusal: said}).toEqual({refusal});
		});

	it('reads what others wrote as it was judged to be right', () => {
		for (const {type, step, lines, refused} of strangers) {
			const read = readStep({type, description: step});
			expect('readings' in read ? linesOf(read) : read.refusal.reason, step).toEqual(lines ?? refused);
		}
	});

	it('reads steps for tables, bookings, settings, boards and baskets as a browser has shown to be right', () => {
		for (const {type, step, lines} of everyday)
			expect(linesOf(readStep({type, description: step})), step).toEqual(lines);
	});

	it('gives nearest forms that can be read', () => {
		for (const {type, step, nearestForms} of refusals) {
			expect(nearestForms.length, step).toBe(3);
			for (const description of nearestForms)
				expect(readStep({type, description}), description).toHaveProperty('readings');
		}
	});
});
