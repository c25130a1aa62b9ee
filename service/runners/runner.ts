import type {FailureKind} from '../../contract/enums.ts';
import type {RunId} from '../../contract/ids.ts';
import type {DeletionMark, EchoForm} from '../domain/echo-form.ts';

/**
 * What every runner gives the engine. A runner executes one test at a time per job, knows nothing of batches, waves or
 * the store, and never throws for what a test does: whatever happens ends in exactly one `RunOutcome`.
 */
export interface Runner<Job = RunJob, Outcome extends RunOutcome = RunOutcome, Listener = RunListener> {
	/** Executes one test. The result promise settles exactly once and never rejects. */
	run(job: Job, listener?: Listener): RunHandle<Outcome>;
	/** Kills what still runs and releases the runner's processes; resolves when none is left. */
	stop(): Promise<void>;
	/**
	 * What executions did whose outcome never reached the store, because the process before this one was killed. Waits
	 * for the processes it left; to be asked once, before anything runs.
	 *
	 * @param scratchDir of another process, which is gone; absent: the runner's own
	 */
	takeLeft?(scratchDir?: string): Promise<LeftExecutions>;
	/** What the runner stands on (interpreter path and version), or why it cannot run; for `/readyz` and doctor. */
	check(): Promise<RunnerCheck>;
}

/** Calls by execution, and what to call when they are stored. */
export type LeftExecutions = {executions: LeftExecution[]; discard(): Promise<void>};
export type LeftExecution = Pick<RunOutcome, 'calls'> & {executionId: string};

export type RunnerCheck = {ok: boolean; detail: string};

/** One execution of one backend test. */
export type RunJob = {
	/** Unique per execution attempt: `<runId>#<attempt>`. */
	executionId: string;
	runId: RunId;
	/** Shown in tracebacks as `<testName>.py`. */
	testName: string;
	code: string;
	/** Wall clock limit in seconds, 1 to 3600. */
	timeoutSeconds: number;
	/** `TARGET_URL` and `BASE_URL`; null when the project has none (then an empty string is injected). */
	targetUrl: string | null;
	auth: InjectedAuth;
	/** Calls that get other credentials than `auth`; absent: none. */
	authRules?: AuthRules | null;
	/** `auth` is a token of a login, which `RunListener.renewAuth` replaces; absent: it stays what it is. */
	renewal?: {renewAt: number | null} | null;
	/** What is read before creating calls to the target; null or absent: nothing. */
	readBefore?: ReadBefore | null;
	/** Values of consumed variables by their exact name. */
	variables: Record<string, unknown>;
	/** Those of them that JavaScript would change, as JSON text. */
	exactVariables?: Record<string, string>;
	/** Names the test declares to produce. */
	produces: string[];
	/** `BROWSER_PATH`, for a test that drives a browser itself; absent: none is injected. */
	browserPath?: string;
	/** `RUN_TAG`: differs per run and attempt; absent: none is injected. */
	runTag?: string;
	/**
	 * Assertions that are noted instead of failing, by their line: what an API may do differently is learned first.
	 * `statuses`: classes of a status that they bear (2 for 2xx); null: everything, empty: what the line bears that has called the
	 * function it stands in. `echoes`: fields that may be left out of the answer, or come back in another form than they were
	 * sent. `isDeletion`: what was deleted may still be there while it says so of itself. `lastCall`: number of the last
	 * call of the test; an answer of another type than JSON ends it.
	 */
	lenient?: LenientLine[];
	/** Environment variables of the project; `VAR_<KEY>` in the source becomes the value, and is a global. */
	environment: Record<string, string>;
	/** Values that must never be stored: replaced by `•••` in calls, output, trace and error. */
	secrets: string[];
};

export type InjectedAuth = {
	type: 'public' | 'Bearer token' | 'API key' | 'basic token';
	credential: string;
	/** Headers that carry the credential, e.g. `{Authorization: 'Bearer …'}`; empty for `public`. */
	headers: Record<string, string>;
	extraHeaders: Record<string, string>;
};

/**
 * Credentials of single endpoints and families of the target. A runner applies them to calls to the target that carry
 * the credential of `auth`, or that carry none where `auth` has none, and leaves every other call alone.
 */
export type AuthRules = {
	/** In the order in which they count; `choice` is a place in `choices`, null: `auth` alone. */
	families: Array<{family: string; choice: number | null}>;
	endpoints: Array<{method: string; path: string; choice: number | null}>;
	choices: Array<{headers: Record<string, string>; usesDefault: boolean}>;
};

/** Why a test needs another token: it has run out, the target has refused it, or a fresh one was refused as well. */
export type AuthNeed = {
	reason: 'expired' | 'refused' | 'no_help';
	/** The token that the call carried. */
	credential: string;
	/** The call that was refused, `GET /orders/7?x=1`; empty when none was. */
	call: string;
};

/** A newer token. */
export type RenewedAuth = {
	auth: InjectedAuth;
	/** Epoch milliseconds; null when nobody knows. */
	renewAt: number | null;
	secrets: string[];
	/** Fetched for this need; false: somebody else has fetched it earlier, so it may run out before a slow answer. */
	isFetched: boolean;
};

