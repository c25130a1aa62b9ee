import {plans} from '../../../contract/enums.ts';
import type {KeyPrefix} from '../../../contract/route.ts';
import {createAccount, deleteAccount, updateAccount, listAccounts} from '../../../contract/routes/accounts.ts';
import {paginate} from '../../client/paginate.ts';
import {confirmFlag, requireConfirm, idempotencyKeyFlag, columnFlags, pagingFlags, pagingOf} from '../shared-flags.ts';
import {defineCommand} from '../define-command.ts';
import {choice, text} from '../flag.ts';
import {emailFlag, nameArgument, nameOptions, accountArgument} from './shared.ts';

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
			idempotencyKey: context.idempotencyKey(createAccount, idempotencyKey),
		});
		return {view: 'created-account', data};
	},
});

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
			idempotencyKey: context.idempotencyKey(deleteAccount, idempotencyKey),
		});
		return {view: 'deleted-account', data};
	},
});

const switching = (
	disabled: boolean,
	words: {description: string; summary: string; example: string; prefix: KeyPrefix},
) =>
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

export const list = defineCommand({
	args: {},
	flags: {
		...pagingFlags,
		...columnFlags(['id', 'name', 'state', 'members', 'projects', 'plan', 'email', 'created']),
	},
	examples: ['admin account list', 'admin account list --columns id,name,email'],
	async run({columns, header, ...options}, context) {
		const page = await paginate(query => context.client.call(listAccounts, {query}), pagingOf(options));
		return {view: 'accounts', data: page, shape: {columns, header}};
	},
});
