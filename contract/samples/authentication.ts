import type {AutoAuthHealth} from '../authentication.ts';
import type * as routes from '../routes/authentication.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

/** Of a login that works. */
export const sampleHealth: AutoAuthHealth = {
	state: 'verified',
	verifiedAt: sampleTimes.created,
	lastRefreshAt: sampleTimes.started,
	lastRefreshError: null,
	tokenExpiresAt: sampleTimes.cleaned,
	refreshTokenWarning: null,
};

const projectIdOf = (params: {projectId?: string} | undefined) => params?.projectId ?? sampleIds.project;

export const authenticationSamples: Samples<typeof routes> = {
	putCredential: ({params, body}) => ({
		projectId: projectIdOf(params),
		authType: body?.authType ?? 'Bearer token',
		rewroteCount: 0,
		...(body?.family === undefined ? {} : {family: body.family}),
		...(body?.endpointId === undefined ? {} : {endpointId: body.endpointId}),
	}),
	getCredential: ({params}) => ({
		projectId: projectIdOf(params),
		authType: 'Bearer token',
		headerName: null,
		maskedCredential: 'sample…mple',
		updatedAt: sampleTimes.created,
	}),
	putAutoAuth: ({params, body}) => ({
		projectId: projectIdOf(params),
		enabled: body?.enabled ?? true,
		method: body?.method ?? 'password',
		inject: body?.inject ?? 'bearer',
		health: body?.enabled === false ? 'disabled' : 'verified',
	}),
	getAutoAuth: ({params}) => ({
		projectId: projectIdOf(params),
		enabled: true,
		method: 'password',
		inject: 'bearer',
		injectKey: null,
		injectScheme: null,
		loginUrl: 'https://api.example.com/login',
		loginMethod: 'POST',
		loginContentType: 'application/json',
		loginBodyTemplate: '{"email":"{{username}}","password":"{{password}}"}',
		username: 'sample@example.com',
		tokenPath: '$.access_token',
		tokenEndpoint: null,
		clientId: null,
		scope: null,
		region: null,
		hasPassword: true,
		hasClientSecret: false,
		hasRefreshToken: false,
		health: sampleHealth,
		updatedAt: sampleTimes.created,
	}),
	deleteAutoAuth: ({params}) => ({projectId: projectIdOf(params), deletedAt: sampleTimes.finished}),
	testAutoAuthLogin: () => ({
		ok: true,
		outcome: 'token_acquired',
		status: 200,
		tokenPreview: 'sample…mple',
		expiresAt: sampleTimes.cleaned,
		durationMs: 120,
		reason: null,
	}),
};
