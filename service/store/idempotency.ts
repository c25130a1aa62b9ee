import type {Database} from './database.ts';

export type IdempotentRequest = {
	/** account + method + path + key, hashed. */
	scope: string;
	bodyHash: string;
	now: number;
	/** Answers stored before this time are forgotten (24 hours). */
	expiredBefore: number;
	/** A request without an answer that began before this time belongs to a process that has died. */
	abandonedBefore: number;
};

export type IdempotentState =
	| {state: 'mine'}
	| {state: 'in_progress'}
	| {state: 'other_body'}
	| {state: 'answered'; status: number; body: string};

/** Claims a key for one request, or tells what an earlier request with the same key has come to. */
export async function claimIdempotencyKey(database: Database, request: IdempotentRequest): Promise<IdempotentState> {
	if (await insertClaim(database, request)) return {state: 'mine'};
	return database.transaction().execute(async transaction => {
		const row = await transaction
			.selectFrom('idempotency')
			.selectAll()
			.where('scope', '=', request.scope)
			.executeTakeFirst();
		const oldest = row?.status === null ? request.abandonedBefore : request.expiredBefore;
		if (!row || row.created_at < oldest) {
			await transaction.deleteFrom('idempotency').where('scope', '=', request.scope).execute();
			await insertClaim(transaction, request);
			return {state: 'mine'};
		}
		if (row.body_hash !== request.bodyHash) return {state: 'other_body'};
		if (row.status === null || row.body === null) return {state: 'in_progress'};
		return {state: 'answered', status: row.status, body: row.body};
	});
}

async function insertClaim(database: Database, request: IdempotentRequest): Promise<boolean> {
	const inserted = await database
		.insertInto('idempotency')
		.values({
			scope: request.scope,
			body_hash: request.bodyHash,
			status: null,
			body: null,
			created_at: request.now,
		})
		.onConflict(conflict => conflict.column('scope').doNothing())
		.executeTakeFirst();
	return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Stores the answer of a claimed key; `body` may be encrypted, because an answer can carry a secret. */
export async function storeIdempotentAnswer(
	database: Database,
	scope: string,
	answer: {status: number; body: string},
): Promise<void> {
	await database.updateTable('idempotency').set(answer).where('scope', '=', scope).execute();
}

/** Gives a claimed key back: its request ended without a 2xx answer, so the key can be used again. */
export async function releaseIdempotencyKey(database: Database, scope: string): Promise<void> {
	await database.deleteFrom('idempotency').where('scope', '=', scope).where('status', 'is', null).execute();
}

/** Forgets old answers. With `claims` also every claim without an answer: at a start nobody works on them any more. */
export async function forgetIdempotentAnswers(
	database: Database,
	options: {before: number; claims: boolean},
): Promise<void> {
	await database.deleteFrom('idempotency').where('created_at', '<', options.before).execute();
	if (options.claims) await database.deleteFrom('idempotency').where('status', 'is', null).execute();
}
