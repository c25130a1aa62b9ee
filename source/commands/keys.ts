import {scopes} from '../../contract/enums.ts';
import {momentMs} from '../../contract/moment.ts';
import {createKey, revokeKey, listKeys} from '../../contract/routes/account.ts';
import {paginate} from '../client/paginate.ts';
import {refusedFlag} from '../errors/api-error.ts';
import {phrase, id} from './argument.ts';
import {requireConfirm, idempotencyKeyFlag, columnFlags, pagingFlags, pagingOf} from './shared-flags.ts';
import {defineCommand} from './define-command.ts';
import {list as listFlag, missingFlag, text, toggle} from './flag.ts';

const dayMs = 86_400_000;

export const create = defineCommand({
	description:
		'The key is printed once and cannot be read again. It opens the scopes that are named, never more than your own key, and ' +
		'never more than the role of its member. Without --member it is yours and ends with your membership.',
	args: {
		name: phrase('name', 'What it is for', /^(?=.*\S)[^\p{Cc}]{1,80}$/u, '"nightly pipeline", at most 80 characters'),
	},
	flags: {
		scopes: listFlag('What it opens', scopes),
		member: text('Member that it belongs to (yourself)', {placeholder: '<member>'}),
		expires: text('When it ends: a time, or so many days from now, such as 90d', {placeholder: '<time>|<n>d'}),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'keys create pipeline --scopes read:me,read:tests,run:tests --expires 90d',
		'keys create laptop --scopes read:me,read:projects,read:tests --member mem_1',
	],
	rules({scopes: wanted, expires}, context) {
		if (wanted === undefined) throw missingFlag('scopes', `: some of ${scopes.join(', ')}`);
		if (expires !== undefined) expiryOf(expires, context.clock.now());
	},
	async run({name, scopes: wanted, member, expires, idempotencyKey}, context) {
		const created = await context.client.call(createKey, {
			body: {
				name,
				scopes: wanted ?? [],
				...(member === undefined ? {} : {memberId: member}),
				...(expires === undefined ? {} : {expiresAt: expiryOf(expires, context.clock.now())}),
			},
			idempotencyKey: context.idempotencyKey(createKey, idempotencyKey),
		});
		return {view: 'created-key', data: created};
	},
});

/** `90d` from now, or a moment, as the service wants it. */
function expiryOf(text: string, now: number): string {
	const days = /^(\d{1,4})d$/.exec(text)?.[1];
	const at = days === undefined ? momentMs(text) : now + Number(days) * dayMs;
	if (at === null)
		throw refusedFlag('expires', {
			reason: 'format',
			text: 'must be a number of days such as 90d, or a time such as 2026-01-31T09:30:00Z',
		});
	if (at <= now) throw refusedFlag('expires', {reason: 'out_of_range', text: 'lies in the past'});
	return new Date(at).toISOString();
}

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
			idempotencyKey: context.idempotencyKey(revokeKey, idempotencyKey),
		});
		return {view: 'revoked-key', data};
	},
});

export const list = defineCommand({
	description: 'Revoked and expired keys stay in the list. The key in use is marked with an asterisk.',
	args: {},
	flags: {
		...pagingFlags,
		...columnFlags(['id', 'name', 'member', 'ends', 'state', 'last_used', 'expires', 'scopes', 'created']),
	},
	examples: ['keys list', 'keys list --columns id,name,scopes'],
	async run({columns, header, ...options}, context) {
		const page = await paginate(query => context.client.call(listKeys, {query}), pagingOf(options));
		return {view: 'keys', data: page, shape: {columns, header, now: context.clock.now()}};
	},
});
