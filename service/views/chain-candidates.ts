import type {TestKind} from '../../contract/enums.ts';
import type {RunId} from '../../contract/ids.ts';
import {pushTo} from '../domain/push-to.ts';

type FlowEdge = {to_run_id: RunId; from_run_id: RunId | null};

/** Who feeds whom among the runs of a batch. */
export type FlowGraph = {
	/** Runs that take a value of this one. */
	consumers(runId: RunId): readonly string[];
	/** Every run that this one needs, directly or through others; never itself. */
	upstream(runId: RunId): ReadonlySet<string>;
};

export function flowGraph(edges: readonly FlowEdge[]): FlowGraph {
	const producers = new Map<string, string[]>();
	const consumers = new Map<string, string[]>();
	for (const {to_run_id, from_run_id} of edges) {
		if (from_run_id === null) continue;
		pushTo(producers, to_run_id, from_run_id);
		pushTo(consumers, from_run_id, to_run_id);
	}
	return {
		consumers: runId => consumers.get(runId) ?? [],
		upstream(runId) {
			const found = new Set<string>();
			const open = [runId];
			for (let next = open.pop(); next !== undefined; next = open.pop())
				for (const producer of producers.get(next) ?? [])
					if (producer !== runId && !found.has(producer)) {
						found.add(producer);
						open.push(producer);
					}
			return found;
		},
	};
}

/**
 * Whether a chain ends in a run: a test that makes several calls of its own or is of kind `integration`, and a test
 * that needs values while no other test needs any of its own. Teardown tests are no part of chains.
 *
 * @param calls number of its own planned calls
 */
export function isChain(
	run: {id: string; kind: TestKind; consumes: string},
	calls: number,
	graph: FlowGraph,
	teardowns: ReadonlySet<string>,
): boolean {
	if (teardowns.has(run.id)) return false;
	if (run.kind === 'integration' || calls > 1) return true;
	return run.consumes !== '[]' && graph.consumers(run.id).every(consumer => teardowns.has(consumer));
}
