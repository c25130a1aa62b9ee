import {BatchChange, type BatchChanged, type StoreTransaction} from './batch-change.ts';
import type {Database} from './database.ts';

/** A record without a DELETE endpoint whose creating request named another record of the batch that is deleted. */
export type ContainedRecord = {
	resourceId: string;
	projectId: string;
	runId: string;
	handle: string;
	/** URL of the creating request. */
	createdAt: string;
	/** Headers of the creating request that its DELETE would repeat. */
	headers: Record<string, string>;
	/** Handles of the records it may lie in. */
	containers: string[];
};

/** Records of a batch that may go with others, as long as they count as orphans. */
export async function listContained(database: Database, batchId: string): Promise<ContainedRecord[]> {
	const orphans = await database
		.selectFrom('cleanup_resources')
		.innerJoin('calls', 'calls.id', 'cleanup_resources.call_id')
		.select([
			'cleanup_resources.id as resourceId',
			'cleanup_resources.project_id as projectId',
			'cleanup_resources.run_id as runId',
			'cleanup_resources.handle',
			'cleanup_resources.headers',
			'cleanup_resources.parents',
			'calls.url as createdAt',
		])
		.where('cleanup_resources.batch_id', '=', batchId)
		.where('cleanup_resources.outcome', '=', 'orphaned')
		.where('cleanup_resources.reason', '=', 'no_delete_endpoint')
		.where('cleanup_resources.handle', 'is not', null)
		.where('cleanup_resources.parents', '!=', '[]')
		.orderBy('cleanup_resources.place')
		.execute();
	if (orphans.length === 0) return [];
	const deleted = await database
		.selectFrom('cleanup_resources')
		.select(['id', 'handle'])
		.where('batch_id', '=', batchId)
		.where('outcome', '=', 'pending')
		.where('delete_url', 'is not', null)
		.where('handle', 'is not', null)
		.execute();
	const handles = new Map(deleted.map(({id, handle}) => [id, handle ?? '']));
	return orphans.flatMap(({parents, headers, handle, ...record}) => {
		const containers = (JSON.parse(parents) as string[]).flatMap(id => handles.get(id) ?? []);
		if (containers.length === 0 || handle === null) return [];
		return [{...record, handle, headers: JSON.parse(headers) as Record<string, string>, containers}];
	});
}

/** Stores that orphans of a batch went with the records they lay in. */
export async function settleContained(
	transaction: StoreTransaction,
	batchId: string,
	resourceIds: readonly string[],
	now: number,
): Promise<BatchChanged | null> {
	if (resourceIds.length === 0) return null;
	const change = await BatchChange.open(transaction, batchId, now);
	await transaction
		.updateTable('cleanup_resources')
		.set({outcome: 'auto', reason: null, rev: change.version})
		.where('batch_id', '=', batchId)
		.where('id', 'in', resourceIds)
		.where('outcome', '=', 'orphaned')
		.execute();
	return change.save();
}
