import type {Chain} from '../../contract/chain.ts';
import type {TestId} from '../../contract/ids.ts';
import {findCycles} from '../graph/cycles.ts';
import {buildGraph, type Graph} from '../graph/graph.ts';
import {isTeardown, type PlanTest} from '../graph/plan-test.ts';
import {producersOf} from '../graph/producers.ts';
import type {ProjectChainRows} from '../store/batches/read-chains.ts';
import {callInSource} from './call-in-source.ts';
import {chainIdOf} from './view-ids.ts';

/** The wiring of a project as its tests declare it, without the tests of the final wave. */
export function declaredGraph(tests: ProjectChainRows['tests']): Graph {
	const plan = tests
		.map(
			(row): PlanTest => ({
				id: row.id,
				name: row.name,
				createdAt: row.created_at,
				priority: row.priority,
				category: row.category,
				produces: JSON.parse(row.produces) as string[],
				consumes: JSON.parse(row.consumes) as string[],
				wiring: row.wiring === null ? {} : (JSON.parse(row.wiring) as Record<string, string>),
			}),
		)
		.filter(test => !isTeardown(test));
	return buildGraph(new Map(plan.map(test => [test.id, {test, role: 'selected'}])), producersOf(plan));
}

/** Tests that the chains of a project end in, oldest first. */
export function chainTests({tests, calls}: Pick<ProjectChainRows, 'tests' | 'calls'>, graph: Graph): string[] {
	const circular = new Set(findCycles(graph).map(({named}) => named[0].id));
	return tests
		.filter(
			({id, kind, consumes, last_run_id}) =>
				graph.needs.has(id) &&
				(kind === 'integration' ||
					(calls.get(last_run_id ?? '') ?? 0) > 1 ||
					(consumes !== '[]' && graph.consumers.get(id)!.length === 0) ||
					circular.has(id)),
		)
		.map(({id}) => id);
}

/** Every test that one needs, directly or through others, in the order in which they can run; itself last. */
export function declaredOrder(testId: TestId, graph: Graph): PlanTest[] {
	const tests = new Map(graph.members.map(test => [test.id, test]));
	const order: PlanTest[] = [];
	const seen = new Set([testId]);
	const open = [{id: testId, next: 0}];
	for (let frame = open.at(-1); frame; frame = open.at(-1)) {
		const producer = graph.producers.get(frame.id)?.[frame.next++];
		if (!producer) {
			order.push(tests.get(frame.id)!);
			open.pop();
		} else if (!seen.has(producer.id)) {
			seen.add(producer.id);
			open.push({id: producer.id, next: 0});
		}
	}
	return order;
}

/** A chain that has never run. @param codes sources of its tests */
export function declaredChain(testId: TestId, graph: Graph, codes: ReadonlyMap<string, string>): Chain {
	const order = declaredOrder(testId, graph);
	const steps = new Map(order.map(({id}, place) => [id, place + 1]));
	return {
		chainId: chainIdOf(testId),
		testId,
		runId: null,
		name: order.at(-1)!.name,
		status: null,
		label: null,
		captures: [],
		error: null,
		steps: order.map((test, place) => ({
			index: place + 1,
			title: test.name,
			...(callInSource(codes.get(test.id) ?? '') ?? {method: '', path: ''}),
			status: 'Pending',
			produces: [...test.produces],
			uses: graph.needs.get(test.id)!.map(({variable, producer}) => ({
				name: variable,
				fromStep: (producer && steps.get(producer.id)) ?? null,
				fromTestId: producer?.id ?? null,
				fromTitle: producer?.name ?? null,
			})),
			waitBeforeMs: 0,
			request: null,
			response: null,
			error: null,
			callId: null,
		})),
	};
}
