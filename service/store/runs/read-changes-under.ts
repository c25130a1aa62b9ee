import type {BatchId} from '../../../contract/ids.ts';
import {changesUnder, type OrderedCall} from '../../domain/unordered-writes.ts';
import type {RecordedCall} from '../../runners/runner.ts';
import type {Database} from '../database.ts';
import type {RunTable} from './run-tables.ts';
import {sql} from 'kysely';
import {portable} from '../dialect/portable.ts';
import {pushTo} from '../../domain/push-to.ts';

/** A change that another member of the batch made to a record that a run used, with no order between the two. */
export type ForeignChange = {
	/** The call of the run that went to that record. */
	seq: number;
	/** Name of the test that made the change. */
	by: string;
	/** `PATCH /flows/3`. */
	change: string;
	/** Epoch milliseconds. */
	startedAt: number;
	/** The two tests, as they should be ordered. */
	later: string;
	earlier: string;
};

type OwnRun = Pick<RunTable, 'id' | 'attempt' | 'batch_id' | 'teardown'>;

/** Changes of others that one execution reads back at most. */
const mostChanges = 500;

/** @param calls of the run, as far as they are looked at */
export async function listChangesUnder(
	database: Database,
	run: OwnRun,
	calls: readonly RecordedCall[],
): Promise<ForeignChange[]> {
	if (run.teardown === 1 || calls.length === 0) return [];
	const made = await callsIn(database, run)
		.where('calls.run_id', '!=', run.id)
		.where('calls.method', 'in', ['PUT', 'PATCH', 'DELETE', 'POST'])
		.where('calls.url', 'in', [...new Set(calls.flatMap(addressesOf))])
		.limit(mostChanges)
		.execute();
	if (made.length === 0) return [];
	const own = await callsIn(database, run)
		.where('calls.run_id', '=', run.id)
		.where(
			'calls.seq',
			'in',
			calls.map(({seq}) => seq),
		)
		.execute();
	const members = await database
		.selectFrom('runs')
		.select(['id as runId', 'test_id as testId', 'name', 'project_id as projectId', 'rank', 'late'])
		.where('id', 'in', [run.id, ...new Set(made.map(({runId}) => runId))])
		.execute();
	const found = changesUnder(
		run.id,
		members.map(member => ({...member, late: member.late === 1})),
		[...own, ...made].map((call): OrderedCall & typeof call => ({...call, carries: JSON.parse(call.carries)})),
		await waitsOf(database, run.batch_id),
	);
	return found.map(({touched, change, by, later, earlier}) => ({
		seq: touched.seq,
		by: by.name,
		change: `${change.method} ${new URL(change.url).pathname}`,
		startedAt: change.startedAt,
		later: later.testId,
		earlier: earlier.testId,
	}));
}

/** What tests of the batch called themselves, teardown apart. */
const callsIn = (database: Database, {batch_id}: OwnRun) =>
	database
		.selectFrom('calls')
		.innerJoin('runs', join => join.onRef('runs.id', '=', 'calls.run_id').onRef('runs.attempt', '=', 'calls.attempt'))
		.select([
			'runs.id as runId',
			'calls.seq',
			'calls.method',
			'calls.url',
			'calls.status',
			'calls.started_at as startedAt',
		])
		.select(carriedNames.as('carries'))
		.where('calls.batch_id', '=', batch_id)
		.where('calls.kind', '=', 'test')
		.where('runs.teardown', '=', 0);

/** Where a change of the record may have gone that a call went to: its address, and what it lies below. */
function addressesOf({url}: RecordedCall): string[] {
	if (!URL.canParse(url)) return [];
	const {origin, pathname} = new URL(url);
	const parts = pathname.replace(/(?<!\/)\/+$/, '').split('/');
	const above = parts.map((_, index) => `${origin}${parts.slice(0, parts.length - index).join('/')}`);
	return [url, ...above.filter(address => address !== origin)].flatMap(address => [address, `${address}/`]);
}

/** Whom each member of a batch waits for: for a value, or for its end alone. By runId. */
export async function waitsOf(database: Database, batchId: BatchId): Promise<Map<string, string[]>> {
	const waits = new Map<string, string[]>();
	for (const table of ['run_edges', 'run_orders'] as const) {
		const rows = await database
			.selectFrom(table)
			.select(['to_run_id', 'from_run_id'])
			.where('batch_id', '=', batchId)
			.execute();
		for (const {to_run_id, from_run_id} of rows) if (from_run_id !== null) pushTo(waits, to_run_id, from_run_id);
	}
	return waits;
}

/** Names of the values that a row of `calls` carries, as a JSON list. */
export const carriedNames = sql<string>`(
	select ${portable(({listOf}) => listOf(sql.ref('name')))} from call_variables where call_variables.call_id = calls.id and role = 'uses'
)`;
