import {consumersOf, rerunClosure, selectedMembers} from './closure.ts';
import type {EarlierCaptures} from './graph.ts';
import {type BatchPlan, planFreshRun, planMembers} from './plan-batch.ts';
import {isTeardown, type PlanTest} from './plan-test.ts';
import {producersOf} from './producers.ts';

export type RerunOptions = {
	/** The whole project runs again, not named tests. */
	whole: boolean;
	/** Values of earlier batches stand in for producers; null: dependencies are not skipped. */
	earlier: EarlierCaptures | null;
	/** Nothing skipped: also the tests that share a producer with a selected one. */
	siblings?: boolean;
	/** How many members the queue takes. Teardown tests are not counted. */
	capacity: number;
};

/**
 * Plans a rerun of `selected`.
 *
 * - Nothing skipped: the selected tests with all their producers and consumers, then teardown.
 * - Skipped, named tests: the selected tests only.
 * - Skipped, the whole project: every test "except producers whose previous captures are all valid".
 */
export function planRerun(tests: readonly PlanTest[], selected: readonly PlanTest[], options: RerunOptions): BatchPlan {
	const {whole, earlier, capacity} = options;
	const choice = producersOf(tests);
	if (earlier !== null) {
		const wanted = whole ? selected.filter(test => !isFedByEarlier(test, earlier)) : selected;
		return planWithin(wanted, capacity, taken => planMembers(selectedMembers(taken), choice, earlier));
	}
	// Every test is selected, so every consumer is there already.
	if (whole) return planFreshRun(tests, selected, capacity);
	return planWithin(selected, capacity, taken =>
		planMembers(rerunClosure(tests, taken, choice, options.siblings), choice),
	);
}

/** Tests that take a value from a member of a plan and are none themselves: they may disturb it, and did not take part. */
export function leftOutOf(tests: readonly PlanTest[], plan: Pick<BatchPlan, 'members'>): PlanTest[] {
	const inside = new Set(plan.members.map(({test}) => test.id));
	return consumersOf(inside, tests, producersOf(tests)).filter(({id}) => !inside.has(id));
}

/** A producer whose previous captures are all valid: others can be fed without it. */
const isFedByEarlier = (test: PlanTest, earlier: EarlierCaptures) =>
	!isTeardown(test) && test.produces.length > 0 && test.produces.every(name => earlier.runOf(test.id, name) !== null);

type Planned = ReturnType<typeof planMembers>;

/** Plans all of `wanted`, or as many of them, in the order of their ranks, as fit with everything that comes along. */
function planWithin(
	wanted: readonly PlanTest[],
	capacity: number,
	plan: (taken: readonly PlanTest[]) => Planned,
): BatchPlan {
	const whole = plan(wanted);
	if (fits(whole, capacity)) return {...whole, deferred: []};
	const inOrder = new Set(wanted);
	const byRank = whole.members
		.toSorted((a, b) => a.rank - b.rank)
		.map(member => member.test)
		.filter(test => inOrder.has(test));
	// The largest beginning that fits: what a test brings along only grows with the tests before it.
	let taken = 0;
	for (let beyond = byRank.length; taken + 1 < beyond; ) {
		const middle = Math.floor((taken + beyond) / 2);
		if (fits(plan(byRank.slice(0, middle)), capacity)) taken = middle;
		else beyond = middle;
	}
	const planned = plan(byRank.slice(0, taken));
	const inside = new Set(planned.members.map(member => member.test));
	return {...planned, deferred: byRank.filter(test => !inside.has(test))};
}

const fits = ({members}: Planned, capacity: number) => members.filter(member => !member.teardown).length <= capacity;

/** How many earlier values are dropped because the test that captured them runs again. */
export const clearedBy = (plan: Pick<BatchPlan, 'members'>, earlier: EarlierCaptures): number =>
	plan.members.reduce(
		(sum, {test}) => sum + test.produces.filter(name => earlier.runOf(test.id, name) !== null).length,
		0,
	);
