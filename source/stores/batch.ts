import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Batch, BatchMember, CancelledBatch} from '../../contract/batch.ts';
import type {BatchId} from '../../contract/ids.ts';
import {cancelBatch, getBatch} from '../../contract/routes/batches.ts';
import {mergeBatch} from '../../contract/merge-batch.ts';
import type {Session} from './session.ts';
import type {StoreContext} from './store-context.ts';
import {createFollowPace} from '../../contract/follow-pace.ts';

/** Seconds that the service may hold a request that has no news: few, as clocks count meanwhile and silence must be noticed. */
const waitSeconds = 5;

type BatchState = {
	/** The batch that is followed or shown. */
	batchId: BatchId | null;
	batch: Batch | null;
	/** Why it cannot be read; the last good data stays. */
	error: unknown;
	/** News are waited for. */
	isFollowing: boolean;
};

type Listeners = {
	/** After each answer that changed something. */
	onChange(batch: Batch, changed: readonly BatchMember[]): void;
	/** Once, when the batch is done while it was followed (cleanup included). */
	onEnd(batch: Batch): void;
};

export type Batches = {
	store: StoreApi<BatchState>;
	/**
	 * Reads a batch and waits for its news until it is done or the signal aborts. Resolves when there is no more to come: a
	 * cleanup that somebody has started again is waited for, too.
	 */
	follow(batchId: BatchId, signal: AbortSignal): Promise<void>;
	cancel(options: {skipCleanup: boolean}): Promise<CancelledBatch>;
};

/** Nothing of a batch changes any more by itself. */
const isOver = ({phase, cleanup}: Batch): boolean => phase === 'done' && cleanup.state !== 'running';

export function createBatches(context: StoreContext, session: Session, {onChange, onEnd}: Listeners): Batches {
	const store = createStore<BatchState>()(() => ({batchId: null, batch: null, error: null, isFollowing: false}));

	/** Takes an answer; false when another batch is shown by now. */
	function accept(batchId: BatchId, answer: Batch): boolean {
		const {batchId: current, batch: known} = store.getState();
		if (current !== batchId) return false;
		const {batch, changed} = mergeBatch(known, answer);
		const isNews = known === null || batch.version !== known.version || !answer.delta;
		if (isNews) store.setState({batch, error: null});
		else store.setState({error: null});
		if (isNews) onChange(batch, changed);
		if (known && known.phase !== 'done' && batch.phase === 'done') onEnd(batch);
		return true;
	}

	/** @param isRetry after the service was lost: answered at once, so that a service that is back is seen to be back */
	async function ask(batchId: BatchId, isRetry: boolean, signal: AbortSignal): Promise<Batch> {
		const {batch} = store.getState();
		// Held only from the second request on: the first answer shows what there is.
		const held = isRetry ? {} : {waitSeconds};
		const query: {since?: number; waitSeconds?: number} =
			batch?.batchId === batchId ? {since: batch.version, ...held} : {};
		return session.call(getBatch, {
			params: {batchId},
			query,
			signal,
			...(query.waitSeconds ? {timeoutMs: (waitSeconds + 10) * 1000} : {}),
		});
	}

	return {
		store,
		async follow(batchId, signal) {
			if (store.getState().batchId !== batchId) store.setState({batchId, batch: null, error: null});
			store.setState({isFollowing: true});
			let failures = 0;
			const pace = createFollowPace();
			try {
				while (!signal.aborted) {
					try {
						const pauseMs = pace.pauseMs(context.now());
						if (!accept(batchId, await ask(batchId, session.store.getState().connection.kind === 'offline', signal)))
							return;
						failures = 0;
						const latest = store.getState().batch;
						if (latest && isOver(latest)) return;
						if (pauseMs > 0) await context.wait(pauseMs, signal);
					} catch (error) {
						if (signal.aborted) return;
						if (store.getState().batchId === batchId) store.setState({error});
						if (!(await session.backOff(error, failures++, signal))) return;
					}
				}
			} catch (error) {
				if (!signal.aborted) throw error;
			} finally {
				if (store.getState().batchId === batchId) store.setState({isFollowing: false});
			}
		},
		async cancel({skipCleanup}) {
			const {batchId} = store.getState();
			if (batchId === null) throw new Error('No batch is shown.');
			return session.call(cancelBatch, {
				params: {batchId},
				...(skipCleanup ? {body: {skipCleanup}} : {}),
				signal: context.ended,
			});
		},
	};
}
