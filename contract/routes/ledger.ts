import * as z from 'zod/mini';
import {cursor, id, page, pageSize} from '../fields.ts';
import {ledgerEntry, ledgerKinds, usageSummary} from '../ledger.ts';
import {moment} from '../moment.ts';
import {defineRoute} from '../route.ts';

export const listLedger = defineRoute({
	name: 'listLedger',
	summary: 'Bookings of credits, newest first',
	method: 'GET',
	path: '/usage/ledger',
	scope: 'read:me',
	query: z.object({
		since: z.optional(moment),
		until: z.optional(moment),
		projectId: z.optional(id('prj')),
		batchId: z.optional(id('bat')),
		kind: z.optional(z.enum(ledgerKinds)),
		pageSize,
		cursor,
	}),
	response: page(ledgerEntry),
});

export const getUsageSummary = defineRoute({
	name: 'getUsageSummary',
	summary: 'Credits charged and refunded by day, project or kind',
	method: 'GET',
	path: '/usage/summary',
	scope: 'read:me',
	query: z.object({
		since: z.optional(moment),
		until: z.optional(moment),
		groupBy: z.optional(z.enum(['day', 'project', 'kind'])),
	}),
	response: usageSummary,
});
