import type {AccountId, BatchId, CleanupTestId} from '../../../contract/ids.ts';
import {plannedTestId} from '../../domain/cleanup.ts';
import {BatchChange} from '../batches/batch-change.ts';
import type {BatchChanged} from '../batches/batch-tables.ts';
import type {StoreTransaction} from '../database.ts';
import type {CleanupResourceTable, CleanupTestTable} from './cleanup-tables.ts';
import type {NewId} from '../ids.ts';
import {ownBatch} from '../batches/latest-batch.ts';

export type Retry =
	| {refused: 'run_in_flight' | 'cleanup_in_flight'}
	| {unknown: string}
	| {cleanupTestIds: CleanupTestId[]; changed: BatchChanged | null};

/** An address that is known by now for a record that had none, or another one that was wrong. */
export type FoundAddress = {
	/** Of the record. */
	key: string;
	/** Why it is sent only when it is named; null: it is sent. */
	reason: 'may_have_existed' | 'shared_address' | null;
	columns: Pick<CleanupResourceTable, 'handle' | 'delete_with' | 'proof'> & {delete_path: string; delete_url: string};
};

/**
 * Has failed cleanup tests of a batch run again, all of them or the named ones, and without names also deletes orphans
 * whose DELETE endpoint has become known, and records of a batch whose cleanup was skipped; `onlyNew`: nothing but what has
 * become known since the cleanup. What a cancelled cleanup has left pending is deleted when it is named. A record that a planned test could not remove gets a DELETE of its own.
 * Null: the account has no such batch.
 */
export async function retrySweep(
	transaction: StoreTransaction,
	newId: NewId,
	where: {accountId: AccountId; batchId: BatchId; cleanupTestIds: readonly CleanupTestId[] | null; onlyNew: boolean},
	addresses: readonly FoundAddress[],
	now: number,
): Promise<Retry | null> {
	const batch = await ownBatch(transaction, where.accountId, where.batchId)
		.select(['phase', 'sweep'])
		.executeTakeFirst();
	if (!batch) return null;
	if (batch.phase === 'queued' || batch.phase === 'tests') return {refused: 'run_in_flight'};
	if (batch.phase === 'cleanup' || batch.sweep !== 'none') return {refused: 'cleanup_in_flight'};
	const change = await BatchChange.open(transaction, where.batchId, now);
	const wanted = where.cleanupTestIds;
	const fresh = wanted === null ? await addAddresses(change, addresses) : new Set<string>();
	const resources = await transaction
		.selectFrom('cleanup_resources')
		.selectAll()
		.where('batch_id', '=', where.batchId)
		.orderBy('place', 'desc')
		.execute();
	const tests = await transaction
		.selectFrom('cleanup_tests')
		.selectAll()
		.where('batch_id', '=', where.batchId)
		.orderBy('place')
		.execute();
	const teardowns = await transaction
		.selectFrom('runs')
		.select('id')
		.where('batch_id', '=', where.batchId)
		.where('teardown', '=', 1)
		.execute();
	const known = new Set([...tests.map(({id}) => id), ...teardowns.map(({id}) => plannedTestId(id))]);
	const unknown = wanted?.find(id => !known.has(id));
	if (unknown !== undefined) return {unknown};
	const isPlanned = (id: string | null) => tests.some(test => test.id === id);
	const open = resources.filter(
		({id, outcome, reason, delete_url, cleanup_test_id}) =>
			(!where.onlyNew || fresh.has(id)) &&
			(outcome === 'failed' ||
				(outcome === 'orphaned' && !onlyNamed.has(reason ?? '')) ||
				(outcome === 'pending' && (wanted !== null || !isPlanned(cleanup_test_id)))) &&
			delete_url !== null &&
			(wanted === null || (cleanup_test_id !== null && wanted.includes(cleanup_test_id))),
	);
	if (open.length === 0) return {cleanupTestIds: [], changed: fresh.size > 0 ? await change.save() : null};
	const ids: string[] = [];
	for (const [place, resource] of open.entries())
		ids.push(await makeDue(change, newId, resource, tests, tests.length + place));
	// Whoever asks for it may have mended the login: it is tried once more.
	await transaction
		.updateTable('batch_logins')
		.set({state: 'ready'})
		.where('batch_id', '=', where.batchId)
		.where('state', '=', 'failed')
		.execute();
	change.set({sweep: 'retry', cleanup_state: 'running', skip_cleanup: 0});
	return {cleanupTestIds: ids, changed: await change.save()};
}

/** What nothing proves to be the batch's own, or what shares its address with others, is deleted only when it is named. */
const onlyNamed: ReadonlySet<string> = new Set(['may_have_existed', 'shared_address']);

/**
 * Stores addresses that have become known. What nothing proves to be the batch's own is not sent for that: it may have
 * existed before, which its row says from now on.
 *
 * @returns ids of the records that have got one
 */
async function addAddresses(change: BatchChange, addresses: readonly FoundAddress[]): Promise<Set<string>> {
	const ids = new Set<string>();
	for (const {key, reason, columns} of addresses) {
		const rows = await change.transaction
			.updateTable('cleanup_resources')
			.set({...columns, rev: change.version, ...(reason === null ? {} : {reason})})
			.where('batch_id', '=', change.batch.id)
			.where('key', '=', key)
			.where('outcome', '=', 'orphaned')
			.where(({or, and, eb}) =>
				or([
					eb('delete_url', 'is', null),
					and([eb('reason', '=', 'wrong_endpoint'), eb('delete_url', '!=', columns.delete_url)]),
				]),
			)
			.returning('id')
			.execute();
		for (const {id} of rows) ids.add(id);
	}
	return ids;
}

/** Has the DELETE of a record sent by the next sweep of its batch. */
export async function makeDue(
	change: BatchChange,
	newId: NewId,
	resource: CleanupResourceTable,
	tests: readonly CleanupTestTable[],
	place: number,
): Promise<string> {
	const {transaction, version} = change;
	const known = tests.find(test => test.resource_id === resource.id);
	const id = known?.id ?? newId('ctn');
	if (known)
		await transaction
			.updateTable('cleanup_tests')
			.set({status: 'Pending', is_due: 1, rev: version})
			.where('id', '=', id)
			.execute();
	else
		await transaction
			.insertInto('cleanup_tests')
			.values({
				id,
				batch_id: change.batch.id,
				resource_id: resource.id,
				title: `Delete ${resource.variable ?? `${resource.family.slice(1)} ${resource.handle ?? ''}`.trim()}`,
				path: resource.delete_path ?? '',
				status: 'Pending',
				http_status: null,
				response_body: null,
				error: null,
				attempts: 0,
				is_due: 1,
				place,
				rev: version,
			})
			.execute();
	await transaction
		.updateTable('cleanup_resources')
		.set({outcome: 'pending', reason: null, cleanup_test_id: id, rev: version})
		.where('id', '=', resource.id)
		.execute();
	return id;
}
