import {plans} from '../../../../contract/enums.ts';
import {createAccount} from '../../../../contract/routes/accounts.ts';
import {defineCommand} from '../../define-command.ts';
import {choice, text} from '../../flag.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {emailFlag, nameArgument, nameOptions} from '../shared.ts';

export const create = defineCommand({
	description:
		'An account sees nothing of the others. Its first owner gets a key, which is printed once and cannot be read again.',
	args: {name: nameArgument('Name of the account')},
	flags: {
		owner: text('Name of its first owner (owner)', nameOptions),
		email: emailFlag('Mail address of the account and its owner'),
		plan: choice('What it may use (Pro)', plans),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['admin account create "Payments team" --owner ada --email ada@example.com'],
	async run({name, owner, email, plan, idempotencyKey}, context) {
		const data = await context.client.call(createAccount, {
			body: {name, owner, email, plan},
			idempotencyKey: context.idempotencyKey('cli-account-create-', idempotencyKey),
		});
		return {view: 'created-account', data};
	},
});
