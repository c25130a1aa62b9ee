import type {BlockedReason} from '../../../contract/enums.ts';
import type {BatchId, ProjectId} from '../../../contract/ids.ts';
import {type BlockedCause, blockedByOf, blockedText} from '../../domain/blocked.ts';
import type {BatchChange} from '../batches/batch-change.ts';
import {blockRun} from './block-consumers.ts';
import type {Database} from '../database.ts';

/** Why a run ends blocked although it was executed. */
export type TargetReason = Extract<BlockedReason, 'target_down' | 'rate_limited' | 'credential_unreadable'>;

export const targetCause = (reason: TargetReason, projectId: ProjectId): BlockedCause => ({
	reason,
	projectId,
	variable: null,
	producer: null,
	root: null,
	didYouMean: null,
	cycle: null,
});

/** "Not back: all open members Blocked": those of the project that have not started; teardown tests still try. */
export async function blockForTarget(change: BatchChange, projectId: ProjectId): Promise<void> {
	const open = await change.transaction
		.selectFrom('runs')
		.select(['id', 'test_id', 'wave', 'type', 'attempt'])
		.where('batch_id', '=', change.batch.id)
		.where('project_id', '=', projectId)
		.where('status', '=', 'queued')
		.where('teardown', '=', 0)
		.execute();
	for (const {test_id, ...run} of open)
		await blockRun(change, {...run, testId: test_id}, targetCause('target_down', projectId));
}

/** What a run says whose API was gone or asked for patience twice, or that was not executed for want of its credential. */
export const targetColumns = (reason: TargetReason, projectId: ProjectId) => {
	const cause = targetCause(reason, projectId);
	return {
		...blockedText(cause, false, reason !== 'credential_unreadable'),
		blocked_by: JSON.stringify(blockedByOf(cause)),
	};
};

/** One finding with the last three calls of the batch; gone when a test passes again. */
export async function reportTargetDown(
	transaction: Database,
	{projectId, batchId, name}: {projectId: ProjectId; batchId: BatchId; name: string},
	now: number,
): Promise<void> {
	const calls = await transaction
		.selectFrom('calls')
		.select(['id', 'run_id'])
		.where('batch_id', '=', batchId)
		.where('project_id', '=', projectId)
		.orderBy('started_at', 'desc')
		.orderBy('seq', 'desc')
		.limit(3)
		.execute();
	const changing = {
		document: null,
		observed: `during ${name}`,
		facts: '{}',
		evidence: JSON.stringify(calls.map(({id, run_id}) => ({callId: id, runId: run_id}))),
		last_seen_at: now,
	};
	await transaction
		.insertInto('deviations')
		.values({
			...changing,
			project_id: projectId,
			endpoint_id: '',
			kind: 'target_down',
			difference: 'the API stopped answering',
			first_seen_at: now,
		})
		.onConflict(conflict => conflict.columns(['project_id', 'endpoint_id', 'kind', 'difference']).doUpdateSet(changing))
		.execute();
}

/** The API answers again. */
export const forgetTargetDown = (transaction: Database, projectId: ProjectId): Promise<unknown> =>
	transaction
		.deleteFrom('deviations')
		.where('project_id', '=', projectId)
		.where('endpoint_id', '=', '')
		.where('kind', '=', 'target_down')
		.execute();
