import type * as routes from '../routes/accounts.ts';
import type {TeamAccount} from '../team-account.ts';
import {apiKey} from './account.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import {member} from './members.ts';
import type {Samples} from './sample.ts';

const account: TeamAccount = {
	accountId: sampleIds.account,
	name: 'Sample Team',
	email: 'team@example.com',
	plan: 'Pro',
	members: 1,
	projects: 0,
	createdAt: sampleTimes.created,
	disabledAt: null,
	isOperator: false,
};

export const accountsSamples: Samples<typeof routes> = {
	listAccounts: () => ({items: [account], nextToken: null}),
	createAccount: ({body}) => ({
		...account,
		name: body?.name ?? account.name,
		email: body?.email ?? null,
		owner: {...member, name: body?.owner ?? 'owner', email: body?.email ?? null},
		apiKey: {...apiKey, name: 'first key', current: false, key: 'sk-user-sample'},
	}),
	updateAccount: ({params, body}) => ({
		...account,
		accountId: params?.accountId ?? account.accountId,
		name: body?.name ?? account.name,
		disabledAt: body?.disabled ? sampleTimes.finished : null,
	}),
	deleteAccount: ({params}) => ({
		accountId: params?.accountId ?? account.accountId,
		deletedAt: sampleTimes.finished,
	}),
};
