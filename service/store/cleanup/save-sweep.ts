import type {BatchId} from '../../../contract/ids.ts';
import {advanceBatch, endSearch} from '../batches/advance-batch.ts';
import {BatchChange} from '../batches/batch-change.ts';
import type {BatchChanged} from '../batches/batch-tables.ts';
import type {StoreTransaction} from '../database.ts';
import {openTeardownFailures, standingOf, leaveDeletes} from './cleanup-standing.ts';
import {readCleanupSettings} from './cleanup-settings.ts';
import type {CleanupCallTable, CleanupResourceTable, CleanupTestTable, SweepState} from './cleanup-tables.ts';
import type {NewId} from '../ids.ts';
import {insertAll} from '../insert-all.ts';
import {callsToSearch} from './read-sweep.ts';

/** A record as the search found it: `parents` are keys of other records of the batch. */
export type FoundResource = Omit<
	CleanupResourceTable,
	'id' | 'batch_id' | 'parents' | 'place' | 'rev' | 'created_at'
> & {parentKeys: readonly string[]};

/** What the search of a batch has found: records, and the writes that made nothing. */
export type FoundBatch = {
	resources: readonly FoundResource[];
	calls: ReadonlyArray<Omit<CleanupCallTable, 'batch_id' | 'place' | 'rev'>>;
};

/** A batch, and how many calls of its tests the search knew. */
export type Searched = {id: string; calls: number};

/**
 * Stores what the search of a batch has found and lets the batch go on: to its teardown tests, to the sweep, or to its
 * end. Null: somebody else has done so, or calls came meanwhile that are to be searched as well.
 */
export async function saveSearch(
	transaction: StoreTransaction,
	newId: NewId,
	{id: batchId, calls}: Searched,
	found: FoundBatch & {hasDoubts: boolean},
	now: number,
): Promise<BatchChanged | null> {
	const change = await openSweep(transaction, batchId, 'search', now);
	if (!change || (await hasMoreCalls(change, calls))) return null;
	await saveFound(change, newId, found);
	await endSearch(change, found.hasDoubts);
	return change.save();
}

/**
 * Prepares the sweep after the teardown tests: stores what these have left or created, and one DELETE for every record
 * that is pending. Records of a project whose cleanup asks stay pending without one, those of a project whose cleanup is
 * off are kept. Doing it again changes nothing. Null: the batch is not swept any more.
 */
