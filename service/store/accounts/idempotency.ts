import type {Database} from '../database.ts';
import {storageOf} from '../dialect/storage.ts';

/** The first 2xx answer to a request with an idempotency key. */
export type IdempotentAnswer = {
	/** account + method + path + key, hashed. */
	scope: string;
	bodyHash: string;
	status: number;
	/** May be encrypted, because an answer can carry a secret. */
	body: string;
	at: number;
};

/** The answer stored under a key since `oldest`; null when there is none. */
export async function findIdempotentAnswer(
	database: Database,
	scope: string,
	oldest: number,
): Promise<IdempotentAnswer | null> {
	const row = await database
		.selectFrom('idempotency')
		.selectAll()
		.where('scope', '=', scope)
		.where('created_at', '>=', oldest)
		.executeTakeFirst();
	if (!row || row.status === null || row.body === null) return null;
	return {scope, bodyHash: row.body_hash, status: row.status, body: row.body, at: row.created_at};
}

/**
 * Stores an answer in place of an expired one. It survives the death of the process, but is not forced to the disk like
 * the effect itself: that would double the price of every change, and after a power cut nobody repeats a request within
 * the seconds a client does.
 */
export async function storeIdempotentAnswer(database: Database, answer: IdempotentAnswer): Promise<void> {
	const columns = {body_hash: answer.bodyHash, status: answer.status, body: answer.body, created_at: answer.at};
	await storageOf(database).withoutForcing(database, async connection => {
		await connection
			.insertInto('idempotency')
			.values({scope: answer.scope, ...columns})
			.onConflict(conflict => conflict.column('scope').doUpdateSet(columns))
			.execute();
	});
}

export async function forgetIdempotentAnswers(database: Database, before: number): Promise<void> {
	await database.deleteFrom('idempotency').where('created_at', '<', before).execute();
}
