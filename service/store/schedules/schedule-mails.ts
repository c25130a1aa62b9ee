import type {Selectable} from 'kysely';
import type {AccountId, ScheduleRunId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import type {ScheduleRunTable} from './schedule-tables.ts';
import {targetName} from './schedules.ts';

export type DueMail = Selectable<ScheduleRunTable> & {
	account_id: AccountId;
	name: string;
	send_to: string;
	/** Null: what it ran is gone. */
	target_name: string | null;
};

/** Fires whose mail is to be sent, the oldest first. */
export async function listDueMails(database: Database): Promise<DueMail[]> {
	const rows = await database
		.selectFrom('schedule_runs')
		.innerJoin('schedules', 'schedules.id', 'schedule_runs.schedule_id')
		.selectAll('schedule_runs')
		.select(['schedules.account_id', 'schedules.name', 'schedules.send_to'])
		.select(targetName.as('target_name'))
		.where('schedule_runs.mail', '=', 'due')
		.orderBy('schedule_runs.id')
		.execute();
	return rows.map(row => ({...row, send_to: row.send_to ?? ''}));
}

/** Writes down that one more attempt begins: a service that dies in it does not try for ever. */
export async function countMailAttempt(database: Database, runId: ScheduleRunId): Promise<void> {
	await database
		.updateTable('schedule_runs')
		.set(({eb}) => ({mail_attempts: eb('mail_attempts', '+', 1)}))
		.where('id', '=', runId)
		.execute();
}

/** What has become of a mail. */
export async function saveMail(
	database: Database,
	runId: ScheduleRunId,
	mail: 'sent' | 'failed' | 'none' | 'not_configured',
	now: number,
): Promise<void> {
	await database.updateTable('schedule_runs').set({mail, updated_at: now}).where('id', '=', runId).execute();
}
