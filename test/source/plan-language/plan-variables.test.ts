import {describe, expect, it} from 'vitest';
import {planVariables} from '../../../source/plan-language/plan-variables.ts';

const plan = (...descriptions: string[]) =>
	planVariables(descriptions.map(description => ({type: 'action', description})));

describe('the variables of a plan', () => {
	it.each([
		[['Save the order number as ORDER for other tests'], {produces: ['ORDER'], consumes: []}],
		[['Save the order number as ORDER'], {produces: [], consumes: []}],
		[['Type VAR_ORDER into the search field'], {produces: [], consumes: ['ORDER']}],
		[['Save the order number as ORDER', 'Type VAR_ORDER into the search field'], {produces: [], consumes: []}],
		[['Type VAR_ORDER into the search field', 'Save the order number as ORDER'], {produces: [], consumes: ['ORDER']}],
		[['Read the total into VAR_TOTAL for other tests'], {produces: ['TOTAL'], consumes: []}],
		[['Type "VAR_A VAR_B VAR_A" into Name'], {produces: [], consumes: ['A', 'B']}],
	])('of %j are %j', (steps, variables) => {
		expect(plan(...steps)).toEqual(variables);
	});

	it('stand in hints too', () => {
		const steps = [{type: 'action' as const, description: 'Fill the field', target: 'Name', value: 'VAR_NAME'}];
		expect(planVariables(steps)).toEqual({produces: [], consumes: ['NAME']});
	});
});