export async function planSweep(
	transaction: StoreTransaction,
	newId: NewId,
	batchId: BatchId,
	found: FoundBatch,
	now: number,
): Promise<BatchChanged | null> {
	const change = await openSweep(transaction, batchId, 'due', now);
	if (!change) return null;
	await saveFound(change, newId, found);
	const held = await holdBack(change);
	const pending = await transaction
		.selectFrom('cleanup_resources')
		.select(['id', 'family', 'variable', 'handle', 'delete_path', 'place'])
		.where('batch_id', '=', batchId)
		.where('outcome', '=', 'pending')
		.where('delete_url', 'is not', null)
		.where('project_id', 'not in', held)
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

/** Keeps what projects whose cleanup is off have made. Answers those, and those whose cleanup asks first. */
async function holdBack(change: BatchChange): Promise<string[]> {
	const {transaction, batch, version} = change;
	const held: string[] = [];
	for (const projectId of JSON.parse(batch.project_ids) as string[]) {
		const {mode} = await readCleanupSettings(transaction, projectId);
		if (mode === 'auto') continue;
		held.push(projectId);
		if (mode === 'ask') change.set({cleanup_asks: 1});
		else
			await transaction
				.updateTable('cleanup_resources')
				.set({outcome: 'kept', note: 'cleanup is off for this project', rev: version})
				.where('batch_id', '=', batch.id)
				.where('project_id', '=', projectId)
				.where('outcome', '=', 'pending')
				.execute();
	}
	return held;
}

/**
 * Ends the sweep that began as `begun`: the batch is done, unless calls of its tests came meanwhile, of which a sweep has
 * to look for what they made. Null: it was ended before, also when a retry follows it.
 */
export async function endSweep(
	transaction: StoreTransaction,
	{id: batchId, calls}: Searched,
	begun: SweepState,
	now: number,
): Promise<BatchChanged | null> {
	const change = await openSweep(transaction, batchId, begun, now);
	if (!change) return null;
	if (!change.skipCleanup && (await hasMoreCalls(change, calls))) {
		change.set({sweep: 'due'});
		return change.save();
	}
	change.set({sweep: 'none'});
	if (change.phase === 'done') {
		await leaveDeletes(change);
		change.set({
			cleanup_state: await standingOf(change, await openTeardownFailures(change)),
			cleanup_finished_at: now,
		});
	} else await advanceBatch(change);
	return change.save();
}

/** Lets a batch go on that nobody sweeps. */
export async function endWithoutSweep(
	transaction: StoreTransaction,
	batchId: BatchId,
	now: number,
): Promise<BatchChanged | null> {
	const change = await openSweep(transaction, batchId, ['search', 'due', 'retry'], now);
	if (!change) return null;
	if (change.sweep === 'search') await endSearch(change, false);
	else {
		change.set({sweep: 'none'});
		await advanceBatch(change);
	}
	return change.save();
}

async function hasMoreCalls({transaction, batch}: BatchChange, known: number): Promise<boolean> {
	const {count} = await callsToSearch(transaction, batch.id)
		.select(({fn}) => fn.countAll<number>().as('count'))
		.executeTakeFirstOrThrow();
	return Number(count) > known;
}

/** The change of a batch whose sweep stands there; null when it does not. */
export async function openSweep(
	transaction: StoreTransaction,
	batchId: BatchId,
	states: SweepState | readonly SweepState[],
	now: number,
): Promise<BatchChange | null> {
	const batch = await transaction.selectFrom('batches').select('sweep').where('id', '=', batchId).executeTakeFirst();
	if (!batch || !(typeof states === 'string' ? [states] : states).includes(batch.sweep)) return null;
	return BatchChange.open(transaction, batchId, now);
}

async function saveFound(change: BatchChange, newId: NewId, found: FoundBatch): Promise<void> {
	await saveResources(change, newId, found.resources);
	const {transaction, batch, version} = change;
	const known = await transaction
		.selectFrom('cleanup_calls')
		.select(['call_id', 'reason'])
		.where('batch_id', '=', batch.id)
		.orderBy('place')
		.execute();
	const names = (calls: FoundBatch['calls'] | typeof known) =>
		calls.map(({call_id, reason}) => `${call_id} ${reason}`).join();
	if (names(known) === names(found.calls)) return;
	await transaction.deleteFrom('cleanup_calls').where('batch_id', '=', batch.id).execute();
	const rows = found.calls.map((call, place) => ({...call, batch_id: batch.id, place, rev: version}));
	await insertAll(transaction, 'cleanup_calls', rows);
}

/** Adds new records; of known ones only the fate of those that were still undecided changes. */
async function saveResources(change: BatchChange, newId: NewId, found: readonly FoundResource[]): Promise<void> {
	const {transaction, batch, version, now} = change;
	const known = await transaction
		.selectFrom('cleanup_resources')
		.select(['id', 'key', 'outcome', 'reason', 'delete_url', 'delete_with', 'proof'])
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
			// Proven is proven: later answers show the record because it was made.
			if (before.proof !== null && resource.reason === 'may_have_existed') continue;
			const {outcome, reason, handle, family, delete_path, delete_url, cleanup_test_id} = resource;
			const {known_url, delete_with, proof, considered, note} = resource;
			await transaction
				.updateTable('cleanup_resources')
				.set({outcome, reason, handle, family, delete_path, delete_url, cleanup_test_id, rev: version})
				.set({known_url, delete_with, proof, considered, note})
				.where('id', '=', before.id)
				.execute();
		}
	}
	await insertAll(transaction, 'cleanup_resources', fresh);
}

type Fate = Pick<CleanupResourceTable, 'outcome' | 'reason' | 'delete_url' | 'delete_with'>;

/**
 * A teardown test may decide on a pending record, and its calls may show the DELETE endpoint or the handle that nobody
 * knew before.
 */
const isUndecided = ({outcome, reason}: Fate): boolean =>
	outcome === 'pending' || (outcome === 'orphaned' && reason !== null && openReasons.has(reason));

const openReasons = new Set(['no_delete_endpoint', 'handle_missing', 'may_have_existed', 'shared_address']);

const isSameFate = (a: Fate, b: Fate): boolean =>
	a.outcome === b.outcome && a.delete_url === b.delete_url && a.delete_with === b.delete_with;
