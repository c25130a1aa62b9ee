import type {FailedRun, FailureFacts, PassedRun, SetUp} from '../../../service/analysis/facts.ts';
import type {RecordedCall} from '../../../service/runners/runner.ts';

export const target = 'http://shop.example:8080';

type CallInput = Partial<Omit<RecordedCall, 'requestBody' | 'responseBody'>> & {
	/** `POST /coupons` */
	to: string;
	sent?: unknown;
	got?: unknown;
};

const asText = (body: unknown) => (body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body));

/** A recorded call; `sent` and `got` are bodies, as JSON unless they are texts. */
export function call({to, sent, got, ...rest}: CallInput): RecordedCall {
	const [method = '', path = ''] = to.split(' ');
	const requestBody = asText(sent);
	const responseBody = asText(got);
	return {
		seq: 1,
		method,
		url: path.startsWith('http') ? path : target + path,
		query: null,
		requestHeaders: {},
		requestBody,
		requestEncoding: requestBody === null ? null : 'utf8',
		requestBytes: requestBody?.length ?? null,
		status: 200,
		responseHeaders: {'Content-Type': typeof got === 'string' ? 'text/html' : 'application/json'},
		responseBody: responseBody ?? '',
		responseEncoding: 'utf8',
		responseBytes: responseBody?.length ?? 0,
		truncated: false,
		latencyMs: 12,
		error: null,
		startedAt: 1_700_000_000_000,
		...rest,
	};
}

export const unanswered = (to: string, error: string | null, latencyMs: number | null = 4) =>
	call({
		to,
		status: null,
		responseHeaders: null,
		responseBody: null,
		responseEncoding: null,
		responseBytes: null,
		error,
		latencyMs,
	} as CallInput);

/** Nothing to authenticate with, and no value of another test. */
export const plainSetUp: SetUp = {
	startedAt: 1_700_000_000_000,
	credential: {mode: 'none', setAt: null, type: null, isOddBasic: false, expiresAt: null},
	values: [],
};

type FailureInput = Partial<FailedRun> & {
	/** Statement at the failing line, line 2 of the source. */
	at?: string;
	/** What the runtime told of the assertion, e.g. `expected 201, got 500`. */
	asserted?: string;
	before?: RecordedCall[];
	/** What else is known of that pass. */
	passed?: Partial<PassedRun>;
	root?: FailureFacts['root'];
};

/** A failed run; with `before` the test passed earlier with those calls. */
export function failure({at, asserted, before, passed, root, ...rest}: FailureInput): FailureFacts {
	const calls = (rest.calls ?? []).map((one, index) => ({...one, seq: index + 1}));
	const run: FailedRun = {
		runId: 'run_2',
		projectId: 'prj_1',
		testId: 'tst_1',
		testName: 'checkout',
		status: 'failed',
		failureKind: asserted ? 'assertion' : 'unknown',
		error: asserted ? `AssertionError: ${asserted}` : null,
		trace: asserted
			? `Traceback (most recent call last):\n  File "checkout.py", line 2\nAssertionError: ${asserted}`
			: null,
		apiOutput: null,
		failedLine: at === undefined ? null : 2,
		code: at === undefined ? null : `import requests\n${at}\n`,
		codeVersion: 'v2',
		targetUrl: target,
		environment: null,
		timeoutSeconds: 60,
		blockedBy: null,
		setUp: plainSetUp,
		foreignChanges: [],
		...rest,
		calls,
	};
	const lastPassed: PassedRun | null = before
		? {
				runId: 'run_1',
				code: run.code,
				codeVersion: 'v2',
				targetUrl: target,
				environment: null,
				setUp: plainSetUp,
				calls: before.map((one, index) => ({...one, seq: index + 1})),
				callsBefore: [],
				...passed,
			}
		: null;
	return {run, lastPassed, root: root ?? null};
}
