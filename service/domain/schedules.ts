import type {AccountId, ProjectId, ScheduleId} from '../../contract/ids.ts';
import type {
	Schedule,
	ScheduleInput,
	SchedulePatch,
	ScheduleRun,
	ScheduleRunStatus,
	ScheduleStatus,
} from '../../contract/schedule.ts';

/** Who asks, and what the plan of the account opens. */
export type ScheduleOwner = {accountId: AccountId; plan: string};

/**
 * Projects and test lists that run on a schedule. Every method checks that the thing belongs to the account and throws
 * `ServiceError` for what a caller can act on.
 */
export interface Schedules {
	list(
		accountId: AccountId,
		filter: {projectId?: ProjectId | undefined; status?: readonly ScheduleStatus[] | undefined},
	): Promise<Schedule[]>;
	create(owner: ScheduleOwner, input: ScheduleInput): Promise<Schedule>;
	read(accountId: AccountId, scheduleId: ScheduleId): Promise<Schedule>;
	change(owner: ScheduleOwner, scheduleId: ScheduleId, patch: SchedulePatch): Promise<Schedule>;
	remove(accountId: AccountId, scheduleId: ScheduleId): Promise<void>;
	listRuns(
		accountId: AccountId,
		scheduleId: ScheduleId,
		query: {pageSize: number; after: string | null; status?: readonly ScheduleRunStatus[] | undefined},
	): Promise<{runs: ScheduleRun[]; next: string | null}>;
	/** Fires it now, whatever its state; its next time stays. */
	runNow(accountId: AccountId, scheduleId: ScheduleId): Promise<ScheduleRun>;
}
