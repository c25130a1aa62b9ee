import {createStore, type StoreApi} from 'zustand/vanilla';
import {storeKey} from './dashboard.ts';
import type {Session} from './session.ts';
import type {StoreContext} from './store-context.ts';
import type {TestId} from '../../contract/ids.ts';
import type {RunHistoryItem} from '../../contract/run.ts';
import {listTestRuns} from '../../contract/routes/runs.ts';
import {getTest, getTestCode, putTestCode} from '../../contract/routes/tests.ts';
import type {Test, TestCode, UpdatedCode} from '../../contract/test.ts';
import {isApiError} from '../errors/api-error.ts';

const shownRuns = 8;

export type TestDetail = {
	test: Test;
	/** Null for a frontend test that has no script yet. */
	code: TestCode | null;
	/** Newest first. */
	runs: readonly RunHistoryItem[];
};

export type TestDetailState = {
	/** The test whose details are shown or being read. */
	testId: TestId | null;
	detail: TestDetail | null;
	error: unknown;
};

type TestDetails = {
	store: StoreApi<TestDetailState>;
	/** Shows a test. */
	show(testId: TestId, signal: AbortSignal): Promise<void>;
	/** Reads the shown test again. */
	reload(signal: AbortSignal): Promise<void>;
	readCode(testId: TestId): Promise<TestCode>;
	/** Replaces the code; refused when `codeVersion` is not the current one any more. */
	writeCode(testId: TestId, code: string, codeVersion: string): Promise<UpdatedCode>;
};

export function createTestDetails(context: StoreContext, session: Session): TestDetails {
	const store = createStore<TestDetailState>()(() => ({testId: null, detail: null, error: null}));

	const readCode = (testId: TestId, signal: AbortSignal = context.ended) =>
		session.call(getTestCode, {params: {testId}, signal});

	async function read(testId: TestId, signal: AbortSignal): Promise<void> {
		const params = {testId};
		try {
			const [test, code, history] = await Promise.all([
				session.call(getTest, {params, signal}),
				readCode(testId, signal).catch(orNull),
				session.call(listTestRuns, {params, query: {pageSize: shownRuns}, signal}),
			]);
			if (store.getState().testId === testId)
				store.setState({detail: {test, code, runs: history.runs.slice(0, shownRuns)}, error: null});
		} catch (error) {
			if (!signal.aborted && store.getState().testId === testId) store.setState({error});
		}
	}

	return {
		store,
		readCode,
		async show(testId, signal) {
			const {testId: shown, detail} = store.getState();
			if (shown === testId && detail) return;
			store.setState({testId, detail: null, error: null});
			await read(testId, signal);
		},
		async reload(signal) {
			const {testId} = store.getState();
			if (testId !== null) await read(testId, signal);
		},
		async writeCode(testId, code, codeVersion) {
			return session.call(putTestCode, {
				params: {testId},
				body: {code},
				headers: {'if-match': codeVersion},
				signal: context.ended,
			});
		},
	};
}

export const testDetailsStore = storeKey(({context, session}) => createTestDetails(context, session));

/** A test without code answers 404: that is a fact about the test, not a failure of the screen. */
function orNull(error: unknown): null {
	if (isApiError(error) && error.code === 'NOT_FOUND') return null;
	throw error;
}
