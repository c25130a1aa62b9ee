import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import {type ScheduleRow, selectSchedules} from '../../source/stores/schedule-rows.ts';
import {schedulesStore} from '../../source/stores/schedules.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {storeKey} from '../../source/stores/store-key.ts';
import {listOf, selectedRow} from '../current-list.ts';

/** One selector a dashboard, so that two of them do not make each other forget. */
const rowsOf = storeKey(() => selectSchedules());

export function scheduleList(dashboard: Dashboard): RowList<ScheduleRow> {
	const {store, runs} = dashboard.storeOf(schedulesStore);
	const {filter, only} = currentView(dashboard.navigation.store.getState());
	return {
		rows: dashboard.storeOf(rowsOf)(store.getState().data, runs.getState(), filter, only),
		idOf: ({schedule}) => schedule.scheduleId,
	};
}

export const selectedSchedule = (dashboard: Dashboard): ScheduleRow | undefined =>
	selectedRow(listOf(dashboard, scheduleList(dashboard)));
