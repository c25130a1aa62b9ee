import {
	type TestType,
	type BatchPhase,
	type RunStatus,
	type Source,
	type TerminalRunStatus,
	isTerminal,
} from '../../../contract/enums.ts';
import type {AccountId, BatchId, ProjectId, RunId, TestId} from '../../../contract/ids.ts';
import type {Selectable} from 'kysely';
import {type Database, asOfOneMoment} from '../database.ts';
import {ownBatch} from './latest-batch.ts';
import {type CleanupCounts, countLeft, countResources} from '../cleanup/read-cleanup.ts';
import {projectName, stepCount} from '../runs/read-run.ts';
import {standingsOf} from '../runs/run-steps.ts';
import {runsWholeProjects} from './runs-whole-projects.ts';
import type {StepStanding} from '../../domain/run-steps.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {RunTable} from '../runs/run-tables.ts';
import type {WaveTable, BatchRow} from './batch-tables.ts';

/** A member as the view of a batch shows it. */
export type MemberRow = Pick<
	Selectable<RunTable>,
	| 'id'
	| 'test_id'
	| 'project_id'
	| 'name'
	| 'type'
	| 'kind'
	| 'priority'
	| 'role'
	| 'wave'
	| 'status'
	| 'skipped'
	| 'note'
	| 'started_at'
	| 'finished_at'
	| 'code_version'
	| 'failure_kind'
	| 'needed_help'
	| 'error'
	| 'blocked_by'
	| 'produces'
	| 'consumes'
	| 'step_total'
	| 'steps_failed'
	| 'steps_open'
	| 'advisories'
	| 'failed_step_index'
	| 'previous_run_id'
	| 'previous_status'
	| 'rev'
> & {
	/** Steps of its plan; null: it is code. */
	step_count: number | null;
	project_name: string | null;
};

/** An unfinished producer of a member that waits. */
export type WaitRow = {run_id: RunId; test_id: TestId; title: string};

export type BatchRows = {
	batch: BatchRow;
	waves: WaveTable[];
	members: MemberRow[];
	waiting: WaitRow[];
	/** Where the steps of members stand that are plans, by run. */
	steps: ReadonlyMap<string, StepStanding[]>;
	/** Records it created, by outcome. */
	resources: Partial<CleanupCounts>;
	/** Null: it spans several projects. */
	projectName: string | null;
	/** It ran every test of its projects. */
	isWhole: boolean;
};

/**
 * A batch with all its waves and the members that changed after version `since`, as of one moment. Null: the account has
 * no such batch.
 */
export function findBatch(
	database: Database,
	accountId: AccountId,
	batchId: BatchId,
	since: number,
): Promise<BatchRows | null> {
	return asOfOneMoment(database, async transaction => {
		const found = await ownBatch(transaction, accountId, batchId)
			.selectAll()
			.select(({selectFrom}) => [
				selectFrom('projects').select('name').whereRef('projects.id', '=', 'batches.project_id').as('own_project'),
				// One that has been removed since its id was noted is none.
				selectFrom('batches as earlier')
					.select('earlier.id')
					.whereRef('earlier.id', '=', 'batches.previous_batch_id')
					.as('standing_previous'),
			])
			.executeTakeFirst();
		if (!found) return null;
		const {own_project: ofBatch, standing_previous, ...row} = found;
		const batch = {...row, previous_batch_id: standing_previous};
		const after = since > batch.version ? 0 : since;
		const waves = await transaction
			.selectFrom('waves')
			.selectAll()
			.where('batch_id', '=', batchId)
			.orderBy('wave')
			.execute();
		const members = await transaction
			.selectFrom('runs')
			.select([
				'id',
				'test_id',
				'project_id',
				'name',
				'type',
				'kind',
				'priority',
				'role',
				'wave',
				'status',
				'skipped',
				'note',
				'started_at',
				'finished_at',
				'code_version',
				'failure_kind',
				'needed_help',
				'error',
				'blocked_by',
				'produces',
				'consumes',
				'step_total',
				'steps_failed',
				'steps_open',
				'advisories',
				'failed_step_index',
				'previous_run_id',
				'previous_status',
				'rev',
				stepCount,
				projectName,
			])
			.where('batch_id', '=', batchId)
			.where('rev', '>', after)
			.orderBy('wave')
			.orderBy('rank')
			.execute();
		const waiting = batch.finished_at === null ? await waitingIn(transaction, batchId, after) : [];
		const plans = members.filter(({step_count}) => step_count !== null).map(({id}) => id);
		const steps = await standingsOf(transaction, plans);
		const resources = await countResources(transaction, batchId);
		const whole = await runsWholeProjects(transaction, [batch]);
		const isWhole = whole.has(batchId);
		return {batch, waves, members, waiting, steps, resources, projectName: ofBatch, isWhole};
	});
}

function waitingIn(database: Database, batchId: BatchId, after: number): Promise<WaitRow[]> {
	return database
		.selectFrom('runs')
		.innerJoin('run_edges', 'run_edges.to_run_id', 'runs.id')
		.innerJoin('runs as producer', 'producer.id', 'run_edges.from_run_id')
		.select(['runs.id as run_id', 'producer.test_id', 'producer.name as title'])
		.distinct()
		.where('runs.batch_id', '=', batchId)
		.where('runs.rev', '>', after)
		.where('runs.status', '=', 'queued')
		.where('producer.finished_at', 'is', null)
		.union(
			database
				.selectFrom('runs')
				.innerJoin('run_orders', 'run_orders.to_run_id', 'runs.id')
				.innerJoin('runs as earlier', 'earlier.id', 'run_orders.from_run_id')
				.select(['runs.id as run_id', 'earlier.test_id', 'earlier.name as title'])
				.where('runs.batch_id', '=', batchId)
				.where('runs.rev', '>', after)
				.where('runs.status', '=', 'queued')
				.where('earlier.finished_at', 'is', null),
		)
		.execute();
}

