import type {AccountId, BatchId, ProjectId} from '../../../contract/ids.ts';
import type {TestList} from '../../../contract/test-list.ts';
import type {Database} from '../database.ts';

/** Batches that are removed are the last execution of no list any more. */
export async function forgetBatchesInLists(database: Database, batchIds: readonly BatchId[]): Promise<void> {
	await database.updateTable('test_lists').set({last_batch_id: null}).where('last_batch_id', 'in', batchIds).execute();
}

/** A project that is deleted has no environment in a list any more; its tests leave the lists with themselves. */
export async function forgetProjectInLists(
	transaction: Database,
	accountId: AccountId,
	projectId: ProjectId,
): Promise<void> {
	const lists = await transaction
		.selectFrom('test_lists')
		.select(['id', 'project_environments'])
		.where('account_id', '=', accountId)
		.where('project_environments', 'like', `%${projectId}%`)
		.execute();
	for (const {id, project_environments} of lists) {
		const environments = JSON.parse(project_environments) as TestList['projectEnvironments'];
		const left = environments.filter(environment => environment.projectId !== projectId);
		await transaction
			.updateTable('test_lists')
			.set({project_environments: JSON.stringify(left)})
			.where('id', '=', id)
			.execute();
	}
}
