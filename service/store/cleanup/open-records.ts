import type {BatchId, ProjectId, RunId} from '../../../contract/ids.ts';
import {BatchChange} from '../batches/batch-change.ts';
import type {BatchChanged} from '../batches/batch-tables.ts';
import type {StoreTransaction, Database} from '../database.ts';
import type {CleanupResourceTable, DeleteWith} from './cleanup-tables.ts';

/** A record that nothing has removed so far, and where it could be read. */
export type OpenRecord = {
	resourceId: string;
	projectId: ProjectId;
	runId: RunId;
	handle: string | null;
	/** Address of its DELETE; null when none is known. */
	deleteUrl: string | null;
	/** Where it is read if not there; null: nowhere else. */
	readUrl: string | null;
	/** URL of the creating request. */
	createdAt: string;
	/** It has no name of its own: its DELETE goes to the path that has made it. */
	isPart: boolean;
	/** Headers of the creating request that its DELETE would repeat. */
	headers: Record<string, string>;
	/** Records it belongs to, the nearest last. */
	parents: Array<Pick<CleanupResourceTable, 'handle' | 'family' | 'outcome'>>;
};

/** Records of a batch that might be orphaned, in the order of their creation. */
export async function listOpen(database: Database, batchId: BatchId): Promise<OpenRecord[]> {
	const rows = await database
		.selectFrom('cleanup_resources')
		.innerJoin('calls', 'calls.id', 'cleanup_resources.call_id')
		.select([
			'cleanup_resources.id as resourceId',
			'cleanup_resources.project_id as projectId',
			'cleanup_resources.run_id as runId',
			'cleanup_resources.handle',
			'cleanup_resources.delete_url as deleteUrl',
			'cleanup_resources.delete_with',
			'cleanup_resources.delete_path',
			'cleanup_resources.source_path',
			'cleanup_resources.headers',
			'cleanup_resources.parents',
			'calls.url as createdAt',
		])
		.where('cleanup_resources.batch_id', '=', batchId)
		.where('cleanup_resources.outcome', 'in', ['orphaned', 'failed'])
		.orderBy('cleanup_resources.place')
		.execute();
	if (rows.length === 0) return [];
	const all = await database
		.selectFrom('cleanup_resources')
		.select(['id', 'handle', 'family', 'outcome'])
		.where('batch_id', '=', batchId)
		.execute();
	const byId = new Map(all.map(({id, ...parent}) => [id, parent]));
	return rows.map(({headers, parents, delete_with, delete_path, source_path, ...row}) => ({
		...row,
		isPart: delete_path === source_path && !source_path.endsWith('}'),
		readUrl: delete_with === null ? null : (JSON.parse(delete_with) as DeleteWith).readUrl,
		headers: JSON.parse(headers) as Record<string, string>,
		parents: (JSON.parse(parents) as string[]).flatMap(id => byId.get(id) ?? []),
	}));
}

/** Stores which of them were read back and are gone, with what is to be said of it. */
export async function settleGone(
	transaction: StoreTransaction,
	batchId: BatchId,
	gone: ReadonlyArray<{resourceId: string; note: string}>,
	now: number,
): Promise<BatchChanged | null> {
	if (gone.length === 0) return null;
	const change = await BatchChange.open(transaction, batchId, now);
	for (const {resourceId, note} of gone)
		await transaction
			.updateTable('cleanup_resources')
			.set({outcome: 'gone', reason: null, note, rev: change.version})
			.where('batch_id', '=', batchId)
			.where('id', '=', resourceId)
			.where('outcome', 'in', ['orphaned', 'failed'])
			.execute();
	return change.save();
}
