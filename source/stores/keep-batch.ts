import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {Keeper} from './dashboard.ts';
import {redCountsStore} from './red-tests.ts';

/** Makes a project the one at hand, and learns its name where that is not known yet; null: there is none. */
export async function keepProject(
	{dashboard: {tests}, persist}: Keeper,
	projectId: ProjectId | null,
	signal: AbortSignal,
): Promise<void> {
	if (projectId === null) return;
	tests.open(projectId);
	if (tests.store.getState().project === null) await persist(() => tests.loadProject(signal), signal);
}

/** Counts what is red in a project for the strip of a screen that is of no batch, where no list of its tests tells it. */
export async function countRed({dashboard}: Keeper, projectId: ProjectId | null, signal: AbortSignal): Promise<void> {
	const {tests} = dashboard;
	if (projectId === null || tests.store.getState().isComplete) return;
	// The connection tells on top what is wrong; the strip goes without it.
	await dashboard
		.storeOf(redCountsStore)
		.load(projectId, signal)
		.catch(() => undefined);
}

/** As `keepProject`, and counts what is red in it. */
export async function keepProjectInStrip(
	keeper: Keeper,
	projectId: ProjectId | null,
	signal: AbortSignal,
): Promise<void> {
	await keepProject(keeper, projectId, signal);
	await countRed(keeper, projectId, signal);
}

/** Follows a batch for a screen that shows something of it, and learns the name of its project. */
export async function keepBatch(keeper: Keeper, batchId: BatchId, signal: AbortSignal): Promise<void> {
	const {batches} = keeper.dashboard;
	let naming: Promise<unknown> = Promise.resolve();
	const nameProject = (): void => {
		const {batch} = batches.store.getState();
		if (batch?.batchId !== batchId || batch.projectId === null) return;
		unsubscribe();
		naming = keepProject(keeper, batch.projectId, signal);
	};
	const unsubscribe = batches.store.subscribe(nameProject);
	nameProject();
	await batches.follow(batchId, signal).finally(unsubscribe);
	await naming.catch((error: unknown) => {
		if (!signal.aborted) throw error;
	});
}

/** A view of a batch is read again at most once a second; one of many pages less often, by as much as it has pages. */
const pauseMs = 1000;

/**
 * Follows a batch (the one long poll of the screen) and reads a view of it: when it is opened, and again after the batch
 * has moved on. An error that passes is tried again; the last good data stays.
 * @param read gives the number of requests it took
 */
export async function keepBatchView(
	keeper: Keeper,
	batchId: BatchId,
	read: (signal: AbortSignal) => Promise<number>,
	signal: AbortSignal,
): Promise<void> {
	const {batches, context} = keeper.dashboard;
	let wake = (): void => {};
	const version = () => {
		const {batch} = batches.store.getState();
		return batch?.batchId === batchId ? batch.version : null;
	};
	const unsubscribe = batches.store.subscribe(() => wake());
	let isOver = false;
	const following = keepBatch(keeper, batchId, signal).finally(() => {
		isOver = true;
		wake();
	});

	async function readAgainAndAgain(): Promise<void> {
		for (let seen: number | null | undefined; !signal.aborted; ) {
			if (seen !== undefined && version() === seen) {
				if (isOver) return;
				await new Promise<void>(resolve => {
					wake = resolve;
				});
				continue;
			}
			seen = version();
			let requests = 1;
			const isRead = await keeper.persist(async () => {
				requests = await read(signal);
			}, signal);
			if (!isRead) return;
			if (!isOver) await context.wait(pauseMs * Math.max(1, requests), signal);
		}
	}

	try {
		await Promise.all([following, readAgainAndAgain()]);
	} finally {
		unsubscribe();
	}
}

/** What a view is about: a batch, or a project that has not run yet. */
type BatchOrProject = {batchId: BatchId} | {projectId: ProjectId};

/**
 * Reads a view of a batch as it goes on, or once that of a project that has not run yet, whose name is learned with it.
 *
 * @param load gives the number of requests it took
 */
export async function keepBatchOrProject(
	keeper: Keeper,
	{batchId, projectId}: {batchId?: BatchId; projectId: ProjectId | null},
	load: (of: BatchOrProject, signal: AbortSignal) => Promise<number>,
	signal: AbortSignal,
): Promise<void> {
	if (batchId !== undefined) {
		await keepBatchView(keeper, batchId, inner => load({batchId}, inner), signal);
		return;
	}
	if (projectId === null) return;
	await Promise.all([keepProject(keeper, projectId, signal), keeper.persist(() => load({projectId}, signal), signal)]);
}
