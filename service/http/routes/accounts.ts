import {scopes} from '../../../contract/enums.ts';
import type {AccountId} from '../../../contract/ids.ts';
import {createAccount, deleteAccount, listAccounts, updateAccount} from '../../../contract/routes/accounts.ts';
import type {TeamAccount} from '../../../contract/team-account.ts';
import {scopesWithin} from '../../auth/api-keys.ts';
import {mintKey} from '../../auth/mint-key.ts';
import {notFound, ServiceError} from '../../domain/service-error.ts';
import {nullableTimestamp, timestamp} from '../../domain/timestamp.ts';
import * as store from '../../store/accounts/accounts.ts';
import {removeAccount} from '../../store/accounts/delete-account.ts';
import {insertMember} from '../../store/accounts/members.ts';
import {purgeProject} from '../../store/projects/delete-project.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import {defined} from '../json-body.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {firstKeyName, memberOf} from './members.ts';

const defaultPageSize = 25;
/** Nothing is gated, unless a plan is named. */
const usualPlan = 'Pro';

/** Accounts of the service, for its operator: their scope is given to keys of the first account alone. */
export function accountsRoutes(on: On, {database, engine, newId, now, ownerAccountId}: Services): void {
	const accountOf = (row: store.AccountRow): TeamAccount => ({
		accountId: row.id,
		name: row.display_name,
		email: row.email,
		plan: row.plan,
		members: row.members,
		projects: row.projects,
		createdAt: timestamp(row.created_at),
		disabledAt: nullableTimestamp(row.disabled_at),
		isOperator: row.id === ownerAccountId,
	});

	function refuseOperator(accountId: AccountId, what: string): void {
		if (accountId === ownerAccountId)
			throw new ServiceError('CONFLICT', `The account that administers the service cannot be ${what}.`, {
				details: {reason: 'operator_account'},
			});
	}

	on(listAccounts, async ({query}) => {
		const page = await store.listAccounts(database, {
			pageSize: query.pageSize ?? defaultPageSize,
			after: readCursor('accounts', query, now()),
		});
		return {
			items: page.rows.map(accountOf),
			nextToken: page.next && writeCursor('accounts', query, page.next, now()),
		};
	});

	on(createAccount, async ({body, audit}) => {
		const at = now();
		const account = {
			id: newId('usr'),
			email: body.email ?? null,
			display_name: body.name,
			plan: body.plan ?? usualPlan,
			metered: 0 as const,
			created_at: at,
		};
		const owner = {
			id: newId('mem'),
			account_id: account.id,
			name: body.owner ?? 'owner',
			email: account.email,
			role: 'owner' as const,
			created_at: at,
		};
		const apiKey = await database.transaction().execute(async transaction => {
			await store.insertAccount(transaction, account);
			await insertMember(transaction, owner);
			return mintKey(
				transaction,
				{newId, now: at},
				{
					accountId: account.id,
					member: owner,
					name: firstKeyName,
					scopes: scopesWithin(scopes, {role: 'owner', isOperator: false}),
					expiresAt: null,
				},
			);
		});
		audit({detail: body.name});
		return {
			...accountOf({...account, balance: 0, held: 0, disabled_at: null, members: 1, projects: 0}),
			owner: memberOf({...owner, last_used_at: null}),
			apiKey,
		};
	});

	on(updateAccount, async ({params: {accountId}, body: {disabled, name, email, plan}, audit}) => {
		if (disabled) refuseOperator(accountId, 'disabled');
		const before = await store.findAccount(database, accountId);
		if (!before) throw notFound('account', accountId);
		const disabledAt = disabled === undefined ? undefined : disabled ? (before.disabled_at ?? now()) : null;
		await store.updateAccount(database, accountId, defined({display_name: name, email, plan, disabled_at: disabledAt}));
		if (disabled !== undefined) audit({detail: disabled ? 'disabled' : 'enabled'});
		const changed = await store.findAccount(database, accountId);
		if (!changed) throw notFound('account', accountId);
		return accountOf(changed);
	});

	on(deleteAccount, async ({params: {accountId}, audit}) => {
		refuseOperator(accountId, 'deleted');
		const name = (await store.findAccount(database, accountId))?.display_name;
		const hidden = await removeAccount(database, accountId);
		if (hidden === 'not_found') throw notFound('account', accountId);
		if (hidden === 'enabled')
			throw new ServiceError('CONFLICT', 'The account is not disabled: people may be at work in it.', {
				nextAction: `Disable it first: svc admin account disable ${accountId}`,
				details: {reason: 'account_enabled'},
			});
		// What is left when the process dies here, the next one removes at its start.
		for (const projectId of hidden) {
			await engine.cancelRunsOf({projectId});
			await purgeProject(database, projectId);
		}
		audit({detail: name ?? undefined});
		return {accountId, deletedAt: timestamp(now())};
	});
}
