import type {Member} from '../member.ts';
import type * as routes from '../routes/members.ts';
import {apiKey} from './account.ts';
import {sampleIds, sampleTimes} from './ids.ts';
import type {Samples} from './sample.ts';

/** One member, in the answers about members and about accounts. */
export const member: Member = {
	memberId: sampleIds.member,
	name: 'Sample User',
	email: 'sample@example.com',
	role: 'owner',
	createdAt: sampleTimes.created,
	lastUsedAt: sampleTimes.started,
};

export const memberSamples: Samples<typeof routes> = {
	listMembers: () => ({items: [member], nextToken: null}),
	addMember: ({body}) => ({
		...member,
		name: body?.name ?? member.name,
		email: body?.email ?? null,
		role: body?.role ?? member.role,
		lastUsedAt: null,
		apiKey: body?.withKey ? {...apiKey, name: 'first key', current: false, key: 'sk-user-sample'} : null,
	}),
	updateMember: ({params, body}) => ({
		...member,
		memberId: params?.memberId ?? member.memberId,
		name: body?.name ?? member.name,
		role: body?.role ?? member.role,
	}),
	removeMember: ({params}) => ({
		memberId: params?.memberId ?? member.memberId,
		removedAt: sampleTimes.finished,
		revokedKeys: [sampleIds.key],
	}),
	listAudit: () => ({
		items: [
			{
				entryId: sampleIds.auditEntry,
				at: sampleTimes.started,
				actor: member.name,
				memberId: sampleIds.member,
				keyId: sampleIds.key,
				action: 'createTest',
				objectId: sampleIds.test,
				projectId: sampleIds.project,
				projectName: 'Sample shop API',
				detail: null,
				address: '127.0.0.1',
				forwardedFor: null,
				client: 'svc/0.1.0',
				requestId: sampleIds.request,
			},
		],
		nextToken: null,
	}),
};
