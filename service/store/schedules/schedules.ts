import {type Insertable, type Selectable, sql, type Updateable} from 'kysely';
import type {AccountId, ProjectId, ScheduleId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import type {Fire, ScheduleTable} from './schedule-tables.ts';

/** A schedule with the name of what it runs; null: its target is gone. */
export type ScheduleRow = Selectable<ScheduleTable> & {target_name: string | null};

/** A schedule that may fire, with the plan of its account and since when that is disabled. */
export type DueSchedule = Selectable<ScheduleTable> & {plan: string; disabled_at: number | null};

/** Name of what a schedule runs; null: it is gone. */
export const targetName = sql<string | null>`case schedules.target_type
	when 'project' then (
		select name from projects
		where projects.id = schedules.target_id and projects.account_id = schedules.account_id
	)
	else (
		select name from test_lists
		where test_lists.id = schedules.target_id and test_lists.account_id = schedules.account_id
	)
end`;

const named = (database: Database) =>
	database.selectFrom('schedules').selectAll('schedules').select(targetName.as('target_name'));

/** Null: the account has no such schedule. */
export async function findSchedule(
	database: Database,
	accountId: AccountId,
	scheduleId: ScheduleId,
): Promise<ScheduleRow | null> {
	const row = await named(database)
		.where('schedules.id', '=', scheduleId)
		.where('schedules.account_id', '=', accountId)
		.executeTakeFirst();
	return row ?? null;
}

/** Schedules of an account, newest first. */
export function listSchedules(
	database: Database,
	accountId: AccountId,
	{projectId}: {projectId?: ProjectId | undefined},
): Promise<ScheduleRow[]> {
	return named(database)
		.where('schedules.account_id', '=', accountId)
		.$if(projectId !== undefined, query => query.where('schedules.target_id', '=', projectId!))
		.orderBy('schedules.id', 'desc')
		.execute();
}

/** Stores a schedule unless the account has as many as its plan allows (null: any number), or its target has gone. */
export function insertSchedule(
	database: Database,
	schedule: Insertable<ScheduleTable>,
	slots: number | null,
): Promise<'slots' | 'no_target' | 'stored'> {
	return database.transaction().execute(async transaction => {
		const {account_id, target_type, target_id} = schedule;
		const target = await transaction
			.selectFrom(target_type === 'project' ? 'projects' : 'test_lists')
			.select('id')
			.where('id', '=', target_id)
			.where('account_id', '=', account_id)
			.executeTakeFirst();
		if (!target) return 'no_target';
		const {taken} = await transaction
			.selectFrom('schedules')
			.select(({fn}) => fn.countAll<number>().as('taken'))
			.where('account_id', '=', account_id)
			.executeTakeFirstOrThrow();
		if (slots !== null && taken >= slots) return 'slots';
		await transaction.insertInto('schedules').values(schedule).execute();
		return 'stored';
	});
}

/** Changes some columns. */
export async function updateSchedule(
	database: Database,
	scheduleId: ScheduleId,
	columns: Updateable<ScheduleTable>,
): Promise<void> {
	await database.updateTable('schedules').set(columns).where('id', '=', scheduleId).execute();
}

/** Removes a schedule with the list of its runs; their batches stay. */
export function deleteSchedule(database: Database, accountId: AccountId, scheduleId: ScheduleId): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const {numDeletedRows} = await transaction
			.deleteFrom('schedules')
			.where('id', '=', scheduleId)
			.where('account_id', '=', accountId)
			.executeTakeFirst();
		if (numDeletedRows === 0n) return false;
		await transaction.deleteFrom('schedule_runs').where('schedule_id', '=', scheduleId).execute();
		return true;
	});
}

