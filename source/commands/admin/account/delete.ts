import {deleteAccount} from '../../../../contract/routes/accounts.ts';
import {confirmFlag, requireConfirm} from '../../confirm.ts';
import {defineCommand} from '../../define-command.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {accountArgument} from '../shared.ts';

export const deleteCommand = defineCommand({
	description:
		'Its members, keys, projects, tests, runs and schedules go with it. It has to be disabled first; the account that ' +
		'administers the service stays.',
	args: {accountId: accountArgument('Account to delete')},
	flags: {confirm: confirmFlag, idempotencyKey: idempotencyKeyFlag},
	examples: ['admin account delete usr_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({accountId, idempotencyKey}, context) {
		const data = await context.client.call(deleteAccount, {
			params: {accountId},
			idempotencyKey: context.idempotencyKey('cli-account-delete-', idempotencyKey),
		});
		return {view: 'deleted-account', data};
	},
});
