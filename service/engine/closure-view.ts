import type {Closure} from '../../contract/run.ts';
import type {StoredBatch} from '../store/batches/create-batch.ts';

type Members = StoredBatch['members'];

/** What was added to the selected tests, by the reason why. */
export function additionsTo(
	members: Members,
	selected: ReadonlySet<string>,
): Pick<Closure, 'addedProducers' | 'addedConsumers' | 'addedTeardowns'> {
	const added = (role: string) =>
		members
			.filter(({planned}) => planned.role === role && !selected.has(planned.test.id))
			.map(({planned}) => planned.test.id);
	return {addedProducers: added('producer'), addedConsumers: added('consumer'), addedTeardowns: added('teardown')};
}

/**
 * What was added to the one selected test; null when nothing was.
 *
 * @param clearedCaptured earlier values that were dropped because their producer runs again
 */
export function closureOf({members}: StoredBatch, selectedId: string, clearedCaptured: number): Closure | null {
	if (members.length === 1) return null;
	return {
		members: members.map(({planned: {test, role}, runId}) => ({testId: test.id, runId, role, name: test.name})),
		...additionsTo(members, new Set([selectedId])),
		clearedCaptured,
	};
}
