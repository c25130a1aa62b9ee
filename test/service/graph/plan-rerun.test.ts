import type {EarlierCaptures} from '../../../service/graph/graph.ts';
import fc from '../../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import type {BatchPlan} from '../../../service/graph/plan-batch.ts';
import {clearedBy, leftOutOf, planRerun, type RerunOptions} from '../../../service/graph/plan-rerun.ts';
import {isTeardown, type PlanTest} from '../../../service/graph/plan-test.ts';
import {producersOf} from '../../../service/graph/producers.ts';
import {anyProject, planTests} from './plan-tests.ts';

/** Values by `test.variable`. */
const earlierOf = (...captured: string[]): EarlierCaptures => ({
	runOf: (producerId, variable) => (captured.includes(`${producerId}.${variable}`) ? `run of ${producerId}` : null),
});
const rolesOf = (plan: BatchPlan) => Object.fromEntries(plan.members.map(({test, role}) => [test.name, role]));
const rerun = (tests: PlanTest[], names: string[], options: Partial<RerunOptions> = {}) =>
	planRerun(
		tests,
		tests.filter(test => names.includes(test.name)),
		{whole: false, earlier: null, capacity: Number.POSITIVE_INFINITY, ...options},
	);
const rerunAll = (tests: PlanTest[], earlier: EarlierCaptures) =>
	planRerun(tests, tests, {whole: true, earlier, capacity: Number.POSITIVE_INFINITY});

const shop = planTests({
	'log in': {produces: ['token']},
	'create user': {consumes: ['token'], produces: ['user_id']},
	'create order': {consumes: ['token', 'user_id'], produces: ['order_id']},
	'pay order': {consumes: ['order_id']},
	'delete order': {category: 'teardown', consumes: ['order_id']},
	'delete user': {category: 'teardown', consumes: ['user_id']},
	unrelated: {},
});

describe('a rerun that skips nothing', () => {
	it('of a producer cascades to its consumers and the producers those need, then tears down', () => {
		expect(rolesOf(rerun(shop, ['create user']))).toEqual({
			'log in': 'producer',
			'create user': 'selected',
			'create order': 'consumer',
			'pay order': 'consumer',
			'delete order': 'teardown',
			'delete user': 'teardown',
		});
	});

	it('with siblings adds what shares a producer, with what that needs; without them tells who was left out', () => {
		const tests = planTests({
			'create flow': {produces: ['flow']},
			'log in': {produces: ['token']},
			'read flow': {consumes: ['flow']},
			'rename flow': {consumes: ['flow', 'token']},
			'delete flow': {category: 'teardown', consumes: ['flow']},
			unrelated: {},
		});
		const alone = rerun(tests, ['read flow']);
		expect(rolesOf(alone)).not.toHaveProperty('rename flow');
		expect(leftOutOf(tests, alone).map(({name}) => name)).toEqual(['rename flow']);
		const together = rerun(tests, ['read flow'], {siblings: true});
		expect(rolesOf(together)).toEqual({
			'read flow': 'selected',
			'create flow': 'producer',
			'rename flow': 'consumer',
			'log in': 'producer',
			'delete flow': 'teardown',
		});
		expect(leftOutOf(tests, together)).toEqual([]);
	});

	it('of a leaf adds nothing downstream', () => {
		expect(Object.values(rolesOf(rerun(shop, ['pay order'])))).not.toContain('consumer');
	});

	it('of a test without dependencies is that test alone', () => {
		expect(rolesOf(rerun(shop, ['unrelated']))).toEqual({unrelated: 'selected'});
	});

	it('drops the earlier values of everything that runs again', () => {
		const earlier = earlierOf('log in.token', 'create order.order_id', 'elsewhere.x');
		expect(clearedBy(rerun(shop, ['create user']), earlier)).toBe(2);
		expect(clearedBy(rerun(shop, ['unrelated']), earlier)).toBe(0);
	});

	it('of anything holds every producer and consumer of what is selected', () => {
		fc.assert(
			fc.property(anyProject, fc.nat(), (tests, nth) => {
				if (tests.length === 0) return;
				const selected = tests[nth % tests.length]!;
				const inside = new Set(rerun(tests, [selected.name]).members.map(({test}) => test.id));
				const choice = producersOf(tests);
				expect(inside).toContain(selected.id);
				for (const test of tests) {
					if (isTeardown(test)) continue;
					for (const variable of test.consumes) {
						const producer = choice.chosen(test, variable);
						if (inside.has(test.id) && producer) expect(inside).toContain(producer.id);
						if (producer?.id === selected.id) expect(inside).toContain(test.id);
					}
				}
			}),
		);
	});
});

describe('a rerun of named tests that skips dependencies', () => {
	it('runs these tests only, fed by the runs that captured the values', () => {
		const plan = rerun(shop, ['create order'], {earlier: earlierOf('log in.token', 'create user.user_id')});
		expect(rolesOf(plan)).toEqual({'create order': 'selected'});
		expect(plan.members[0]).toMatchObject({
			blocked: null,
			wave: 1,
			needs: [
				{variable: 'token', inBatch: false, earlierRunId: 'run of log in'},
				{variable: 'user_id', inBatch: false, earlierRunId: 'run of create user'},
			],
		});
	});

	it('blocks a test whose value is missing or no longer valid, and says which', () => {
		const plan = rerun(shop, ['create order'], {earlier: earlierOf('log in.token')});
		expect(plan.members[0]?.blocked).toMatchObject({
			reason: 'stale_capture',
			variable: 'user_id',
			producer: {testId: 'create user'},
		});
	});

	it('takes the value of a named producer from this batch, not from an earlier one', () => {
		const plan = rerun(shop, ['create user', 'create order'], {
			earlier: earlierOf('log in.token', 'create user.user_id'),
		});
		const order = plan.members.find(({test}) => test.name === 'create order');
		expect(order?.needs.find(need => need.variable === 'user_id')).toMatchObject({inBatch: true, earlierRunId: null});
		expect(order?.wave).toBe(2);
	});
});

describe('a rerun of the whole project that skips dependencies', () => {
	it('leaves out producers whose earlier values are all valid', () => {
		expect(Object.keys(rolesOf(rerunAll(shop, earlierOf('log in.token', 'create user.user_id')))).sort()).toEqual([
			'create order',
			'delete order',
			'delete user',
			'pay order',
			'unrelated',
		]);
	});

	it('runs a producer of which one value is missing', () => {
		const tests = planTests({both: {produces: ['a', 'b']}, use: {consumes: ['a']}});
		expect(Object.keys(rolesOf(rerunAll(tests, earlierOf('both.a'))))).toEqual(['both', 'use']);
	});

	it('runs everything when nothing was captured', () => {
		expect(rerunAll(shop, earlierOf()).members).toHaveLength(shop.length);
	});
});

describe('a rerun that does not fit into the queue', () => {
	it('takes the first tests with all they bring along and defers the rest', () => {
		const plan = rerun(shop, ['create user', 'unrelated'], {capacity: 2});
		const inside = plan.members.filter(member => !member.teardown).length;
		expect(inside).toBeLessThanOrEqual(2);
		expect(plan.deferred.length + Object.keys(rolesOf(plan)).length).toBeGreaterThan(0);
		expect(rerun(shop, ['unrelated'], {capacity: 0})).toMatchObject({members: [], deferred: [{name: 'unrelated'}]});
	});
});
