import type {CredentialSet, EffectiveAuth} from '../authentication.ts';
import type * as routes from '../routes/credential-sets.ts';
import {sampleHealth} from './authentication.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const maskedValue = 'sample…mple';

const set: CredentialSet = {
	setId: sampleIds.credentialSet,
	name: 'Sample admin key',
	mode: 'static',
	authType: 'API key',
	headerName: 'X-API-Key',
	maskedCredential: maskedValue,
	extraHeaders: [{name: 'X-Tenant', maskedValue}],
	families: ['/admin'],
	endpointIds: [],
	endpointCount: 1,
	createdAt: sampleTimes.created,
	updatedAt: sampleTimes.created,
};

const ofProject: EffectiveAuth = {
	mode: 'auto_auth',
	authType: 'Bearer token',
	setId: null,
	maskedCredential: null,
	extraHeaderNames: [],
	inherited: 'project',
};

const ofFamily: EffectiveAuth = {
	mode: 'static',
	authType: 'API key',
	setId: set.setId,
	maskedCredential: maskedValue,
	extraHeaderNames: ['X-Tenant'],
	inherited: 'family',
};

/** A set as it was sent; secrets are masked. */
const changed = (
	body: Partial<{[K in 'name' | 'mode' | 'families' | 'endpointIds']: CredentialSet[K]}> | undefined,
) => ({
	...set,
	name: body?.name ?? set.name,
	mode: body?.mode ?? set.mode,
	families: body?.families ?? set.families,
	endpointIds: body?.endpointIds ?? set.endpointIds,
});

export const credentialSetSamples: Samples<typeof routes> = {
	getAuthentication: ({params}) => ({
		projectId: params?.projectId ?? sampleIds.project,
		default: ofProject,
		autoAuth: sampleHealth,
		families: [
			{
				family: '/admin',
				auth: ofFamily,
				endpointCount: 1,
				endpoints: [{endpointId: sampleIds.endpoint, method: 'GET', path: '/admin/reports', auth: ofFamily}],
			},
			{
				family: '/orders',
				auth: ofProject,
				endpointCount: 1,
				endpoints: [{endpointId: sampleIds.deleteEndpoint, method: 'DELETE', path: '/orders/{id}', auth: ofProject}],
			},
		],
	}),
	listCredentialSets: () => ({items: [set], nextToken: null}),
	createCredentialSet: ({body}) => changed(body),
	patchCredentialSet: ({params, body}) => ({...changed(body), setId: params?.setId ?? set.setId}),
	deleteCredentialSet: ({params}) => ({setId: params?.setId ?? set.setId, deletedAt: sampleTimes.finished}),
};
