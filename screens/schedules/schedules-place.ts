import type {Place} from '../../source/stores/place.ts';
import {allSchedules} from '../../source/stores/schedules.ts';

export type SchedulesPlace = Place & {
	/** The project at hand; its schedules are shown. */
	projectId: string | null;
	/** All schedules are shown, whatever the project. */
	shown?: typeof allSchedules;
};

/** What is read for a place. */
export const scheduleKey = ({projectId, shown}: Place): string =>
	shown === allSchedules || !projectId ? allSchedules : projectId;
