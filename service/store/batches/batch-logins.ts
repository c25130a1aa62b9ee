import type {BlockedCause} from '../../domain/blocked.ts';
import {type Insertable, type Selectable, sql} from 'kysely';
import {advanceBatch} from './advance-batch.ts';
import {BatchChange} from './batch-change.ts';
import type {BatchChanged, BatchLoginTable} from './batch-tables.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {blockRun} from '../runs/block-consumers.ts';
import type {NewId} from '../ids.ts';
import type {CallTable} from '../calls/call-tables.ts';

/** The login of one project for one batch. */
export type BatchLogin = Pick<BatchLoginTable, 'batch_id' | 'project_id'>;

/** A login request as the data flow shows it: never with its bodies. */
export type LoginCall = Pick<CallTable, 'method' | 'url' | 'status' | 'latency_ms' | 'started_at'> & {
	error: string | null;
};

/** Lets the members of a project start that waited for its login; `token`, encrypted, is for other processes of the database. */
export async function openLogin(
	transaction: StoreTransaction,
	newId: NewId,
	login: BatchLogin,
	{calls, token}: {calls: readonly LoginCall[]; token: string | null},
	now: number,
): Promise<BatchChanged> {
	const change = await BatchChange.open(transaction, login.batch_id, now);
	await setState(transaction, login, {state: 'ready', token});
	await storeCalls(transaction, newId, login, calls);
	await transaction
		.updateTable('runs')
		.set({
			awaits_login: 0,
			ready: sql<0 | 1>`case when open_producers = 0 and teardown = 0 and late = 0 then 1 else 0 end`,
			rev: change.version,
		})
		.where('batch_id', '=', login.batch_id)
		.where('project_id', '=', login.project_id)
		.where('status', '=', 'queued')
		.where('awaits_login', '=', 1)
		.execute();
	change.set({auth_health: 'verified', auth_refreshes: change.batch.auth_refreshes + 1});
	// Teardown tests whose turn had come while nobody was logged in.
	await advanceBatch(change);
	return change.save();
}

/**
 * Blocks the members of a project that waited for its login: "a failing refresh blocks every test of the batch before it
 * runs, with the login response's status".
 */
export async function failLogin(
	transaction: StoreTransaction,
	newId: NewId,
	login: BatchLogin,
	failure: {error: string; calls: readonly LoginCall[]},
	now: number,
): Promise<BatchChanged> {
	const change = await BatchChange.open(transaction, login.batch_id, now);
	await setState(transaction, login, {state: 'failed', token: null});
	await storeCalls(transaction, newId, login, failure.calls);
	const waiting = await transaction
		.selectFrom('runs')
		.select(['id', 'test_id', 'wave', 'type', 'attempt'])
		.where('batch_id', '=', login.batch_id)
		.where('project_id', '=', login.project_id)
		.where('status', '=', 'queued')
		.where('awaits_login', '=', 1)
		.execute();
	const cause: BlockedCause = {
		reason: 'auth_failing',
		variable: null,
		producer: null,
		root: null,
		didYouMean: null,
		cycle: null,
		login: failure.error,
		projectId: login.project_id,
	};
	for (const run of waiting) await blockRun(change, {...run, testId: run.test_id}, cause);
	change.set({auth_health: 'failing'});
	await advanceBatch(change);
	return change.save();
}

/** Holds the queued members of a project back until it has logged in (again). */
export async function holdForLogin(transaction: StoreTransaction, login: BatchLogin): Promise<void> {
	await setState(transaction, login, {state: 'waiting'});
	await transaction
		.updateTable('runs')
		.set({awaits_login: 1, ready: 0})
		.where('batch_id', '=', login.batch_id)
		.where('project_id', '=', login.project_id)
		.where('status', '=', 'queued')
		.execute();
}

/**
 * Logins of batches that have not ended. `open`: a process that starts alone has no token of them; `waiting`: members wait for
 * them.
 */
export function listOpenLogins(database: Database, which: 'open' | 'waiting'): Promise<BatchLogin[]> {
	return database
		.selectFrom('batch_logins')
		.innerJoin('batches', 'batches.id', 'batch_logins.batch_id')
		.select(['batch_logins.batch_id', 'batch_logins.project_id'])
		.where('batches.finished_at', 'is', null)
		.where('batch_logins.state', 'in', which === 'open' ? ['waiting', 'ready'] : ['waiting'])
		.execute();
}

/** Where the login of a project stands in a batch, with its token as it was stored; null: the project does not log in. */
export async function findLogin(
	database: Database,
	{batch_id, project_id}: BatchLogin,
): Promise<Pick<Selectable<BatchLoginTable>, 'state' | 'token'> | null> {
	const row = await database
		.selectFrom('batch_logins')
		.select(['state', 'token'])
		.where('batch_id', '=', batch_id)
		.where('project_id', '=', project_id)
		.executeTakeFirst();
	return row ?? null;
}

async function setState(
	transaction: StoreTransaction,
	login: BatchLogin,
	columns: Pick<BatchLoginTable, 'state'> & {token?: string | null},
): Promise<void> {
	await transaction
		.updateTable('batch_logins')
		.set(columns)
		.where('batch_id', '=', login.batch_id)
		.where('project_id', '=', login.project_id)
		.execute();
}

/** "Refresh calls are recorded under other observed behaviours": as calls of no test. */
async function storeCalls(
	transaction: StoreTransaction,
	newId: NewId,
	login: BatchLogin,
	calls: readonly LoginCall[],
): Promise<void> {
	const rows = calls.map(
		({error, ...call}, place): Insertable<CallTable> => ({
			id: newId('cal'),
			batch_id: login.batch_id,
			project_id: login.project_id,
			run_id: null,
			test_id: null,
			attempt: 0,
			seq: place + 1,
			kind: 'auth',
			...call,
			detail: JSON.stringify({...withoutBodies, error}),
		}),
	);
	if (rows.length > 0) await transaction.insertInto('calls').values(rows).execute();
}

const withoutBodies = {
	query: null,
	requestHeaders: {},
	requestBody: null,
	requestEncoding: null,
	requestBytes: null,
	responseHeaders: null,
	responseBody: null,
	responseEncoding: null,
	responseBytes: null,
	truncated: false,
};
