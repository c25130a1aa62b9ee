/**
 * The tables of the store as Kysely sees them. Portable between SQLite and PostgreSQL: text identifiers, epoch
 * milliseconds as integers, booleans as 0 and 1, JSON as text, credits as integer hundredths.
 */
import type {Generated} from 'kysely';
import type {AutoAuthInject, AutoAuthMethod} from '../../contract/authentication.ts';
import type {
	AuthHealthState,
	AuthType,
	BatchPhase,
	BatchTrigger,
	CallKind,
	CleanupState,
	CreatedFrom,
	CredentialMode,
	FailureKind,
	Priority,
	Role,
	RunStatus,
	Scope,
	Source,
	TerminalRunStatus,
	TestKind,
	TestStatus,
	TestType,
} from '../../contract/enums.ts';
import type {LedgerKind} from '../../contract/ledger.ts';
import type {ProjectBrowser} from '../../contract/project.ts';
import type {BrowserRunColumns, BrowserTables} from './runs/browser-tables.ts';
import type {NeededHelp} from '../../contract/run.ts';
import type {ChangeSetTables} from './plans/change-set-tables.ts';
import type {CleanupTables, SweepColumns} from './cleanup/cleanup-tables.ts';
import type {ScheduleTables} from './schedules/schedule-tables.ts';
import type {GenerationTables} from './plans/generation-tables.ts';
import type {LearningTables, NotedLine} from './plans/learning-tables.ts';
import type {EnvironmentTables} from './projects/environment-tables.ts';
import type {DocumentTables} from './documents/document-tables.ts';
import type {FindingTables} from './findings/finding-tables.ts';
import type {PlanTables} from './plans/plan-tables.ts';
import type {SiteDiscoveryTables} from './documents/site-discovery-tables.ts';
import type {TeamTables} from './team/team-tables.ts';

/** JSON kept as text. The type names what is inside. */
export type Json<_T> = string;
/** Epoch milliseconds. */
export type Millis = number;
export type Bit = 0 | 1;

export type Tables = CleanupTables &
	ScheduleTables &
	DocumentTables &
	FindingTables &
	PlanTables &
	ChangeSetTables &
	EnvironmentTables &
	GenerationTables &
	LearningTables &
	SiteDiscoveryTables &
	BrowserTables &
	TeamTables & {
		meta: {key: string; value: string};
		accounts: AccountTable;
		api_keys: ApiKeyTable;
		idempotency: IdempotencyTable;
		projects: ProjectTable;
		tests: TestTable;
		batches: BatchTable;
		waves: WaveTable;
		codes: CodeTable;
		runs: RunTable;
		run_edges: RunEdgeTable;
		run_orders: RunOrderTable;
		captures: CaptureTable;
		calls: CallTable;
		call_variables: CallVariableTable;
		ledger: LedgerTable;
		batch_projects: BatchProjectTable;
		batch_logins: BatchLoginTable;
		credentials: CredentialTable;
		credential_sets: CredentialSetTable;
		auto_auth: AutoAuthTable;
		test_lists: TestListTable;
		test_list_cases: TestListCaseTable;
	};

export type AccountTable = {
	id: string;
	email: string | null;
	display_name: string | null;
	plan: string;
	/** 1: credits are counted and can run out. The embedded service is unmetered. */
	metered: Bit;
	/** Hundredths of a credit: everything booked while metered. */
	balance: Generated<number>;
	/** Hundredths of a credit promised to members that have not started. */
	held: Generated<number>;
	created_at: Millis;
};

export type ApiKeyTable = {
	id: string;
	account_id: string;
	name: string;
	prefix: string;
	last4: string;
	/** Hex SHA-256 of the secret, which itself is never stored. */
	hash: string;
	scopes: Json<Scope[]>;
	created_at: Millis;
	last_used_at: Millis | null;
	expires_at: Millis | null;
	revoked_at: Millis | null;
};

