import * as z from 'zod/mini';
import {chainPage, chainsRerunInput} from '../chain.ts';
import {cursor, id, pageSize, queryFlag} from '../fields.ts';
import {chainsRerunTicket, rerunInput, rerunTicket} from '../rerun.ts';
import {defineRoute} from '../route.ts';

const query = z.object({
	chainId: z.optional(id('chn')),
	/** `false` leaves bodies out. */
	bodies: z.optional(queryFlag),
	pageSize,
	cursor,
});

export const listBatchChains = defineRoute({
	name: 'listBatchChains',
	summary: 'Chains of a batch with every step, its wiring, request and response',
	method: 'GET',
	path: '/batches/{batchId}/chains',
	scope: 'read:tests',
	query,
	response: chainPage,
});

export const listProjectChains = defineRoute({
	name: 'listProjectChains',
	summary: 'Chains of a project, each with its latest run',
	method: 'GET',
	path: '/projects/{projectId}/chains',
	scope: 'read:tests',
	query,
	response: chainPage,
});

export const rerunProjectChains = defineRoute({
	name: 'rerunProjectChains',
	summary: 'Runs every chain of a project again as one batch',
	method: 'POST',
	path: '/projects/{projectId}/chains/rerun',
	keyPrefix: 'cli-rerun-',
	scope: 'run:tests',
	status: 202,
	body: chainsRerunInput,
	bodyOptional: true,
	response: chainsRerunTicket,
	trigger: true,
	errors: ['INSUFFICIENT_CREDITS', 'UNSUPPORTED'],
});

export const rerunChain = defineRoute({
	name: 'rerunChain',
	summary: 'Runs one chain again: its last test with its closure, or alone with earlier captures',
	method: 'POST',
	path: '/batches/{batchId}/chains/{chainId}/rerun',
	keyPrefix: 'cli-rerun-',
	scope: 'run:tests',
	status: 202,
	body: rerunInput,
	bodyOptional: true,
	response: rerunTicket,
	trigger: true,
	errors: ['CONFLICT', 'INSUFFICIENT_CREDITS', 'UNSUPPORTED'],
});
