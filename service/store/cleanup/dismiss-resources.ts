import type {CleanupOutcome} from '../../../contract/enums.ts';
import type {AccountId, BatchId} from '../../../contract/ids.ts';
import {BatchChange} from '../batches/batch-change.ts';
import type {BatchChanged} from '../batches/batch-tables.ts';
import type {StoreTransaction} from '../database.ts';
import {openTeardownFailures, standingOf} from './cleanup-standing.ts';
import {ownBatch} from '../batches/latest-batch.ts';

export type Dismissal =
	| {unknown: string}
	| {noneOrphaned: true}
	| {moved: string[]; unchanged: string[]; changed: BatchChanged | null};

/** Outcomes of the section "Might be orphaned". */
const open: readonly CleanupOutcome[] = ['orphaned', 'failed'];

/** Takes records that might be orphaned out of sight, or back. Null: the account has no such batch. */
export async function dismissResources(
	transaction: StoreTransaction,
	{
		accountId,
		batchId,
		resourceIds,
		restore,
	}: {
		accountId: AccountId;
		batchId: BatchId;
		resourceIds: readonly string[];
		restore: boolean;
	},
	now: number,
): Promise<Dismissal | null> {
	const batch = await ownBatch(transaction, accountId, batchId).select('id').executeTakeFirst();
	if (!batch) return null;
	const wanted = [...new Set(resourceIds)];
	const rows = await transaction
		.selectFrom('cleanup_resources')
		.select(['id', 'outcome', 'reason'])
		.where('batch_id', '=', batchId)
		.where('id', 'in', wanted)
		.execute();
	const unknown = wanted.find(id => !rows.some(row => row.id === id));
	if (unknown !== undefined) return {unknown};
	const dismissed: readonly CleanupOutcome[] = ['dismissed'];
	const [from, to] = restore ? [dismissed, open] : [open, dismissed];
	const moved = rows.filter(({outcome}) => from.includes(outcome)).map(({id}) => id);
	const unchanged = rows.filter(({outcome}) => to.includes(outcome)).map(({id}) => id);
	// "None of them is orphaned"; one that is where it should be already is no mistake.
	if (moved.length + unchanged.length === 0) return {noneOrphaned: true};
	if (moved.length === 0) return {moved, unchanged: wanted, changed: null};
	const change = await BatchChange.open(transaction, batchId, now);
	for (const outcome of restore ? open : dismissed) {
		// Only what its cleanup test could not delete has no reason.
		const ids = rows
			.filter(({id, reason}) => moved.includes(id) && (!restore || (reason === null) === (outcome === 'failed')))
			.map(({id}) => id);
		if (ids.length > 0)
			await transaction
				.updateTable('cleanup_resources')
				.set({outcome, rev: change.version})
				.where('id', 'in', ids)
				.execute();
	}
	// Nothing is left that somebody should look at, or something is again.
	const {cleanup_state: state} = change.batch;
	if (state === 'done' || state === 'failed')
		change.set({cleanup_state: await standingOf(change, await openTeardownFailures(change))});
	return {moved, unchanged: wanted.filter(id => !moved.includes(id)), changed: await change.save()};
}
