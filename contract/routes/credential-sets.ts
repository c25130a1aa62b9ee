import * as z from 'zod/mini';
import {
	authenticationView,
	credentialSet,
	credentialSetInput,
	credentialSetPatch,
	deletedCredentialSet,
} from '../authentication.ts';
import {page} from '../fields.ts';
import {defineRoute} from '../route.ts';

export const getAuthentication = defineRoute({
	name: 'getAuthentication',
	summary: 'What each family and endpoint authenticates with, masked, and where that comes from',
	method: 'GET',
	path: '/projects/{projectId}/authentication',
	scope: 'read:projects',
	response: authenticationView,
});

export const listCredentialSets = defineRoute({
	name: 'listCredentialSets',
	summary: 'Credentials of families and endpoints, newest first, masked',
	method: 'GET',
	path: '/projects/{projectId}/credential-sets',
	scope: 'read:projects',
	query: z.object({}),
	response: page(credentialSet),
});

export const createCredentialSet = defineRoute({
	name: 'createCredentialSet',
	summary: 'Creates a credential for some families or endpoints',
	method: 'POST',
	path: '/projects/{projectId}/credential-sets',
	keyPrefix: 'cli-proj-cred-',
	scope: 'write:projects',
	status: 201,
	body: credentialSetInput,
	response: credentialSet,
	errors: ['CONFLICT', 'FEATURE_GATED'],
});

export const patchCredentialSet = defineRoute({
	name: 'patchCredentialSet',
	summary: 'Changes a credential set; lists replace the ones before, null clears the credential or the extra headers',
	method: 'PATCH',
	path: '/projects/{projectId}/credential-sets/{setId}',
	keyPrefix: 'cli-proj-cred-',
	scope: 'write:projects',
	body: credentialSetPatch,
	response: credentialSet,
	errors: ['CONFLICT', 'FEATURE_GATED'],
});

export const deleteCredentialSet = defineRoute({
	name: 'deleteCredentialSet',
	summary: 'Deletes a credential set; its families and endpoints use what the project uses',
	method: 'DELETE',
	path: '/projects/{projectId}/credential-sets/{setId}',
	keyPrefix: 'cli-proj-cred-',
	scope: 'write:projects',
	response: deletedCredentialSet,
});
