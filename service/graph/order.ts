import {type Cycle, findCycles} from './cycles.ts';
import {type Graph, withOrder} from './graph.ts';
import type {PlanTest} from './plan-test.ts';

/**
 * The graph as it can be kept, and its circular dependencies. An order never keeps a test from running: where one closes
 * a circle with what tests need of each other, the values decide and the order within that circle is given up.
 */
export function keepOrder(graph: Graph): {graph: Graph; cycles: Cycle[]} {
	const cycles = findCycles(graph);
	const rings = cycles.map(({members}) => new Set(members));
	const isInRing = (later: PlanTest, earlier: PlanTest) => rings.some(ring => ring.has(later) && ring.has(earlier));
	const after = new Map(
		graph.members.map(test => [test.id, graph.after.get(test.id)!.filter(earlier => !isInRing(test, earlier))]),
	);
	const isKept = graph.members.every(({id}) => after.get(id)!.length === graph.after.get(id)!.length);
	if (isKept) return {graph, cycles};
	const kept = withOrder(graph, after);
	return {graph: kept, cycles: findCycles(kept)};
}

/**
 * The shortest way on which `first` waits for `last`, both ends included; null when it does not. Two tests that wait for
 * each other cannot be ordered.
 */
export function waitingPath(graph: Graph, first: PlanTest, last: PlanTest): PlanTest[] | null {
	const cameFrom = new Map<PlanTest, PlanTest | null>([[first, null]]);
	const open = [first];
	for (let next = 0; next < open.length && !cameFrom.has(last); next++)
		for (const test of graph.before.get(open[next]!.id)!) {
			if (cameFrom.has(test)) continue;
			cameFrom.set(test, open[next]!);
			open.push(test);
		}
	if (!cameFrom.has(last)) return null;
	const path: PlanTest[] = [];
	for (let test: PlanTest | null = last; test; test = cameFrom.get(test) ?? null) path.unshift(test);
	return path;
}