/** Version of a batch and whether it has ended; null when there is no such batch. */
export async function findBatchVersion(
	database: Database,
	batchId: BatchId,
): Promise<{version: number; done: boolean} | null> {
	const row = await database
		.selectFrom('batches')
		.select(['version', 'finished_at'])
		.where('id', '=', batchId)
		.executeTakeFirst();
	return row ? {version: row.version, done: row.finished_at !== null} : null;
}

export type BatchFilter = {status?: readonly RunStatus[]; source?: readonly Source[]};

/**
 * Batches of a project, newest first, with their waves, the ids of those that ran every test of their projects, and how
 * many records each has left behind (absent: none).
 */
export async function listBatchesOf(
	database: Database,
	accountId: AccountId,
	projectId: ProjectId,
	filter: BatchFilter,
	{pageSize, after}: PageRequest,
): Promise<
	RowPage<BatchRow> & {
		waves: WaveTable[];
		whole: ReadonlySet<string>;
		orphaned: ReadonlyMap<string, number>;
		unresolved: ReadonlyMap<string, number>;
	}
> {
	const spanning = await spanningBatches(database, projectId);
	const rows = await database
		.selectFrom('batches')
		.selectAll()
		// Written so only where it matters: the plain condition reads the index in its order.
		.where(({or, eb}) =>
			spanning.length === 0
				? eb('project_id', '=', projectId)
				: or([eb('project_id', '=', projectId), eb('id', 'in', spanning)]),
		)
		.where('account_id', '=', accountId)
		.$if(filter.source !== undefined, query => query.where('source', 'in', filter.source!))
		.$if(filter.status !== undefined, query =>
			query.where(({or, and, eb}) => {
				const phases = filter.status!.flatMap(phasesOf);
				const outcomes = filter.status!.filter((status): status is TerminalRunStatus => isTerminal(status));
				return or([
					...(phases.length > 0 ? [eb('phase', 'in', phases)] : []),
					...(outcomes.length > 0 ? [and([eb('phase', '=', 'done'), eb('outcome', 'in', outcomes)])] : []),
				]);
			}),
		)
		.$if(after !== null, query => query.where('id', '<', after!))
		.orderBy('id', 'desc')
		.limit(pageSize + 1)
		.execute();
	const page = pageOf(rows, pageSize);
	const ids = page.rows.map(row => row.id);
	const waves =
		ids.length === 0 ? [] : await database.selectFrom('waves').selectAll().where('batch_id', 'in', ids).execute();
	const [whole, orphaned] = [await runsWholeProjects(database, page.rows), await countLeft(database, ids)];
	return {...page, waves, whole, orphaned, unresolved: await countUnresolved(database, ids)};
}

/** Members of batches that went wrong and are still what their tests have shown last. */
async function countUnresolved(database: Database, batchIds: readonly BatchId[]): Promise<ReadonlyMap<string, number>> {
	if (batchIds.length === 0) return new Map();
	const rows = await database
		.selectFrom('runs')
		// By its own id a test is found; which one has a run as its last one no index tells.
		.innerJoin('tests', join => join.onRef('tests.id', '=', 'runs.test_id').onRef('tests.last_run_id', '=', 'runs.id'))
		.select(({fn}) => ['runs.batch_id', fn.countAll<number>().as('count')])
		.where('runs.batch_id', 'in', batchIds)
		.where('runs.status', 'in', ['failed', 'blocked'])
		// A teardown test with nothing to remove says nothing about its test.
		.where('runs.skipped', '=', 0)
		.groupBy('runs.batch_id')
		.execute();
	return new Map(rows.map(({batch_id, count}) => [batch_id, Number(count)]));
}

/** Batches of several projects that have members of this one. */
async function spanningBatches(database: Database, projectId: ProjectId): Promise<string[]> {
	const rows = await database
		.selectFrom('batch_projects')
		.select('batch_id')
		.where('project_id', '=', projectId)
		.execute();
	return rows.map(row => row.batch_id);
}

/** Phases in which a batch shows a status that is not its outcome. */
function phasesOf(status: RunStatus): BatchPhase[] {
	if (status === 'queued') return ['queued'];
	return status === 'running' ? ['tests', 'cleanup'] : [];
}

/** Kinds, of those that are asked for, in which tests of an account could be executed now. */
export async function waitingKinds(
	database: Database,
	accountId: AccountId,
	kinds: readonly TestType[],
): Promise<TestType[]> {
	const rows = await database
		.selectFrom('runs')
		.innerJoin('projects', 'projects.id', 'runs.project_id')
		.select('runs.type')
		.distinct()
		.where('runs.ready', '=', 1)
		.where('runs.type', 'in', kinds)
		.where('projects.account_id', '=', accountId)
		.execute();
	return kinds.filter(kind => rows.some(({type}) => type === kind));
}

/** What is in flight on the whole store. */
export async function readLoad(database: Database): Promise<{queued: number; running: number; batches: number}> {
	const row = await database
		.selectFrom('batches')
		.innerJoin('waves', 'waves.batch_id', 'batches.id')
		.select(({fn}) => [
			fn.sum<number | null>('waves.queued').as('queued'),
			fn.sum<number | null>('waves.running').as('running'),
			fn.count<number>('batches.id').distinct().as('batches'),
		])
		.where('batches.finished_at', 'is', null)
		.executeTakeFirstOrThrow();
	return {queued: row.queued ?? 0, running: row.running ?? 0, batches: row.batches};
}
