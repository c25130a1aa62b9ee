import type {TestId} from '../../../contract/ids.ts';
import {ServiceError} from '../../domain/service-error.ts';
import type {ChangeSetTable} from '../../store/plans/change-set-tables.ts';

const wordsOf: Record<ChangeSetTable['status'], string> = {
	drafting: 'is still being worked out',
	ready: 'waits to be applied',
	applied: 'is applied',
	undone: 'was undone',
	discarded: 'was discarded',
	failed: 'could not be worked out',
};

/** The set is in another state than what is asked for needs. */
export function wrongState(set: ChangeSetTable): ServiceError {
	const isRefinement = set.test_id !== null;
	const status = `${isRefinement ? 'The refinement' : 'The change set'} ${wordsOf[set.status]}.`;
	return new ServiceError('CONFLICT', status, {
		nextAction: isRefinement
			? `See the conversation: svc test refine ${set.test_id} --history`
			: `See what there is: svc plan changes --project ${set.project_id}`,
		details: {reason: isRefinement ? 'refinement_state' : 'change_set_state', status: set.status, id: set.id},
	});
}

/** Something that the set touches is not as it was when the set was made. */
export function stale(set: ChangeSetTable, titles: readonly string[], codeVersion: number | null): ServiceError {
	const what = titles.slice(0, 3).join(', ') + (titles.length > 3 ? ` and ${titles.length - 3} more` : '');
	if (set.test_id !== null)
		return new ServiceError('PRECONDITION_FAILED', `The test has changed since: ${what}.`, {
			nextAction: 'Say it again: the sentence is then read against the test as it is now.',
			details: {currentCodeVersion: codeVersion === null ? null : `v${codeVersion}`},
		});
	return new ServiceError('CONFLICT', `What the change set touches has changed since: ${what}.`, {
		nextAction: `Say it again, or discard it: svc plan refine --discard ${set.id} --project ${set.project_id}`,
		details: {reason: 'change_set_stale', id: set.id},
	});
}

/** A test that would change is being run. */
export const inFlight = (testIds: readonly TestId[]): ServiceError =>
	new ServiceError(
		'CONFLICT',
		`${testIds.length === 1 ? 'A test' : `${testIds.length} tests`} that would change ${testIds.length === 1 ? 'is' : 'are'} being run.`,
		{
			nextAction: 'Wait for the run to end, then apply it.',
			details: {reason: 'run_in_flight', testId: testIds[0] ?? null},
		},
	);
