import fc from '../../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {type BatchPlan, type PlannedMember, planFreshRun} from '../../../service/graph/plan-batch.ts';
import {isTeardown, type PlanTest} from '../../../service/graph/plan-test.ts';
import {acyclicProject, anyProject, planTests} from './plan-tests.ts';

const planAll = (tests: PlanTest[]) => planFreshRun(tests, tests);
const select = (tests: PlanTest[], ...names: string[]) =>
	planFreshRun(
		tests,
		tests.filter(test => names.includes(test.name)),
	);
const rolesOf = (plan: BatchPlan) => Object.fromEntries(plan.members.map(({test, role}) => [test.name, role]));
const wavesOf = (plan: BatchPlan) => Object.fromEntries(plan.members.map(({test, wave}) => [test.name, wave]));
const byId = (plan: BatchPlan) => new Map(plan.members.map(member => [member.test.id, member]));

/** Every pair of members of which the second takes a value from the first. */
function* edges(plan: BatchPlan): Iterable<[PlannedMember, PlannedMember, string]> {
	const members = byId(plan);
	for (const consumer of plan.members)
		for (const need of consumer.needs)
			if (need.inBatch) yield [members.get(need.producer!.id)!, consumer, need.variable];
}

describe('the members of a fresh run', () => {
	const tests = planTests({
		'log in': {produces: ['token']},
		'create user': {consumes: ['token'], produces: ['user_id']},
		'create order': {consumes: ['token', 'user_id'], produces: ['order_id']},
		'pay order': {consumes: ['order_id']},
		'delete order': {category: 'teardown', consumes: ['order_id']},
		'delete user': {category: 'teardown', consumes: ['user_id']},
		'log out': {category: 'cleanup'},
		unrelated: {},
	});

	it.each([
		[
			'a consumer brings its producers transitively, and teardown tests that need a produced name or nothing',
			['create order'],
			{
				'log in': 'producer',
				'create user': 'producer',
				'create order': 'selected',
				'delete order': 'teardown',
				'delete user': 'teardown',
				'log out': 'teardown',
			},
		],
		[
			'a producer brings no consumer',
			['create user'],
			{'log in': 'producer', 'create user': 'selected', 'delete user': 'teardown', 'log out': 'teardown'},
		],
		['a lonely test brings only what cleans up unasked', ['unrelated'], {unrelated: 'selected', 'log out': 'teardown'}],
		[
			'a selected teardown test runs in the final wave with the producers it needs',
			['delete order'],
			{
				'delete order': 'teardown',
				'create order': 'producer',
				'create user': 'producer',
				'log in': 'producer',
				'delete user': 'teardown',
				'log out': 'teardown',
			},
		],
	])('%s', (_, selected, roles) => {
		expect(rolesOf(select(tests, ...selected))).toEqual(roles);
	});
});

describe('waves', () => {
	it.each<[string, Record<string, Partial<PlanTest>>, Record<string, number>]>([
		['independent tests share the first', {a: {}, b: {}}, {a: 1, b: 1}],
		[
			'a chain is one wave per test',
			{a: {produces: ['x']}, b: {consumes: ['x'], produces: ['y']}, c: {consumes: ['y']}},
			{a: 1, b: 2, c: 3},
		],
		[
			'a test stands after its longest way',
			{a: {produces: ['x']}, b: {consumes: ['x'], produces: ['y']}, c: {consumes: ['x', 'y']}},
			{a: 1, b: 2, c: 3},
		],
		[
			'teardown and cleanup tests share the last one, also when they need each other',
			{
				a: {produces: ['x']},
				t: {category: 'teardown', consumes: ['x'], produces: ['z']},
				c: {category: 'cleanup', consumes: ['z']},
				d: {category: 'teardown'},
			},
			{a: 1, t: 2, c: 2, d: 2},
		],
		['only teardown tests are the first and last', {t: {category: 'teardown'}}, {t: 1}],
		[
			'the tests of a cycle stand together after what they need, and what needs them comes later',
			{
				a: {produces: ['x']},
				b: {consumes: ['x', 'z'], produces: ['y']},
				c: {consumes: ['y'], produces: ['z']},
				d: {consumes: ['z']},
			},
			{a: 1, b: 2, c: 2, d: 3},
		],
		['another category is an ordinary test', {a: {category: 'smoke'}}, {a: 1}],
	])('%s', (_, tests, waves) => {
		expect(wavesOf(planAll(planTests(tests)))).toEqual(waves);
	});

	it('respect every edge of any project without rings, without a gap, teardown last', () => {
		fc.assert(
			fc.property(acyclicProject, tests => {
				const plan = planAll(tests);
				expect(plan.cycles).toEqual([]);
				for (const [producer, consumer] of edges(plan))
					if (!consumer.teardown) expect(consumer.wave).toBeGreaterThan(producer.wave);
				const waves = new Set(plan.members.map(member => member.wave));
				expect([...waves].sort((a, b) => a - b)).toEqual(Array.from({length: waves.size}, (_, i) => i + 1));
				const last = Math.max(...waves);
				for (const member of plan.members) if (member.teardown) expect(member.wave).toBe(last);
				// No test waits longer than its producers make it.
				for (const member of plan.members.filter(one => !one.teardown)) {
					const before = [...edges(plan)].filter(([, to]) => to === member).map(([from]) => from.wave);
					expect(member.wave).toBe(1 + Math.max(0, ...before));
				}
			}),
		);
	});
});

