import {type MemberRole, memberRoles} from '../../../contract/enums.ts';
import {type Member, scopesOfRole} from '../../../contract/member.ts';
import {listKeys} from '../../../contract/routes/account.ts';
import {addMember, listMembers, removeMember, updateMember} from '../../../contract/routes/members.ts';
import {paginate} from '../../client/paginate.ts';
import {shellWord} from '../../view-model/shell-word.ts';
import {word} from '../argument.ts';
import type {Context} from '../../context.ts';
import {requireConfirm, idempotencyKeyFlag, columnFlags, pagingFlags, pagingOf} from '../shared-flags.ts';
import {defineCommand} from '../define-command.ts';
import {choice, onUnlessNo, toggle} from '../flag.ts';
import {emailFlag, nameArgument, memberArgument} from './shared.ts';

export const add = defineCommand({
	description:
		'A viewer reads, a runner also starts and stops runs, an editor also changes projects and tests, an owner also administers ' +
		'members and keys. The first key of the member is printed once and cannot be read again.',
	args: {name: nameArgument('Name of the person, or of what works for you')},
	flags: {
		role: choice('What the member may do', memberRoles, {required: true}),
		email: emailFlag('Mail address'),
		key: onUnlessNo('Make no key yet; svc keys create --member makes one later'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['admin member add ada --role editor --email ada@example.com', 'admin member add pipeline --role runner'],
	async run({name, role, email, key, idempotencyKey}, context) {
		const data = await context.client.call(addMember, {
			body: {name, role, email, withKey: key},
			idempotencyKey: context.idempotencyKey(addMember, idempotencyKey),
		});
		return {view: 'added-member', data};
	},
});

export const list = defineCommand({
	args: {},
	flags: {...pagingFlags, ...columnFlags(['id', 'name', 'role', 'email', 'last_used', 'created'])},
	examples: ['admin member list', 'admin member list --columns name,role --no-header'],
	async run({columns, header, ...options}, context) {
		const page = await paginate(query => context.client.call(listMembers, {query}), pagingOf(options));
		return {view: 'members', data: page, shape: {columns, header}};
	},
});

export const remove = defineCommand({
	description: 'The keys of the member stop at once; what the member has made stays.',
	args: {memberId: memberArgument('Member to remove')},
	flags: {
		confirm: toggle('Yes, remove the member: nothing is asked, and the keys do not come back'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['admin member remove ada --confirm'],
	rules: ({confirm}, context) => requireConfirm(confirm, context),
	async run({memberId, idempotencyKey}, context) {
		const data = await context.client.call(removeMember, {
			params: {memberId},
			idempotencyKey: context.idempotencyKey(removeMember, idempotencyKey),
		});
		return {view: 'removed-member', data};
	},
});

export const role = defineCommand({
	description:
		'Takes effect at once for every key of the member: none opens more than the role. A key that was made with fewer scopes keeps ' +
		'those; svc keys create makes one with more.',
	args: {memberId: memberArgument('Member to change'), role: word('role', 'What the member may do', memberRoles)},
	flags: {idempotencyKey: idempotencyKeyFlag},
	examples: ['admin member role ada viewer', 'admin member role mem_1 editor'],
	async run({memberId, role: wanted, idempotencyKey}, context) {
		const data = await context.client.call(updateMember, {
			params: {memberId},
			body: {role: wanted},
			idempotencyKey: context.idempotencyKey(updateMember, idempotencyKey),
		});
		if (context.output === 'text') await hintAtNewKey(data, context);
		return {view: 'member', data};
	},
});

/** Keys do not grow with a role: where none of the member opens all of it, how to make one that does. */
async function hintAtNewKey({memberId, name, role: given}: Member, context: Context): Promise<void> {
	const wanted = scopesOfRole[given as MemberRole]?.filter(scope => scope !== 'admin:accounts') ?? [];
	// The role is given: what is only a hint must not make that fail.
	const keys = await paginate(query => context.client.call(listKeys, {query}), {}).catch(() => null);
	if (keys === null) return;
	const own = keys.items.filter(key => key.memberId === memberId && key.revokedAt === null);
	if (own.some(key => wanted.every(scope => key.scopes.includes(scope)))) return;
	const why = own.length === 0 ? `${name} has no key` : `no key of ${name} opens all that the role ${given} may`;
	context.notes.say('hint', `${why}: svc keys create <name> --member ${shellWord(name)} --scopes ${wanted.join(',')}`);
}
