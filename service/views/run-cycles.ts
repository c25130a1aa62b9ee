import type {RunId, TestId} from '../../contract/ids.ts';
import {type Cycle, findCycles} from '../graph/cycles.ts';
import type {PlanTest} from '../graph/plan-test.ts';

type BlockedRun = {id: string; test_id: TestId; blocked_by: string | null};

/** The circular dependencies among the runs of a batch that were blocked for one. */
export function cyclesOf(
	runs: readonly BlockedRun[],
	edges: ReadonlyArray<{to_run_id: RunId; from_run_id: RunId | null; from_test_id?: TestId | null}>,
): Cycle[] {
	const circular = runs.filter(({blocked_by}) => blocked_by?.includes('"circular_dependency"'));
	if (circular.length === 0) return [];
	// Ids of tests sort by their age.
	const tests = new Map(circular.map(({id, test_id}) => [id, planTest(test_id)]));
	const producers = new Map<string, PlanTest[]>([...tests.values()].map(({id}) => [id, []]));
	const consumers = new Map<string, PlanTest[]>([...tests.values()].map(({id}) => [id, []]));
	for (const {to_run_id, from_run_id} of edges) {
		const consumer = tests.get(to_run_id);
		const producer = from_run_id === null ? undefined : tests.get(from_run_id);
		if (!consumer || !producer) continue;
		producers.get(consumer.id)!.push(producer);
		consumers.get(producer.id)!.push(consumer);
	}
	return findCycles({members: [...tests.values()], before: producers, behind: consumers});
}

const planTest = (id: string): PlanTest => ({
	id,
	name: '',
	createdAt: 0,
	priority: null,
	category: null,
	produces: [],
	consumes: [],
	wiring: {},
});
