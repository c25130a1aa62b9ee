import type {
	CleanupPlan,
	CleanupRetry,
	CleanupSettings,
	CleanupView,
	Dismissed,
	HandlePlace,
	StartedCleanup,
} from '../../contract/cleanup.ts';
import type {BatchId, ProjectId} from '../../contract/ids.ts';
import {mergeCleanup} from '../view-model/merge-cleanup.ts';
import {createLoader, heldSeconds, heldTimeoutMs, type Loader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadCleanupRoutes = () => import('../../contract/routes/cleanup.ts');

type Cleanup = Loader<CleanupView> & {
	dismiss(batchId: BatchId, resourceId: string, isBack: boolean): Promise<Dismissed>;
	/**
	 * Named cleanup tests; `new`: records that can be deleted only since an endpoint or a handle was told; `all`: these, and
	 * everything that failed.
	 */
	retry(batchId: BatchId, what: readonly string[] | 'new' | 'all'): Promise<CleanupRetry>;
	/** What a start would send. */
	plan(batchId: BatchId): Promise<CleanupPlan>;
	/** Says yes to a cleanup that asks. Absent ids: everything that waits. */
	start(batchId: BatchId, resourceIds?: readonly string[]): Promise<StartedCleanup>;
	/** Deletes a record that cleanup leaves alone. */
	deleteRecord(batchId: BatchId, resourceId: string): Promise<StartedCleanup>;
	/** Tells where the handle of what an endpoint creates stands; what was told of that endpoint before is replaced. */
	tellHandle(projectId: ProjectId, handle: HandlePlace): Promise<CleanupSettings>;
};

/** Nothing of such a cleanup changes by itself, but somebody may dismiss, start, delete or try again at any time. */
const isSettled = ({state}: CleanupView) => state !== 'waiting' && state !== 'running';

/** A service that answers a held request sooner, and without news, does not hold it: asking on would only keep it busy. */
const shortestHoldMs = 1000;

/** The cleanup of the batch that is shown, and what can be done about it. */
export const cleanupStore = storeKey<Cleanup>(({session, context}) => {
	/** The view that a service did not hold a request for. */
	let last: CleanupView | null = null;
	const loader = createLoader<CleanupView>(
		{session},
		{
			async read(batchId, known, signal) {
				const held = known ? {since: known.version, waitSeconds: heldSeconds} : {};
				const askedAt = context.now();
				const answer = await session.call((await loadCleanupRoutes()).getCleanup, {
					params: {batchId},
					query: held,
					signal,
					...(known ? {timeoutMs: heldTimeoutMs} : {}),
				});
				if (known?.version !== answer.version) return mergeCleanup(known, answer);
				if (context.now() - askedAt < shortestHoldMs) last = known;
				return known;
			},
			isOver: view => isSettled(view) && view === last,
		},
	);
	return {
		...loader,
		dismiss: async (batchId, resourceId, isBack) =>
			session.call((await loadCleanupRoutes()).dismissCleanup, {
				params: {batchId},
				body: {resourceIds: [resourceId], ...(isBack ? {restore: true} : {})},
				signal: context.ended,
			}),
		retry: async (batchId, what) =>
			session.call((await loadCleanupRoutes()).retryCleanup, {
				params: {batchId},
				...(what === 'all' ? {} : {body: what === 'new' ? {onlyNew: true} : {cleanupTestIds: [...what]}}),
				signal: context.ended,
			}),
		plan: async batchId =>
			session.call((await loadCleanupRoutes()).getCleanupPlan, {params: {batchId}, signal: context.ended}),
		start: async (batchId, resourceIds) =>
			session.call((await loadCleanupRoutes()).startCleanup, {
				params: {batchId},
				...(resourceIds ? {body: {resourceIds: [...resourceIds]}} : {}),
				signal: context.ended,
			}),
		deleteRecord: async (batchId, resourceId) =>
			session.call((await loadCleanupRoutes()).deleteRecords, {
				params: {batchId},
				body: {resourceIds: [resourceId]},
				signal: context.ended,
			}),
		async tellHandle(projectId, handle) {
			const {getCleanupSettings, updateCleanupSettings} = await loadCleanupRoutes();
			const params = {projectId};
			const {handles} = await session.call(getCleanupSettings, {params, signal: context.ended});
			const others = handles.filter(({method, path}) => method !== handle.method || path !== handle.path);
			return session.call(updateCleanupSettings, {
				params,
				body: {handles: [...(others as HandlePlace[]), handle]},
				signal: context.ended,
			});
		},
	};
});
