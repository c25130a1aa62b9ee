import type {ProjectId, RunId, TestId} from '../../contract/ids.ts';
import type {PlanFileStep} from '../../contract/plan-file.ts';
import type {Locator} from '../../contract/locator.ts';
import type {Fingerprint, Script} from '../../contract/script.ts';
import type {Runner, RunOutcome} from '../runners/runner.ts';

/** One execution of a plan, as the engine hands it to the frontend runner and the runner to the browser host. */
export type FrontendJob = {
	/** Unique per execution attempt: `<runId>#<attempt>`. */
	executionId: string;
	runId: RunId;
	testId: TestId;
	projectId: ProjectId;
	testName: string;
	/** Members of one batch and project share a login; null: a single run. */
	loginKey: string | null;
	targetUrl: string;
	steps: PlanFileStep[];
	/**
	 * Replayed instead of read; entries whose step text has changed are read anew. Null: every step is read. A fresh run
	 * hands the saved one over as `saved`, so that entries which still give their element stay.
	 */
	replay: Script | null;
	saved: Script | null;
	/** Repairs by fingerprint; only when replaying. */
	autoHeal: boolean;
	/** Repairs a person refused: never made again. */
	refusedHeals: Array<{stepIndex: number; slot: string; from: Locator; to: Locator}>;
	/** `<width>x<height>` or one of desktop, laptop, tablet, phone. */
	viewport: string;
	settings: BrowserSettings;
	/** Values of `VAR_` names: of the environment, and of other tests of the batch. */
	variables: Record<string, string>;
	/** Names whose values are typed but never stored. */
	secretNames: string[];
	/** Values that are stored nowhere: replaced by `•••` in texts, covered in pictures. */
	secrets: string[];
	/** Account of `log in`; null: none is stored. */
	account: {username: string; password: string} | null;
	/** What the server at `targetUrl` is given when it asks by HTTP Basic; null: nothing. */
	httpAccount: {username: string; password: string} | null;
	/** Of `VAR_RANDOM`, `VAR_UUID` …: a rerun with it types the same. */
	seed: string;
	/** Documents of the project that `upload` names, in base64: they live in the store, and no file is left of them. */
	files: Array<{name: string; content: string}>;
	/** Epoch milliseconds; `VAR_NOW`, `VAR_TODAY`, `tomorrow`. */
	now: number;
	/** 1,000 to 60,000. */
	stepTimeoutMs: number;
	/** The whole plan, ≤ 900. */
	timeoutSeconds: number;
	/** Private, loopback and link-local addresses may be visited. */
	mayVisitPrivate: boolean;
};

/** `Project.browser`. */
export type BrowserSettings = {
	consent: 'reject' | 'accept' | 'leave';
	pictures: 'all' | 'failed' | 'off';
	stayOnOrigin: boolean;
	loginOrigins: string[];
	testIdAttributes: string[];
};

export type FrontendOutcome = RunOutcome & {
	steps: StepOutcome[];
	/** From 1; null: none. Also the step that could not be read. */
	failedStepIndex: number | null;
	healedSteps: number;
	note: string | null;
	/** What a fresh pass saves; null: nothing (failed, replayed, unchanged). */
	script: Script | null;
	/**
	 * Entries of the steps that were carried out, whatever came of the run: what it shows as its code. Steps that were not
	 * reached are missing. Null: none was.
	 */
	played: Script | null;
	heals: HealProposal[];
	/** Names of `… as NAME for other tests` are `captures` of the outcome as well. */
	browser: {name: string; version: string} | null;
};

/** How one step ended; `status` null: not reached, or not read. */
export type StepOutcome = {
	/** From 1. */
	stepIndex: number;
	stepType: 'action' | 'assertion';
	/** Operation of the reading; null: not read. */
	action: string | null;
	status: 'passed' | 'failed' | null;
	error: string | null;
	note: string | null;
	healed: boolean;
	durationMs: number | null;
	/** One line. */
	reading: string | null;
	locator: Locator | null;
	captured: {name: string; value: string} | null;
	evidence: StepEvidence;
	/** Facts of the failure that the rules of analysis read; null: passed. */
	failure: StepFailure | null;
};

/** Already masked. Buffers go to the store's blobs by their hash. */
export type StepEvidence = {
	picture: Uint8Array | null;
	html: string | null;
	outline: string | null;
	console: Array<{level: 'error' | 'warning'; text: string; at: string | null}>;
	requests: Array<{
		method: string;
		url: string;
		status: number | null;
		ms: number | null;
		initiator: string | null;
		error: string | null;
	}>;
	/** The interpreter's account: reading, candidates with scores, waits. */
	log: string;
};

/** What the host knew when a step failed, as data; nobody parses the sentence back. */
export type StepFailure = {
	case:
		| 'not_read'
		| 'needs_value'
		| 'ambiguous'
		| 'not_found'
		| 'hidden'
		| 'covered'
		| 'disabled'
		| 'not_editable'
		| 'no_effect'
		| 'assertion'
		| 'navigation'
		| 'refused_address'
		| 'no_variable'
		| 'dialog'
		| 'download'
		| 'login'
		| 'timeout'
		| 'crash';
	/** What was looked for. */
	target: string | null;
	nearest: Array<{role: string; name: string; score: number; why: string}>;
	/** Name and text of what covers the element. */
	coveredBy: {name: string; kind: 'consent' | 'modal' | 'spinner' | 'other'} | null;
	/** Required or invalid fields of the form of a disabled control. */
	invalidFields: Array<{name: string; message: string}>;
	expected: string | null;
	actual: string | null;
	/** Page at the end of the step. */
	url: string;
	title: string;
	heading: string | null;
	/** Status of the document when it was an answer ≥ 400. */
	documentStatus: number | null;
	signedOut: boolean;
};

/** A repair that was carried out in this run, and waits for a person. */
export type HealProposal = {
	stepIndex: number;
	slot: string;
	score: number;
	margin: number;
	evidence: string[];
	from: {locator: Locator; role: string; name: string};
	to: {locator: Locator; role: string; name: string; fingerprint: Fingerprint};
};

/** While it runs. */
export type FrontendListener = {
	/** A step has begun. */
	onStepStart?(stepIndex: number): void;
	onStepEnd?(step: StepOutcome): void;
};

/** Executes plans; `listener` hears of steps as they begin and end. */
export type FrontendRunner = Runner<FrontendJob, FrontendOutcome, FrontendListener>;
