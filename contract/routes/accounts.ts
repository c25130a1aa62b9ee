import * as z from 'zod/mini';
import {cursor, page, pageSize} from '../fields.ts';
import {defineRoute} from '../route.ts';
import {accountInput, accountPatch, createdAccount, deletedAccount, teamAccount} from '../team-account.ts';

/** Routes of the operator: their scope belongs to keys of the first account alone. */

export const listAccounts = defineRoute({
	name: 'listAccounts',
	summary: 'Accounts of the service, newest first',
	method: 'GET',
	path: '/accounts',
	scope: 'admin:accounts',
	query: z.object({pageSize, cursor}),
	response: page(teamAccount),
});

export const createAccount = defineRoute({
	name: 'createAccount',
	summary: 'Makes an account with its first owner and a key of that owner, shown only in this answer',
	method: 'POST',
	path: '/accounts',
	keyPrefix: 'cli-account-create-',
	scope: 'admin:accounts',
	status: 201,
	body: accountInput,
	response: createdAccount,
});

export const updateAccount = defineRoute({
	name: 'updateAccount',
	summary: 'Renames an account, changes its plan, disables it (its keys stop at once) or enables it again',
	method: 'PATCH',
	path: '/accounts/{accountId}',
	keyPrefix: 'cli-account-update-',
	scope: 'admin:accounts',
	body: accountPatch,
	response: teamAccount,
	errors: ['CONFLICT'],
});

export const deleteAccount = defineRoute({
	name: 'deleteAccount',
	summary: 'Deletes a disabled account with everything in it',
	method: 'DELETE',
	path: '/accounts/{accountId}',
	keyPrefix: 'cli-account-delete-',
	scope: 'admin:accounts',
	response: deletedAccount,
	errors: ['CONFLICT'],
});
