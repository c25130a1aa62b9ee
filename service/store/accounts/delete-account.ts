import type {AccountId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {deletedOwner} from '../projects/projects.ts';
import {lockAccount} from './admin-keys.ts';

/** Tables that hold rows of an account besides those of its projects. */
const accountTables = ['schedules', 'test_lists', 'ledger', 'api_keys', 'members', 'audit'] as const;

/**
 * Removes a disabled account. Its projects are taken away from everybody at once, and `purgeProject` removes what they
 * leave: answers their ids. `enabled`: it still works, so that nobody may delete it.
 */
export function removeAccount(database: Database, accountId: AccountId): Promise<string[] | 'not_found' | 'enabled'> {
	return database.transaction().execute(async transaction => {
		await lockAccount(transaction, accountId);
		const account = await transaction
			.selectFrom('accounts')
			.select('disabled_at')
			.where('id', '=', accountId)
			.executeTakeFirst();
		if (!account) return 'not_found';
		if (account.disabled_at === null) return 'enabled';
		const hidden = await transaction
			.updateTable('projects')
			.set({account_id: deletedOwner})
			.where('account_id', '=', accountId)
			.returning('id')
			.execute();
		await transaction
			.deleteFrom('schedule_runs')
			.where('schedule_id', 'in', ({selectFrom}) =>
				selectFrom('schedules').select('schedules.id').where('schedules.account_id', '=', accountId),
			)
			.execute();
		await transaction
			.deleteFrom('test_list_cases')
			.where('list_id', 'in', ({selectFrom}) =>
				selectFrom('test_lists').select('test_lists.id').where('test_lists.account_id', '=', accountId),
			)
			.execute();
		for (const table of accountTables)
			await transaction.deleteFrom(table).where('account_id', '=', accountId).execute();
		await transaction.deleteFrom('accounts').where('id', '=', accountId).execute();
		return hidden.map(({id}) => id);
	});
}
