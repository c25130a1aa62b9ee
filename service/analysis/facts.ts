import type {FailureKind, RunStatus} from '../../source/contract/enums.ts';
import type {FixTarget} from '../../source/contract/result.ts';
import type {BlockedBy} from '../../source/contract/run.ts';
import type {BrowserFacts} from './browser-facts.ts';
import type {RecordedCall} from '../runners/runner.ts';

/** One run that did not pass, as it was stored: everything in it is masked already. */
export type FailedRun = {
	runId: string;
	/** Shown in tracebacks as `<testName>.py`. */
	testName: string;
	status: RunStatus;
	failureKind: FailureKind | null;
	/** First line for people, e.g. `AssertionError: expected 201, got 500`. */
	error: string | null;
	trace: string | null;
	apiOutput: string | null;
	/** 1-based line of the source. */
	failedLine: number | null;
	code: string | null;
	codeVersion: string | null;
	targetUrl: string | null;
	timeoutSeconds: number;
	blockedBy: BlockedBy | null;
	/** In the order they were made. */
	calls: readonly RecordedCall[];
};

/** The last run of the same test that passed before. */
export type PassedRun = {runId: string; codeVersion: string | null; calls: readonly RecordedCall[]};

/** What is known of one failure. */
export type FailureFacts = {
	run: FailedRun;
	lastPassed: PassedRun | null;
	/** Of a plan: what the browser did; absent: the run has code. */
	browser?: BrowserFacts | null;
	/** Of a blocked run: the failed run of its root producer, with its own facts. */
	root: {title: string; facts: FailureFacts} | null;
};

/** What a rule found: one hypothesis that names its evidence, and where to look first. */
export type Finding = {
	/** One or two sentences. */
	cause: string;
	fix: FixTarget | null;
	/** The call it is about. */
	call: RecordedCall | null;
};
