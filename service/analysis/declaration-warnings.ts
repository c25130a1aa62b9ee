import type {TestId} from '../../contract/ids.ts';
import {nearMiss} from '../domain/variable-links.ts';
import {findCycles} from '../graph/cycles.ts';
import {buildGraph} from '../graph/graph.ts';
import {keepOrder} from '../graph/order.ts';
import type {PlanTest} from '../graph/plan-test.ts';
import {producersOf} from '../graph/producers.ts';
import type {Declaration} from '../store/tests/tests.ts';

/**
 * Needs of one test that no test of its project can meet, and the circular dependency it is part of. Both block the
 * test when it runs; its author hears of it when declaring.
 */
export function declarationWarnings(testId: TestId, declarations: readonly Declaration[]): string[] {
	const tests = declarations.map(planTest);
	const test = tests.find(({id}) => id === testId);
	if (!test || test.consumes.length + test.produces.length + test.after!.length === 0) return [];
	const producers = producersOf(tests);
	const missing = test.consumes.flatMap(name => {
		if (producers.chosen(test, name) !== null) return [];
		const near = nearMiss(name, producers.names());
		return [`variable "${name}" is needed, but no test produces it${near === null ? '' : `; did you mean "${near}"?`}`];
	});
	return [...missing, ...unknownWiring(test, tests), ...cycleOf(test, tests)];
}

function unknownWiring(test: PlanTest, tests: readonly PlanTest[]): string[] {
	return Object.entries(test.wiring).flatMap(([name, producerId]) =>
		tests.some(({id, produces}) => id === producerId && produces.includes(name))
			? []
			: [`the wiring of "${name}" names ${producerId}, which does not produce it`],
	);
}

function cycleOf(test: PlanTest, tests: readonly PlanTest[]): string[] {
	const members = new Map(tests.map(member => [member.id, {test: member, role: 'selected' as const}]));
	const graph = buildGraph(members, producersOf(tests));
	const kept = keepOrder(graph);
	const lost = tests.flatMap(later =>
		graph.after
			.get(later.id)!
			.flatMap(earlier => (kept.graph.after.get(later.id)!.includes(earlier) ? [] : [{later, earlier}])),
	);
	const ring = findCycles(graph).find(found => found.members.includes(test));
	const orders = lost.flatMap(({later, earlier}) =>
		ring?.members.includes(later)
			? [`"${later.name}" does not come after "${earlier.name}": what they need of each other asks for the opposite`]
			: [],
	);
	const cycle = kept.cycles.find(found => found.members.includes(test));
	if (!cycle) return orders;
	const [first, second] = cycle.named;
	return [
		...orders,
		`the chain cannot be assembled because of a circular dependency between "${first.name}" and "${second.name}"`,
	];
}

/** What is declared of a test, as the graph reads it. */
export const planTest = (row: Declaration): PlanTest => ({
	id: row.id,
	name: row.name,
	createdAt: row.created_at,
	priority: null,
	category: row.category,
	produces: JSON.parse(row.produces),
	consumes: JSON.parse(row.consumes),
	wiring: row.wiring === null ? {} : JSON.parse(row.wiring),
	after: JSON.parse(row.after),
});
