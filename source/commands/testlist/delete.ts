import {deleteTestList} from '../../../contract/routes/test-lists.ts';
import {confirmFlag, requireConfirm} from '../confirm.ts';
import {defineCommand} from '../define-command.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';
import {listArgument} from './shared.ts';

export const deleteCommand = defineCommand({
	description: 'The tests stay.',
	args: {listId: listArgument('List to delete')},
	flags: {confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['testlist delete lst_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({listId, idempotencyKey}, context) {
		const deleted = await context.client.call(deleteTestList, {
			params: {listId},
			idempotencyKey: context.idempotencyKey('cli-testlist-delete-', idempotencyKey),
		});
		return {view: 'deleted-test-list', data: deleted};
	},
});
