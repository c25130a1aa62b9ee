import type {Ref} from '../../../contract/fields.ts';
import type {AccountId, BatchId, ProjectId, ScheduleId, ScheduleRunId, TestListId} from '../../../contract/ids.ts';
import type {
	Cadence,
	MailStatus,
	ScheduleRun,
	ScheduleStatus,
	ScheduleTarget,
	SkippedReason,
} from '../../../contract/schedule.ts';
import type {TerminalRunStatus} from '../../../contract/enums.ts';
import type {Bit, Json, Millis} from '../columns.ts';

/** A time at which a schedule fires, and the one after it; null: it fires no more. */
export type Fire = {due: number; next: number | null};

/** Tables of schedules. */
export type ScheduleTables = {schedules: ScheduleTable; schedule_runs: ScheduleRunTable};

export type ScheduleTable = {
	id: ScheduleId;
	account_id: AccountId;
	name: string;
	/** Whether it has finished follows from `end_at` and the time at which one asks. */
	status: Exclude<ScheduleStatus, 'finished'>;
	target_type: ScheduleTarget;
	target_id: string;
	cron: string;
	cadence: Json<Cadence>;
	/** Local day from which days and months are counted. */
	anchor_day: string | null;
	timezone: string;
	start_at: Millis | null;
	end_at: Millis | null;
	send_to: string | null;
	skip_dependencies: Bit;
	auto_heal: Bit;
	environment: string | null;
	/** Null unless it is active and fires again. Moving it is what claims a fire. */
	next_run_at: Millis | null;
	last_run_id: ScheduleRunId | null;
	auto_paused_at: Millis | null;
	/** Completed runs in a row without a passing test. */
	runs_without_pass: number;
	created_at: Millis;
	updated_at: Millis;
};

/** One fire of a schedule. */
export type ScheduleRunTable = {
	id: ScheduleRunId;
	schedule_id: ScheduleId;
	/** Null when it was skipped. The batch may be gone: history is bounded. */
	batch_id: BatchId | null;
	skipped_reason: SkippedReason | null;
	project_id: ProjectId | null;
	test_list_id: TestListId | null;
	/** Null until its batch has ended with its cleanup, and forever when it was skipped. */
	outcome: TerminalRunStatus | null;
	stats: Json<ScheduleRun['stats']> | null;
	newly_failed: Json<Ref[]> | null;
	newly_recovered: Json<Ref[]> | null;
	/** 1: it was the last of too many without a pass. */
	paused: Bit;
	/** `due`: to be sent, or sent by a process that died before it could say so. */
	mail: MailStatus | 'due';
	mail_attempts: number;
	/** Null exactly while its batch is under way. */
	completed_at: Millis | null;
	created_at: Millis;
	updated_at: Millis;
};
