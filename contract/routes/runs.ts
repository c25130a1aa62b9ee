import * as z from 'zod/mini';
import {sources} from '../enums.ts';
import {cursor, pageSize, queryFlag, waitSeconds} from '../fields.ts';
import {moment} from '../moment.ts';
import {defineRoute} from '../route.ts';
import {cancelledRun, run, runHistory, runTicket, triggerInput} from '../run.ts';

export const triggerRun = defineRoute({
	name: 'triggerRun',
	summary: 'Runs one test; the producers it needs and the teardown tests run with it',
	method: 'POST',
	path: '/tests/{testId}/runs',
	keyPrefix: 'cli-run-',
	scope: 'run:tests',
	status: 202,
	body: triggerInput,
	bodyOptional: true,
	response: runTicket,
	trigger: true,
	errors: ['CONFLICT', 'INSUFFICIENT_CREDITS', 'FEATURE_GATED'],
});

export const getRun = defineRoute({
	name: 'getRun',
	summary: 'One run; with waitSeconds held until the run (until=run) or its batch (until=batch) has ended',
	method: 'GET',
	path: '/runs/{runId}',
	scope: 'read:tests',
	query: z.object({
		waitSeconds,
		until: z.optional(z.enum(['run', 'batch'])),
		includeSteps: z.optional(queryFlag),
	}),
	response: run,
});

export const listTestRuns = defineRoute({
	name: 'listTestRuns',
	summary: 'History of a test, newest first; filters apply inside a page',
	method: 'GET',
	path: '/tests/{testId}/runs',
	scope: 'read:tests',
	query: z.object({
		pageSize,
		cursor,
		source: z.optional(z.enum(sources)),
		since: z.optional(moment),
		rerun: z.optional(queryFlag),
	}),
	response: runHistory,
});

export const cancelRun = defineRoute({
	name: 'cancelRun',
	summary: 'Stops a run; the test can be run again at once and keeps its last verdict',
	method: 'POST',
	path: '/runs/{runId}/cancel',
	scope: 'run:tests',
	response: cancelledRun,
	errors: ['CONFLICT'],
});
