import * as z from 'zod/mini';
import {batch, batchCancelInput, batchRunInput, batchRunTicket, batchSummary, cancelledBatch} from '../batch.ts';
import {runStatuses, sources} from '../enums.ts';
import {cursor, page, pageSize, queryList, since, waitSeconds} from '../fields.ts';
import {defineRoute} from '../route.ts';

export const runBatch = defineRoute({
	name: 'runBatch',
	summary: 'Runs several tests, or the whole project, as one batch in dependency order',
	method: 'POST',
	path: '/tests/batch/run',
	keyPrefix: 'cli-batch-run-fresh-',
	scope: 'run:tests',
	status: 202,
	body: batchRunInput,
	response: batchRunTicket,
	trigger: true,
	errors: ['INSUFFICIENT_CREDITS', 'FEATURE_GATED'],
});

export const listBatches = defineRoute({
	name: 'listBatches',
	summary: 'Batches of a project, newest first',
	method: 'GET',
	path: '/projects/{projectId}/batches',
	scope: 'read:tests',
	query: z.object({
		status: z.optional(queryList(runStatuses)),
		source: z.optional(queryList(sources)),
		pageSize,
		cursor,
	}),
	response: page(batchSummary),
});

export const getBatch = defineRoute({
	name: 'getBatch',
	summary: 'A batch with waves and members; with since only what changed, held up to waitSeconds',
	method: 'GET',
	path: '/batches/{batchId}',
	scope: 'read:tests',
	query: z.object({since, waitSeconds}),
	response: batch,
});

export const cancelBatch = defineRoute({
	name: 'cancelBatch',
	summary: 'Stops queued and running members; cleanup still runs unless skipCleanup',
	method: 'POST',
	path: '/batches/{batchId}/cancel',
	scope: 'run:tests',
	body: batchCancelInput,
	bodyOptional: true,
	response: cancelledBatch,
	errors: ['CONFLICT'],
});
