import {type Selectable, sql} from 'kysely';
import type {AccountId, ProjectId, RunId, TestId} from '../../../contract/ids.ts';
import {verdicts} from '../../domain/run-state.ts';
import type {Database} from '../database.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {RunTable} from './run-tables.ts';
import type {BatchTable} from '../batches/batch-tables.ts';
import {portable} from '../dialect/portable.ts';

/** A run with what its batch says about it; without its long texts. */
export type RunRow = Omit<Selectable<RunTable>, 'trace' | 'api_output' | 'awaits_login' | 'noted' | 'plan_steps'> &
	Pick<Selectable<BatchTable>, 'phase' | 'seed'> & {
		/** Steps of its plan; null: the run has code. */
		step_count: number | null;
		project_name: string | null;
	};

export type RunWithTexts = RunRow & Pick<RunTable, 'trace' | 'api_output'>;

const columns = [
	'runs.id',
	'runs.batch_id',
	'runs.test_id',
	'runs.project_id',
	'runs.account_id',
	'runs.snapshot_id',
	'runs.role',
	'runs.wave',
	'runs.teardown',
	'runs.late',
	'runs.rank',
	'runs.turn',
	'runs.status',
	'runs.ready',
	'runs.open_producers',
	'runs.attempt',
	'runs.worker_id',
	'runs.lease_until',
	'runs.cancel_requested_at',
	'runs.name',
	'runs.type',
	'runs.kind',
	'runs.priority',
	'runs.category',
	'runs.code_hash',
	'runs.code_version',
	'runs.produces',
	'runs.consumes',
	'runs.timeout_seconds',
	'runs.target_url',
	'runs.environment_id',
	'runs.environment',
	'runs.target_url_source',
	'runs.source',
	'runs.is_rerun',
	'runs.created_from',
	'runs.credits_charged',
	'runs.failure_kind',
	'runs.needed_help',
	'runs.error',
	'runs.failed_line',
	'runs.credential_set_at',
	'runs.blocked_by',
	'runs.skipped',
	'runs.note',
	'runs.previous_run_id',
	'runs.previous_status',
	'runs.rev',
	'runs.created_at',
	'runs.started_at',
	'runs.finished_at',
	'runs.viewport',
	'runs.auto_heal',
	'runs.failed_step_index',
	'runs.step_total',
	'runs.steps_failed',
	'runs.steps_open',
	'runs.advisories',
	'runs.healed_steps',
	'runs.browser',
	'batches.phase',
	'batches.seed',
] as const;

/** Steps of the plan of a run. */
export const stepCount = portable(({lengthOf}) => lengthOf(sql.ref('runs.plan_steps'))).as('step_count');

/** What the project of a run is called today. */
export const projectName = sql<
	string | null
>`(select projects.name from projects where projects.id = runs.project_id)`.as('project_name');

const runsOf = (database: Database) =>
	database
		.selectFrom('runs')
		.innerJoin('batches', 'batches.id', 'runs.batch_id')
		.select(columns)
		.select([stepCount, projectName]);

/** Null: the account has no such run. */
export async function findRun(database: Database, accountId: AccountId, runId: RunId): Promise<RunRow | null> {
	const row = await runsOf(database)
		.where('runs.id', '=', runId)
		.where('runs.account_id', '=', accountId)
		.executeTakeFirst();
	return row ?? null;
}

/** Status of a run and phase of its batch, for those who wait; null when there is no such run. */
export async function findRunStanding(
	database: Database,
	runId: RunId,
): Promise<Pick<RunRow, 'status' | 'phase' | 'batch_id'> | null> {
	const row = await database
		.selectFrom('runs')
		.innerJoin('batches', 'batches.id', 'runs.batch_id')
		.select(['runs.status', 'batches.phase', 'runs.batch_id'])
		.where('runs.id', '=', runId)
		.executeTakeFirst();
	return row ?? null;
}

/** The run a result describes: "the run in flight if any, else the latest with a verdict, else the latest". */
export async function findResultRun(database: Database, testId: TestId): Promise<RunWithTexts | null> {
	const newest = runsOf(database)
		.select(['runs.trace', 'runs.api_output'])
		.where('runs.test_id', '=', testId)
		.orderBy('runs.id', 'desc')
		.limit(1);
	const row =
		(await newest.where('runs.finished_at', 'is', null).executeTakeFirst()) ??
		(await newest.where('runs.status', 'in', verdicts).where('runs.skipped', '=', 0).executeTakeFirst()) ??
		(await newest.executeTakeFirst());
	return row ?? null;
}

/** Runs of a test, newest first. */
export async function listRunsOfTest(
	database: Database,
	testId: TestId,
	{pageSize, after}: PageRequest,
): Promise<RowPage<RunRow>> {
	const rows = await runsOf(database)
		.where('runs.test_id', '=', testId)
		.$if(after !== null, query => query.where('runs.id', '<', after!))
		.orderBy('runs.id', 'desc')
		.limit(pageSize + 1)
		.execute();
	return pageOf(rows, pageSize);
}

/** Runs of a test that have ended, oldest first, from the one named on. */
export const listRunsFrom = (database: Database, testId: TestId, from: string, limit: number): Promise<RunRow[]> =>
	runsOf(database)
		.where('runs.test_id', '=', testId)
		.where('runs.finished_at', 'is not', null)
		.where('runs.id', '>=', from)
		.orderBy('runs.id')
		.limit(limit)
		.execute();

/** Runs in flight of a test or of a project. */
export function listRunsInFlight(
	database: Database,
	target: {testId: TestId} | {projectId: ProjectId},
): Promise<Array<Pick<RunTable, 'id' | 'account_id'>>> {
	const query = database.selectFrom('runs').select(['id', 'account_id']).where('finished_at', 'is', null);
	return (
		'testId' in target ? query.where('test_id', '=', target.testId) : query.where('project_id', '=', target.projectId)
	).execute();
}

/** Kind of a test of the account; null when there is none. */
export async function findTestKind(
	database: Database,
	accountId: AccountId,
	testId: TestId,
): Promise<{kind: string; projectId: ProjectId; type: RunTable['type']; isPlan: boolean; hasCode: boolean} | null> {
	const row = await database
		.selectFrom('tests')
		.innerJoin('projects', 'projects.id', 'tests.project_id')
		.select(['tests.kind', 'tests.project_id as projectId', 'tests.type'])
		.select(sql<number>`tests.plan_steps is not null`.as('is_plan'))
		.select(sql<number>`tests.code is not null or tests.plan_steps is not null`.as('has_code'))
		.where('tests.id', '=', testId)
		.where('projects.account_id', '=', accountId)
		.executeTakeFirst();
	if (!row) return null;
	const {is_plan, has_code, ...test} = row;
	return {...test, isPlan: is_plan === 1, hasCode: has_code === 1};
}

/** Project of each of these tests, by test id in the order given; tests the account does not have are missing. */
export async function findProjectsOf(
	database: Database,
	accountId: AccountId,
	testIds: readonly TestId[],
): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	for (let start = 0; start < testIds.length; start += 500) {
		const rows = await database
			.selectFrom('tests')
			.innerJoin('projects', 'projects.id', 'tests.project_id')
			.select(['tests.id', 'tests.project_id'])
			.where('tests.id', 'in', testIds.slice(start, start + 500))
			.where('projects.account_id', '=', accountId)
			.execute();
		for (const row of rows) found.set(row.id, row.project_id);
	}
	return new Map(testIds.flatMap(id => (found.has(id) ? [[id, found.get(id)!]] : [])));
}
