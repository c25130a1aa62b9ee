import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Call} from '../../contract/call.ts';
import type {BatchId, RunId, TestId} from '../../contract/ids.ts';
import {inParallel, usualLimit} from '../../contract/in-parallel.ts';
import type {FailureContext} from '../../contract/result.ts';
import {rerunBatch, rerunTest} from '../../contract/routes/reruns.ts';
import {isApiError} from '../errors/api-error.ts';
import {type Dashboard, storeKey} from './dashboard.ts';
import type {Batch} from '../../contract/batch.ts';
import {getBatch} from '../../contract/routes/batches.ts';
import {createLoader} from './loader.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadCallsRoutes = () => import('../../contract/routes/calls.ts');
const loadFailuresRoutes = () => import('../../contract/routes/failures.ts');

/** What the list of failures shows of one, besides its row in the batch. */
export type FailureDigest = {
	/** What failures of one kind have in common. */
	signature: string | null;
	/** `new`, `flaky`, `healed`. */
	badges: readonly string[];
	hypothesis: string | null;
	fixTarget: FailureContext['failure']['recommendedFixTarget'];
};

/** A failure with the request that brought it; what a run failed by never changes. */
export type ReadFailure = {context: FailureContext; requestId: string};

type Failures = {
	/** Digests by run. */
	store: StoreApi<{digests: ReadonlyMap<string, FailureDigest>}>;
	/** Reads the digests of these runs where they are not known yet; a run that cannot be read is left out. */
	look(runIds: readonly RunId[], signal: AbortSignal): Promise<void>;
	/** Everything about one failed run; runs that were read lately are not read again. */
	read(runId: RunId, signal: AbortSignal): Promise<ReadFailure>;
	/** Recorded calls of one run, in their order. */
	readCalls(batchId: BatchId, testId: TestId, runId: RunId, signal: AbortSignal): Promise<readonly Call[]>;
	/** Runs a test again; answers with the batch. Alone = fed by the captures of its previous batch. */
	rerun(testId: TestId, options: {isAlone: boolean}): Promise<string>;
	/** Runs tests again, at most `maxRerun` of them; null when none could be started. */
	rerunAll(testIds: readonly TestId[]): Promise<string | null>;
};

/** Tests that one rerun may name. */
export const maxRerun = 50;
/** Failures kept with all their texts, so that going back and forth asks for nothing. */
const kept = 16;
export const failuresStore = storeKey(createFailures);

export function createFailures({context: {ended}, session}: Pick<Dashboard, 'context' | 'session'>): Failures {
	const store = createStore<{digests: ReadonlyMap<string, FailureDigest>}>()(() => ({digests: new Map()}));
	/** Runs that are read now, each with the signal that ends it: who looks after that one reads it again. */
	const reading = new Map<string, AbortSignal>();
	const lately = new Map<string, ReadFailure>();

	async function read(runId: RunId, signal: AbortSignal): Promise<ReadFailure> {
		const known = lately.get(runId);
		if (known) return known;
		let requestId = 'unknown';
		const context = await session.call((await loadFailuresRoutes()).getRunFailure, {
			params: {runId},
			signal,
			onAnswered: answered => {
				requestId = answered ?? requestId;
			},
		});
		const failure = {context, requestId};
		lately.set(runId, failure);
		for (const oldest of [...lately.keys()].slice(0, Math.max(0, lately.size - kept))) lately.delete(oldest);
		return failure;
	}

	const digestOf = ({failure, result}: FailureContext): FailureDigest => ({
		signature: failure.signature ?? null,
		badges: [...(failure.badges ?? []), ...(result.healedSteps?.length ? ['healed'] : [])],
		hypothesis: failure.rootCauseHypothesis,
		fixTarget: failure.recommendedFixTarget,
	});

	return {
		store,
		read,
		async look(runIds, signal) {
			const {digests} = store.getState();
			const unread = runIds.filter(runId => !digests.has(runId) && (reading.get(runId)?.aborted ?? true));
			const done = (runId: RunId) => void (reading.get(runId) === signal && reading.delete(runId));
			for (const runId of unread) reading.set(runId, signal);
			try {
				await inParallel(unread, usualLimit, async runId => {
					try {
						const digest = digestOf((await read(runId, signal)).context);
						store.setState(state => ({digests: new Map(state.digests).set(runId, digest)}));
					} catch (error) {
						// Its row says what the batch tells; the next look tries again.
						if (!isApiError(error) && !signal.aborted) throw error;
					} finally {
						done(runId);
					}
				});
			} finally {
				unread.forEach(done);
			}
		},
		async readCalls(batchId, testId, runId, signal) {
			const calls: Call[] = [];
			let cursor: string | undefined;
			do {
				const page = await session.call((await loadCallsRoutes()).listBatchCalls, {
					params: {batchId},
					query: {testId, cursor},
					signal,
				});
				for (const {items} of page.items) calls.push(...items.filter(call => call.runId === runId));
				cursor = page.nextToken ?? undefined;
			} while (cursor !== undefined);
			return calls.sort((a, b) => a.seq - b.seq);
		},
		async rerun(testId, {isAlone}) {
			const {batchId} = await session.call(rerunTest, {
				params: {testId},
				body: {source: 'cli', skipDependencies: isAlone},
				signal: ended,
			});
			return batchId;
		},
		async rerunAll(testIds) {
			const {batchId} = await session.call(rerunBatch, {
				body: {testIds: testIds.slice(0, maxRerun), source: 'cli'},
				signal: ended,
			});
			return batchId;
		},
	};
}

/** The batch that decides how the project under the cursor stands, with its members. */
export const projectFailuresStore = storeKey(({session}) =>
	createLoader<Batch>(
		{session},
		{read: (batchId, _known, signal) => session.call(getBatch, {params: {batchId}, query: {}, signal})},
	),
);
