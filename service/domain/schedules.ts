import type {
	Schedule,
	ScheduleInput,
	SchedulePatch,
	ScheduleRun,
	ScheduleRunStatus,
	ScheduleStatus,
} from '../../contract/schedule.ts';

/** Who asks, and what the plan of the account opens. */
export type ScheduleOwner = {accountId: string; plan: string};

/**
 * Projects and test lists that run on a schedule. Every method checks that the thing belongs to the account and throws
 * `ServiceError` for what a caller can act on.
 */
export interface Schedules {
	list(
		accountId: string,
		filter: {projectId?: string | undefined; status?: readonly ScheduleStatus[] | undefined},
	): Promise<Schedule[]>;
	create(owner: ScheduleOwner, input: ScheduleInput): Promise<Schedule>;
	read(accountId: string, scheduleId: string): Promise<Schedule>;
	change(owner: ScheduleOwner, scheduleId: string, patch: SchedulePatch): Promise<Schedule>;
	remove(accountId: string, scheduleId: string): Promise<void>;
	listRuns(
		accountId: string,
		scheduleId: string,
		query: {pageSize: number; after: string | null; status?: readonly ScheduleRunStatus[] | undefined},
	): Promise<{runs: ScheduleRun[]; next: string | null}>;
	/** Fires it now, whatever its state; its next time stays. */
	runNow(accountId: string, scheduleId: string): Promise<ScheduleRun>;
}
