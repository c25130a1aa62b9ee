import type {Insertable} from 'kysely';
import type {BatchTrigger, Source, TestType} from '../../../contract/enums.ts';
import type {
	AccountId,
	BatchId,
	ProjectId,
	RunId,
	ScheduleId,
	ScheduleRunId,
	SnapshotId,
	TestListId,
} from '../../../contract/ids.ts';
import {blockedByOf, blockedText} from '../../domain/blocked.ts';
import {runCost} from '../../domain/credit-costs.ts';
import {turnOf} from '../../domain/turns.ts';
import type {BatchPlan, PlannedMember} from '../../graph/plan-batch.ts';
import type {NewId} from '../ids.ts';
import type {ProjectSnapshot, RunnableTest} from './project-snapshot.ts';
import type {RunEdgeTable, RunOrderTable, RunTable} from '../runs/run-tables.ts';
import type {WaveTable} from './batch-tables.ts';
import type {Fire} from '../schedules/schedule-tables.ts';

export type NewBatch = {
	trigger: BatchTrigger;
	source: Source;
	/** Named by the trigger; null: the project's. */
	targetUrl: string | null;
	advisories: Array<{feature: string; message: string}>;
	/** What made-up values of its tests are derived from; null: a new one. */
	seed?: string | null;
	/** Its members are reruns. */
	rerun: boolean;
	/** Steps of plans whose element has changed are repaired; absent: they fail. */
	autoHeal?: boolean;
	skipDependencies: boolean;
	testListId: TestListId | null;
	/** The fire of a schedule that starts it. */
	schedule: {id: ScheduleId; runId: ScheduleRunId; projectId: ProjectId | null; fire: Fire | null} | null;
};

/** The members of one project in a batch. */
export type BatchPart = {snapshot: ProjectSnapshot; plan: Pick<BatchPlan, 'members'>};

/** A member with what its rows are made of. */
export type BatchMember = {
	planned: PlannedMember;
	test: RunnableTest;
	runId: RunId;
	/** In the whole batch: teardown tests of every project share the last wave. */
	wave: number;
	projectId: ProjectId;
	targetUrl: string | null;
	environment: {id: string; name: string};
	/** The project logs in first. */
	awaitsLogin: boolean;
};

/** Every member of a batch, in wave order. Waves of several projects with one number are one wave. */
export function membersOf(parts: readonly BatchPart[], batch: NewBatch, newId: NewId): BatchMember[] {
	const lastNormal = lastOf(parts.flatMap(({plan}) => plan.members.filter(member => !member.teardown && !member.late)));
	// Late tests of all projects wait for the normal ones of all of them.
	const waveIn = (part: BatchPart, member: PlannedMember): number =>
		member.late
			? lastNormal + member.wave - lastOf(part.plan.members.filter(other => !other.teardown && !other.late))
			: member.wave;
	const last = Math.max(
		lastNormal,
		...parts.flatMap(part => part.plan.members.map(member => (member.teardown ? 0 : waveIn(part, member)))),
	);
	return parts
		.flatMap(part => {
			const {snapshot, plan} = part;
			const tests = new Map(snapshot.tests.map(test => [test.id, test]));
			return plan.members.map(
				(planned): BatchMember => ({
					planned,
					test: tests.get(planned.test.id)!,
					runId: newId('run'),
					wave: planned.teardown ? last + 1 : waveIn(part, planned),
					projectId: snapshot.project.id,
					targetUrl: batch.targetUrl ?? snapshot.environment.url,
					environment: snapshot.environment,
					awaitsLogin: snapshot.auth === 'auto_auth' && planned.blocked === null,
				}),
			);
		})
		.sort((a, b) => a.wave - b.wave || a.planned.rank - b.planned.rank);
}

const lastOf = (members: readonly PlannedMember[]): number => Math.max(0, ...members.map(({wave}) => wave));

/** Wall clock limit of a test that names none, in seconds. */
const defaultTimeoutSeconds = {backend: 60, frontend: 900};

