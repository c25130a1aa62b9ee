import {describe, expect, it} from 'vitest';
import {
	explainSteps,
	handoverWarnings,
	rememberingReader,
	stepWarnings,
	unreadSteps,
} from '../../../source/plan-files/step-warnings.ts';

const action = (description: string, hints: object = {}) => ({type: 'action', description, ...hints});
const assertion = (description: string) => ({type: 'assertion', description});
const warnings = (...planSteps: object[]) =>
	stepWarnings(explainSteps({planSteps})).map(({field, reason}) => `${field} ${reason}`);
const plan = (file: string, ...planSteps: object[]) => ({file, prefix: '', explained: explainSteps({planSteps})});

describe('lint warns about a step that', () => {
	it('is not read, with sentences to use instead', () => {
		expect(warnings(action('Perform the "Checkout" somehow'))).toEqual([
			'planSteps[0].description is not read: no form fits all of its words. Nearest forms: Click "Checkout" · Type "Checkout" into the somehow field · Wait until "Checkout" is visible',
		]);
		expect(warnings(assertion('Click Save'))).toEqual([
			expect.stringContaining('an action, but an assertion never acts'),
		]);
	});

	it('needs a value', () => {
		expect(warnings(action('Enter a valid city'))).toEqual([
			expect.stringMatching(/^planSteps\[0\]\.description needs a value: was read as: fill the "city"/),
		]);
		expect(warnings(action('Enter a valid city', {value: 'Lyon'}))).toEqual([]);
	});

	it('may be ambiguous', () => {
		expect(warnings(action('Click the button'))).toEqual([expect.stringContaining('names no button')]);
		expect(warnings(action('Click Edit in Settings'))).toEqual([
			expect.stringContaining('can be read in several ways'),
		]);
		expect(
			warnings(
				action('Click the first button'),
				action('Click the button in the dialog'),
				assertion('There are 3 rows'),
			),
		).toEqual([]);
	});

	it('keeps a value under a name that another value has', () => {
		expect(
			warnings(
				action('Fill City with VAR_TOTAL'),
				action('Save the total as TOTAL'),
				action('Save the sum as TOTAL'),
				action('Save the sum as NOW'),
			),
		).toEqual([
			'planSteps[0].description uses VAR_TOTAL before planSteps[1] keeps a value under this name; here it is that of the environment',
			'planSteps[2].description keeps a second value as TOTAL; the first is lost',
			'planSteps[3].description keeps a value as NOW, which every run has already; take another name',
		]);
	});

	it('is none of these, in silence', () => {
		expect(warnings(action('Log in'), action('Set the quantity to 3'), assertion('The total is 46.50 €'))).toEqual([]);
		expect(stepWarnings(explainSteps({planSteps: [null, 5, {type: 'x'}, {type: 'action', description: 7}]}))).toEqual(
			[],
		);
		for (const value of [null, 'x', {planSteps: 'x'}]) expect(explainSteps(value)).toEqual([]);
	});
});

describe('several plans', () => {
	const producer = plan('a.json', action('Save the order number as ORDER for other tests'));

	it('are warned about a value that no plan hands on', () => {
		const keeper = plan('k.json', action('Save the total as TOTAL'));
		const consumer = plan(
			'c.json',
			action('Search for VAR_TOTAL'),
			action('Search for VAR_ORDR'),
			action('Search for VAR_ORDER'),
			action('Search for VAR_USER'),
		);
		expect(handoverWarnings([producer, keeper, consumer])).toEqual([
			{
				file: 'c.json',
				field: 'planSteps[0].description',
				reason: 'uses VAR_TOTAL, but k.json keeps it for itself; write "as TOTAL for other tests" there',
			},
			{
				file: 'c.json',
				field: 'planSteps[1].description',
				reason: 'uses VAR_ORDR, but no plan here produces it; ORDER is produced by a.json',
			},
		]);
	});

	it('are warned about two producers of one name', () => {
		expect(
			handoverWarnings([producer, plan('b.json', action('Save the order number as ORDER for other tests'))]),
		).toEqual([
			{
				file: 'b.json',
				field: 'planSteps[0].description',
				reason: 'produces ORDER, as a.json does; one test produces a name',
			},
		]);
	});
});

it('a step that was read is remembered, and steps that differ in a hint are not the same', () => {
	const reader = rememberingReader();
	const steps = [
		action('Enter a valid city'),
		action('Enter a valid city'),
		action('Enter a valid city', {value: 'Lyon'}),
	];
	const [first, second, third] = explainSteps(steps, reader);
	expect(second!.read).toBe(first!.read);
	expect(unreadSteps([first!, third!]).map(({field}) => field)).toEqual(['planSteps[0].description']);
});
