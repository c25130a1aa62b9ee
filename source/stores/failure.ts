import type {RunDiff} from '../../contract/documents/run.ts';
import type {Call} from '../../contract/call.ts';
import type {RunId} from '../../contract/ids.ts';
import {getRun, listTestRuns} from '../../contract/routes/runs.ts';
import type {Run} from '../../contract/run.ts';
import {compareRuns} from '../view-model/compare-runs.ts';
import {type Dashboard, storeKey} from './dashboard.ts';
import {failuresStore, type ReadFailure} from './failures.ts';
import {createLoader, type Loader} from './loader.ts';

/** Runs looked back for the last one that passed. */
const history = 50;

/** This run beside the last one of its test that passed before it. */
type Comparison = {
	/** Null: the test never passed before, as far back as one page of its history reaches. */
	passed: Run | null;
	diff: RunDiff | null;
	/** Calls of the run that passed. */
	calls: readonly Call[];
};

/** What the viewer shows of one failed run; its parts arrive one after the other. */
type FailureStore = {
	failure: Loader<ReadFailure & {run: Run}>;
	calls: Loader<readonly Call[]>;
	comparison: Loader<Comparison>;
	/** Text of the page at the failing step, of a test in the browser; null where there is none. */
	page: Loader<string | null>;
	/** Reads everything about a run, what is wanted first first. */
	load(runId: RunId, signal: AbortSignal): Promise<void>;
};

export const failureStore = storeKey(createFailure);

function createFailure(dashboard: Dashboard): FailureStore {
	const {session, context} = dashboard;
	const failures = dashboard.storeOf(failuresStore);
	const readRun = (runId: RunId, signal: AbortSignal) =>
		session.call(getRun, {params: {runId}, query: {includeSteps: 'true'}, signal});

	const failure = createLoader<ReadFailure & {run: Run}>(dashboard, {
		async read(runId, _known, signal) {
			const [read, run] = await Promise.all([failures.read(runId, signal), readRun(runId, signal)]);
			return {...read, run};
		},
	});

	/** The shown run; what depends on it is read after it only. */
	const shownRun = (runId: RunId): Run => {
		const {key, data} = failure.store.getState();
		if (key !== runId || !data) throw new Error(`The run ${runId} is not shown.`);
		return data.run;
	};
	const callsOf = ({batchId, testId, runId}: Run, signal: AbortSignal) =>
		batchId === undefined ? [] : failures.readCalls(batchId, testId, runId, signal);

	const calls = createLoader<readonly Call[]>(dashboard, {
		read: async (runId, _known, signal) => callsOf(shownRun(runId), signal),
	});

	const comparison = createLoader<Comparison>(dashboard, {
		async read(runId, _known, signal) {
			const run = shownRun(runId);
			const {runs} = await session.call(listTestRuns, {
				params: {testId: run.testId},
				query: {pageSize: history},
				signal,
			});
			const last = runs.find(other => other.status === 'passed' && other.createdAt <= run.createdAt);
			if (!last) return {passed: null, diff: null, calls: []};
			const passed = await readRun(last.runId, signal);
			return {passed, diff: compareRuns(passed, run), calls: await callsOf(passed, signal)};
		},
	});

	const page = createLoader<string | null>(dashboard, {
		async read(runId, _known, signal) {
			const {result, steps} = failure.store.getState().data?.context ?? {result: null, steps: []};
			const step = steps.find(({stepIndex}) => stepIndex === result?.failedStepIndex);
			return shownRun(runId) && step?.htmlSnapshotUrl ? context.files.readSnapshot(step.htmlSnapshotUrl, signal) : null;
		},
	});

	return {
		failure,
		calls,
		comparison,
		page,
		async load(runId, signal) {
			await failure.load(runId, signal);
			// Each has a tab of its own, which says what became of it: one that fails takes nothing from the others.
			await Promise.allSettled([calls, comparison, page].map(loader => loader.load(runId, signal)));
		},
	};
}
