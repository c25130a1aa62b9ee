import {sql} from 'kysely';
import type {RunId, TestId} from '../../../contract/ids.ts';
import type {PlanFileStep} from '../../../contract/plan-file.ts';
import type {StepStanding} from '../../domain/run-steps.ts';
import {BatchChange} from '../batches/batch-change.ts';
import type {BatchChanged} from '../batches/batch-tables.ts';
import type {StoreTransaction, Database} from '../database.ts';
import type {BlobTable, RunStepTable} from './browser-tables.ts';
import {insertAll} from '../insert-all.ts';
import type {PageRequest} from '../page.ts';
import type {RunTable} from './run-tables.ts';
import {portable} from '../dialect/portable.ts';

/** A step as the engine hands it over: its row, and the bytes that its hashes name. */
export type FinishedStep = Omit<RunStepTable, 'run_id' | 'attempt'> & {blobs: readonly BlobTable[]};

/** A step that has ended while its run goes on. */
export type LiveStep = {runId: RunId; attempt: number; step: FinishedStep};

/**
 * Stores steps of runs that go on, so that whoever watches their batch sees them. Fenced like an end: of a run that was
 * taken away or has ended meanwhile nothing is stored.
 */
export async function saveLiveSteps(
	transaction: StoreTransaction,
	live: readonly LiveStep[],
	now: number,
): Promise<BatchChanged[]> {
	const runs = await transaction
		.selectFrom('runs')
		.select(['id', 'batch_id', 'attempt'])
		.where('id', 'in', [...new Set(live.map(({runId}) => runId))])
		.where('status', '=', 'running')
		.execute();
	const changed: BatchChanged[] = [];
	for (const batchId of new Set(runs.map(run => run.batch_id))) {
		const own = runs.filter(run => run.batch_id === batchId);
		const change = await BatchChange.open(transaction, batchId, now);
		for (const {id, attempt} of own) {
			const steps = live.filter(one => one.runId === id && one.attempt === attempt).map(({step}) => step);
			await saveSteps(transaction, {id, attempt}, steps);
			await transaction.updateTable('runs').set({rev: change.version}).where('id', '=', id).execute();
		}
		changed.push(await change.save());
	}
	return changed;
}

/** Stores steps of one execution in place of those that are there. */
export async function saveSteps(
	transaction: StoreTransaction,
	{id, attempt}: Pick<RunTable, 'id' | 'attempt'>,
	steps: readonly FinishedStep[],
): Promise<void> {
	if (steps.length === 0) return;
	for (const blob of new Map(steps.flatMap(({blobs}) => blobs).map(one => [one.hash, one])).values())
		await transaction
			.insertInto('blobs')
			.values(blob)
			.onConflict(conflict => conflict.column('hash').doNothing())
			.execute();
	await transaction
		.deleteFrom('run_steps')
		.where('run_id', '=', id)
		.where(
			'step_index',
			'in',
			steps.map(({step_index}) => step_index),
		)
		.execute();
	await insertAll(
		transaction,
		'run_steps',
		steps.map(({blobs: _, ...row}) => ({...row, run_id: id, attempt})),
	);
}

/** Removes the steps of runs, e.g. those of an execution that was lost; blobs that no step shows any more go too. */
export async function forgetSteps(transaction: StoreTransaction, runIds: readonly RunId[]): Promise<void> {
	const gone = await transaction
		.deleteFrom('run_steps')
		.where('run_id', 'in', runIds)
		.returning(['picture_hash', 'html_hash', 'outline_hash'])
		.execute();
	await forgetBlobs(
		transaction,
		gone.flatMap(row => Object.values(row)),
	);
}

/** Removes those blobs that no step shows. */
export async function forgetBlobs(transaction: StoreTransaction, hashes: ReadonlyArray<string | null>): Promise<void> {
	for (const hash of new Set(hashes)) {
		if (hash === null) continue;
		await transaction
			.deleteFrom('blobs')
			.where('hash', '=', hash)
			.where(({not, exists, selectFrom}) =>
				not(
					exists(
						selectFrom('run_steps')
							.select('run_id')
							.where(({eb, or}) =>
								or([eb('picture_hash', '=', hash), eb('html_hash', '=', hash), eb('outline_hash', '=', hash)]),
							),
					),
				),
			)
			.execute();
	}
}

export type PlannedStep = Pick<PlanFileStep, 'type' | 'description'>;

