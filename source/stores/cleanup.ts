import type {CleanupRetry, CleanupView, Dismissed} from '../contract/cleanup.ts';
import {mergeCleanup} from '../view-model/merge-cleanup.ts';
import {createLoader, heldSeconds, heldTimeoutMs, type Loader} from './loader.ts';
import {storeKey} from './store-key.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadCleanupRoutes = () => import('../contract/routes/cleanup.ts');

export type Cleanup = Loader<CleanupView> & {
	dismiss(batchId: string, resourceId: string, isBack: boolean): Promise<Dismissed>;
	/** Absent ids: everything that failed, and orphans whose DELETE endpoint is known by now. */
	retry(batchId: string, cleanupTestIds?: string[]): Promise<CleanupRetry>;
};

/** Nothing of a cleanup changes any more by itself. */
const isOver = ({state}: CleanupView) => state === 'done' || state === 'failed' || state === 'none';

/** The cleanup of the batch that is shown, and what can be done about it. */
export const cleanupStore = storeKey<Cleanup>(({session, context}) => {
	const loader = createLoader<CleanupView>(
		{session},
		{
			async read(batchId, known, signal) {
				const held = known ? {since: known.version, waitSeconds: heldSeconds} : {};
				const answer = await session.call((await loadCleanupRoutes()).getCleanup, {
					params: {batchId},
					query: held,
					signal,
					...(known ? {timeoutMs: heldTimeoutMs} : {}),
				});
				return known?.version === answer.version ? known : mergeCleanup(known, answer);
			},
			isOver,
		},
	);
	return {
		...loader,
		dismiss: async (batchId, resourceId, isBack) =>
			session.call((await loadCleanupRoutes()).dismissCleanup, {
				params: {batchId},
				body: {resourceIds: [resourceId], ...(isBack ? {restore: true} : {})},
				idempotencyKey: `cli-cleanup-dismiss-${context.randomId()}`,
				signal: context.ended,
			}),
		retry: async (batchId, cleanupTestIds) =>
			session.call((await loadCleanupRoutes()).retryCleanup, {
				params: {batchId},
				...(cleanupTestIds ? {body: {cleanupTestIds}} : {}),
				idempotencyKey: `cli-cleanup-retry-${context.randomId()}`,
				signal: context.ended,
			}),
	};
});
