import {shownAddress} from '../../contract/address.ts';
import type {TestId} from '../../contract/ids.ts';
import type {CliLatestResult} from '../../contract/result.ts';
import {summaryOf} from '../domain/result-summary.ts';
import {isVerdict} from '../domain/run-state.ts';
import {executionStatusOf} from '../domain/test-state.ts';
import {nullableTimestamp, timestamp, durationMs} from '../domain/timestamp.ts';
import type {RunWithTexts} from '../store/runs/read-run.ts';
import type {RefusedTest} from '../store/plans/store-generated.ts';
import {advisoriesOf, blockedByOfRow} from './run-view.ts';

/**
 * The result of a test from the run that describes it.
 *
 * @param liveOutput what a running test has printed so far; null when it does not run here
 */
export function resultView(row: RunWithTexts, liveOutput: string | null): CliLatestResult {
	return {
		testId: row.test_id,
		testName: row.name,
		snapshotId: row.snapshot_id,
		status: row.status,
		verdict: isVerdict(row.status) ? row.status : null,
		executionStatus: executionStatusOf(row.status),
		summary: summaryOf({
			status: row.status,
			isPlan: row.step_count !== null,
			skipped: row.skipped === 1,
			failureKind: row.failure_kind,
			error: row.error,
			durationMs: durationMs(row.started_at, row.finished_at),
		}),
		startedAt: nullableTimestamp(row.started_at),
		finishedAt: nullableTimestamp(row.finished_at),
		videoUrl: null,
		failureAnalysisUrl: null,
		runIdIfAvailable: row.id,
		codeVersion: row.code_version,
		targetUrl: shownAddress(row.target_url),
		targetUrlSource: row.target_url_source,
		failedStepIndex: row.failed_step_index,
		failureKind: row.failure_kind,
		apiOutput: row.step_count === null ? (row.api_output ?? liveOutput) : null,
		trace: row.trace,
		blockedBy: blockedByOfRow(row),
		...advisoriesOf(row),
		...(row.step_count === null ? {} : {healedSteps: JSON.parse(row.healed_steps) as number[]}),
	};
}

/** What only a run could tell. */
const withoutRun = {
	startedAt: null,
	finishedAt: null,
	videoUrl: null,
	failureAnalysisUrl: null,
	runIdIfAvailable: null,
	codeVersion: null,
	targetUrl: null,
	targetUrlSource: null,
	failedStepIndex: null,
	failureKind: null,
	apiOutput: null,
	trace: null,
	blockedBy: null,
} as const;

/** The result of a generated test that was refused before it made any call: its trace says why. */
export function refusedResult(testId: TestId, {code, message, at}: RefusedTest): CliLatestResult {
	const trace = `The generated test did not enter the suite (${code}): ${message}. It made no call, and its credit was given back.`;
	return {
		testId,
		snapshotId: `snp_${testId.slice(testId.indexOf('_') + 1)}`,
		status: 'failed',
		verdict: 'failed',
		executionStatus: executionStatusOf('failed'),
		summary: `Refused before any call: ${message}.`,
		...withoutRun,
		finishedAt: timestamp(at),
		trace,
	};
}

/** The result of a test that has never run: there is none, and that is no error. */
export function noResult(testId: TestId, hasCode: boolean): CliLatestResult {
	const status = hasCode ? 'ready' : 'draft';
	return {
		testId,
		snapshotId: null,
		status,
		verdict: null,
		executionStatus: status,
		summary: 'This test has never run.',
		...withoutRun,
	};
}
