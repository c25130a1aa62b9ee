import {
	createSchedule,
	deleteSchedule,
	getSchedule,
	listScheduleRuns,
	listSchedules,
	runSchedule,
	updateSchedule,
} from '../../../contract/routes/schedules.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

const defaultPageSize = 25;

export function scheduleRoutes(on: On, {schedules, now}: Services): void {
	on(listSchedules, async ({caller, query}) => ({schedules: await schedules.list(caller.accountId, query)}));
	on(createSchedule, ({caller, body}) =>
		schedules.create({accountId: caller.accountId, plan: caller.account.plan}, body),
	);
	on(getSchedule, ({caller, params}) => schedules.read(caller.accountId, params.scheduleId));
	on(updateSchedule, ({caller, params, body}) =>
		schedules.change({accountId: caller.accountId, plan: caller.account.plan}, params.scheduleId, body),
	);
	on(deleteSchedule, async ({caller, params}) => {
		await schedules.remove(caller.accountId, params.scheduleId);
		return {scheduleId: params.scheduleId};
	});
	on(listScheduleRuns, async ({caller, params, query}) => {
		// The cursor belongs to the runs of one schedule.
		const list = `schedule runs ${params.scheduleId}`;
		const {runs, next} = await schedules.listRuns(caller.accountId, params.scheduleId, {
			pageSize: query.pageSize ?? defaultPageSize,
			after: readCursor(list, query, now()),
			status: query.status,
		});
		return {runs, nextCursor: next && writeCursor(list, query, next, now())};
	});
	on(runSchedule, ({caller, params}) => schedules.runNow(caller.accountId, params.scheduleId));
}
