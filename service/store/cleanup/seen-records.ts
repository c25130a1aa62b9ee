import type {BatchId, ProjectId} from '../../../contract/ids.ts';
import type {SeenRecordTable} from './cleanup-tables.ts';
import type {Database} from '../database.ts';
import {insertAll} from '../insert-all.ts';
import type {CallTable} from '../calls/call-tables.ts';

/** A batch whose calls are not all in `seen_records`. */
export type UnseenBatch = {id: string; phase: string};

/** Batches of a project that were not read to their end, oldest first, but for one that reads its own calls. */
export function listUnseenBatches(database: Database, projectId: ProjectId, except: string): Promise<UnseenBatch[]> {
	return database
		.selectFrom('batches')
		.select(['id', 'phase'])
		.where(({eb, or, selectFrom}) =>
			or([
				eb('project_id', '=', projectId),
				eb('id', 'in', selectFrom('batch_projects').select('batch_id').where('project_id', '=', projectId)),
			]),
		)
		.where('id', '!=', except)
		.where(({not, exists, selectFrom}) =>
			not(
				exists(
					selectFrom('seen_batches')
						.select('batch_id')
						.where('project_id', '=', projectId)
						.whereRef('seen_batches.batch_id', '=', 'batches.id'),
				),
			),
		)
		.orderBy('id')
		.execute();
}

export type SeenCall = Pick<
	CallTable,
	'id' | 'method' | 'url' | 'status' | 'attempt' | 'detail' | 'started_at' | 'latency_ms'
>;

/** Some calls of a batch to one project, in the order in which they were sent, behind the given one. */
export function readSeenCalls(
	database: Database,
	batchId: BatchId,
	projectId: ProjectId,
	after: Pick<SeenCall, 'started_at' | 'id'> | null,
	limit: number,
): Promise<SeenCall[]> {
	return database
		.selectFrom('calls')
		.select(['id', 'method', 'url', 'status', 'attempt', 'detail', 'started_at', 'latency_ms'])
		.where('batch_id', '=', batchId)
		.where('project_id', '=', projectId)
		.$if(after !== null, query =>
			query.where(({eb, or, and}) =>
				or([
					eb('started_at', '>', after!.started_at),
					and([eb('started_at', '=', after!.started_at), eb('id', '>', after!.id)]),
				]),
			),
		)
		.orderBy('started_at')
		.orderBy('id')
		.limit(limit)
		.execute();
}

/** The present life of a record: first and last time it was shown, and when it was gone. */
export type SeenLife = {firstAt: number; lastAt: number; goneAt: number | null};

/** Asked for at once. */
const keysAtOnce = 500;

export async function readSeenLives(
	database: Database,
	projectId: ProjectId,
	keys: readonly number[],
): Promise<Map<number, SeenLife>> {
	const lives = new Map<number, SeenLife>();
	for (let start = 0; start < keys.length; start += keysAtOnce) {
		const rows = await database
			.selectFrom('seen_records')
			.select(['key', 'first_at', 'last_at', 'gone_at'])
			.where('project_id', '=', projectId)
			.where('key', 'in', keys.slice(start, start + keysAtOnce))
			.execute();
		for (const row of rows) lives.set(row.key, {firstAt: row.first_at, lastAt: row.last_at, goneAt: row.gone_at});
	}
	return lives;
}

/**
 * Brings lives up to date by what some calls have shown.
 *
 * @param apply a life after these calls, from the one that is stored; null: there is none
 */
export function saveSeenLives(
	database: Database,
	projectId: ProjectId,
	keys: readonly number[],
	apply: (key: number, stored: SeenLife | null) => SeenLife | null,
): Promise<void> {
	return database.transaction().execute(async transaction => {
		const stored = await readSeenLives(transaction, projectId, keys);
		const fresh: SeenRecordTable[] = [];
		for (const key of keys) {
			const before = stored.get(key) ?? null;
			const life = apply(key, before);
			if (life === null) continue;
			const row = {first_at: life.firstAt, last_at: life.lastAt, gone_at: life.goneAt};
			if (before === null) fresh.push({project_id: projectId, key, ...row});
			else if (life.firstAt !== before.firstAt || life.lastAt !== before.lastAt || life.goneAt !== before.goneAt)
				await transaction
					.updateTable('seen_records')
					.set(row)
					.where('project_id', '=', projectId)
					.where('key', '=', key)
					.execute();
		}
		await insertAll(transaction, 'seen_records', fresh);
	});
}

/** All calls of a batch are read: it will not be read again. */
export async function markSeenBatch(database: Database, projectId: ProjectId, batchId: BatchId): Promise<void> {
	await database
		.insertInto('seen_batches')
		.values({project_id: projectId, batch_id: batchId})
		.onConflict(conflict => conflict.doNothing())
		.execute();
}
