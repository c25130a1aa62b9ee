import * as z from 'zod/mini';
import {cursor, page, pageSize, queryFlag} from '../fields.ts';
import {latestResult, testStep} from '../result.ts';
import {defineRoute} from '../route.ts';

export const listTestSteps = defineRoute({
	name: 'listTestSteps',
	summary: 'Steps over all runs of a test, oldest first',
	method: 'GET',
	path: '/tests/{testId}/steps',
	scope: 'read:tests',
	query: z.object({pageSize, cursor}),
	response: page(testStep),
});

export const getTestResult = defineRoute({
	name: 'getTestResult',
	summary: 'Latest result of a test: the run in flight, else the latest with a verdict, else the latest',
	method: 'GET',
	path: '/tests/{testId}/result',
	scope: 'read:tests',
	query: z.object({includeAnalysis: z.optional(queryFlag)}),
	response: latestResult,
	errors: ['CONFLICT'],
});
