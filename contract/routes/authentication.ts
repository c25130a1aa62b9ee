import {
	autoAuth,
	autoAuthInput,
	credentialInput,
	deletedAutoAuth,
	savedAutoAuth,
	savedCredential,
	storedCredential,
	testLogin,
} from '../authentication.ts';
import {defineRoute} from '../route.ts';

export const putCredential = defineRoute({
	name: 'putCredential',
	summary: 'Sets the static credential injected into every backend run, of the project or of one family or endpoint',
	method: 'PUT',
	path: '/projects/{projectId}/credential',
	keyPrefix: 'cli-proj-cred-',
	scope: 'write:projects',
	body: credentialInput,
	response: savedCredential,
});

export const getCredential = defineRoute({
	name: 'getCredential',
	summary: 'The static credential, masked',
	method: 'GET',
	path: '/projects/{projectId}/credential',
	scope: 'read:projects',
	response: storedCredential,
});

export const putAutoAuth = defineRoute({
	name: 'putAutoAuth',
	summary: 'Saves the recurring-token login; an enabled one logs in first and stays disabled when that fails',
	method: 'PUT',
	path: '/projects/{projectId}/auto-auth',
	keyPrefix: 'cli-proj-autoauth-',
	scope: 'write:projects',
	body: autoAuthInput,
	response: savedAutoAuth,
	errors: ['FEATURE_GATED'],
});

export const getAutoAuth = defineRoute({
	name: 'getAutoAuth',
	summary: 'The recurring-token login without its secrets, and its health',
	method: 'GET',
	path: '/projects/{projectId}/auto-auth',
	scope: 'read:projects',
	response: autoAuth,
});

export const deleteAutoAuth = defineRoute({
	name: 'deleteAutoAuth',
	summary: 'Removes the recurring-token login with its secrets',
	method: 'DELETE',
	path: '/projects/{projectId}/auto-auth',
	keyPrefix: 'cli-proj-autoauth-',
	scope: 'write:projects',
	response: deletedAutoAuth,
});

export const testAutoAuthLogin = defineRoute({
	name: 'testAutoAuthLogin',
	summary: 'Performs one login with these values and stores nothing',
	method: 'POST',
	path: '/projects/{projectId}/auto-auth/test-login',
	keyPrefix: 'cli-proj-autoauth-',
	scope: 'write:projects',
	body: autoAuthInput,
	response: testLogin,
	errors: ['FEATURE_GATED', 'RATE_LIMITED'],
});
