import type {RunJob} from '../../service/runners/runner.ts';

/** A job with nothing in it but its source. */
export const emptyJob = (code: string, targetUrl: string | null = null): RunJob => ({
	executionId: 'run#1',
	runId: 'run',
	testName: 'a test',
	code,
	timeoutSeconds: 120,
	targetUrl,
	auth: {type: 'public', credential: '', headers: {}, extraHeaders: {}},
	variables: {},
	produces: [],
	environment: {},
	secrets: [],
});
