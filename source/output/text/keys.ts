import type {InitialisedService} from '../../../contract/documents/service.ts';
import type {ApiKey, CreatedApiKey} from '../../../contract/account.ts';
import type {Page} from '../../../contract/fields.ts';
import type {KeyId} from '../../../contract/ids.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, type TableShape, pageText} from '../table.ts';

/** @param now epoch milliseconds: a key that has ended says so */
const columnsAt = (now: number): Column<ApiKey>[] => [
	{key: 'id', head: 'ID', cell: key => key.keyId},
	{key: 'name', head: 'NAME', cell: key => (key.current ? `${key.name} *` : key.name)},
	{key: 'member', head: 'MEMBER', cell: key => key.memberName},
	{key: 'ends', head: 'ENDS IN', cell: key => key.last4, extra: true},
	{key: 'state', head: 'STATE', cell: key => stateOf(key, now)},
	{key: 'last_used', head: 'LAST USED', cell: key => key.lastUsedAt},
	{key: 'expires', head: 'EXPIRES', cell: key => key.expiresAt},
	{key: 'scopes', head: 'SCOPES', cell: key => key.scopes.join(','), extra: true},
	{key: 'created', head: 'CREATED', cell: key => key.createdAt, extra: true},
];

function stateOf({revokedAt, expiresAt}: ApiKey, now: number): string {
	if (revokedAt !== null) return 'revoked';
	return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

export const keys = (page: Page<ApiKey>, look: Look, {now, ...shape}: TableShape & {now: number}): string =>
	pageText(page, {columns: columnsAt(now), things: 'keys', shape, look});

/** Below every key that is shown: there is no second look. */
export const onceOnly = 'Keep the key now: it is not shown again.\n';

export const createdKey = ({keyId, name, memberName, scopes, expiresAt, key}: CreatedApiKey): string =>
	labelBlock([
		['keyId', keyId],
		['name', name],
		['member', memberName],
		['scopes', scopes],
		['expiresAt', expiresAt],
		['key', key],
	]) + onceOnly;

export const revokedKey = ({keyId, revokedAt}: {keyId: KeyId; revokedAt: string}): string =>
	labelBlock([
		['keyId', keyId],
		['revokedAt', revokedAt],
	]);

/** `admin init`. */
export const initialised = ({place, accountId, memberId, name, keyId, scopes, key}: InitialisedService): string =>
	labelBlock([
		['place', place],
		['accountId', accountId],
		['memberId', memberId],
		['name', name],
		['keyId', keyId],
		['scopes', scopes],
		['key', key],
	]) + onceOnly;