/**
 * Names that a test chooses are read once before the call that takes them: the path of a PUT, and of these POSTs the
 * record that their body names. A failed read changes nothing.
 */
export type ReadBefore = {
	/** `member`: path of the record with the parameters of `path` by their names, and the handle as `{}`. */
	handles: Array<{path: string; basePath: string; member: string; steps: Array<string | number>}>;
};

export type RunListener = {
	/** A call of the test needs a fresh token; null: there is none. Never rejects. */
	renewAuth?(need: AuthNeed): Promise<RenewedAuth | null>;
	/** The child process of the test exists; `pid` is the leader of its own process group. */
	onStart?(pid: number): void;
	/** Output of the test as it comes, already masked; for the live tail. */
	onOutput?(text: string): void;
};

export type RunHandle<Outcome extends RunOutcome = RunOutcome> = {
	result: Promise<Outcome>;
	/** Kills the test's whole process group; the outcome becomes `cancelled`. No effect after the end. */
	cancel(): void;
	/** The outcome is stored: the runner may forget it. Until then it survives the death of the service. */
	release?(): void;
};

/** How one execution ended. */
export type RunOutcome = {
	status: 'passed' | 'failed' | 'blocked' | 'cancelled';
	failureKind: FailureKind | null;
	/** First line for people, e.g. `AssertionError: expected 201, got 500`; null when passed. */
	error: string | null;
	/** Traceback without frames of the runtime; null when there is none. */
	trace: string | null;
	/** stdout and stderr in order, the last 51,200 bytes. */
	apiOutput: string;
	/** Line of the test's source at which it failed, 1-based. */
	failedLine: number | null;
	/** Only taken when passed for declared names; captures made before a failure are kept for cleanup only. */
	captures: Capture[];
	/** Every HTTP call in order, masked. */
	calls: RecordedCall[];
	/** E.g. an undeclared `produce`, a `VAR_` key that does not exist. */
	advisories: string[];
	/** Absent: none was noted. */
	deviations?: NotedDeviation[];
	/** What executed the test is gone, and says nothing about it: it may be executed once more. Absent: false. */
	isLost?: boolean;
	/** It was not begun, and why; absent: it was. */
	blockedBy?: 'credential_unreadable';
	/** Epoch milliseconds. */
	startedAt: number;
	finishedAt: number;
};

/**
 * An assertion that is noted instead of failing: its line, and the classes of a status that it bears; null: all, none:
 * those of the line that called the function it stands in.
 */
export type LenientLine = {
	line: number;
	statuses: number[] | null;
	/** Fields that may be left out of the answer, or come back in another form than they were sent. */
	echoes?: string[];
	follows?: string[];
	/** What was deleted may still be there while it says so of itself. */
	isDeletion?: true;
	/** The last call of the test, counted from 1: where it is answered with another type than JSON, the test is over. */
	lastCall?: number;
	/** Classes of a status after which nothing of the test applies any more: it is over. */
	endsOn?: number[];
};

/** An assertion that did not hold and was only noted. */
export type NotedDeviation = {
	line: number;
	/** Lines of the test that led there, innermost first. */
	lines: number[];
	/** The call that was made last: its `seq`. */
	call: number;
	message: string;
	/** Of fields that came back in another form than they were sent, by name. */
	forms?: Record<string, EchoForm>;
	/** By what a record that is still there says that it is deleted. */
	mark?: DeletionMark;
};

export type Capture = {
	name: string;
	/** JSON value of at most 64 KB. */
	value: unknown;
	/** The same as JSON text, for a value that JavaScript would change, such as an integer of 64 bits. */
	json?: string;
	/** False for a `produce` of a name the test does not declare. */
	declared: boolean;
	/** Epoch milliseconds. */
	at: number;
};

/** One HTTP call as the test made it. */
export type RecordedCall = {
	/** Order within the execution, from 1. */
	seq: number;
	method: string;
	url: string;
	query: Array<{name: string; value: string}> | null;
	requestHeaders: Record<string, string>;
	/** Text, or base64 when `requestEncoding` says so; the first 65,536 bytes. */
	requestBody: string | null;
	requestEncoding: 'utf8' | 'base64' | null;
	/** Full length in bytes, also when the body was cut. */
	requestBytes: number | null;
	status: number | null;
	responseHeaders: Record<string, string> | null;
	responseBody: string | null;
	responseEncoding: 'utf8' | 'base64' | null;
	responseBytes: number | null;
	/** True when either body was cut. */
	truncated: boolean;
	latencyMs: number | null;
	/** Why there is no response, e.g. `ConnectionRefusedError: …`. */
	error: string | null;
	/** Epoch milliseconds. */
	startedAt: number;
	/** Made by the runner (`ReadBefore`), not by the test; absent: false. */
	isReadBefore?: boolean;
	/** It may have changed something and was sent, and no answer has come: nobody knows what it did. Absent: false. */
	isUnanswered?: boolean;
};
