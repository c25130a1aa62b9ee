import type {RunId} from '../../contract/ids.ts';
import type {ApiOperation} from '../inference/api-operation.ts';
import {chosenHandles} from '../inference/read-before.ts';
import type {LeftExecution, RecordedCall, RunJob, RunOutcome, ReadBefore, RunHandle} from '../runners/runner.ts';
import type {ReadBeforeFacts} from '../store/calls/read-before-facts.ts';
import type {ClaimedRun} from '../store/runs/claim-runs.ts';
import type {FinishedCall, Finish} from '../store/runs/finish.ts';
import type {FinishedPlan} from '../store/runs/finish-plan.ts';
import type {LostExecution} from '../store/calls/keep-lost-calls.ts';
import type {GivenCredentials} from './batch-logins.ts';
import type {StepCounts} from '../domain/code-steps.ts';
import {isStoreUnavailable} from '../domain/service-error.ts';
import type {TargetReason} from '../store/runs/block-for-target.ts';
import type {OutputTail} from './output-tail.ts';

const known = new WeakMap<ReadBeforeFacts, ReadBefore>();

/** What a runner reads before the creating calls of a run; null: the project does not want it. Once for all runs of a batch. */
function readBeforeOf(facts: ReadBeforeFacts | null): ReadBefore | null {
	if (!facts) return null;
	const before = known.get(facts);
	if (before) return before;
	const operations = facts.endpoints.map(
		({method, path, base_path, request_shape, response_shape}): ApiOperation => ({
			method,
			path,
			basePath: base_path,
			requestShape: JSON.parse(request_shape) as ApiOperation['requestShape'],
			responseShape: JSON.parse(response_shape) as ApiOperation['responseShape'],
		}),
	);
	const reads: ReadBefore = {handles: chosenHandles(operations, facts.handles)};
	known.set(facts, reads);
	return reads;
}

/** What a runner gets of a claimed run. */
export const jobOf = (
	run: ClaimedRun,
	{auth, secrets, rules, renewal, environment}: GivenCredentials,
	browserPath: string | null = null,
): RunJob => ({
	executionId: executionId(run.id, run.attempt),
	runId: run.id,
	testName: run.name,
	code: run.code,
	timeoutSeconds: run.timeout_seconds,
	targetUrl: run.target_url,
	auth,
	authRules: rules ?? null,
	renewal,
	readBefore: readBeforeOf(run.readBefore),
	variables: run.variables,
	exactVariables: run.exactVariables,
	produces: run.produces,
	lenient: run.lenient,
	runTag: run.runTag,
	environment: environment ?? {},
	// A frontend test from a file of code drives the browser itself.
	...(run.type === 'frontend' ? {browserPath: browserPath ?? ''} : {}),
	secrets,
});

/** What the store gets of an outcome. */
export const finishOf = (
	run: ClaimedRun,
	outcome: RunOutcome,
	plan: FinishedPlan | null = null,
	steps: StepCounts | null = null,
): Finish => ({
	...(plan ? {plan} : {}),
	...(steps ? {steps} : {}),
	runId: run.id,
	batchId: run.batch_id,
	attempt: run.attempt,
	status: outcome.status,
	failureKind: outcome.failureKind,
	error: outcome.error,
	trace: outcome.trace,
	apiOutput: outcome.apiOutput,
	failedLine: outcome.failedLine,
	captures: outcome.captures,
	calls: outcome.calls.map(storedCall),
	advisories: outcome.advisories,
	noted: (outcome.deviations ?? []).map(({message, ...line}) => ({...line, field: fieldIn(message)})),
});

/** `price is '12', not int` is about `price`: what the API answered stays out of the store. */
const fieldIn = (message: string): string => /^([\w$.[\]*-]{1,100}) is /.exec(message)?.[1] ?? '';

const storedCall = ({
	seq,
	method,
	url,
	status,
	latencyMs,
	startedAt,
	isReadBefore = false,
	...detail
}: RecordedCall): FinishedCall => ({
	seq,
	method,
	url,
	status,
	latency_ms: latencyMs === null ? null : Math.round(latencyMs),
	started_at: startedAt,
	isReadBefore,
	detail,
});

export const executionId = (runId: RunId, attempt: number) => `${runId}#${attempt}`;

/** What the store keeps of an execution that a killed service left. */
export function lostExecution({executionId: id, calls}: LeftExecution): LostExecution {
	const [runId = '', attempt = ''] = id.split('#');
	return {runId, attempt: Number(attempt), calls: calls.map(storedCall)};
}

/** The outcome of an execution that was not begun, because a stored secret of it cannot be decrypted. */
export const withoutCredential = (now: number): RunOutcome => ({
	...runnerBroke(now),
	error: 'a stored secret cannot be decrypted',
	blockedBy: 'credential_unreadable',
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
export const verdictOnly = ({plan, steps: _, ...finish}: Finish): Finish => ({
	...finish,
	...(plan ? {plan: {...plan, steps: [], script: null, heals: [], code: null}} : {}),
	captures: [],
	calls: [],
	advisories: ['its calls and captured values could not be stored'],
});

/** The steps of an execution of code, counted. */
export type StepsOf = (outcome: RunOutcome, code: string) => StepCounts;

export type Execution = {
	run: ClaimedRun;
	handle: RunHandle;
	tail: OutputTail;
	/** Milliseconds of a clock that nobody sets. */
	since: number;
	/** Until then, by the same clock, it is given to no other process. */
	leasedUntil: number;
	/** All that it was given, also later. */
	secrets: string[];
	/** The service stops: a killed execution goes back to the queue instead of ending cancelled. */
	givenBack: boolean;
	/** Resolves when the end is stored, or nothing more will be. */
	settled: Promise<void>;
	settle(): void;
};

/** An execution whose end is not stored yet. */
export type Ended = {
	execution: Execution;
	outcome: RunOutcome;
	/** What a plan brings along. */
	plan: FinishedPlan | null;
	/** It says nothing about its test, and is executed once more. */
	again: boolean;
	/** What its API has done to it instead of a verdict. */
	blockedBy: TargetReason | null;
	/** Times that the store refused it, and times that the store took nothing at all. */
	refusals: number;
	outages: number;
};

/**
 * A verdict counts more than its calls and captures: should these be what cannot be stored, it goes without them. A full
 * disk says nothing of the kind, and what a test has created is known from its calls alone; still no batch stays open for
 * ever because its calls are what does not fit.
 */
const mostRefusals = 3;

const mostOutages = 300;

export const afterFailure = (end: Ended, error: unknown): Ended =>
	isStoreUnavailable(error) ? {...end, outages: end.outages + 1} : {...end, refusals: end.refusals + 1};

export const finishOfEnd = (
	{execution: {run, secrets, since}, outcome, plan, blockedBy, refusals, outages}: Ended,
	stepsOf: StepsOf | undefined,
): Finish => {
	const steps = run.plan === null && stepsOf ? stepsOf(outcome, run.code) : null;
	const finish: Finish = {
		...finishOf(run, outcome, plan, steps),
		tookMs: Math.round(performance.now() - since),
		secrets,
		...(blockedBy ? {blockedBy} : {}),
	};
	return refusals >= mostRefusals || outages >= mostOutages ? verdictOnly(finish) : finish;
};
