import {scopes} from '../../../contract/enums.ts';
import {createKey, createLocalKey, listKeys, revokeKey} from '../../../contract/routes/account.ts';
import {requireScopes, scopesWithin} from '../../auth/api-keys.ts';
import {apiKeyOf, mintKey} from '../../auth/mint-key.ts';
import {invalid, notFound, ServiceError} from '../../domain/service-error.ts';
import {timestamp} from '../../domain/timestamp.ts';
import {listApiKeys, revokeApiKey} from '../../store/accounts/api-keys.ts';
import {findMember} from '../../store/accounts/members.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

const defaultPageSize = 25;

export function keyRoutes(on: On, {database, newId, now, ownerAccountId}: Services): void {
	on(listKeys, async ({caller, query}) => {
		const page = await listApiKeys(database, caller.accountId, {
			pageSize: query.pageSize ?? defaultPageSize,
			after: readCursor('keys', query, now()),
		});
		return {
			items: page.rows.map(row => apiKeyOf(row, caller.keyId)),
			nextToken: page.next && writeCursor('keys', query, page.next, now()),
		};
	});

	on(createKey, async ({caller, body, audit}) => {
		// A key never opens more than the key that made it.
		requireScopes(caller, body.scopes);
		const expiresAt = body.expiresAt === undefined ? null : Date.parse(body.expiresAt);
		if (Number.isNaN(expiresAt)) throw invalid('expiresAt', 'invalid', 'Field `expiresAt` is not a date.');
		if (expiresAt !== null && expiresAt <= now())
			throw invalid('expiresAt', 'out_of_range', 'Field `expiresAt` lies in the past.');
		const {accountId} = caller;
		const named = body.memberId === undefined ? null : await findMember(database, accountId, body.memberId);
		if (body.memberId !== undefined && !named) throw notFound('member', body.memberId);
		if (named) {
			const possible = scopesWithin(scopes, {role: named.role, isOperator: accountId === ownerAccountId});
			const beyond = body.scopes.filter(scope => !possible.includes(scope));
			if (beyond.length > 0)
				throw new ServiceError(
					'AUTH_FORBIDDEN',
					`The role ${named.role} does not have the scope ${beyond.join(', ')}.`,
					{
						nextAction: 'Leave it out, or give the member another role.',
						details: {reason: 'role', role: named.role, requiredScopes: beyond, grantedScopes: possible},
					},
				);
		}
		// Whoever makes a key for nobody else makes it for themselves: it ends with their membership.
		const member = named ?? caller.member;
		const whose = member === null ? '' : ` for ${member.name}`;
		audit({detail: `${body.name}${whose}: ${body.scopes.join(', ')}`});
		return mintKey(database, {newId, now: now()}, {accountId, member, name: body.name, scopes: body.scopes, expiresAt});
	});

	on(revokeKey, async ({caller, params, audit}) => {
		const revoked = await revokeApiKey(database, {accountId: caller.accountId, keyId: params.keyId}, now());
		if (revoked === null) throw notFound('key', params.keyId);
		if (revoked === 'last_admin_key')
			throw new ServiceError('CONFLICT', 'This is the last key that can administer keys.', {
				nextAction: 'Create another key with the scope admin:keys first.',
				details: {reason: 'last_admin_key'},
			});
		audit({detail: revoked.name});
		return {keyId: params.keyId, revokedAt: timestamp(revoked.revokedAt)};
	});

	on(createLocalKey, ({caller: {accountId}, body}) =>
		mintKey(
			database,
			{newId, now: now()},
			{accountId, member: null, name: body.name ?? 'local', scopes, expiresAt: null},
		),
	);
}
