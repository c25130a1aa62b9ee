import type {RunJob, RunOutcome} from '../runners/runner.ts';
import type {ClaimedRun} from '../store/claim-runs.ts';
import type {Finish} from '../store/finish-run.ts';
import type {RunCredentials} from './run-auth.ts';

/** What a runner gets of a claimed run. */
export const jobOf = (run: ClaimedRun, {auth, secrets}: RunCredentials): RunJob => ({
	executionId: `${run.id}#${run.attempt}`,
	runId: run.id,
	testName: run.name,
	code: run.code,
	timeoutSeconds: run.timeout_seconds,
	targetUrl: run.target_url,
	auth,
	variables: run.variables,
	produces: run.produces,
	environment: {},
	secrets,
});

/** What the store gets of an outcome. */
export const finishOf = (run: ClaimedRun, outcome: RunOutcome): Finish => ({
	runId: run.id,
	attempt: run.attempt,
	status: outcome.status,
	failureKind: outcome.failureKind,
	error: outcome.error,
	trace: outcome.trace,
	apiOutput: outcome.apiOutput,
	failedLine: outcome.failedLine,
	captures: outcome.captures,
	calls: outcome.calls.map(({seq, method, url, status, latencyMs, startedAt, ...detail}) => ({
		seq,
		method,
		url,
		status,
		latency_ms: latencyMs === null ? null : Math.round(latencyMs),
		started_at: startedAt,
		detail,
	})),
	advisories: outcome.advisories,
});

/** The outcome of an execution whose runner failed itself: says nothing about the test. */
export const runnerBroke = (now: number): RunOutcome => ({
	status: 'blocked',
	failureKind: 'infra',
	error: 'The runner of the service failed; the test says nothing about the API.',
	trace: null,
	apiOutput: '',
	failedLine: null,
	captures: [],
	calls: [],
	advisories: [],
	startedAt: now,
	finishedAt: now,
});

/** The end of an execution without what it brought along. */
export const verdictOnly = (finish: Finish): Finish => ({
	...finish,
	captures: [],
	calls: [],
	advisories: ['its calls and captured values could not be stored'],
});
