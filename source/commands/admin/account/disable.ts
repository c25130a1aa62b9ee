import {updateAccount} from '../../../../contract/routes/accounts.ts';
import {defineCommand} from '../../define-command.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {accountArgument} from '../shared.ts';

const switching = (disabled: boolean, words: {description: string; summary: string; example: string; prefix: string}) =>
	defineCommand({
		description: words.description,
		args: {accountId: accountArgument(words.summary)},
		flags: {idempotencyKey: idempotencyKeyFlag},
		examples: [words.example],
		async run({accountId, idempotencyKey}, context) {
			const data = await context.client.call(updateAccount, {
				params: {accountId},
				body: {disabled},
				idempotencyKey: context.idempotencyKey(words.prefix, idempotencyKey),
			});
			return {view: 'account', data};
		},
	});

export const disable = switching(true, {
	description:
		'Its keys stop at once and its schedules do not fire; what runs ends. Nothing is lost: svc admin account enable.',
	summary: 'Account to disable',
	example: 'admin account disable usr_1',
	prefix: 'cli-account-disable-',
});

export const enable = switching(false, {
	description: 'Its keys work again, and its schedules fire at their next time.',
	summary: 'Account to enable again',
	example: 'admin account enable usr_1',
	prefix: 'cli-account-enable-',
});
