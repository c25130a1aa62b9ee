import type {AccountId, BatchId, CleanupTestId} from '../../../contract/ids.ts';
import {BatchChange} from '../batches/batch-change.ts';
import type {BatchChanged} from '../batches/batch-tables.ts';
import type {StoreTransaction} from '../database.ts';
import type {CleanupResourceTable} from './cleanup-tables.ts';
import type {NewId} from '../ids.ts';
import {ownBatch} from '../batches/latest-batch.ts';
import {makeDue} from './retry-sweep.ts';

export type StartedDeletes =
	| {refused: 'run_in_flight' | 'cleanup_in_flight' | 'cleanup_not_asking'}
	| {unknown: string}
	| {nothing: true}
	| {resourceIds: string[]; cleanupTestIds: CleanupTestId[]; changed: BatchChanged};

/** Which batch of whom, and which of its records; null: all that wait. */
export type WantedDeletes = {accountId: AccountId; batchId: BatchId; resourceIds: readonly string[] | null};

/**
 * Sends DELETEs that wait for a word. `start`: those of a cleanup that asks, and the reads that tell how they are sent. `delete`: of any named record that is still
 * there and whose address is known, also when nothing proves that the batch made it: whoever names it knows what it is.
 * Null: the account has no such batch.
 */
export async function startDeletes(
	transaction: StoreTransaction,
	newId: NewId,
	what: 'start' | 'delete',
	{accountId, batchId, resourceIds}: WantedDeletes,
	now: number,
): Promise<StartedDeletes | null> {
	const batch = await ownBatch(transaction, accountId, batchId)
		.select(['phase', 'sweep', 'cleanup_state'])
		.executeTakeFirst();
	if (!batch) return null;
	if (batch.phase === 'queued' || batch.phase === 'tests') return {refused: 'run_in_flight'};
	if (batch.phase === 'cleanup' || batch.sweep !== 'none') return {refused: 'cleanup_in_flight'};
	if (what === 'start' && batch.cleanup_state !== 'asking') return {refused: 'cleanup_not_asking'};
	const resources = await transaction
		.selectFrom('cleanup_resources')
		.selectAll()
		.where('batch_id', '=', batchId)
		// Children were created after their parents.
		.orderBy('place', 'desc')
		.execute();
	const unknown = resourceIds?.find(id => !resources.some(resource => resource.id === id));
	if (unknown !== undefined) return {unknown};
	const wanted = resources.filter(
		resource => (resourceIds?.includes(resource.id) ?? true) && mayBeSent(resource, what),
	);
	if (wanted.length === 0) return {nothing: true};
	const change = await BatchChange.open(transaction, batchId, now);
	const tests = await transaction.selectFrom('cleanup_tests').selectAll().where('batch_id', '=', batchId).execute();
	const cleanupTestIds: CleanupTestId[] = [];
	for (const [place, resource] of wanted.entries())
		cleanupTestIds.push(await makeDue(change, newId, resource, tests, tests.length + place));
	change.set({sweep: 'retry', cleanup_state: 'running', skip_cleanup: 0});
	return {resourceIds: wanted.map(({id}) => id), cleanupTestIds, changed: await change.save()};
}

/** What cleanup has left alone, for whatever reason; what is gone is not deleted again. */
const left = new Set(['pending', 'orphaned', 'failed', 'kept', 'dismissed']);

function mayBeSent(resource: CleanupResourceTable, what: 'start' | 'delete'): boolean {
	const {outcome, delete_url, cleanup_test_id} = resource;
	if (what === 'delete') return delete_url !== null && left.has(outcome);
	// Without an address it waits for the read that tells it, or for a teardown test.
	return outcome === 'pending' && (delete_url !== null || cleanup_test_id === null);
}
