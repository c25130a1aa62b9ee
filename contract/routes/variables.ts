import * as z from 'zod/mini';
import {cursor, pageSize} from '../fields.ts';
import {defineRoute} from '../route.ts';
import {variableCleanupFilters, variableConsumerFilters, variablePage, variableSorts} from '../variable.ts';

const query = z.object({
	/** Part of the name, compared without case. */
	q: z.optional(z.string().check(z.minLength(1))),
	cleanup: z.optional(z.enum(variableCleanupFilters)),
	consumer: z.optional(z.enum(variableConsumerFilters)),
	sort: z.optional(z.enum(variableSorts)),
	pageSize,
	cursor,
});

export const listBatchVariables = defineRoute({
	name: 'listBatchVariables',
	summary: 'Named values of a batch: who made them, who used them, what deletes the record behind them',
	method: 'GET',
	path: '/batches/{batchId}/variables',
	scope: 'read:tests',
	query,
	response: variablePage,
});

export const listProjectVariables = defineRoute({
	name: 'listProjectVariables',
	summary: 'Named values of the most recent batch of a project',
	method: 'GET',
	path: '/projects/{projectId}/variables',
	scope: 'read:tests',
	query,
	response: variablePage,
});
