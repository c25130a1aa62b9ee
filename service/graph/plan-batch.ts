import type {Role, Priority} from '../../contract/enums.ts';
import type {BlockedCause} from '../domain/blocked.ts';
import {findBlocked} from './blocked-members.ts';
import {freshClosure, type Members} from './closure.ts';
import type {Cycle} from './cycles.ts';
import {buildGraph, type Edge, type Graph, type EarlierCaptures, noEarlierCaptures} from './graph.ts';
import {keepOrder} from './order.ts';
import {byAge, isTeardown, type PlanTest} from './plan-test.ts';
import {producersOf} from './producers.ts';
import {findWaves, type Waves} from './waves.ts';

const place: Record<Priority, number> = {p0: 0, p1: 1, p2: 2, p3: 3};

/**
 * Place of every member among members that could start at the same moment, from 0: higher priority first (none counts
 * as p2), then the longest remaining path (in time, where runs before have shown it), then creation order as given by `tests`.
 *
 * @param tests in creation order
 */
function rankOf(tests: readonly PlanTest[], waves: Waves): Map<string, number> {
	const path = (test: PlanTest) => waves.remaining.get(test.id)!;
	const ordered = [...tests].sort((a, b) => place[a.priority ?? 'p2'] - place[b.priority ?? 'p2'] || path(b) - path(a));
	return new Map(ordered.map((test, rank) => [test.id, rank]));
}

export type PlannedMember = {
	test: PlanTest;
	role: Role;
	/** It was asked for, whatever its role. */
	selected: boolean;
	/** From 1. */
	wave: number;
	/** In the final wave: starts when every other member has ended. */
	teardown: boolean;
	/** Starts when all members that are neither late nor teardown have ended. */
	late: boolean;
	/** Place among members that could start at the same moment, from 0. */
	rank: number;
	/** One edge per needed name. */
	needs: readonly Edge[];
	/** Members that have to end first although it needs no value of them, without those that never run. */
	after: readonly PlanTest[];
	/** Set when the member will never run. */
	blocked: BlockedCause | null;
};

/** A batch before it is stored. */
export type BatchPlan = {
	/** In wave order, then rank. */
	members: readonly PlannedMember[];
	cycles: readonly Cycle[];
	/** Selected tests that did not fit under the limit of queued runs. */
	deferred: readonly PlanTest[];
};

/**
 * Plans a fresh run of `selected`.
 *
 * @param tests every test of the project that can run
 * @param capacity how many members the queue takes; selected tests that do not fit with their producers are deferred.
 *   Teardown tests are not counted: a batch that creates records can always remove them.
 */
export function planFreshRun(
	tests: readonly PlanTest[],
	selected: readonly PlanTest[],
	capacity: number = Number.POSITIVE_INFINITY,
): BatchPlan {
	const choice = producersOf(tests);
	const whole = planMembers(freshClosure(tests, selected, choice), choice);
	if (whole.members.filter(member => !member.teardown).length <= capacity) return {...whole, deferred: []};
	const wanted = new Set(selected);
	const byRank = whole.members.toSorted((a, b) => a.rank - b.rank).map(member => member.test);
	const taken = takeWhatFits(
		byRank.filter(test => wanted.has(test)),
		whole.graph,
		capacity,
	);
	const plan = planMembers(freshClosure(tests, taken, choice), choice);
	const inside = new Set(plan.members.map(member => member.test));
	return {...plan, deferred: byRank.filter(test => wanted.has(test) && !inside.has(test))};
}

/**
 * Gives every member its wave, rank and needs, and finds out which cannot run.
 *
 * @param earlier values of earlier batches, when dependencies are skipped; null when they are not
 */
export function planMembers(
	members: Members,
	choice: ReturnType<typeof producersOf>,
	earlier: EarlierCaptures | null = null,
): {members: PlannedMember[]; cycles: Cycle[]; graph: Graph} {
	const {graph, cycles} = keepOrder(buildGraph(members, choice, earlier ?? noEarlierCaptures));
	const waves = findWaves(graph, cycles);
	const ranks = rankOf(graph.members.toSorted(byAge), waves);
	const causes = findBlocked(graph, cycles, choice, isTeardown, earlier !== null);
	const planned = graph.members.map(test => ({
		test,
		role: members.get(test.id)!.role,
		selected: members.get(test.id)!.selected ?? false,
		wave: waves.wave.get(test.id)!,
		teardown: isTeardown(test),
		late: waves.late.has(test.id),
		rank: ranks.get(test.id)!,
		needs: graph.needs.get(test.id)!,
		after: graph.after.get(test.id)!.filter(({id}) => !causes.has(id)),
		blocked: causes.get(test.id) ?? null,
	}));
	return {members: planned.sort((a, b) => a.wave - b.wave || a.rank - b.rank), cycles, graph};
}

/** As many of `wanted` as fit into `capacity` together with everything they need. */
function takeWhatFits(wanted: readonly PlanTest[], graph: Graph, capacity: number): PlanTest[] {
	const inside = new Set<PlanTest>();
	return wanted.filter(test => {
		const room = capacity - inside.size;
		const added = new Set<PlanTest>();
		const open = [test];
		for (let next = open.pop(); next && added.size <= room; next = open.pop()) {
			if (inside.has(next) || added.has(next)) continue;
			added.add(next);
			open.push(...graph.producers.get(next.id)!);
		}
		if (added.size > room) return false;
		for (const one of added) inside.add(one);
		return true;
	});
}
