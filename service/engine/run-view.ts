import type {BlockedBy, NeededHelp, Run, RunHistoryItem} from '../../source/contract/run.ts';
import {toCredits} from '../domain/credit-costs.ts';
import {firstLine} from '../domain/result-summary.ts';
import {noSteps, summaryOfSteps} from '../domain/run-steps.ts';
import {labelOf} from '../domain/run-state.ts';
import {nullableTimestamp, timestamp} from '../domain/timestamp.ts';
import type {RunRow} from '../store/read-run.ts';
import type {StepRow} from '../store/run-steps.ts';
import {runStep} from './step-view.ts';

export const blockedByOfRow = (row: {blocked_by: string | null}): BlockedBy | null =>
	row.blocked_by === null ? null : (JSON.parse(row.blocked_by) as BlockedBy);

export const neededHelpOfRow = (row: {needed_help: string | null}): NeededHelp | null =>
	row.needed_help === null ? null : (JSON.parse(row.needed_help) as NeededHelp);

/** @param steps of a plan; none of code */
export function runView(row: RunRow, steps: readonly StepRow[], options: {includeSteps: boolean}): Run {
	return {
		runId: row.id,
		testId: row.test_id,
		projectId: row.project_id,
		userId: row.account_id,
		batchId: row.batch_id,
		testTitle: row.name,
		createdAt: timestamp(row.created_at),
		status: row.status,
		label: labelOf(row.status, row.skipped === 1),
		batchPhase: row.phase,
		source: row.source,
		startedAt: nullableTimestamp(row.started_at),
		finishedAt: nullableTimestamp(row.finished_at),
		codeVersion: row.code_version,
		targetUrl: row.target_url,
		environment: row.environment,
		isRerun: row.is_rerun === 1,
		createdFrom: row.created_from,
		wave: row.wave,
		role: row.role,
		failedStepIndex: row.failed_step_index,
		failureKind: row.failure_kind,
		neededHelp: neededHelpOfRow(row),
		error: row.error,
		videoUrl: null,
		blockedBy: blockedByOfRow(row),
		stepSummary: row.step_count === null ? noSteps : summaryOfSteps(steps, row.step_count),
		creditsCharged: toCredits(row.credits_charged),
		dashboardUrl: null,
		executionUrl: null,
		...(row.step_count === null ? {} : ofPlan(row)),
		...(options.includeSteps ? {steps: row.step_count === null ? stepsOf(row) : steps.map(runStep)} : {}),
	};
}

/** What only a run in a browser has. */
const ofPlan = (row: RunRow): Pick<Run, 'healedSteps' | 'note' | 'seed' | 'viewport' | 'browser'> => ({
	healedSteps: JSON.parse(row.healed_steps) as number[],
	note: row.note,
	seed: row.seed,
	viewport: row.viewport,
	browser: row.browser === null ? null : (JSON.parse(row.browser) as NonNullable<Run['browser']>),
});

/** An assertion failure that no recorded step carries is shown as a last step of its own. */
function stepsOf(row: RunRow): NonNullable<Run['steps']> {
	if (row.failure_kind !== 'assertion' || row.finished_at === null) return [];
	return [
		{
			stepIndex: '0001',
			type: 'assertion',
			action: 'assertion',
			status: 'failed',
			description: assertionText(row),
			error: row.error,
			screenshotUrl: null,
			htmlSnapshotUrl: null,
			healed: false,
			createdAt: timestamp(row.finished_at),
		},
	];
}

export const assertionText = (row: Pick<RunRow, 'error'>): string =>
	firstLine(row.error) ?? 'The assertion did not hold';

export const historyItem = (row: RunRow): RunHistoryItem => ({
	runId: row.id,
	batchId: row.batch_id,
	status: row.status,
	source: row.source,
	isRerun: row.is_rerun === 1,
	createdFrom: row.created_from,
	createdAt: timestamp(row.created_at),
	startedAt: nullableTimestamp(row.started_at),
	finishedAt: nullableTimestamp(row.finished_at),
	codeVersion: row.code_version,
	failureKind: row.failure_kind,
	targetUrl: row.target_url,
	targetUrlSource: row.target_url_source === 'project-default' ? null : row.target_url_source,
});
