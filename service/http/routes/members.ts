import type {AuditEntry} from '../../../contract/audit.ts';
import {scopes} from '../../../contract/enums.ts';
import type {MemberId} from '../../../contract/ids.ts';
import type {Member} from '../../../contract/member.ts';
import {givenMs} from '../../../contract/moment.ts';
import {addMember, listAudit, listMembers, removeMember, updateMember} from '../../../contract/routes/members.ts';
import {requireScopes, scopesWithin} from '../../auth/api-keys.ts';
import {mintKey} from '../../auth/mint-key.ts';
import {notFound, ServiceError} from '../../domain/service-error.ts';
import {nullableTimestamp, timestamp} from '../../domain/timestamp.ts';
import {type AuditRow, listAudit as readAudit} from '../../store/accounts/audit.ts';
import * as store from '../../store/accounts/members.ts';
import {namesOfProjects} from '../../store/projects/named-things.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import {defined} from '../json-body.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

const defaultPageSize = 25;

/** Members of an account and what they have changed. */
export function memberRoutes(on: On, {database, newId, now, ownerAccountId}: Services): void {
	on(listMembers, async ({caller, query}) => {
		const page = await store.listMembers(database, caller.accountId, {
			pageSize: query.pageSize ?? defaultPageSize,
			after: readCursor('members', query, now()),
		});
		return {
			items: page.rows.map(memberOf),
			nextToken: page.next && writeCursor('members', query, page.next, now()),
		};
	});

	on(addMember, async ({caller, body: {name, email, role, withKey}, audit}) => {
		const {accountId} = caller;
		const opened = scopesWithin(scopes, {role, isOperator: accountId === ownerAccountId});
		// A key never opens more than the key that made it.
		if (withKey) requireScopes(caller, opened);
		const member = {
			id: newId('mem'),
			account_id: accountId,
			name,
			email: email ?? null,
			role,
			created_at: now(),
		};
		const apiKey = await database.transaction().execute(async transaction => {
			if (!(await store.insertMember(transaction, member))) throw nameTaken(name);
			if (!withKey) return null;
			return mintKey(
				transaction,
				{newId, now: now()},
				{accountId, member, name: firstKeyName, scopes: opened, expiresAt: null},
			);
		});
		audit({detail: role});
		return {...memberOf({...member, last_used_at: null}), apiKey};
	});

	on(updateMember, async ({caller: {accountId}, params: {memberId}, body, audit}) => {
		const before = await store.updateMember(database, {accountId, memberId}, defined(body), now());
		if (typeof before === 'string') throw refusal(before, memberId, body.name ?? '');
		if (body.role !== undefined && body.role !== before.role) audit({detail: `${before.role} → ${body.role}`});
		return memberOf({...before, ...defined(body)});
	});

	on(removeMember, async ({caller: {accountId}, params: {memberId}, audit}) => {
		const removed = await store.removeMember(database, {accountId, memberId}, now());
		if (typeof removed === 'string') throw refusal(removed, memberId, '');
		audit({detail: removed.name});
		return {memberId, removedAt: timestamp(now()), revokedKeys: removed.revokedKeys};
	});

	on(listAudit, async ({caller, query}) => {
		const {since, until, actor, action, objectId} = query;
		const page = await readAudit(
			database,
			caller.accountId,
			{sinceMs: givenMs(since), untilMs: givenMs(until), actor, action, objectId},
			{pageSize: query.pageSize ?? defaultPageSize, after: readCursor('audit', query, now())},
		);
		const projects = [...new Set(page.rows.flatMap(({project_id}) => project_id ?? []))];
		const names = await namesOfProjects(database, projects, caller.accountId);
		return {
			items: page.rows.map(row => auditOf(row, names)),
			nextToken: page.next && writeCursor('audit', query, page.next, now()),
		};
	});
}

/** Name of the key that a new member starts with. */
export const firstKeyName = 'first key';

/** A member as the account sees it. */
export const memberOf = (row: store.MemberRow): Member => ({
	memberId: row.id,
	name: row.name,
	email: row.email,
	role: row.role,
	createdAt: timestamp(row.created_at),
	lastUsedAt: nullableTimestamp(row.last_used_at),
});

const auditOf = (row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry => ({
	entryId: row.id,
	at: timestamp(row.at),
	actor: row.actor,
	memberId: row.member_id,
	keyId: row.key_id,
	action: row.action,
	objectId: row.object_id,
	projectId: row.project_id,
	projectName: row.project_id === null ? null : (names.get(row.project_id) ?? null),
	detail: row.detail,
	address: row.address,
	forwardedFor: row.forwarded_for,
	client: row.client,
	requestId: row.request_id,
});

function refusal(why: store.MemberRefusal, memberId: MemberId, name: string): ServiceError {
	if (why === 'not_found') return notFound('member', memberId);
	if (why === 'name_taken') return nameTaken(name);
	return new ServiceError('CONFLICT', 'Nobody could administer the keys of the account any more.', {
		nextAction: 'Give another member the role owner and a key with the scope admin:keys first.',
		details: {reason: 'last_admin_key'},
	});
}

const nameTaken = (name: string) =>
	new ServiceError('CONFLICT', `The account has a member called ${name} already.`, {
		nextAction: 'Choose another name, or change the member: svc admin member list',
		details: {reason: 'name_taken', field: 'name'},
	});
