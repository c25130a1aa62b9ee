import type {ApiKey, Me} from '../account.ts';
import {scopes} from '../enums.ts';
import type * as routes from '../routes/account.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const me: Me = {
	userId: sampleIds.user,
	keyId: sampleIds.key,
	email: 'sample@example.com',
	displayName: 'Sample User',
	member: {memberId: sampleIds.member, name: 'Sample User', email: 'sample@example.com'},
	role: 'owner',
	scopes: [...scopes],
	env: 'development',
	credits: 42,
	subPlan: 'Standard',
	creditsPerRun: 0.5,
	creditCosts: {frontendRun: 0.5, backendRun: 0.2, generatedTest: 1, autoHeal: 0.2},
	features: {autoAuth: false, scheduleSlots: 5, testListSlots: 5},
	service: {
		version: '0.1.0',
		targetPolicy: 'private',
		runners: {frontend: true, backend: true},
		model: false,
	},
};

/** One key, in the answers about keys and about those who get one. */
export const apiKey: ApiKey = {
	keyId: sampleIds.key,
	name: 'sample key',
	prefix: 'sk-user-',
	last4: 'mple',
	scopes: [...scopes],
	memberId: sampleIds.member,
	memberName: 'Sample User',
	createdAt: sampleTimes.created,
	lastUsedAt: null,
	expiresAt: null,
	revokedAt: null,
	current: true,
};

export const accountSamples: Samples<typeof routes> = {
	getMe: () => me,
	listKeys: () => ({items: [apiKey], nextToken: null}),
	createKey: ({body}) => ({...apiKey, name: body?.name ?? apiKey.name, key: 'sk-user-sample'}),
	createLocalKey: ({body}) => ({...apiKey, name: body?.name ?? apiKey.name, key: 'sk-user-sample'}),
	revokeKey: ({params}) => ({keyId: params?.keyId ?? sampleIds.key, revokedAt: sampleTimes.finished}),
};