/** A step with its text, and what its run says of all of them. */
export type StepRow = RunStepTable &
	Pick<RunTable, 'test_id' | 'code_version' | 'failed_step_index' | 'created_at'> & {description: string};

const stepsOf = (database: Database) =>
	database
		.selectFrom('run_steps')
		.innerJoin('runs', 'runs.id', 'run_steps.run_id')
		.selectAll('run_steps')
		.select([
			'runs.test_id',
			'runs.code_version',
			'runs.failed_step_index',
			'runs.created_at',
			portable(({textOfMember}) =>
				textOfMember(sql.ref('runs.plan_steps'), sql`(run_steps.step_index - 1)`, 'description'),
			)
				.$notNull()
				.as('description'),
		]);

/** The steps of a run in their order. */
export const listSteps = (database: Database, runId: RunId): Promise<StepRow[]> =>
	stepsOf(database).where('run_steps.run_id', '=', runId).orderBy('run_steps.step_index').execute();

/** Type and text of every step of the plan that a run carries out, as it was when the run began; empty: it has code. */
export async function listPlannedSteps(database: Database, runId: RunId): Promise<PlannedStep[]> {
	const row = await database.selectFrom('runs').select('plan_steps').where('id', '=', runId).executeTakeFirst();
	return row?.plan_steps == null ? [] : (JSON.parse(row.plan_steps) as PlannedStep[]);
}

/** One step of a run; null when it has none of that number. */
export async function findStep(database: Database, runId: RunId, stepIndex: number): Promise<StepRow | null> {
	const row = await stepsOf(database)
		.where('run_steps.run_id', '=', runId)
		.where('run_steps.step_index', '=', stepIndex)
		.executeTakeFirst();
	return row ?? null;
}

/** Steps over all runs of a test, oldest first. `after`: `<run> <step>` of the last one before. */
export async function listStepsOfTest(
	database: Database,
	testId: TestId,
	{pageSize, after}: PageRequest,
): Promise<{rows: StepRow[]; next: string | null}> {
	const [run = '', step = '0'] = after?.split(' ') ?? [];
	const rows = await stepsOf(database)
		.where('runs.test_id', '=', testId)
		.where(({eb, and, or}) =>
			or([
				eb('run_steps.run_id', '>', run),
				and([eb('run_steps.run_id', '=', run), eb('run_steps.step_index', '>', Number(step))]),
			]),
		)
		.orderBy('run_steps.run_id')
		.orderBy('run_steps.step_index')
		.limit(pageSize + 1)
		.execute();
	const shown = rows.slice(0, pageSize);
	const last = rows.length > pageSize ? shown.at(-1) : undefined;
	return {rows: shown, next: last ? `${last.run_id} ${last.step_index}` : null};
}

/** Where the steps of these runs stand, without what they show; by run. */
export async function standingsOf(database: Database, runIds: readonly RunId[]): Promise<Map<string, StepStanding[]>> {
	const found = new Map<string, StepStanding[]>(runIds.map(id => [id, []]));
	if (runIds.length === 0) return found;
	const rows = await database
		.selectFrom('run_steps')
		.select(['run_id', 'step_index', 'status', 'healed', 'note'])
		.where('run_id', 'in', runIds)
		.orderBy('step_index')
		.execute();
	for (const row of rows) found.get(row.run_id)!.push(row);
	return found;
}

/** Where those blobs stand that are stored: null in the database. */
export async function addressesOf(database: Database, hashes: readonly string[]): Promise<Map<string, string | null>> {
	const rows = await database.selectFrom('blobs').select(['hash', 'address']).where('hash', 'in', hashes).execute();
	return new Map(rows.map(({hash, address}) => [hash, address]));
}

/** Of these addresses, those that no row names. */
export async function unnamedAddresses(database: Database, addresses: readonly string[]): Promise<string[]> {
	if (addresses.length === 0) return [];
	const rows = await database.selectFrom('blobs').select('address').where('address', 'in', addresses).execute();
	const named = new Set(rows.map(({address}) => address));
	return addresses.filter(address => !named.has(address));
}

/** Null: no step shows it any more. */
export async function findBlob(database: Database, hash: string | null): Promise<BlobTable | null> {
	if (hash === null) return null;
	return (await database.selectFrom('blobs').selectAll().where('hash', '=', hash).executeTakeFirst()) ?? null;
}
