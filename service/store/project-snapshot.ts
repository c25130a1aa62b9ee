import {sql} from 'kysely';
import type {PlanTest} from '../planner/plan-test.ts';
import type {StoreTransaction} from './batch-change.ts';
import type {TestTable} from './tables.ts';

/** A test as a batch needs it; the source itself is copied inside the store. */
export type RunnableTest = PlanTest & {
	type: TestTable['type'];
	kind: TestTable['kind'];
	codeVersion: number;
	hasCode: boolean;
	timeoutSeconds: number | null;
};

/** What a trigger sees of a project, read in the transaction that stores its batch. */
export type ProjectSnapshot = {
	project: {id: string; targetUrl: string | null; lastBatchId: string | null};
	tests: RunnableTest[];
	/** Newest run in flight of each test. */
	inFlight: ReadonlyMap<string, string>;
	/** Runs of the account that wait. */
	queued: number;
};

/** Reads what a trigger decides with; null: the account has no such project. */
export async function readSnapshot(
	transaction: StoreTransaction,
	where: {accountId: string; projectId: string; testIds: readonly string[] | null},
): Promise<ProjectSnapshot | null> {
	const project = await transaction
		.selectFrom('projects')
		.select(['id', 'target_url', 'last_batch_id'])
		.where('id', '=', where.projectId)
		.where('account_id', '=', where.accountId)
		.executeTakeFirst();
	if (!project) return null;
	const {testIds} = where;
	const rows = await transaction
		.selectFrom('tests')
		.select([
			'id',
			'name',
			'type',
			'kind',
			'priority',
			'category',
			'produces',
			'consumes',
			'wiring',
			'timeout_seconds',
			'code_version',
			'created_at',
			sql<number>`code is not null`.as('has_code'),
		])
		.where('project_id', '=', project.id)
		// A test that is not asked for matters when it can feed one that is, or cleans up after it.
		.$if(testIds !== null, query =>
			query.where(({or, eb}) =>
				or([eb('id', 'in', testIds!), eb('produces', '!=', '[]'), eb('category', 'in', ['teardown', 'cleanup'])]),
			),
		)
		.execute();
	const inFlight = await transaction
		.selectFrom('runs')
		.innerJoin('tests', 'tests.id', 'runs.test_id')
		.select(({fn}) => ['runs.test_id', fn.max('runs.id').as('run_id')])
		.where('runs.finished_at', 'is', null)
		.where('tests.project_id', '=', project.id)
		.groupBy('runs.test_id')
		.execute();
	const waiting = await transaction
		.selectFrom('waves')
		.innerJoin('batches', 'batches.id', 'waves.batch_id')
		.select(({fn}) => fn.sum<number | null>('waves.queued').as('queued'))
		.where('batches.account_id', '=', where.accountId)
		.where('batches.finished_at', 'is', null)
		.executeTakeFirst();
	return {
		project: {id: project.id, targetUrl: project.target_url, lastBatchId: project.last_batch_id},
		tests: rows.map(row => ({
			id: row.id,
			name: row.name,
			createdAt: row.created_at,
			type: row.type,
			kind: row.kind,
			priority: row.priority,
			category: row.category,
			produces: JSON.parse(row.produces) as string[],
			consumes: JSON.parse(row.consumes) as string[],
			wiring: row.wiring === null ? {} : (JSON.parse(row.wiring) as Record<string, string>),
			timeoutSeconds: row.timeout_seconds,
			codeVersion: row.code_version,
			hasCode: row.has_code === 1,
		})),
		inFlight: new Map(inFlight.map(({test_id, run_id}) => [test_id, run_id])),
		queued: waiting?.queued ?? 0,
	};
}
