import {createStore, type StoreApi} from 'zustand/vanilla';
import {storeKey} from './dashboard.ts';
import type {Session} from './session.ts';
import type {StoreContext} from './store-context.ts';
import type {BatchMember} from '../../contract/batch.ts';
import {isTerminal} from '../../contract/enums.ts';
import type {RunId, TestId} from '../../contract/ids.ts';
import type {CliLatestResult} from '../../contract/result.ts';
import {getTestResult} from '../../contract/routes/results.ts';
import {isApiError} from '../errors/api-error.ts';

/** Pause between two readings of a running member's output, in ms. */
const pause = 1000;

export type OutputState = {
	/** The run whose result is shown. */
	runId: RunId | null;
	result: CliLatestResult | null;
	/** The service keeps results of the latest run only, and there was a later one. */
	isSuperseded: boolean;
};

/** Output of the selected member: read at most once a second, and only while it runs and is selected. */
type OutputTail = {
	store: StoreApi<OutputState>;
	/**
	 * Shows a member's output until the signal aborts.
	 * @param current the member as it is now, asked again before each reading; null when it is gone
	 */
	watch(runId: RunId, current: () => BatchMember | null, signal: AbortSignal): Promise<void>;
};

export function createOutputTail(context: StoreContext, session: Session): OutputTail {
	const store = createStore<OutputState>()(() => ({runId: null, result: null, isSuperseded: false}));

	async function read(runId: RunId, testId: TestId, signal: AbortSignal): Promise<void> {
		try {
			const result = await session.call(getTestResult, {params: {testId}, query: {}, signal});
			if (store.getState().runId !== runId) return;
			const isOfRun = result.runIdIfAvailable === runId;
			store.setState({result: isOfRun ? result : null, isSuperseded: !isOfRun});
		} catch (error) {
			// No result yet, or none for now: the pane says what the batch itself tells.
			if (!isApiError(error)) throw error;
		}
	}

	return {
		store,
		async watch(runId, current, signal) {
			if (store.getState().runId !== runId) store.setState({runId, result: null, isSuperseded: false});
			try {
				for (let member = current(); member && !signal.aborted; member = current()) {
					const {status, testId} = member;
					if (status !== 'queued') await read(runId, testId, signal);
					if (isTerminal(status)) return;
					await context.wait(pause, signal);
				}
			} catch (error) {
				if (!signal.aborted) throw error;
			}
		},
	};
}

export const outputTailStore = storeKey(({context, session}) => createOutputTail(context, session));
