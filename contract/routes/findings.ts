import * as z from 'zod/mini';
import {cursor, page, pageSize} from '../fields.ts';
import {finding, findingKinds, findingStates} from '../finding.ts';
import {defineRoute} from '../route.ts';

export const listFindings = defineRoute({
	name: 'listFindings',
	summary: 'Differences between the API and its description that somebody should look at, open ones first',
	method: 'GET',
	path: '/projects/{projectId}/findings',
	scope: 'read:projects',
	query: z.object({
		state: z.optional(z.enum(findingStates)),
		kind: z.optional(z.enum(findingKinds)),
		endpointId: z.optional(z.string().check(z.minLength(1))),
		pageSize,
		cursor,
	}),
	response: page(finding),
});

export const getFinding = defineRoute({
	name: 'getFinding',
	summary: 'One finding',
	method: 'GET',
	path: '/projects/{projectId}/findings/{findingId}',
	scope: 'read:projects',
	response: finding,
});

const decision = {
	method: 'POST',
	scope: 'write:tests',
	response: finding,
	errors: ['CONFLICT', 'PRECONDITION_FAILED'] as Array<'CONFLICT' | 'PRECONDITION_FAILED'>,
} as const;

export const acceptFinding = defineRoute({
	...decision,
	name: 'acceptFinding',
	summary: 'What the API does is right: its observed shape takes the place of the document’s',
	path: '/projects/{projectId}/findings/{findingId}/accept',
});

export const failFinding = defineRoute({
	...decision,
	name: 'failFinding',
	summary: 'The document is right: its tests are red until one of the two changes',
	path: '/projects/{projectId}/findings/{findingId}/fail',
});

export const muteFinding = defineRoute({
	...decision,
	name: 'muteFinding',
	summary: 'Nobody needs to see this finding',
	path: '/projects/{projectId}/findings/{findingId}/mute',
});

export const reopenFinding = defineRoute({
	...decision,
	name: 'reopenFinding',
	summary: 'Takes a decision about a finding back',
	path: '/projects/{projectId}/findings/{findingId}/reopen',
});
