import * as z from 'zod/mini';
import {auditEntry} from '../audit.ts';
import {cursor, page, pageSize} from '../fields.ts';
import {addedMember, member, memberInput, memberPatch, removedMember} from '../member.ts';
import {moment} from '../moment.ts';
import {defineRoute} from '../route.ts';

export const listMembers = defineRoute({
	name: 'listMembers',
	summary: 'Members of the account, newest first',
	method: 'GET',
	path: '/members',
	scope: 'admin:keys',
	query: z.object({pageSize, cursor}),
	response: page(member),
});

export const addMember = defineRoute({
	name: 'addMember',
	summary: 'Adds a member with a role, and a first key when asked, shown only in this answer',
	method: 'POST',
	path: '/members',
	keyPrefix: 'cli-member-add-',
	scope: 'admin:keys',
	status: 201,
	body: memberInput,
	response: addedMember,
	errors: ['CONFLICT'],
});

export const updateMember = defineRoute({
	name: 'updateMember',
	summary: 'Renames a member or gives another role, which takes effect at once for every key of the member',
	method: 'PATCH',
	path: '/members/{memberId}',
	keyPrefix: 'cli-member-role-',
	scope: 'admin:keys',
	body: memberPatch,
	response: member,
	errors: ['CONFLICT'],
});

export const removeMember = defineRoute({
	name: 'removeMember',
	summary: 'Removes a member; the keys of the member stop at once',
	method: 'DELETE',
	path: '/members/{memberId}',
	keyPrefix: 'cli-member-remove-',
	scope: 'admin:keys',
	response: removedMember,
	errors: ['CONFLICT'],
});

export const listAudit = defineRoute({
	name: 'listAudit',
	summary: 'What was changed in the account: who, what, which object, from where, when; newest first',
	method: 'GET',
	path: '/audit',
	scope: 'admin:keys',
	query: z.object({
		since: z.optional(moment),
		until: z.optional(moment),
		/** Name or id of a member, or id of a key. */
		actor: z.optional(z.string().check(z.minLength(1), z.maxLength(120))),
		action: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
		objectId: z.optional(z.string().check(z.minLength(1), z.maxLength(120))),
		pageSize,
		cursor,
	}),
	response: page(auditEntry),
});
