import {expect, test} from 'vitest';
import {planOf, rowOf, shop} from './shop-plan.ts';

const plan = planOf(shop());

test('a record is never expected on the first page: a filter finds it, or every page is looked through', () => {
	const looks = plan.rows.flatMap(({key, recipe}) =>
		recipe.steps.flatMap(step =>
			step.asserts.flatMap(({check}) =>
				check.type === 'contains' ? [{key, step: step.id, call: step.call, check}] : [],
			),
		),
	);
	expect(looks.length).toBeGreaterThan(20);
	const isPaged = (path: string) => !/\/items$/.test(path);
	// Below a parent that the test has made itself there is nobody else's entry.
	const isOwn = ({path}: {path: object}) => Object.values(path).some(value => value.is === 'step');
	const blind = looks.filter(({call, check}) =>
		check.locate === 'filter'
			? Object.keys(call.query).length === 0 && !isOwn(call)
			: !check.paging && check.present && isPaged(call.operation.path),
	);
	expect(blind.map(({key, step}) => `${key} ${step}`)).toEqual([]);
});

test('a chain looks for its record by a field of its own, and for a deleted one not by what it was renamed from', () => {
	const steps = (key: string) => rowOf(plan, key).recipe.steps.map(({id, call}) => [id, Object.keys(call.query)]);
	expect(steps('chain life cart')).toContainEqual(['list', ['userId']]);
	expect(steps('chain life cart')).toContainEqual(['list_deleted', ['userId']]);
	expect(steps('chain life user')).toContainEqual(['list', ['email']]);
	expect(steps('chain life user')).toContainEqual(['list_deleted', ['email']]);
	expect(steps('chain life product').map(([id]) => id)).not.toContain('list_deleted');
});

test('a row that wants to be refused says what the document promises of refusals', () => {
	const whys = plan.rows
		.filter(({recipe}) => ['unknown-id', 'unreadable-body', 'bounds-refused'].includes(recipe.template))
		.map(({recipe}) => recipe.why);
	expect(whys.length).toBeGreaterThan(10);
	expect(whys.filter(why => /promises 2/.test(why))).toEqual([]);
	expect(rowOf(plan, 'chain life user').recipe.title).toMatch(/^A user lives/);
});