/** The run of a member as the trigger leaves it. */
export function runRow(
	{planned, test, runId, wave, projectId, targetUrl, environment, awaitsLogin}: BatchMember,
	batch: NewBatch,
	place: {
		batchId: BatchId;
		accountId: AccountId;
		snapshotId: SnapshotId;
		codeHash: string | null;
		turns: Record<TestType, number>;
		now: number;
	},
): Insertable<RunTable> {
	return {
		id: runId,
		batch_id: place.batchId,
		test_id: test.id,
		project_id: projectId,
		account_id: place.accountId,
		snapshot_id: place.snapshotId,
		role: planned.role,
		wave,
		teardown: planned.teardown ? 1 : 0,
		late: planned.late ? 1 : 0,
		rank: planned.rank,
		turn: turnOf(place.turns[test.type], planned.rank),
		...initialStanding(planned, awaitsLogin, place.now),
		awaits_login: awaitsLogin ? 1 : 0,
		attempt: 0,
		name: test.name,
		type: test.type,
		kind: test.kind,
		priority: test.priority,
		category: test.category,
		code_hash: place.codeHash,
		code_version: `v${test.codeVersion}`,
		produces: JSON.stringify(test.produces),
		consumes: JSON.stringify(test.consumes),
		timeout_seconds: test.timeoutSeconds ?? defaultTimeoutSeconds[test.type],
		target_url: targetUrl,
		environment_id: environment.id,
		environment: environment.name,
		target_url_source: batch.targetUrl ? 'run' : targetUrl ? 'project-default' : 'unresolved',
		source: batch.source,
		is_rerun: batch.rerun ? 1 : 0,
		// "Rerun only", and only what replays a script has something to repair.
		auto_heal: batch.rerun && batch.autoHeal && test.isPlan ? 1 : 0,
		credits_charged: 0,
		skipped: 0,
		rev: 1,
		created_at: place.now,
	};
}

function initialStanding(
	member: PlannedMember,
	awaitsLogin: boolean,
	now: number,
): Pick<
	Insertable<RunTable>,
	'status' | 'ready' | 'open_producers' | 'blocked_by' | 'error' | 'trace' | 'note' | 'finished_at'
> {
	if (member.blocked) {
		return {
			status: 'blocked',
			ready: 0,
			open_producers: 0,
			blocked_by: JSON.stringify(blockedByOf(member.blocked)),
			...blockedText(member.blocked),
			finished_at: now,
		};
	}
	const open = member.needs.filter(need => need.inBatch).length + member.after.length;
	return {
		status: 'queued',
		ready: open === 0 && !member.teardown && !member.late && !awaitsLogin ? 1 : 0,
		open_producers: open,
		blocked_by: null,
		error: null,
		trace: null,
		note: null,
		finished_at: null,
	};
}

export function waveRows(batchId: BatchId, members: readonly BatchMember[]): WaveTable[] {
	const waves = new Map<number, WaveTable>();
	for (const {wave, planned} of members) {
		const row = waves.get(wave) ?? {
			batch_id: batchId,
			wave,
			kind: planned.teardown ? 'cleanup' : 'tests',
			late: planned.late ? 1 : 0,
			total: 0,
			queued: 0,
			running: 0,
			passed: 0,
			failed: 0,
			blocked: 0,
			cancelled: 0,
			skipped: 0,
			rev: 1,
		};
		row.total++;
		row[planned.blocked ? 'blocked' : 'queued']++;
		waves.set(wave, row);
	}
	return [...waves.values()];
}

/** Who feeds whom. A value of an earlier batch comes from the run that captured it. */
export function edgeRows(batchId: BatchId, members: readonly BatchMember[]): RunEdgeTable[] {
	const runIds = new Map(members.map(({test, runId}) => [test.id, runId]));
	return members.flatMap(({planned, runId}) =>
		planned.needs.map(need => ({
			batch_id: batchId,
			to_run_id: runId,
			variable: need.variable,
			from_run_id: need.inBatch && need.producer ? runIds.get(need.producer.id)! : need.earlierRunId,
			from_test_id: need.producer?.id ?? null,
		})),
	);
}

/** Who waits for the end of whom without taking a value. */
export function orderRows(batchId: BatchId, members: readonly BatchMember[]): RunOrderTable[] {
	const runIds = new Map(members.map(({test, runId}) => [test.id, runId]));
	return members.flatMap(({planned, runId}) =>
		planned.after.map(({id}) => ({batch_id: batchId, to_run_id: runId, from_run_id: runIds.get(id)!})),
	);
}

/** Hundredths of a credit that the members may cost. */
export const costOf = (members: readonly BatchMember[]): number =>
	members.reduce((sum, {planned, test}) => sum + (planned.blocked ? 0 : runCost[test.type]), 0);
