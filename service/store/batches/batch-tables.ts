import type {AccountId, BatchId, ProjectId, ScheduleId, TestListId} from '../../../contract/ids.ts';
import type {Generated, Selectable} from 'kysely';
import type {
	AuthHealthState,
	BatchPhase,
	BatchTrigger,
	CleanupState,
	CredentialMode,
	Source,
	TerminalRunStatus,
} from '../../../contract/enums.ts';
import type {SweepColumns} from '../cleanup/cleanup-tables.ts';
import type {Bit, Json, Millis} from '../columns.ts';

export type BatchTable = SweepColumns & {
	id: BatchId;
	account_id: AccountId;
	project_id: ProjectId | null;
	project_ids: Json<ProjectId[]>;
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
	previous_batch_id: BatchId | null;
	schedule_id: ScheduleId | null;
	test_list_id: TestListId | null;
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
	batch_id: BatchId;
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

/** Projects of batches that span several; such a batch has no `project_id`. */
export type BatchProjectTable = {batch_id: BatchId; project_id: ProjectId};

/** Login of one project for one batch. While `waiting`, queued members of the project do not start. */
export type BatchLoginTable = {
	batch_id: BatchId;
	project_id: ProjectId;
	state: 'waiting' | 'ready' | 'failed';
	/** Encrypted; null: the process that has it keeps it to itself, or there is none. */
	token: Generated<string | null>;
};

export type BatchRow = Selectable<BatchTable>;

/** What a transaction did to a batch, for those who wait for it. */
export type BatchChanged = {
	batchId: BatchId;
	version: number;
	/** The batch has ended with its cleanup. */
	done: boolean;
	/** Runs that ended. */
	ended: string[];
	/** The sweep of the batch has something to do. */
	sweep: boolean;
};
