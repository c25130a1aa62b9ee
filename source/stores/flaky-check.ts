import type {FlakyAttempt} from '../../contract/documents/run.ts';
import {createStore, type StoreApi} from 'zustand/vanilla';
import {isTerminal} from '../../contract/enums.ts';
import type {RunId, TestId} from '../../contract/ids.ts';
import {rerunTest} from '../../contract/routes/reruns.ts';
import {getRun} from '../../contract/routes/runs.ts';
import type {Run} from '../../contract/run.ts';
import {isApiError} from '../errors/api-error.ts';
import {type FlakyReport, judge} from '../view-model/judge-flaky.ts';
import {type Dashboard, storeKey} from './dashboard.ts';

/** Pause between looks at a run: plain ones, because the screen has the one request that is held. In ms. */
const pause = 1000;

export type FlakyState = {
	/** The test that is judged, or was judged last. */
	testId: TestId | null;
	/** Attempts that were asked for. */
	wanted: number;
	/** Those that have ended. */
	attempts: readonly FlakyAttempt[];
	isRunning: boolean;
	/** Asked to end after this attempt. */
	isStopping: boolean;
};

type FlakyCheck = {
	store: StoreApi<FlakyState>;
	/**
	 * Runs a test again and again, without repairing anything, as `svc test flaky` does. Resolves with how often it
	 * passed; rejects when the first attempt cannot be started, or no later one could be.
	 */
	start(testId: TestId, wanted: number, signal: AbortSignal): Promise<FlakyReport>;
	/** The attempt that is under way is the last one. */
	stop(): void;
};

/** Nothing that another attempt could get past: credentials, credits, plan, an old client. */
const endsAll = new Set([
	'AUTH_REQUIRED',
	'AUTH_INVALID',
	'AUTH_FORBIDDEN',
	'INSUFFICIENT_CREDITS',
	'FEATURE_GATED',
	'CLIENT_TOO_OLD',
]);

export const flakyCheckStore = storeKey(createFlakyCheck);

function createFlakyCheck({session, context}: Pick<Dashboard, 'session' | 'context'>): FlakyCheck {
	const store = createStore<FlakyState>()(() => ({
		testId: null,
		wanted: 0,
		attempts: [],
		isRunning: false,
		isStopping: false,
	}));

	/** Looks until the run and the cleanup after it have ended; a lost service is waited for. */
	async function watch(runId: RunId, signal: AbortSignal): Promise<Run> {
		for (let failures = 0; ; ) {
			try {
				const run = await session.call(getRun, {params: {runId}, query: {}, signal});
				failures = 0;
				if (isTerminal(run.status) && (run.batchPhase === undefined || run.batchPhase === 'done')) return run;
				await context.wait(pause, signal);
			} catch (error) {
				signal.throwIfAborted();
				if (!(await session.backOff(error, failures++, signal))) throw error;
			}
		}
	}

	async function tryOnce(testId: TestId, attempt: number, key: string, signal: AbortSignal): Promise<FlakyAttempt> {
		let runId: RunId | null = null;
		try {
			({runId} = await session.call(rerunTest, {
				params: {testId},
				body: {source: 'cli', autoHeal: false},
				idempotencyKey: `${key}:attempt${attempt}`,
				signal,
			}));
			const {status, failureKind} = await watch(runId, signal);
			return {attempt, runId, outcome: status, failureKind};
		} catch (error) {
			if (!isApiError(error) || endsAll.has(error.code) || (runId === null && attempt === 1)) throw error;
			return {attempt, runId, outcome: 'error', failureKind: null};
		}
	}

	return {
		store,
		async start(testId, wanted, signal) {
			if (store.getState().isRunning) throw new Error('A flaky check is running. c stops it.');
			store.setState({testId, wanted, attempts: [], isRunning: true, isStopping: false});
			const key = `cli-flaky-${context.randomId()}`;
			try {
				for (let attempt = 1; attempt <= wanted && !store.getState().isStopping; attempt++) {
					const ended = await tryOnce(testId, attempt, key, signal);
					store.setState(({attempts}) => ({attempts: [...attempts, ended]}));
				}
			} finally {
				store.setState({isRunning: false, isStopping: false});
			}
			return judge(testId, store.getState().attempts);
		},
		stop: () => store.setState(({isRunning}) => ({isStopping: isRunning})),
	};
}
