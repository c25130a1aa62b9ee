import type {CredentialTraits} from '../domain/credentials.ts';
import type {CredentialMode, FailureKind, RunStatus} from '../../contract/enums.ts';
import type {ProjectId, RunId, TestId} from '../../contract/ids.ts';
import type {FixTarget} from '../../contract/result.ts';
import type {BlockedBy} from '../../contract/run.ts';
import type {BrowserFacts} from './browser-facts.ts';
import type {RecordedCall} from '../runners/runner.ts';
import type {ForeignChange} from '../store/runs/read-changes-under.ts';

/** One run that did not pass, as it was stored: everything in it is masked already. */
export type FailedRun = {
	runId: RunId;
	projectId: ProjectId;
	testId: TestId;
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
	/** Name of the environment it ran in; null: none, or nobody knows. */
	environment: string | null;
	timeoutSeconds: number;
	blockedBy: BlockedBy | null;
	setUp: SetUp;
	/** In the order they were made. */
	calls: readonly RecordedCall[];
	/** What other members of its batch did to the records that it used, with no order between them. */
	foreignChanges: readonly ForeignChange[];
};

/** What a run was given to start with. */
export type SetUp = {
	/** Epoch milliseconds; null: it never started. */
	startedAt: number | null;
	credential: CredentialState;
	/** Values of the names that it needs. */
	values: readonly GivenValue[];
};

/** Which credential of the project a run had to send, and what it tells of itself. */
export type CredentialState = {
	mode: CredentialMode;
	/** Epoch milliseconds at which the credential, or the login, was stored; null: there is none, or nobody knows. */
	setAt: number | null;
	/** How people call the stored one, e.g. `basic token`; null: nobody knows, such as of one that was replaced. */
	type: string | null;
} & CredentialTraits;

/** A value that a producer had captured. */
export type GivenValue = {
	name: string;
	/** As JSON text, secrets sealed. */
	value: string;
	/** Epoch milliseconds at which it was captured. */
	capturedAt: number;
	/** Title of the test that captured it. */
	producer: string;
	/** Version of the source that captured it; null: unknown. */
	producerVersion: string | null;
	/** It was captured in an earlier batch: its producer did not run again. */
	isReused: boolean;
};

/** The last run of the same test that passed before. */
export type PassedRun = {
	runId: RunId;
	code: string | null;
	codeVersion: string | null;
	targetUrl: string | null;
	environment: string | null;
	setUp: SetUp;
	calls: readonly RecordedCall[];
	/** Calls of the pass before that one: what differs between two passes differs every time. Empty: there was none. */
	callsBefore: readonly RecordedCall[];
};

/** What the project knows beside the runs of one test. */
export type ProjectFacts = {
	/** Operations that its documents describe; empty: there is no document. */
	documented: readonly DocumentedOperation[];
	/** Values that its tests produce. */
	produced: ReadonlyArray<{name: string; title: string; testId: TestId}>;
};

export type DocumentedOperation = {
	method: string;
	/** Template, with what stands in front of it. */
	path: string;
	/** Names of its query parameters. */
	query: readonly string[];
};

/** What is known of one failure. */
export type FailureFacts = {
	/** Null or absent: nobody knows. */
	project?: ProjectFacts | null;
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
	/** How long the answer took is what it is about, not what it says. */
	isAboutTime?: true;
	/** What the test is written like keeps it from running to its end. */
	isAboutSource?: true;
	/** No answer explains the failure by itself: it says where the test stopped, and no more. */
	isVague?: true;
};
