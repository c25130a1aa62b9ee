import type {CancelledBatch} from '../../contract/batch.ts';
import type {RunStatus} from '../../contract/enums.ts';
import type {AccountId, BatchId, ProjectId, RunId, TestId} from '../../contract/ids.ts';
import {batchStatusOf} from '../domain/batch-state.ts';
import {notFound, ServiceError} from '../domain/service-error.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import type {ChangeBoard} from './change-board.ts';

type Parts = {
	store: Pick<RunStore, 'cancelRun' | 'cancelBatch' | 'findRun' | 'findBatch' | 'listRunsInFlight'>;
	board: ChangeBoard;
	dispatcher: {cancel: StopRuns; wake(): void};
};

/** Stops runs that execute; resolves when their ends are stored. */
export type StopRuns = (runIds: readonly RunId[]) => Promise<void>;

const runFinished = (runId: RunId, batchId: BatchId, status: RunStatus) =>
	new ServiceError('CONFLICT', `Run ${runId} has already finished; nothing was cancelled.`, {
		nextAction: `See how its batch ended: svc batch get ${batchId}`,
		details: {reason: 'run_finished', status},
	});

/** Stops one run; resolves when it has ended. */
export async function cancelRun(
	parts: Parts,
	accountId: AccountId,
	runId: RunId,
): Promise<{alreadyCancelled: boolean}> {
	const {store, board, dispatcher} = parts;
	const cancel = await store.cancelRun(accountId, runId);
	if (!cancel) throw notFound('run', runId);
	if (!cancel.accepted) {
		if (cancel.status === 'cancelled') return {alreadyCancelled: true};
		throw runFinished(runId, (await store.findRun(accountId, runId))?.batch_id ?? '', cancel.status);
	}
	if (cancel.changed) board.publish([cancel.changed]);
	// What the run held back may start: a later run of its test, or the teardown of its batch.
	dispatcher.wake();
	if (!cancel.executing) return {alreadyCancelled: false};
	await dispatcher.cancel([runId]);
	const run = await store.findRun(accountId, runId);
	// It may have ended by itself before it could be stopped.
	if (run && run.status !== 'cancelled' && run.finished_at !== null) throw runFinished(runId, run.batch_id, run.status);
	return {alreadyCancelled: false};
}

/** Stops the open members of a batch; resolves when they have ended. Its cleanup goes on. */
export async function cancelBatch(
	parts: Parts,
	accountId: AccountId,
	batchId: BatchId,
	{skipCleanup}: {skipCleanup: boolean},
): Promise<CancelledBatch> {
	const {store, board, dispatcher} = parts;
	const cancel = await store.cancelBatch(accountId, batchId, {skipCleanup});
	if (!cancel) throw notFound('batch', batchId);
	if (cancel.phase === 'done' && cancel.outcome !== 'cancelled') {
		throw new ServiceError('CONFLICT', `Batch ${batchId} has already finished; nothing was cancelled.`, {
			nextAction: `See how it ended: svc batch get ${batchId}`,
			details: {reason: 'batch_finished', status: batchStatusOf(cancel.phase, cancel.outcome)},
		});
	}
	if (cancel.changed) board.publish([cancel.changed]);
	dispatcher.wake();
	await dispatcher.cancel(cancel.executing);
	const rows = await store.findBatch(accountId, batchId, 0);
	if (!rows) throw notFound('batch', batchId);
	const stopped = new Set([...cancel.cancelled, ...cancel.executing]);
	const reached = rows.members.filter(member => stopped.has(member.id));
	const cancelled = reached.filter(member => member.status === 'cancelled').map(member => member.id);
	const endedBefore = reached.filter(member => member.finished_at !== null && member.status !== 'cancelled');
	return {
		batchId,
		status: batchStatusOf(rows.batch.phase, rows.batch.outcome),
		cancelled,
		alreadyFinished: [...cancel.finished, ...endedBefore.map(member => member.id)],
		alreadyCancelled: cancel.alreadyCancelled || cancel.phase === 'done',
	};
}

/** Cancels what is in flight of a test or a project; resolves when nothing of it runs. */
export async function cancelRunsOf(
	{store, board, dispatcher}: Parts,
	target: {testId: TestId} | {projectId: ProjectId},
): Promise<void> {
	const executing: string[] = [];
	for (const run of await store.listRunsInFlight(target)) {
		const cancel = await store.cancelRun(run.account_id, run.id);
		if (cancel?.changed) board.publish([cancel.changed]);
		if (cancel?.executing) executing.push(run.id);
	}
	dispatcher.wake();
	await dispatcher.cancel(executing);
}
