import {failureContext, failureSummary} from '../result.ts';
import {defineRoute} from '../route.ts';

export const getTestFailure = defineRoute({
	name: 'getTestFailure',
	summary: 'Everything about the latest run of a test that ended failed or blocked',
	method: 'GET',
	path: '/tests/{testId}/failure',
	scope: 'read:tests',
	response: failureContext,
	errors: ['CONFLICT'],
});

export const getTestFailureSummary = defineRoute({
	name: 'getTestFailureSummary',
	summary: 'Why the latest failing run of a test failed, and where to look first',
	method: 'GET',
	path: '/tests/{testId}/failure/summary',
	scope: 'read:tests',
	response: failureSummary,
	errors: ['CONFLICT'],
});

export const getRunFailure = defineRoute({
	name: 'getRunFailure',
	summary: 'Everything about exactly this run; never changes',
	method: 'GET',
	path: '/runs/{runId}/failure',
	scope: 'read:tests',
	response: failureContext,
	errors: ['CONFLICT'],
});
