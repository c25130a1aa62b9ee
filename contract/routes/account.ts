import * as z from 'zod/mini';
import {apiKey, apiKeyInput, createdApiKey, localKeyInput, me, revokedKey} from '../account.ts';
import {cursor, page, pageSize} from '../fields.ts';
import {defineRoute} from '../route.ts';

export const getMe = defineRoute({
	name: 'getMe',
	summary: 'Who the key belongs to, what it may do, and what the service offers',
	method: 'GET',
	path: '/me',
	scope: 'any',
	response: me,
});

export const listKeys = defineRoute({
	name: 'listKeys',
	summary: 'API keys of the account, newest first',
	method: 'GET',
	path: '/keys',
	scope: 'admin:keys',
	query: z.object({pageSize, cursor}),
	response: page(apiKey),
});

export const createKey = defineRoute({
	name: 'createKey',
	summary: 'Mints a key; the secret is shown only in this answer',
	method: 'POST',
	path: '/keys',
	keyPrefix: 'cli-key-create-',
	scope: 'admin:keys',
	status: 201,
	body: apiKeyInput,
	response: createdApiKey,
});

export const revokeKey = defineRoute({
	name: 'revokeKey',
	summary: 'Revokes a key at once; repeating it answers the same',
	method: 'DELETE',
	path: '/keys/{keyId}',
	keyPrefix: 'cli-key-revoke-',
	scope: 'admin:keys',
	response: revokedKey,
	errors: ['CONFLICT'],
});

export const createLocalKey = defineRoute({
	name: 'createLocalKey',
	summary: 'Mints a key with all scopes for the owner of the data directory; loopback peers only',
	method: 'POST',
	path: '/local/keys',
	keyPrefix: 'cli-key-create-',
	scope: 'owner',
	status: 201,
	body: localKeyInput,
	bodyOptional: true,
	response: createdApiKey,
});
