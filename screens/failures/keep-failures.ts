import type {Dashboard, Keeper} from '../../source/stores/dashboard.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {keepBatch} from '../../source/stores/keep-batch.ts';
import {redTestsStore} from '../../source/stores/red-tests.ts';
import type {BatchMember} from '../../contract/batch.ts';
import {isTerminal} from '../../contract/enums.ts';
import type {BatchId, ProjectId} from '../../contract/ids.ts';

/** Pause between looks whether the project has run, in ms; and while it runs. */
const pause = 5000;
const pauseWhileRunning = 1000;

/** Failures whose kind is asked for at once; the kind of the others follows from what the batch tells of them. */
const maxDigests = 300;

/** Follows the batch, and asks of what kind each failure is as soon as it failed. */
export async function keepFailures(keeper: Keeper, batchId: BatchId, signal: AbortSignal): Promise<void> {
	const {dashboard} = keeper;
	const look = () => lookAtFailed(dashboard, batchId, signal);
	let last = look();
	const unsubscribe = dashboard.batches.store.subscribe(({batch}, before) => {
		if (batch?.members !== before.batch?.members) last = look();
	});
	try {
		await keepBatch(keeper, batchId, signal);
		await last;
	} finally {
		unsubscribe();
	}
}

async function lookAtFailed(dashboard: Dashboard, batchId: BatchId, signal: AbortSignal): Promise<void> {
	const {batch} = dashboard.batches.store.getState();
	if (batch?.batchId !== batchId) return;
	await lookAtKinds(dashboard, batch.members, signal);
}

async function lookAtKinds(dashboard: Dashboard, members: readonly BatchMember[], signal: AbortSignal): Promise<void> {
	const failed = members
		.filter(({status, testId, runId}) => status === 'failed' && runId !== testId)
		.slice(0, maxDigests);
	try {
		await dashboard.storeOf(failuresStore).look(
			failed.map(({runId}) => runId),
			signal,
		);
	} catch (error) {
		if (!signal.aborted) throw error;
	}
}

/** Reads what is red in the project, and again after it has run. */
export async function keepRedTests(
	{dashboard, persist}: Keeper,
	projectId: ProjectId | null,
	signal: AbortSignal,
): Promise<void> {
	if (projectId === null) return;
	const {tests, context} = dashboard;
	const red = dashboard.storeOf(redTestsStore);
	tests.open(projectId);
	let seen: string | null | undefined;
	for (let isMoving = true; ; ) {
		const isRead = await persist(async () => {
			const {lastBatchId, lastStatus} = await tests.loadProject(signal);
			const isUnsaid = lastBatchId === undefined;
			const isRunning = lastBatchId !== null && (lastStatus ? !isTerminal(lastStatus) : !isUnsaid);
			// Once more after the end: what failed last is told then.
			if (isMoving || isRunning || isUnsaid || lastBatchId !== seen) await red.load(projectId, signal);
			seen = lastBatchId;
			isMoving = isRunning;
		}, signal);
		if (!isRead) return;
		await lookAtKinds(dashboard, red.store.getState().data?.members ?? [], signal);
		await context.wait(isMoving ? pauseWhileRunning : pause, signal);
	}
}