/** Removes the schedules of a target that is being deleted. */
export async function deleteSchedulesOf(transaction: Database, targetId: string): Promise<void> {
	await transaction
		.deleteFrom('schedule_runs')
		.where('schedule_id', 'in', ({selectFrom}) =>
			selectFrom('schedules').select('schedules.id').where('schedules.target_id', '=', targetId),
		)
		.execute();
	await transaction.deleteFrom('schedules').where('target_id', '=', targetId).execute();
}

/** A schedule of the account that runs a thing, if there is one. */
export async function findScheduleOf(
	database: Database,
	accountId: AccountId,
	targetId: string,
): Promise<{id: string; name: string} | null> {
	const row = await database
		.selectFrom('schedules')
		.select(['id', 'name'])
		.where('account_id', '=', accountId)
		.where('target_id', '=', targetId)
		.orderBy('id')
		.limit(1)
		.executeTakeFirst();
	return row ?? null;
}

/** When the next schedule fires; null: none does. */
export async function readNextFire(database: Database): Promise<number | null> {
	const row = await database
		.selectFrom('schedules')
		.select('next_run_at')
		.where('next_run_at', 'is not', null)
		.orderBy('next_run_at')
		.limit(1)
		.executeTakeFirst();
	return row?.next_run_at ?? null;
}

const withPlan = (database: Database) =>
	database
		.selectFrom('schedules')
		.innerJoin('accounts', 'accounts.id', 'schedules.account_id')
		.selectAll('schedules')
		.select(['accounts.plan', 'accounts.disabled_at'])
		.where('schedules.status', '=', 'active');

/** Schedules whose time has come, the longest due first. */
export const listDue = (database: Database, now: number): Promise<DueSchedule[]> =>
	withPlan(database)
		.where('next_run_at', 'is not', null)
		.where('next_run_at', '<=', now)
		.orderBy('next_run_at')
		.execute();

/** Every schedule that is active. */
export const listActive = (database: Database): Promise<DueSchedule[]> => withPlan(database).execute();

/**
 * Takes one fire: moves the schedule from the time at which it is due to its next one. True for exactly one of the
 * processes that try, and for none when it was paused or changed meanwhile.
 */
export async function takeFire(database: Database, {id, due, next}: Fire & {id: string}): Promise<boolean> {
	const {numUpdatedRows} = await database
		.updateTable('schedules')
		.set({next_run_at: next})
		.where('id', '=', id)
		.where('next_run_at', '=', due)
		.where('status', '=', 'active')
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Whether a fire has not been taken yet. */
export async function isDue(database: Database, scheduleId: ScheduleId, due: number): Promise<boolean> {
	const row = await database
		.selectFrom('schedules')
		.select('id')
		.where('id', '=', scheduleId)
		.where('next_run_at', '=', due)
		.where('status', '=', 'active')
		.executeTakeFirst();
	return row !== undefined;
}

/** Sets the next time of an active schedule, unless it was changed since `seen` was read. */
export async function resetFire(
	database: Database,
	{id, seen, next}: {id: string; seen: number | null; next: number | null},
): Promise<void> {
	await database
		.updateTable('schedules')
		.set({next_run_at: next})
		.where('id', '=', id)
		.where('next_run_at', 'is', seen)
		.where('status', '=', 'active')
		.execute();
}

/** Pauses a schedule whose plan has lost schedules. "A paused schedule keeps its slot." */
export async function pauseSchedule(database: Database, scheduleId: ScheduleId, now: number): Promise<void> {
	await database
		.updateTable('schedules')
		.set({status: 'paused', next_run_at: null, updated_at: now})
		.where('id', '=', scheduleId)
		.where('status', '=', 'active')
		.execute();
}

/** Tests of a project that a backend runner can execute. */
export async function countRunnableTests(database: Database, projectId: ProjectId): Promise<number> {
	const {count} = await database
		.selectFrom('tests')
		.select(({fn}) => fn.countAll<number>().as('count'))
		.where('project_id', '=', projectId)
		.where('type', '=', 'backend')
		.where('code', 'is not', null)
		.executeTakeFirstOrThrow();
	return count;
}
