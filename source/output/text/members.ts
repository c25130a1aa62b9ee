import type {AuditEntry} from '../../../contract/audit.ts';
import type {Page} from '../../../contract/fields.ts';
import type {AddedMember, Member, RemovedMember} from '../../../contract/member.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, pageText} from '../table.ts';
import {onceOnly} from './keys.ts';

const columns: Column<Member>[] = [
	{key: 'id', head: 'ID', cell: one => one.memberId},
	{key: 'name', head: 'NAME', cell: one => one.name},
	{key: 'role', head: 'ROLE', cell: one => one.role},
	{key: 'email', head: 'EMAIL', cell: one => one.email},
	{key: 'last_used', head: 'LAST USED', cell: one => one.lastUsedAt},
	{key: 'created', head: 'CREATED', cell: one => one.createdAt, extra: true},
];

export const members = (page: Page<Member>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'members', shape, look});

const rowsOf = (one: Member) =>
	[
		['memberId', one.memberId],
		['name', one.name],
		['role', one.role],
		['email', one.email],
	] as const;

export const member = (one: Member): string => labelBlock(rowsOf(one));

export const addedMember = (one: AddedMember): string =>
	one.apiKey === null
		? labelBlock(rowsOf(one))
		: labelBlock([...rowsOf(one), ['keyId', one.apiKey.keyId], ['key', one.apiKey.key]]) + onceOnly;

export const removedMember = ({memberId, removedAt, revokedKeys}: RemovedMember): string =>
	labelBlock([
		['memberId', memberId],
		['removedAt', removedAt],
		['revokedKeys', revokedKeys],
	]);

const auditColumns: Column<AuditEntry>[] = [
	{key: 'at', head: 'AT', cell: one => one.at},
	{key: 'actor', head: 'WHO', cell: one => one.actor},
	{key: 'action', head: 'ACTION', cell: one => one.action},
	{key: 'object', head: 'OBJECT', cell: one => one.objectId},
	{key: 'detail', head: 'DETAIL', cell: one => one.detail},
	{key: 'from', head: 'FROM', cell: one => placeOf(one)},
	{key: 'project', head: 'PROJECT', cell: one => one.projectName ?? one.projectId, extra: true},
	{key: 'client', head: 'CLIENT', cell: one => one.client, extra: true},
	{key: 'key', head: 'KEY', cell: one => one.keyId, extra: true},
	{key: 'request', head: 'REQUEST', cell: one => one.requestId, extra: true},
	{key: 'id', head: 'ID', cell: one => one.entryId, extra: true},
];

/** `10.0.0.7`, or `127.0.0.1 for 10.0.0.7` through a proxy. */
const placeOf = ({address, forwardedFor}: AuditEntry): string | null =>
	forwardedFor === null ? address : `${address ?? '-'} for ${forwardedFor}`;

export const audit = (page: Page<AuditEntry>, look: Look, shape: TableShape): string =>
	pageText(page, {columns: auditColumns, things: 'changes', shape, look});
