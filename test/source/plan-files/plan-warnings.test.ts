import {describe, expect, it} from 'vitest';
import {planWarnings} from '../../../source/plan-files/plan-warnings.ts';

const assertion = (description: string) => ({type: 'assertion', description});
const plan = (change: object) => ({
	projectId: 'prj_1',
	type: 'frontend',
	name: 'n',
	planSteps: [assertion('The cart is empty')],
	...change,
});
const fields = (value: unknown) => planWarnings(value).map(({field}) => field);

describe('lint warns about', () => {
	it.each([
		'Either the list or a message is visible',
		'A banner is shown, otherwise the form stays',
		'The list is visible unless it is empty',
		'It is visible whether the user is signed in',
		'If the cart is empty then a hint is visible',
	])('an assertion that allows two outcomes: %s', description => {
		expect(fields(plan({planSteps: [assertion(description)]}))).toEqual(['planSteps[0].description']);
	});

	it('nothing where such a word stands in an action, or is part of another word', () => {
		const steps = [{type: 'action', description: 'Close the dialog if it is open, then sign in'}, assertion('Neither')];
		expect(fields(plan({planSteps: steps}))).toEqual([]);
	});

	it('placeholders that nothing fills in, in every text', () => {
		const steps = [{...assertion('{{name}} is visible'), target: '{{id}}'}];
		expect(fields(plan({name: 'Hi {{x}}', planSteps: steps}))).toEqual([
			'name',
			'planSteps[0].description',
			'planSteps[0].target',
		]);
	});

	it('a plan that asserts nothing', () => {
		expect(fields(plan({planSteps: [{type: 'action', description: 'Open the page'}]}))).toEqual(['planSteps']);
		expect(fields([{type: 'action', description: 'Open the page'}])).toEqual(['planSteps']);
	});

	it('the placeholder project id of the scaffold', () => {
		expect(fields(plan({projectId: '<run: svc project list>'}))).toEqual(['projectId']);
	});

	it('a plan that has problems as well, and never fails on one', () => {
		expect(fields({projectId: '<x>', planSteps: [null, 5, assertion('either'), {type: 'assertion'}]})).toEqual([
			'projectId',
			'planSteps[2].description',
		]);
		for (const value of [null, 'x', 5, {planSteps: 'x'}]) expect(planWarnings(value)).toEqual([]);
	});
});
