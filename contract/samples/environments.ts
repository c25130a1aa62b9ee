import type {Environment} from '../environment.ts';
import type * as routes from '../routes/environments.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

const sample: Environment = {
	id: sampleIds.environment,
	name: 'default',
	url: 'https://api.example.com',
	isDefault: true,
	authMode: 'public',
	hasCredentials: false,
	username: null,
	enableOtp: false,
	updatedAt: sampleTimes.created,
	variableCount: 1,
};
const variables = {OWNER: 'acme'};

type Sent = {
	[Key in 'name' | 'url' | 'authMode' | 'username' | 'password']?: string | undefined;
} & {isDefault?: boolean | undefined; variables?: Record<string, string | null> | undefined};

/** An environment as it was sent; how a secret is masked, a sample does not say. */
function sent(name: string, body: Sent = {}): Environment {
	const own = Object.fromEntries(
		Object.entries(body.variables ?? {}).filter((one): one is [string, string] => one[1] !== null),
	);
	return {
		...sample,
		id: sampleIds.environment,
		name: body.name ?? name,
		url: body.url ?? sample.url,
		isDefault: body.isDefault ?? name === sample.name,
		authMode: body.authMode ?? (body.username === undefined ? 'public' : 'account'),
		hasCredentials: body.username !== undefined && body.password !== undefined,
		username: body.username ?? null,
		variableCount: Object.keys(own).length,
		variables: own,
		secretKeys: [],
	};
}

export const environmentSamples: Samples<typeof routes> = {
	listEnvironments: () => ({items: [sample], nextToken: null}),
	createEnvironment: ({body}) => sent(body?.name ?? 'staging', body),
	getEnvironment: ({params}) => ({...sent(params?.name ?? sample.name), variableCount: 1, variables}),
	updateEnvironment: ({params, body}) => sent(params?.name ?? sample.name, body),
	deleteEnvironment: ({params}) => ({name: params?.name ?? 'staging', deletedAt: sampleTimes.finished}),
	setDefaultEnvironment: ({params}) => ({...sent(params?.name ?? sample.name), isDefault: true}),
};
