import type {AccountId, BatchId, EnvironmentId, ProjectId, RunId, SnapshotId, TestId} from '../../../contract/ids.ts';
import type {Generated} from 'kysely';
import type {FailureKind, Priority, Role, RunStatus, Source, TestKind, TestType} from '../../../contract/enums.ts';
import type {NeededHelp} from '../../../contract/run.ts';
import type {Bit, Json, Millis} from '../columns.ts';
import type {NotedLine} from '../plans/learning-tables.ts';
import type {BrowserRunColumns} from './browser-tables.ts';

/** One execution of one test: the unit that is claimed, beaten, finished and reaped. */
export type RunTable = BrowserRunColumns & {
	id: RunId;
	batch_id: BatchId;
	test_id: TestId;
	project_id: ProjectId;
	account_id: AccountId;
	snapshot_id: SnapshotId;
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
	environment_id: EnvironmentId | null;
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
	/** Calls of a run of code that were under way when it was stopped. */
	steps_open: Generated<number>;
	/** What its author should look at, whatever the verdict. */
	advisories: Generated<Json<string[]>>;
	/** 1: a teardown test whose record was never created; shown as `Skipped`. */
	skipped: Bit;
	note: string | null;
	previous_run_id: RunId | null;
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
	batch_id: BatchId;
	to_run_id: RunId;
	variable: string;
	from_run_id: RunId | null;
	from_test_id: TestId | null;
};

/** A member that waits for the end of another one, whatever its verdict, and takes no value from it. */
export type RunOrderTable = {batch_id: BatchId; to_run_id: RunId; from_run_id: RunId};
