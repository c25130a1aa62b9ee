import {cleanupStateAfter} from '../domain/batch-state.ts';
import {advanceBatch, endSearch} from './advance-batch.ts';
import {BatchChange, type BatchChanged, type StoreTransaction} from './batch-change.ts';
import {leftRecords, openTeardownFailures} from './cleanup-standing.ts';
import type {CleanupResourceTable, CleanupTestTable, SweepState} from './cleanup-tables.ts';
import type {NewId} from './ids.ts';
import {insertAll} from './insert-all.ts';
import {leaveDeletes} from './leave-deletes.ts';

/** A record as the search found it: `parents` are keys of other records of the batch. */
export type FoundResource = Omit<
	CleanupResourceTable,
	'id' | 'batch_id' | 'parents' | 'place' | 'rev' | 'created_at'
> & {parentKeys: readonly string[]};

/**
 * Stores what the search of a batch has found and lets the batch go on: to its teardown tests, to the sweep, or to its
 * end. Null: somebody else has done so.
 */
export async function saveSearch(
	transaction: StoreTransaction,
	newId: NewId,
	batchId: string,
	found: readonly FoundResource[],
	now: number,
): Promise<BatchChanged | null> {
	const change = await openSweep(transaction, batchId, 'search', now);
	if (!change) return null;
	await saveResources(change, newId, found);
	await endSearch(change);
	return change.save();
}

/**
 * Prepares the sweep after the teardown tests: stores what these have left or created, and one DELETE for every record
 * that is pending. Doing it again changes nothing. Null: the batch is not swept any more.
 */
export async function planSweep(
	transaction: StoreTransaction,
	newId: NewId,
	batchId: string,
	found: readonly FoundResource[],
	now: number,
): Promise<BatchChanged | null> {
	const change = await openSweep(transaction, batchId, 'due', now);
	if (!change) return null;
	await saveResources(change, newId, found);
	const pending = await transaction
		.selectFrom('cleanup_resources')
		.select(['id', 'family', 'variable', 'handle', 'delete_path', 'place'])
		.where('batch_id', '=', batchId)
		.where('outcome', '=', 'pending')
		.where('delete_url', 'is not', null)
		.where(({not, exists, selectFrom}) =>
			not(
				exists(
					selectFrom('cleanup_tests')
						.select('cleanup_tests.id')
						.whereRef('cleanup_tests.resource_id', '=', 'cleanup_resources.id'),
				),
			),
		)
		// Children were created after their parents.
		.orderBy('place', 'desc')
		.execute();
	const {count} = await transaction
		.selectFrom('cleanup_tests')
		.select(({fn}) => fn.countAll<number>().as('count'))
		.where('batch_id', '=', batchId)
		.executeTakeFirstOrThrow();
	const tests = pending.map(
		(resource, place): CleanupTestTable => ({
			id: newId('ctn'),
			batch_id: batchId,
			resource_id: resource.id,
			title: `Delete ${resource.variable ?? `${resource.family.slice(1)} ${resource.handle ?? ''}`.trim()}`,
			path: resource.delete_path ?? '',
			status: 'Pending',
			http_status: null,
			response_body: null,
			error: null,
			attempts: 0,
			is_due: 1,
			place: count + place,
			rev: change.version,
		}),
	);
	await insertAll(transaction, 'cleanup_tests', tests);
	for (const test of tests)
		await transaction
			.updateTable('cleanup_resources')
			.set({cleanup_test_id: test.id, rev: change.version})
			.where('id', '=', test.resource_id)
			.execute();
	return change.save();
}

/** Ends the sweep that began as `begun`: the batch is done. Null: it was ended before, also when a retry follows it. */
export async function endSweep(
	transaction: StoreTransaction,
	batchId: string,
	begun: SweepState,
	now: number,
): Promise<BatchChanged | null> {
	const change = await openSweep(transaction, batchId, begun, now);
	if (!change) return null;
	const isRetry = begun === 'retry';
	change.set({sweep: 'none'});
	if (isRetry) {
		await leaveDeletes(change);
		change.set({
			cleanup_state: cleanupStateAfter(await openTeardownFailures(change), await leftRecords(change)),
			cleanup_finished_at: now,
		});
	} else await advanceBatch(change);
	return change.save();
}

/** Lets a batch go on that nobody sweeps. */
export async function endWithoutSweep(
	transaction: StoreTransaction,
	batchId: string,
	now: number,
): Promise<BatchChanged | null> {
	const change = await openSweep(transaction, batchId, ['search', 'due', 'retry'], now);
	if (!change) return null;
	if (change.sweep === 'search') await endSearch(change);
	else {
		change.set({sweep: 'none'});
		await advanceBatch(change);
	}
	return change.save();
}

/** The change of a batch whose sweep stands there; null when it does not. */
export async function openSweep(
	transaction: StoreTransaction,
	batchId: string,
	states: SweepState | readonly SweepState[],
	now: number,
): Promise<BatchChange | null> {
	const batch = await transaction.selectFrom('batches').select('sweep').where('id', '=', batchId).executeTakeFirst();
	if (!batch || !(typeof states === 'string' ? [states] : states).includes(batch.sweep)) return null;
	return BatchChange.open(transaction, batchId, now);
}

/** Adds new records; of known ones only the fate of those that were still undecided changes. */
async function saveResources(change: BatchChange, newId: NewId, found: readonly FoundResource[]): Promise<void> {
	const {transaction, batch, version, now} = change;
	const known = await transaction
		.selectFrom('cleanup_resources')
		.select(['id', 'key', 'outcome', 'reason', 'delete_url'])
		.where('batch_id', '=', batch.id)
		.execute();
	const byKey = new Map(known.map(row => [row.key, row]));
	const ids = new Map(known.map(row => [row.key, row.id]));
	for (const {key} of found) if (!ids.has(key)) ids.set(key, newId('res'));
	const fresh: CleanupResourceTable[] = [];
	for (const {parentKeys, ...resource} of found) {
		const before = byKey.get(resource.key);
		if (!before) {
			fresh.push({
				...resource,
				id: ids.get(resource.key)!,
				batch_id: batch.id,
				parents: JSON.stringify(parentKeys.flatMap(key => ids.get(key) ?? [])),
				place: known.length + fresh.length,
				rev: version,
				created_at: now,
			});
		} else if (isUndecided(before) && !isSameFate(before, resource)) {
			const {outcome, reason, handle, family, delete_path, delete_url, cleanup_test_id} = resource;
			await transaction
				.updateTable('cleanup_resources')
				.set({outcome, reason, handle, family, delete_path, delete_url, cleanup_test_id, rev: version})
				.where('id', '=', before.id)
				.execute();
		}
	}
	await insertAll(transaction, 'cleanup_resources', fresh);
}

type Fate = Pick<CleanupResourceTable, 'outcome' | 'reason' | 'delete_url'>;

/**
 * A teardown test may decide on a pending record, and its calls may show the DELETE endpoint or the handle that nobody
 * knew before.
 */
const isUndecided = ({outcome, reason}: Fate): boolean =>
	outcome === 'pending' || (outcome === 'orphaned' && (reason === 'no_delete_endpoint' || reason === 'handle_missing'));

const isSameFate = (a: Fate, b: Fate): boolean => a.outcome === b.outcome && a.delete_url === b.delete_url;
