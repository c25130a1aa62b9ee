import {shownAddress} from '../../contract/address.ts';
import type {Batch, BatchMember, BatchSummary, Wave} from '../../contract/batch.ts';
import type {Ref} from '../../contract/fields.ts';
import {
	addCounts,
	batchStatusOf,
	type MemberCounts,
	noMembers,
	openMembers,
	waveStatusOf,
} from '../domain/batch-state.ts';
import {cleanupProgress} from '../domain/cleanup.ts';
import {toCredits} from '../domain/credit-costs.ts';
import {firstLine} from '../domain/result-summary.ts';
import {labelOf} from '../domain/run-state.ts';
import {nullableTimestamp, timestamp, durationMs} from '../domain/timestamp.ts';
import type {BatchRows, MemberRow, WaitRow} from '../store/batches/read-batch.ts';
import type {BatchRow, WaveTable} from '../store/batches/batch-tables.ts';
import {summaryOfCode} from '../domain/code-steps.ts';
import {type StepStanding, summaryOfSteps} from '../domain/run-steps.ts';
import {advisoriesOf, blockedByOfRow, neededHelpOfRow} from './run-view.ts';
import {pushTo} from '../domain/push-to.ts';

export function batchSummaryView(
	batch: BatchRow,
	waves: readonly WaveTable[],
	{
		projectName,
		isWhole,
		orphaned,
		unresolved,
	}: {projectName: string | null; isWhole: boolean; orphaned: number; unresolved?: number},
): BatchSummary {
	const counts = waves.reduce<MemberCounts>(addCounts, noMembers);
	const total = waves.reduce((sum, wave) => sum + wave.total, 0);
	return {
		batchId: batch.id,
		projectId: batch.project_id,
		projectIds: JSON.parse(batch.project_ids) as string[],
		projectName: batch.project_id === null ? null : projectName,
		trigger: batch.trigger,
		wholeProject: isWhole,
		...(unresolved === undefined ? {} : {unresolved}),
		source: batch.source,
		phase: batch.phase,
		status: batchStatusOf(batch.phase, batch.outcome),
		outcome: batch.outcome,
		skipDependencies: batch.skip_dependencies === 1,
		environment: batch.environment,
		seed: batch.seed,
		targetUrl: shownAddress(batch.target_url),
		scheduleId: batch.schedule_id,
		testListId: batch.test_list_id,
		previousBatchId: batch.previous_batch_id,
		summary: {...counts, total, selected: batch.selected, closure: total - batch.selected},
		orphaned,
		credits: {held: toCredits(batch.credits_held), charged: toCredits(batch.credits_charged)},
		createdAt: timestamp(batch.created_at),
		startedAt: nullableTimestamp(batch.started_at),
		finishedAt: nullableTimestamp(batch.finished_at),
	};
}

/** A batch as a reader sees it who knows `since` already: with 0, or a version the batch never had, everything. */
export function batchView(rows: BatchRows, since: number): Batch {
	const {batch, waves, members, waiting, steps, resources, projectName, isWhole} = rows;
	const counts = cleanupCounts(resources);
	const delta = since > 0 && since <= batch.version;
	const waits = new Map<string, Ref[]>();
	for (const wait of waiting) pushTo(waits, wait.run_id, refOf(wait));
	return {
		...batchSummaryView(batch, waves, {projectName, isWhole, orphaned: counts.orphaned}),
		version: batch.version,
		delta,
		waves: waves.filter(wave => !delta || wave.rev > since).map(waveView),
		currentWave: currentWave(waves),
		members: members.map(member => memberView(member, waits.get(member.id) ?? [], steps.get(member.id) ?? [])),
		cleanup: {
			state: batch.cleanup_state,
			...counts,
			startedAt: nullableTimestamp(batch.cleanup_started_at),
			finishedAt: nullableTimestamp(batch.cleanup_finished_at),
		},
		auth: {mode: batch.auth_mode, health: batch.auth_health, refreshes: batch.auth_refreshes},
		advisories: JSON.parse(batch.advisories) as Batch['advisories'],
	};
}

/** Records whose cleanup test failed count as orphaned: they are still there. */
function cleanupCounts(resources: BatchRows['resources']) {
	const {failed, ...progress} = cleanupProgress(resources);
	return {...progress, orphaned: progress.orphaned + failed};
}

const refOf = (wait: WaitRow): Ref => ({testId: wait.test_id, title: wait.title});

/** The first wave with something open, else the last one. */
function currentWave(waves: readonly WaveTable[]): number {
	return (waves.find(wave => openMembers(wave) > 0) ?? waves.at(-1))?.wave ?? 0;
}

const waveView = (wave: WaveTable): Wave => ({
	wave: wave.wave,
	kind: wave.kind,
	status: waveStatusOf(wave, wave.total),
	total: wave.total,
	finished: wave.total - openMembers(wave),
	rev: wave.rev,
});

const memberView = (row: MemberRow, waitingFor: Ref[], steps: readonly StepStanding[]): BatchMember => ({
	testId: row.test_id,
	runId: row.id,
	projectId: row.project_id,
	projectName: row.project_name,
	name: row.name,
	type: row.type,
	kind: row.type === 'backend' ? row.kind : null,
	priority: row.priority,
	role: row.role,
	wave: row.wave,
	status: row.status,
	label: labelOf(row.status, row.skipped === 1),
	note: row.note,
	startedAt: nullableTimestamp(row.started_at),
	finishedAt: nullableTimestamp(row.finished_at),
	durationMs: durationMs(row.started_at, row.finished_at),
	codeVersion: row.code_version,
	failureKind: row.failure_kind,
	neededHelp: neededHelpOfRow(row),
	error: firstLine(row.error),
	blockedBy: blockedByOfRow(row),
	waitingFor,
	produces: JSON.parse(row.produces) as string[],
	consumes: JSON.parse(row.consumes) as string[],
	stepSummary: row.step_count === null ? summaryOfCode(row) : summaryOfSteps(steps, row.step_count),
	...advisoriesOf(row),
	previousRunId: row.previous_run_id,
	previousStatus: row.previous_status,
	rev: row.rev,
});
