import {shownAddress} from '../../contract/address.ts';
import type {BlockedBy, NeededHelp, Run, RunHistoryItem, RunStep} from '../../contract/run.ts';
import {toCredits} from '../domain/credit-costs.ts';
import {type CodeStep, summaryOfCode} from '../domain/code-steps.ts';
import {summaryOfSteps} from '../domain/run-steps.ts';
import {labelOf} from '../domain/run-state.ts';
import {nullableTimestamp, timestamp} from '../domain/timestamp.ts';
import type {RunRow} from '../store/runs/read-run.ts';
import type {PlannedStep, StepRow} from '../store/runs/run-steps.ts';
import {runStepOfCode} from './code-step-view.ts';
import {pendingStep, runStep} from './step-view.ts';

export const blockedByOfRow = (row: {blocked_by: string | null}): BlockedBy | null =>
	row.blocked_by === null ? null : (JSON.parse(row.blocked_by) as BlockedBy);

export const neededHelpOfRow = (row: {needed_help: string | null}): NeededHelp | null =>
	row.needed_help === null ? null : (JSON.parse(row.needed_help) as NeededHelp);

/**
 * The steps of a run: those of a plan as they were stored, and all that were planned where some have not ended; those of code
 * as its calls tell them.
 */
export type StepsOfRun = {plan: readonly StepRow[]; planned: readonly PlannedStep[]} | {code: readonly CodeStep[]};

export function runView(row: RunRow, steps: StepsOfRun, options: {includeSteps: boolean}): Run {
	return {
		runId: row.id,
		testId: row.test_id,
		projectId: row.project_id,
		projectName: row.project_name,
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
		targetUrl: shownAddress(row.target_url),
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
		stepSummary: 'plan' in steps ? summaryOfSteps(steps.plan, row.step_count ?? 0) : summaryOfCode(row),
		creditsCharged: toCredits(row.credits_charged),
		...advisoriesOf(row),
		dashboardUrl: null,
		executionUrl: null,
		...(row.step_count === null ? {} : ofPlan(row)),
		...(options.includeSteps ? {steps: stepViews(row, steps)} : {}),
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

/** Nothing where there is none: most runs have none. */
export const advisoriesOf = ({advisories}: {advisories: string}): Pick<Run, 'advisories'> =>
	advisories === '[]'
		? {}
		: {advisories: (JSON.parse(advisories) as string[]).map(message => ({feature: 'test', message}))};

const stepViews = (row: RunRow, steps: StepsOfRun): NonNullable<Run['steps']> =>
	'plan' in steps ? planStepViews(row, steps) : steps.code.map(step => runStepOfCode(row, step));

/** Also the steps that have not ended, which stand nowhere but in the plan. */
function planStepViews(row: RunRow, {plan, planned}: Extract<StepsOfRun, {plan: unknown}>): RunStep[] {
	const ended = new Map(plan.map(step => [step.step_index, step]));
	const total = Math.max(planned.length, ...ended.keys(), 0);
	return Array.from({length: total}, (_, place) => {
		const step = ended.get(place + 1);
		return step ? runStep(step) : pendingStep(place + 1, planned[place]!, row.created_at);
	});
}

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
	targetUrl: shownAddress(row.target_url),
	targetUrlSource: row.target_url_source === 'project-default' ? null : row.target_url_source,
});