describe('the producer of a name', () => {
	const producerOf = (plan: BatchPlan, consumer: string, variable: string) =>
		byId(plan)
			.get(consumer)
			?.needs.find(need => need.variable === variable)?.producer?.name ?? null;

	it('is the one the consumer is wired to, else the oldest, then the smaller id', () => {
		const tests = planTests({
			young: {produces: ['id'], createdAt: 9},
			'b old': {produces: ['id'], createdAt: 1},
			'a old': {produces: ['id'], createdAt: 1},
			plain: {consumes: ['id']},
			wired: {consumes: ['id'], wiring: {id: 'young'}},
			'wired to nobody': {consumes: ['id'], wiring: {id: 'gone'}},
		});
		const plan = planAll(tests);
		expect(producerOf(plan, 'plain', 'id')).toBe('a old');
		expect(producerOf(plan, 'wired', 'id')).toBe('young');
		expect(producerOf(plan, 'wired to nobody', 'id')).toBe('a old');
	});

	it('is the same whatever the order of the tests and the selection', () => {
		fc.assert(
			fc.property(anyProject, fc.infiniteStream(fc.nat(1000)), (tests, random) => {
				const choice = (plan: BatchPlan) =>
					plan.members
						.filter(member => !member.teardown)
						.flatMap(member => member.needs.map(need => `${member.test.id} ${need.variable} ${need.producer?.id}`));
				const shuffled = tests
					.map(test => ({test, key: random.next().value as number}))
					.sort((a, b) => a.key - b.key)
					.map(({test}) => test);
				const all = choice(planAll(tests)).sort();
				expect(choice(planAll(shuffled)).sort()).toEqual(all);
				for (const line of choice(planFreshRun(tests, tests.slice(0, 3)))) expect(all).toContain(line);
			}),
		);
	});

	it('is never the test itself, and outside the final wave never a teardown test', () => {
		const tests = planTests({
			renew: {produces: ['token'], consumes: ['token']},
			'log in': {produces: ['token']},
			sweep: {category: 'teardown', produces: ['left']},
			use: {consumes: ['left']},
		});
		expect(producerOf(planAll(tests), 'renew', 'token')).toBe('log in');
		expect(producerOf(planAll(tests), 'use', 'left')).toBeNull();
	});

	it('of a teardown test is one of the batch where there is one', () => {
		const tests = planTests({
			'old create': {produces: ['id']},
			'new create': {produces: ['id']},
			use: {consumes: ['id'], wiring: {id: 'new create'}},
			remove: {category: 'teardown', consumes: ['id']},
		});
		const plan = select(tests, 'use');
		expect(producerOf(plan, 'remove', 'id')).toBe('new create');
		expect(producerOf(planAll(tests), 'remove', 'id')).toBe('old create');
	});
});

