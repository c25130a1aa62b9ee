import * as z from 'zod/mini';
import {credentialSet} from '../authentication.ts';
import {page} from '../fields.ts';
import {defineRoute} from '../route.ts';

export const listCredentialSets = defineRoute({
	name: 'listCredentialSets',
	summary: 'Credentials of families and endpoints, newest first, masked',
	method: 'GET',
	path: '/projects/{projectId}/credential-sets',
	scope: 'read:projects',
	status: 200,
	query: z.object({}),
	response: page(credentialSet),
});
