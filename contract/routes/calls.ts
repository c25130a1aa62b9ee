import * as z from 'zod/mini';
import {call, callsView} from '../call.ts';
import {callKinds} from '../enums.ts';
import {cursor, id, pageSize, queryFlag, queryList} from '../fields.ts';
import {defineRoute} from '../route.ts';

const query = z.object({
	/** Part of `METHOD path`, compared without case. */
	endpoint: z.optional(z.string().check(z.minLength(1))),
	testId: z.optional(id('tst')),
	kind: z.optional(queryList(callKinds)),
	/** `false` leaves bodies out. */
	bodies: z.optional(queryFlag),
	/** Groups per page. */
	pageSize,
	cursor,
});

export const listBatchCalls = defineRoute({
	name: 'listBatchCalls',
	summary: 'Recorded calls of a batch by endpoint, with the values that flow between them',
	method: 'GET',
	path: '/batches/{batchId}/calls',
	scope: 'read:tests',
	query,
	response: callsView,
});

export const listProjectCalls = defineRoute({
	name: 'listProjectCalls',
	summary: 'Recorded calls of the latest batch of a project that is done',
	method: 'GET',
	path: '/projects/{projectId}/calls',
	scope: 'read:tests',
	query,
	response: callsView,
});

export const getProjectCall = defineRoute({
	name: 'getProjectCall',
	summary: 'One recorded call, such as the evidence of a finding; probes of a discovery belong to no batch',
	method: 'GET',
	path: '/projects/{projectId}/calls/{callId}',
	scope: 'read:tests',
	query: z.object({bodies: query.shape.bodies}),
	response: call,
});
