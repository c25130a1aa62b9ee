import type {Graph} from './graph.ts';
import {byAge, type PlanTest} from './plan-test.ts';

/** Tests that wait for each other, directly or around a ring. */
export type Cycle = {
	members: readonly PlanTest[];
	/** The two that messages name: the oldest member and a member that it waits for. */
	named: readonly [PlanTest, PlanTest];
};

/** What a search for circles goes along. */
type Links = Pick<Graph, 'members' | 'before' | 'behind'>;

/** Every strongly connected component of more than one test (Tarjan's algorithm, with its own stack: chains are long). */
export function findCycles(graph: Links): Cycle[] {
	const index = new Map<string, number>();
	const low = new Map<string, number>();
	const onStack = new Set<string>();
	const stack: PlanTest[] = [];
	const cycles: Cycle[] = [];

	const enter = (test: PlanTest) => {
		index.set(test.id, index.size);
		low.set(test.id, index.get(test.id)!);
		stack.push(test);
		onStack.add(test.id);
		return {test, next: 0};
	};
	for (const start of graph.members) {
		if (index.has(start.id)) continue;
		const path = [enter(start)];
		for (let frame = path.at(-1); frame; frame = path.at(-1)) {
			const {test} = frame;
			const child = graph.behind.get(test.id)![frame.next++];
			if (child) {
				if (!index.has(child.id)) path.push(enter(child));
				else if (onStack.has(child.id)) low.set(test.id, Math.min(low.get(test.id)!, index.get(child.id)!));
				continue;
			}
			path.pop();
			const parent = path.at(-1)?.test;
			if (parent) low.set(parent.id, Math.min(low.get(parent.id)!, low.get(test.id)!));
			if (low.get(test.id) !== index.get(test.id)) continue;
			const members = stack.splice(stack.lastIndexOf(test));
			for (const member of members) onStack.delete(member.id);
			if (members.length > 1) cycles.push(describe(graph, members));
		}
	}
	return cycles;
}

function describe(graph: Links, members: PlanTest[]): Cycle {
	const sorted = [...members].sort(byAge);
	const oldest = sorted[0]!;
	const awaited = graph.before.get(oldest.id)!;
	const other = sorted.find(test => awaited.includes(test))!;
	return {members: sorted, named: [oldest, other]};
}
