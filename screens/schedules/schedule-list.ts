import type {ProjectId} from '../../contract/ids.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {Place, RowList} from '../../source/stores/screen.ts';
import {type ScheduleRow, selectSchedules} from '../../source/stores/schedule-rows.ts';
import {schedulesStore, allSchedules} from '../../source/stores/schedules.ts';
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

export type SchedulesPlace = Place & {
	/** The project at hand; its schedules are shown. */
	projectId: ProjectId | null;
	/** All schedules are shown, whatever the project. */
	shown?: typeof allSchedules;
};

/** What is read for a place. */
export const scheduleKey = ({projectId, shown}: Place): string =>
	shown === allSchedules || !projectId ? allSchedules : projectId;
