import {describe, expect, it} from 'vitest';
import {checkPlan, checkSteps, isPlanLike} from '../../../source/plan-files/check-plan.ts';

const plan = {
	projectId: 'prj_1',
	type: 'frontend',
	name: 'A visitor can sign in',
	planSteps: [
		{type: 'action', description: 'Open the start page'},
		{type: 'assertion', description: 'The heading "Welcome" is visible'},
	],
};

const problem = (change: Record<string, unknown>) =>
	checkPlan({...plan, ...change}).problems.map(({field, reason}) => `${field}: ${reason}`);
const step = (change: Record<string, unknown>) => problem({planSteps: [{...plan.planSteps[0], ...change}]});

describe('a plan', () => {
	it('is taken with its optional fields; unknown keys are dropped, not refused', () => {
		const full = {
			...plan,
			description: 'd',
			priority: 'p0',
			viewport: '1280x800',
			planSteps: [{type: 'action', description: 'a', action: 'click', target: 't', value: 'v', condition: 'c'}],
		};
		const {value, problems} = checkPlan({...full, owner: 'me', planSteps: [{...full.planSteps[0], note: 'x'}]});
		expect(problems).toEqual([]);
		expect(value).toEqual(full);
	});

	it.each([
		[{projectId: undefined}, 'projectId: is required'],
		[{projectId: '  '}, 'projectId: must not be blank'],
		[{projectId: 7}, 'projectId: must be a string'],
		[{name: '\t'}, 'name: must not be blank'],
		[{name: 'x'.repeat(201)}, 'name: must be at most 200 characters'],
		[{description: 'x'.repeat(2001)}, 'description: must be at most 2000 characters'],
		[{description: null}, 'description: must be a string'],
		[{type: undefined}, 'type: is required'],
		[{type: 'mobile'}, 'type: must be frontend'],
		[{type: 'backend'}, 'type: must be frontend; a backend test is a Python file: use --code-file'],
		[{priority: 'high'}, 'priority: must be one of p0, p1, p2, p3'],
		[{viewport: '199x800'}, 'viewport: must be <width>x<height>, each from 200 to 7680'],
		[{viewport: '1280x7681'}, 'viewport: must be <width>x<height>, each from 200 to 7680'],
		[{viewport: '1280 x 800'}, 'viewport: must be <width>x<height>, each from 200 to 7680'],
		[{planSteps: undefined}, 'planSteps: is required'],
		[{planSteps: {}}, 'planSteps: must be an array of steps'],
		[{planSteps: []}, 'planSteps: must hold at least one step'],
		[{planSteps: Array(201).fill(plan.planSteps[0])}, 'planSteps: must hold at most 200 steps'],
	])('%j is refused: %s', (change, expected) => {
		expect(problem(change)).toEqual([expected]);
	});

	it.each([
		[{type: 'assert'}, 'planSteps[0].type: must be one of action, assertion'],
		[{type: undefined}, 'planSteps[0].type: is required'],
		[{description: ' '}, 'planSteps[0].description: must not be blank'],
		[{description: 'x'.repeat(2001)}, 'planSteps[0].description: must be at most 2000 characters'],
		[{target: 5}, 'planSteps[0].target: must be a string'],
	])('whose step has %j is refused: %s', (change, expected) => {
		expect(step(change)).toEqual([expected]);
	});

	it('accepts the extreme sizes', () => {
		expect(problem({name: 'x'.repeat(200), description: 'x'.repeat(2000), viewport: '200x7680'})).toEqual([]);
		expect(problem({name: '\u{1F680}'.repeat(200)})).toEqual([]);
		expect(problem({planSteps: Array(200).fill(plan.planSteps[0])})).toEqual([]);
	});

	it('is told every problem at once, in the order of its fields', () => {
		const {problems} = checkPlan({type: 'x', name: '', planSteps: [{}, 'go', {type: 'action', description: 'ok'}]});
		expect(problems.map(({field}) => field)).toEqual([
			'projectId',
			'type',
			'name',
			'planSteps[0].type',
			'planSteps[0].description',
			'planSteps[1]',
		]);
	});

	it('of type backend is told its other problems too', () => {
		expect(checkPlan({...plan, type: 'backend', name: ''}).problems.map(({field}) => field)).toEqual(['type', 'name']);
	});

	it('names the values an enumeration takes', () => {
		expect(checkPlan({...plan, priority: 1}).problems[0]?.accepted).toEqual(['p0', 'p1', 'p2', 'p3']);
	});

	it.each([[null], ['text'], [7], [true]])('cannot be %j', value => {
		expect(checkPlan(value).problems).toEqual([{field: 'file', reason: 'must be an object'}]);
	});

	it('that is an array is refused with a hint to --steps', () => {
		expect(checkPlan(plan.planSteps).problems[0]?.reason).toContain('--steps');
	});

	it('with too many steps is told about the allowed ones as well, not about each of a hundred thousand', () => {
		const {problems} = checkPlan({...plan, planSteps: [plan.planSteps[0], ...Array(100_000).fill(1)]});
		expect(problems).toHaveLength(200);
		expect(problems[0]?.field).toBe('planSteps[1]');
		expect(problems.at(-1)).toEqual({field: 'planSteps', reason: 'must hold at most 200 steps'});
	});
});

describe('a steps file', () => {
	it('is the bare array or an object with planSteps', () => {
		expect(checkSteps(plan.planSteps).value).toEqual(plan.planSteps);
		expect(checkSteps({planSteps: plan.planSteps}).value).toEqual(plan.planSteps);
		expect(checkSteps(plan).value).toEqual(plan.planSteps);
	});

	it('is told the field path of its problems in both forms', () => {
		const broken = [{type: 'action', description: 'a'}, {type: 'action'}];
		for (const value of [broken, {planSteps: broken}])
			expect(checkSteps(value).problems).toEqual([{field: 'planSteps[1].description', reason: 'is required'}]);
	});

	it('cannot be a text', () => {
		expect(checkSteps('a').problems).toEqual([
			{field: 'file', reason: 'must be an object with planSteps, or an array of steps'},
		]);
	});
});

describe('a JSON file beside plans', () => {
	it.each([
		[{name: 'shop', version: '1.0.0'}, false],
		[{compilerOptions: {}}, false],
		[{projectId: 'prj_1'}, true],
		[{planSteps: 1}, true],
		[{}, true],
		[[], true],
	])('%j is meant as a plan: %s', (value, expected) => {
		expect(isPlanLike(value)).toBe(expected);
	});
});