describe('a cycle', () => {
	it('names two tests of which the first needs the second', () => {
		const tests = planTests({
			a: {consumes: ['z'], produces: ['x']},
			b: {consumes: ['x'], produces: ['y']},
			c: {consumes: ['y'], produces: ['z']},
		});
		const [cycle] = planAll(tests).cycles;
		expect(cycle?.members.map(test => test.name)).toEqual(['a', 'b', 'c']);
		expect(cycle?.named.map(test => test.name)).toEqual(['a', 'c']);
	});

	it('is found apart from another one', () => {
		const tests = planTests({
			a: {consumes: ['y'], produces: ['x']},
			b: {consumes: ['x'], produces: ['y']},
			c: {consumes: ['w'], produces: ['v']},
			d: {consumes: ['v'], produces: ['w']},
			free: {},
		});
		expect(
			planAll(tests)
				.cycles.map(cycle => cycle.members.map(test => test.name))
				.sort(),
		).toEqual([
			['a', 'b'],
			['c', 'd'],
		]);
	});

	it('blocks exactly the tests that can reach themselves, in any project', () => {
		fc.assert(
			fc.property(anyProject, tests => {
				const plan = planAll(tests);
				const next = new Map<string, string[]>(plan.members.map(member => [member.test.id, []]));
				for (const [from, to] of edges(plan)) next.get(from.test.id)!.push(to.test.id);
				for (const member of plan.members) {
					const reached = new Set<string>();
					const open = [...next.get(member.test.id)!];
					for (let id = open.pop(); id !== undefined; id = open.pop()) {
						if (reached.has(id)) continue;
						reached.add(id);
						open.push(...next.get(id)!);
					}
					expect(member.blocked?.reason === 'circular_dependency').toBe(reached.has(member.test.id));
				}
				for (const {named, members} of plan.cycles) {
					expect(named[0]).not.toBe(named[1]);
					for (const test of named) expect(members).toContain(test);
				}
			}),
			{numRuns: 300},
		);
	});

	it('of thousands of tests is found without running out of stack', () => {
		const count = 5000;
		const tests = planTests(
			Object.fromEntries(
				Array.from({length: count}, (_, i) => [
					`t${i}`,
					{produces: [`v${i}`], consumes: [`v${(i + count - 1) % count}`]},
				]),
			),
		);
		const plan = planAll(tests);
		expect(plan.cycles).toHaveLength(1);
		expect(plan.members.every(member => member.blocked?.reason === 'circular_dependency')).toBe(true);
	});
});

describe('who is blocked from the start', () => {
	it('is in any project exactly who needs a name without a producer, stands in a cycle, or needs such a test', () => {
		fc.assert(
			fc.property(anyProject, tests => {
				const plan = planAll(tests);
				const members = byId(plan);
				for (const member of plan.members) {
					const direct =
						member.needs.some(need => need.producer === null) || member.blocked?.reason === 'circular_dependency';
					const inherited =
						!member.teardown &&
						member.needs.some(need => need.inBatch && members.get(need.producer!.id)!.blocked !== null);
					expect(member.blocked !== null).toBe(direct || inherited);
					if (member.blocked?.reason === 'producer_blocked') expect(member.blocked.root).not.toBeNull();
				}
			}),
			{numRuns: 300},
		);
	});
});

describe('the rank', () => {
	it('orders by priority, then the longest remaining path, then age, and numbers every member once', () => {
		const place = {p0: 0, p1: 1, p2: 2, p3: 3};
		fc.assert(
			fc.property(acyclicProject, tests => {
				const plan = planAll(tests);
				const ordered = plan.members.toSorted((a, b) => a.rank - b.rank);
				expect(ordered.map(member => member.rank)).toEqual(ordered.map((_, index) => index));
				const remaining = (member: PlannedMember): number =>
					1 + Math.max(0, ...[...edges(plan)].filter(([from]) => from === member).map(([, to]) => remaining(to)));
				const keys = ordered.map(member => [
					place[member.test.priority ?? 'p2'],
					-remaining(member),
					member.test.createdAt,
				]);
				for (const [index, key] of keys.entries()) {
					const before = keys[index - 1];
					if (before) expect(compare(before, key)).toBeLessThan(0);
				}
			}),
			{numRuns: 50},
		);
	});

	it('counts a path in seconds where runs before have shown them, in powers of two', () => {
		const plan = planAll(
			planTests({
				quick: {tookMs: 1900},
				unknown: {},
				feeds: {produces: ['id'], tookMs: 100},
				slow: {tookMs: 9000},
				waits: {consumes: ['id'], tookMs: 31_000},
				alike: {tookMs: 15_900},
				first: {priority: 'p0'},
				last: {priority: 'p3', tookMs: 60_000},
			}),
		);
		const ordered = plan.members.toSorted((a, b) => a.rank - b.rank).map(({test}) => test.id);
		expect(ordered).toEqual(['first', 'feeds', 'waits', 'slow', 'alike', 'quick', 'unknown', 'last']);
	});

	const compare = (a: number[], b: number[]): number => {
		const place = a.findIndex((value, index) => value !== b[index]);
		return place === -1 ? 0 : a[place]! - b[place]!;
	};

	it('takes a test without priority as p2', () => {
		const plan = planAll(
			planTests({plain: {}, low: {priority: 'p3'}, middle: {priority: 'p2'}, high: {priority: 'p1'}}),
		);
		expect(plan.members.map(member => member.test.name)).toEqual(['high', 'plain', 'middle', 'low']);
	});
});

