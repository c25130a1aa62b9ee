import type {BatchId, CleanupTestId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';

/** DELETEs of a project that were answered with one of these statuses and have failed for that, by batch, the first one first. */
export async function listRefusedDeletes(
	database: Database,
	projectId: ProjectId,
	statuses: readonly number[],
): Promise<Map<BatchId, CleanupTestId[]>> {
	const rows = await database
		.selectFrom('cleanup_resources')
		.innerJoin('cleanup_tests', 'cleanup_tests.id', 'cleanup_resources.cleanup_test_id')
		.innerJoin('batches', 'batches.id', 'cleanup_resources.batch_id')
		.select(['cleanup_resources.batch_id', 'cleanup_tests.id'])
		.where('cleanup_resources.project_id', '=', projectId)
		.where('cleanup_resources.outcome', '=', 'failed')
		.where('cleanup_tests.http_status', 'in', [...statuses])
		.where('batches.phase', '=', 'done')
		.where('batches.sweep', '=', 'none')
		.orderBy('cleanup_resources.batch_id')
		.execute();
	const refused = new Map<BatchId, CleanupTestId[]>();
	for (const {batch_id, id} of rows) refused.set(batch_id, [...(refused.get(batch_id) ?? []), id]);
	return refused;
}
