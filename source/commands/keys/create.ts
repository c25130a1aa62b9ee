import {scopes} from '../../../contract/enums.ts';
import {momentMs} from '../../../contract/moment.ts';
import {createKey} from '../../../contract/routes/account.ts';
import {refusedFlag} from '../../errors/usage-error.ts';
import {phrase} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {list, missingFlag, text} from '../flag.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';

const dayMs = 86_400_000;

export const create = defineCommand({
	description:
		'The key is printed once and cannot be read again. It opens the scopes that are named, never more than your own key, and ' +
		'never more than the role of its member. Without --member it is yours and ends with your membership.',
	args: {
		name: phrase('name', 'What it is for', /^(?=.*\S)[^\p{Cc}]{1,80}$/u, '"nightly pipeline", at most 80 characters'),
	},
	flags: {
		scopes: list('What it opens', scopes),
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
			idempotencyKey: context.idempotencyKey('cli-key-create-', idempotencyKey),
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