/** First 2xx answer of a key, kept 24 hours. A row without status is still being worked on. */
export type IdempotencyTable = {
	/** account + method + path + key, hashed. */
	scope: string;
	body_hash: string;
	status: number | null;
	body: string | null;
	created_at: Millis;
};

export type ProjectTable = {
	id: string;
	account_id: string;
	name: string;
	type: TestType;
	created_from: CreatedFrom;
	target_url: string | null;
	/** What it is about, in words of its owner. */
	description: string | null;
	instruction: string | null;
	/** Encrypted; null when none. */
	login: string | null;
	test_id_attributes: Json<string[]> | null;
	capture_max_age_hours: number | null;
	/** Settings of the browser that differ from what is usual; null: none does. */
	browser_settings: Json<ProjectBrowser> | null;
	last_batch_id: string | null;
	created_at: Millis;
	updated_at: Millis;
};

export type TestTable = {
	id: string;
	project_id: string;
	name: string;
	type: TestType;
	kind: TestKind;
	created_from: CreatedFrom;
	status: TestStatus;
	/** Last verdict (`passed`, `failed`, `blocked`); a cancelled run leaves it alone. */
	verdict: string | null;
	description: string | null;
	priority: Priority | null;
	produces: Json<string[]>;
	consumes: Json<string[]>;
	category: string | null;
	wiring: Json<Record<string, string>> | null;
	/** Tests of its project that it comes after without taking a value from them. */
	after: Json<string[]>;
	step_timeout_ms: number | null;
	timeout_seconds: number | null;
	plan_steps: Json<unknown[]> | null;
	/** Of a plan; null: the usual one. */
	viewport: string | null;
	code: string | null;
	/** 1 for `v1`. */
	code_version: number;
	/** `late`: may harm the API, starts when all normal members of a batch have ended. */
	phase: 'normal' | 'late';
	last_run_id: string | null;
	created_at: Millis;
	updated_at: Millis;
};

export type BatchTable = SweepColumns & {
	id: string;
	account_id: string;
	project_id: string | null;
	project_ids: Json<string[]>;
	trigger: BatchTrigger;
	source: Source;
	phase: BatchPhase;
	outcome: TerminalRunStatus | null;
	/** Grows with every change that a reader of the batch can see. */
	version: number;
	skip_dependencies: Bit;
	/** Members that were asked for; the others came along. */
	selected: Generated<number>;
	environment: string | null;
	/** What the made-up values of its tests are derived from. */
	seed: Generated<string>;
	target_url: string | null;
	previous_batch_id: string | null;
	schedule_id: string | null;
	test_list_id: string | null;
	cancel_requested_at: Millis | null;
	skip_cleanup: Bit;
	cleanup_state: CleanupState;
	cleanup_started_at: Millis | null;
	cleanup_finished_at: Millis | null;
	/** Hundredths of a credit: promised to members that have not started, and charged for those that have. */
	credits_held: number;
	credits_charged: number;
	/** What its backend tests authenticate with. */
	auth_mode: Generated<CredentialMode>;
	auth_health: Generated<AuthHealthState>;
	/** Logins so far. */
	auth_refreshes: Generated<number>;
	advisories: Json<Array<{feature: string; message: string}>>;
	created_at: Millis;
	started_at: Millis | null;
	/** 1: what its runs show of the API has been taken over. */
	learned: Generated<Bit>;
	/** Null until the phase is `done`. */
	finished_at: Millis | null;
};

/**
 * One wave of a batch with the number of its members by status, kept in step by every verb that moves a member: readers
 * and the end of a phase need no count over the members.
 */
export type WaveTable = {
	batch_id: string;
	wave: number;
	kind: 'tests' | 'cleanup';
	/** 1: starts when all waves before it have ended. */
	late: Bit;
	total: number;
	queued: number;
	running: number;
	passed: number;
	failed: number;
	/** Without the skipped ones. */
	blocked: number;
	cancelled: number;
	skipped: number;
	/** Version of the batch at which this row last changed. */
	rev: number;
};

