import {sql} from 'kysely';
import type {AccountId, ProjectId, TestId} from '../../../contract/ids.ts';
import {jsonList} from '../columns.ts';
import type {StoreTransaction} from '../database.ts';

/** So many batches back one of about the same tests is looked for. */
const lookedAt = 20;

/**
 * The batch that a new one of a project is compared with: the newest of which at least half as many tests were asked for,
 * one of these among them. One test that was tried alone, or an attempt of a flaky check, is none for a run of all.
 * Null: there is none.
 *
 * @param testIds tests that the new batch was asked for
 */
export async function batchBefore(
	transaction: StoreTransaction,
	accountId: AccountId,
	projectId: ProjectId,
	testIds: readonly TestId[],
): Promise<string | null> {
	const newest = await transaction
		.selectFrom('batches')
		.select(['id', 'selected'])
		.where('account_id', '=', accountId)
		.where('project_id', '=', projectId)
		.orderBy('id', 'desc')
		.limit(lookedAt)
		.execute();
	for (const {id, selected} of newest) {
		if (selected * 2 < testIds.length) continue;
		const shared = await transaction
			.selectFrom('runs')
			.select('id')
			.where('batch_id', '=', id)
			.where(sql<boolean>`test_id in ${jsonList(testIds)}`)
			.limit(1)
			.executeTakeFirst();
		if (shared) return id;
	}
	return null;
}
