import {expect, it} from 'vitest';
import type {FailureContext, TestStep} from '../../../contract/result.ts';
import {stepLines} from '../../../components/failure/step-lines.ts';
import {glyphSets} from '../../../source/terminal/glyphs.ts';

const step = (stepIndex: number, description: string, more: Partial<TestStep> = {}) =>
	({
		stepIndex,
		action: 'click',
		stepType: 'action',
		description,
		status: 'passed',
		error: null,
		screenshotUrl: null,
		...more,
	}) as TestStep;

const linesOf = (width: number): string[] => {
	const error = 'the button "Buy" was not found in 30.1 s on http://127.0.0.1:4101/catalogue';
	const steps = [
		step(1, 'Open the home page'),
		step(2, 'Select the category "Footwear" in the filter on the left'),
		step(3, 'Click "Buy"', {status: 'failed', error, screenshotUrl: '/pictures/3'}),
	];
	const context = {steps, result: {failedStepIndex: 3}} as unknown as FailureContext;
	return stepLines(context, null, {glyphs: glyphSets.unicode, width}).map(line => line.map(({text}) => text).join(''));
};

it('what is said of a step stands below its name, on its line where there is room', () => {
	const wide = linesOf(100);
	expect(wide.map(line => line.slice(0, 5))).toEqual(['  1  ', '  2  ', '  3  ', ...wide.slice(3).map(() => '     ')]);
	expect(wide[1]).toContain('Select the category "Footwear" in the filter on the left');
	expect(wide.at(-1)).toMatch(/^ {5}Picture +press o to open it$/);
	const narrow = linesOf(50);
	expect(narrow[1]).toMatch(/^ {2}2 .*action *$/);
	expect(narrow[2]).toMatch(/^ {5}Select the category/);
	expect(narrow.filter(line => line.length > 50)).toEqual([]);
});