/** Source texts by their SHA-256, so that runs of an unchanged test share one. */
export type CodeTable = {hash: string; code: string};

/** One execution of one test: the unit that is claimed, beaten, finished and reaped. */
export type RunTable = BrowserRunColumns & {
	id: string;
	batch_id: string;
	test_id: string;
	project_id: string;
	account_id: string;
	snapshot_id: string;
	role: Role;
	wave: number;
	/** 1: in the final wave, started when every other member has ended. */
	teardown: Bit;
	/** 1: starts when all members that are neither late nor teardown have ended. */
	late: Bit;
	/** Position in the order of execution among ready members: 0 first. */
	rank: number;
	/** Place among ready members of all batches: within a batch in the order of `rank`. */
	turn: number;
	status: RunStatus;
	/** 1 while queued with every needed value there: may be claimed. */
	ready: Bit;
	/** Needed values whose producer has not ended yet. */
	open_producers: number;
	/** 1: its project logs in first. */
	awaits_login: Generated<Bit>;
	/** Executions so far; fences `finish`. */
	attempt: number;
	worker_id: string | null;
	lease_until: Millis | null;
	/** Set when a cancel found the run executing: a lost execution is then not repeated. */
	cancel_requested_at: Millis | null;
	/** What runs, fixed at the trigger. */
	name: string;
	type: TestType;
	kind: TestKind;
	priority: Priority | null;
	category: string | null;
	code_hash: string | null;
	code_version: string | null;
	produces: Json<string[]>;
	consumes: Json<string[]>;
	timeout_seconds: number;
	target_url: string | null;
	/** The environment it runs in; null in runs older than environments. */
	environment_id: string | null;
	/** What that was called at the trigger. */
	environment: string | null;
	/** `run`: named by the trigger. */
	target_url_source: 'run' | 'project-default' | 'unresolved';
	source: Source;
	is_rerun: Bit;
	created_from: string | null;
	/** Hundredths of a credit. */
	credits_charged: number;
	/** How it ended. */
	failure_kind: FailureKind | null;
	/** With `input_refused`. */
	needed_help: Json<NeededHelp> | null;
	error: string | null;
	failed_line: number | null;
	blocked_by: Json<object> | null;
	/** Assertions that did not hold and were only noted. */
	noted: Generated<Json<NotedLine[]>>;
	/** When the credential or the login was stored that its last execution had; null: it had none. */
	credential_set_at: Millis | null;
	/** Of code: its calls, and what did not hold; null: not counted. */
	step_total: number | null;
	steps_failed: number | null;
	/** What its author should look at, whatever the verdict. */
	advisories: Generated<Json<string[]>>;
	/** 1: a teardown test whose record was never created; shown as `Skipped`. */
	skipped: Bit;
	note: string | null;
	previous_run_id: string | null;
	previous_status: RunStatus | null;
	/** Version of the batch at which this row last changed. */
	rev: number;
	created_at: Millis;
	/** Start of the last execution. */
	started_at: Millis | null;
	/** Null exactly while the run is queued or running. */
	finished_at: Millis | null;
	/** Long texts last: reading the columns before them does not touch their pages. */
	trace: string | null;
	api_output: string | null;
};

/**
 * `from` produces `variable` for `to`. Only chosen producers; `from_run_id` null: the producer has no run in this batch;
 * `from_test_id` null as well: no test of the project produces it.
 */
export type RunEdgeTable = {
	batch_id: string;
	to_run_id: string;
	variable: string;
	from_run_id: string | null;
	from_test_id: string | null;
};

/** A member that waits for the end of another one, whatever its verdict, and takes no value from it. */
export type RunOrderTable = {batch_id: string; to_run_id: string; from_run_id: string};

