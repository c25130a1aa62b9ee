import {isTerminal} from '../../contract/enums.ts';
import type {ReportCase, ReportCleanup} from '../reports/report.ts';
import type {Batch} from '../../contract/batch.ts';
import {recordsToClean} from '../../contract/cleanup.ts';
import type {BatchId, ProjectId, RunId, TestId} from '../../contract/ids.ts';
import type {ProgressItem} from '../output/progress.ts';

/** What was seen of a run, or of a test that has none. Fields that are left out stay as they were. */
export type SeenCase = Partial<ReportCase> & {status: string};

/** Everything a wait has seen so far: at any moment enough for a report, whatever ends the wait. */
export type WaitReport = {
	/** Project of the command; null where the cases say it. */
	projectId: ProjectId | null;
	batchId: BatchId | null;
	/** Tests that were asked for and have no run yet. */
	expectTests(testIds: readonly TestId[]): void;
	/**
	 * An answer says of each of them where it stands, under its whole id: what was expected by the text of the caller, the
	 * beginning of an id or a name, is forgotten.
	 */
	settleExpected(accepted: readonly {testId: TestId; runId: RunId}[]): void;
	/** The latest state of a run, or of a test without one. */
	see(seen: SeenCase): void;
	/** The cleanup of a batch as it stands now. */
	seeCleanup(batchId: BatchId, cleanup: ReportCleanup): void;
	/** Of every batch that was seen. */
	cleanups(): ReportCleanup[];
	/** "Known states, rest `skipped`." */
	cases(): ReportCase[];
};

const unknownCase: ReportCase = {
	testId: '',
	runId: null,
	projectId: '',
	name: '',
	status: 'skipped',
	failureKind: null,
	error: null,
	trace: null,
	durationMs: null,
	dashboardUrl: null,
};

const isFinal = (status: string) => isTerminal(status) || status === 'timeout' || status.startsWith('error:');

export function createWaitReport(): WaitReport {
	const seenCleanups = new Map<string, ReportCleanup>();
	const seenCases = new Map<string, ReportCase>();
	const keyOfTest = (testId: TestId) => `test ${testId}`;
	const see = (seen: SeenCase) => {
		const key = seen.runId ?? keyOfTest(seen.testId ?? '');
		// A run takes the place of the test that was waiting for one.
		if (seen.runId && seen.testId) seenCases.delete(keyOfTest(seen.testId));
		seenCases.set(key, {...unknownCase, ...seenCases.get(key), ...seen});
	};
	return {
		projectId: null,
		batchId: null,
		expectTests(testIds) {
			for (const testId of testIds) see({testId, status: 'skipped'});
		},
		settleExpected(accepted) {
			for (const [key, {runId}] of seenCases) if (runId === null) seenCases.delete(key);
			for (const {testId, runId} of accepted) see({testId, runId, status: 'queued'});
		},
		see,
		seeCleanup: (batchId, cleanup) => void seenCleanups.set(batchId, cleanup),
		cleanups: () => [...seenCleanups.values()],
		cases() {
			const projectId = this.projectId ?? '';
			// What has no test of its own goes by its run.
			return [...seenCases.values()].map(one => ({
				...one,
				projectId: one.projectId || projectId,
				testId: one.testId || ((one.runId as string | null) ?? ''),
				name: one.name || one.testId || (one.runId ?? ''),
				status: isFinal(one.status) ? one.status : 'skipped',
			}));
		},
	};
}

/** A batch as the progress line shows it. */
export const batchProgress = (batch: Batch): Extract<ProgressItem, {kind: 'batch'}> => ({
	kind: 'batch',
	batchId: batch.batchId,
	status: batch.status,
	wave: batch.currentWave,
	waves: batch.waves.length,
	done: batch.members.filter(({status}) => isTerminal(status)).length,
	total: batch.members.length,
	running: batch.members.filter(({status}) => status === 'running').length,
	blocked: batch.members.filter(({label}) => label === 'Blocked').length,
	cleanup: batch.phase === 'cleanup' ? {cleaned: batch.cleanup.cleaned, captured: recordsToClean(batch.cleanup)} : null,
});
