import {sql} from 'kysely';
import type {AccountId, BatchId} from '../../../contract/ids.ts';
import type {CleanupResourceTable, CleanupTestTable} from '../cleanup/cleanup-tables.ts';
import {type Database, asOfOneMoment} from '../database.ts';
import {jsonList} from '../columns.ts';
import {ownBatch} from '../batches/latest-batch.ts';
import type {CallVariableTable} from '../calls/call-tables.ts';
import type {CaptureTable} from './capture-tables.ts';
import type {RunEdgeTable, RunTable} from '../runs/run-tables.ts';
import type {BatchTable} from '../batches/batch-tables.ts';
import type {TestTable} from '../tests/test-tables.ts';

/** Captured texts are cut here: a preview needs no more. */
export const readValueLength = 1000;

export type VariableRun = Pick<
	RunTable,
	'id' | 'batch_id' | 'test_id' | 'name' | 'status' | 'skipped' | 'teardown' | 'produces' | 'consumes'
>;

export type VariableRows = {
	batch: Pick<BatchTable, 'id' | 'version'>;
	/** In the order of execution; those of earlier batches that feed this one come last. */
	runs: VariableRun[];
	edges: Array<Pick<RunEdgeTable, 'to_run_id' | 'variable' | 'from_run_id' | 'from_test_id'>>;
	/** `value`: the first characters of its JSON text. */
	captures: Array<Pick<CaptureTable, 'run_id' | 'name' | 'value' | 'published' | 'created_at'>>;
	places: Array<Pick<CallVariableTable, 'run_id' | 'name' | 'location' | 'path'>>;
	/** Records with a handle that a test captured under a name. */
	resources: Array<
		Pick<CleanupResourceTable, 'id' | 'run_id' | 'family' | 'outcome' | 'cleanup_test_id' | 'delete_path'> & {
			variable: string;
			origin_batch_id: BatchId | null;
		}
	>;
	cleanupTests: Array<Pick<CleanupTestTable, 'id' | 'title' | 'status'>>;
	/** Every test of the projects that produces something, oldest first. */
	producers: Array<Pick<TestTable, 'id' | 'name' | 'produces' | 'category'>>;
};

/** Everything that a view of the variables of a batch shows, as of one moment. Null: the account has no such batch. */
export function findVariables(
	database: Database,
	accountId: AccountId,
	batchId: BatchId,
): Promise<VariableRows | null> {
	return asOfOneMoment(database, async transaction => {
		const batch = await ownBatch(transaction, accountId, batchId)
			.select(['id', 'version', 'project_ids', 'skip_dependencies'])
			.executeTakeFirst();
		if (!batch) return null;
		const runs = await variableRuns(transaction)
			.where('batch_id', '=', batchId)
			.orderBy('wave')
			.orderBy('rank')
			.execute();
		const edges = await transaction
			.selectFrom('run_edges')
			.select(['to_run_id', 'variable', 'from_run_id', 'from_test_id'])
			.where('batch_id', '=', batchId)
			.execute();
		const captures = await captured(transaction).where('batch_id', '=', batchId).execute();
		const places = await producedPlaces(transaction).where('batch_id', '=', batchId).execute();
		if (batch.skip_dependencies === 1) {
			const known = new Set(runs.map(({id}) => id));
			const earlier = [...new Set(edges.flatMap(edge => edge.from_run_id ?? []))].filter(id => !known.has(id));
			const ids = jsonList(earlier);
			runs.push(...(await variableRuns(transaction).where('id', 'in', ids).execute()));
			captures.push(...(await captured(transaction).where('run_id', 'in', ids).execute()));
			places.push(...(await producedPlaces(transaction).where('run_id', 'in', ids).execute()));
		}
		const resources = await transaction
			.selectFrom('cleanup_resources')
			.select(['id', 'run_id', 'family', 'outcome', 'cleanup_test_id', 'delete_path', 'variable', 'origin_batch_id'])
			.where('batch_id', '=', batchId)
			.where('variable', 'is not', null)
			.orderBy('place')
			.execute();
		const cleanupTests = await transaction
			.selectFrom('cleanup_tests')
			.select(['id', 'title', 'status'])
			.where('batch_id', '=', batchId)
			.execute();
		const producers = await transaction
			.selectFrom('tests')
			.select(['id', 'name', 'produces', 'category'])
			.where('project_id', 'in', JSON.parse(batch.project_ids) as string[])
			.where('produces', '!=', '[]')
			.orderBy('created_at')
			.orderBy('id')
			.execute();
		return {
			batch,
			runs,
			edges,
			captures: captures as VariableRows['captures'],
			places,
			resources: resources as VariableRows['resources'],
			cleanupTests,
			producers,
		};
	});
}

const variableRuns = (database: Database) =>
	database
		.selectFrom('runs')
		.select(['id', 'batch_id', 'test_id', 'name', 'status', 'skipped', 'teardown', 'produces', 'consumes']);

const captured = (database: Database) =>
	database
		.selectFrom('captures')
		.select([
			'run_id',
			'name',
			'published',
			'created_at',
			sql<string>`substr(value, 1, ${readValueLength})`.as('value'),
		]);

const producedPlaces = (database: Database) =>
	database.selectFrom('call_variables').select(['run_id', 'name', 'location', 'path']).where('role', '=', 'produces');