/** A value a run produced. Keyed by execution attempt, because side effects of a crashed attempt may repeat. */
export type CaptureTable = {
	id: string;
	batch_id: string;
	run_id: string;
	test_id: string;
	attempt: number;
	name: string;
	/** JSON text of at most 64 KB. */
	value: string;
	declared: Bit;
	/** 1 when the run passed: feeds consumers. 0: kept for cleanup only. */
	published: Bit;
	created_at: Millis;
};

/** A recorded HTTP call, masked before it got here. */
export type CallTable = {
	id: string;
	batch_id: string | null;
	project_id: string;
	run_id: string | null;
	test_id: string | null;
	attempt: number;
	seq: number;
	kind: CallKind;
	method: string;
	url: string;
	status: number | null;
	latency_ms: number | null;
	started_at: Millis;
	/** The rest of the call (headers, bodies, query, sizes, error) as JSON: read only when a call is opened. */
	detail: Json<object>;
};

/** A value that flows through a recorded call of a run. */
export type CallVariableTable = {
	batch_id: string;
	run_id: string;
	name: string;
	role: 'produces' | 'uses';
	/** Null when the run made no call. */
	call_id: string | null;
	/** Of a produced value: where it stands in the answer; `code` when the test made it itself. */
	location: 'body' | 'header' | 'code' | null;
	/** `$.data[0].id`, the name of a header, or of a variable of the code. */
	path: string | null;
};

/** A booking of credits. Rows never change. */
export type LedgerTable = {
	id: string;
	account_id: string;
	at: Millis;
	kind: LedgerKind;
	/** Hundredths of a credit; negative for a charge. */
	amount: number;
	/** Null for what was booked unmetered: it does not count. */
	balance_after: number | null;
	project_id: string | null;
	test_id: string | null;
	run_id: string | null;
	batch_id: string | null;
	generation_id: string | null;
	note: string;
};

/** Projects of batches that span several; such a batch has no `project_id`. */
export type BatchProjectTable = {batch_id: string; project_id: string};

/** Login of one project for one batch. While `waiting`, queued members of the project do not start. */
export type BatchLoginTable = {
	batch_id: string;
	project_id: string;
	state: 'waiting' | 'ready' | 'failed';
	/** Encrypted; null: the process that has it keeps it to itself, or there is none. */
	token: Generated<string | null>;
};

/** The static credential of a project. */
export type CredentialTable = {
	project_id: string;
	auth_type: AuthType;
	/** Of an `API key` only. */
	header_name: string | null;
	/** Encrypted; null for `public`. */
	credential: string | null;
	updated_at: Millis;
};

/** A credential of some families or endpoints of a project. */
export type CredentialSetTable = {
	id: string;
	project_id: string;
	name: string;
	mode: CredentialMode;
	auth_type: AuthType | null;
	header_name: string | null;
	/** Encrypted. */
	credential: string | null;
	/** Encrypted JSON of `{name, value}[]`. */
	extra_headers: string | null;
	/** Family → epoch milliseconds since when it is assigned. */
	families: Json<Record<string, Millis>>;
	/** Endpoint id → epoch milliseconds since when it is assigned. */
	endpoint_ids: Json<Record<string, Millis>>;
	created_at: Millis;
	updated_at: Millis;
};

/** The recurring-token login of a project. */
export type AutoAuthTable = {
	project_id: string;
	enabled: Bit;
	method: AutoAuthMethod;
	inject: AutoAuthInject;
	/** Everything that is not secret. */
	settings: Json<object>;
	/** Encrypted JSON: password, client secret, refresh token. */
	secrets: string;
	health: AuthHealthState;
	verified_at: Millis | null;
	last_refresh_at: Millis | null;
	last_refresh_error: string | null;
	token_expires_at: Millis | null;
	refresh_token_saved_at: Millis | null;
	updated_at: Millis;
};

export type TestListTable = {
	id: string;
	account_id: string;
	name: string;
	project_environments: Json<Array<{projectId: string; environmentName: string}>>;
	last_batch_id: string | null;
	created_at: Millis;
	updated_at: Millis;
};

export type TestListCaseTable = {list_id: string; test_id: string; place: number};
