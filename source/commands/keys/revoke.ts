import {revokeKey} from '../../../contract/routes/account.ts';
import {id} from '../argument.ts';
import {requireConfirm} from '../confirm.ts';
import {defineCommand} from '../define-command.ts';
import {toggle} from '../flag.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';

export const revoke = defineCommand({
	description: 'It stops at once, wherever it is in use. The last key that can administer keys cannot be revoked.',
	args: {keyId: id('key-id', 'Key to revoke, by its id or name')},
	flags: {
		confirm: toggle('Yes, revoke it: nothing is asked, and there is no way back'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['keys revoke key_1 --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({keyId, idempotencyKey}, context) {
		const data = await context.client.call(revokeKey, {
			params: {keyId},
			idempotencyKey: context.idempotencyKey('cli-key-revoke-', idempotencyKey),
		});
		return {view: 'revoked-key', data};
	},
});
