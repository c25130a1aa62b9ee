import type {Cycle} from './cycles.ts';
import type {Graph} from './graph.ts';
import {isTeardown, type PlanTest} from './plan-test.ts';

export type Waves = {
	/** Wave of every member, from 1: longest distance from a test that waits for none; teardown tests share the last one. */
	wave: ReadonlyMap<string, number>;
	/** Length of the longest path that begins with this member. */
	remaining: ReadonlyMap<string, number>;
	/** Tests that start when all others but the teardown tests have ended: late ones, and those that wait for them. */
	late: ReadonlySet<string>;
	/** The highest wave number. */
	last: number;
};

/** Waves of a graph. The tests of a cycle, which will not run, stand in the wave after the last producer outside it. */
export function findWaves(graph: Graph, cycles: readonly Cycle[]): Waves {
	const ring = new Map<string, Cycle>();
	for (const cycle of cycles) for (const test of cycle.members) ring.set(test.id, cycle);
	/** A cycle counts as one place in the order. */
	const together = (test: PlanTest): readonly PlanTest[] => ring.get(test.id)?.members ?? [test];

	const order = topologicalOrder(graph, together);
	const wave = new Map<string, number>();
	const remaining = new Map<string, number>();
	const tests = order.filter(group => !isTeardown(group[0]!));
	const late = findLate(tests, graph);
	let lastOfNormal = 0;
	for (const isLatePass of [false, true]) {
		for (const group of tests) {
			if (late.has(group[0]!.id) !== isLatePass) continue;
			const before = neighbours(group, graph.before).map(test => wave.get(test.id) ?? 0);
			for (const test of group) wave.set(test.id, 1 + Math.max(isLatePass ? lastOfNormal : 0, ...before));
		}
		lastOfNormal = Math.max(0, ...wave.values());
	}
	const lastOfTests = Math.max(0, ...wave.values());
	let last = lastOfTests;
	for (const group of order)
		for (const test of group)
			if (!wave.has(test.id)) {
				last = lastOfTests + 1;
				wave.set(test.id, last);
			}
	for (const group of order.toReversed()) {
		const after = neighbours(group, graph.behind).map(test => remaining.get(test.id) ?? 0);
		for (const test of group) remaining.set(test.id, lengthOf(test) + Math.max(0, ...after));
	}
	return {wave, remaining, late, last};
}

/**
 * What a test adds to a path: 1, and of one that took longer the last time its seconds, in powers of two. So the long ones start early, and
 * what takes about as long as others keeps its place from run to run.
 */
const lengthOf = ({tookMs}: PlanTest): number => 2 ** Math.max(0, Math.floor(Math.log2((tookMs ?? 0) / 1000)));

/** In the order of the graph, so that a test is known before those that wait for it. */
function findLate(groups: ReadonlyArray<readonly PlanTest[]>, graph: Graph): Set<string> {
	const late = new Set<string>();
	for (const group of groups) {
		const isLate =
			group.some(test => test.phase === 'late') || neighbours(group, graph.before).some(test => late.has(test.id));
		if (isLate) for (const test of group) late.add(test.id);
	}
	return late;
}

/** Members next to a group, outside it. */
function neighbours(group: readonly PlanTest[], links: ReadonlyMap<string, readonly PlanTest[]>): PlanTest[] {
	return group.flatMap(test => links.get(test.id)!.filter(other => !group.includes(other)));
}

function topologicalOrder(graph: Graph, together: (test: PlanTest) => readonly PlanTest[]): Array<readonly PlanTest[]> {
	const open = new Map<string, number>();
	const keyOf = (test: PlanTest) => together(test)[0]!.id;
	const groups = new Map<string, readonly PlanTest[]>();
	for (const test of graph.members) groups.set(keyOf(test), together(test));
	for (const [key, group] of groups) open.set(key, neighbours(group, graph.before).length);
	const order: Array<readonly PlanTest[]> = [];
	const free = [...groups].filter(([key]) => open.get(key) === 0).map(([, group]) => group);
	for (let group = free.pop(); group; group = free.pop()) {
		order.push(group);
		for (const consumer of neighbours(group, graph.behind)) {
			const key = keyOf(consumer);
			const left = open.get(key)! - 1;
			open.set(key, left);
			if (left === 0) free.push(groups.get(key)!);
		}
	}
	return order;
}