describe('a queue that is nearly full', () => {
	const tests = planTests({
		'log in': {produces: ['token']},
		'create order': {consumes: ['token'], produces: ['order_id']},
		'pay order': {consumes: ['order_id']},
		health: {priority: 'p0'},
		remove: {category: 'teardown', consumes: ['order_id']},
	});
	const names = (list: readonly PlanTest[]) => list.map(test => test.name).sort();

	it.each([
		[4, ['create order', 'health', 'log in', 'pay order', 'remove'], []],
		[3, ['create order', 'health', 'log in', 'remove'], ['pay order']],
		[1, ['health'], ['create order', 'log in', 'pay order', 'remove']],
		[0, [], ['create order', 'health', 'log in', 'pay order', 'remove']],
	])('of %i places takes what fits with everything it needs, and defers the rest', (capacity, taken, deferred) => {
		const plan = planFreshRun(tests, tests, capacity);
		expect(names(plan.members.map(member => member.test))).toEqual(taken);
		expect(names(plan.deferred)).toEqual(deferred);
	});

	it('takes any part of any project only together with its producers', () => {
		fc.assert(
			fc.property(anyProject, fc.nat(12), (all, capacity) => {
				const plan = planFreshRun(all, all, capacity);
				expect(plan.members.filter(member => !isTeardown(member.test)).length).toBeLessThanOrEqual(capacity);
				for (const member of plan.members)
					if (!member.teardown) for (const need of member.needs) expect(need.inBatch).toBe(need.producer !== null);
			}),
		);
	});
});

describe('an order without a value', () => {
	it('moves a test and what needs it behind the one before, and brings no test along', () => {
		const tests = planTests({
			read: {after: ['rename']},
			report: {after: ['read', 'not there']},
			rename: {consumes: ['id']},
			create: {produces: ['id']},
		});
		expect(wavesOf(planAll(tests))).toEqual({create: 1, rename: 2, read: 3, report: 4});
		expect(rolesOf(select(tests, 'read'))).toEqual({read: 'selected'});
	});

	it('follows a late test into the late wave', () => {
		const plan = planAll(planTests({'fill the disk': {phase: 'late'}, look: {after: ['fill the disk']}, other: {}}));
		expect(plan.members.filter(({late}) => late).map(({test}) => test.name)).toEqual(['fill the disk', 'look']);
	});

	it('is given up where what tests need of each other asks for the opposite: it never blocks', () => {
		const tests = planTests({
			create: {produces: ['id'], after: ['use']},
			use: {consumes: ['id']},
			x: {after: ['y']},
			y: {after: ['x']},
		});
		const plan = planAll(tests);
		expect(plan.cycles).toEqual([]);
		expect(plan.members.every(({blocked}) => blocked === null)).toBe(true);
		expect(wavesOf(plan)).toEqual({create: 1, x: 1, y: 1, use: 2});
	});

	it('stands in every plan: no member is in a wave before one that it comes after, except in a circle', () => {
		fc.assert(
			fc.property(acyclicProject, fc.array(fc.tuple(fc.nat(19), fc.nat(19)), {maxLength: 12}), (tests, pairs) => {
				const after = new Map<string, string[]>();
				for (const [one, other] of pairs) {
					const [first, second] = [Math.min(one, other) % tests.length, Math.max(one, other) % tests.length];
					if (first < second) after.set(tests[second]!.id, [...(after.get(tests[second]!.id) ?? []), tests[first]!.id]);
				}
				const ordered = tests.map(test => ({...test, after: after.get(test.id) ?? []}));
				const plan = planAll(ordered);
				const members = byId(plan);
				expect(plan.cycles).toEqual([]);
				for (const member of plan.members)
					for (const id of member.test.after ?? []) {
						const first = members.get(id)!;
						if (first.teardown === member.teardown && !member.teardown) expect(first.wave).toBeLessThan(member.wave);
					}
			}),
		);
	});
});
