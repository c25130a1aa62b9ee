import {createStore, type StoreApi} from 'zustand/vanilla';
import type {ScheduleId} from '../../contract/ids.ts';
import {inParallel, usualLimit} from '../../contract/in-parallel.ts';
import type {Schedule, ScheduleInput, SchedulePatch, ScheduleRun} from '../../contract/schedule.ts';
import {createLoader, type Loader} from './loader.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadSchedulesRoutes = () => import('../../contract/routes/schedules.ts');

/** Runs of a schedule that are looked back. */
const shownRuns = 10;
/** A run is looked at again for so long after its last change, in ms: its mail goes out after its end. */
const settlesIn = 60_000;

/** The runs of some schedules, newest first, by the ids of the schedules. */
export type RunsOf = ReadonlyMap<string, readonly ScheduleRun[]>;

type Schedules = Loader<readonly Schedule[]> & {
	runs: StoreApi<RunsOf>;
	/** Reads the runs of these schedules where they are not known, or may have changed. */
	lookAt(scheduleIds: readonly ScheduleId[]): Promise<void>;
	create(input: ScheduleInput): Promise<Schedule>;
	change(scheduleId: ScheduleId, patch: SchedulePatch): Promise<Schedule>;
	remove(scheduleId: ScheduleId): Promise<void>;
	runNow(scheduleId: ScheduleId): Promise<ScheduleRun>;
};

/** The key of the schedules of every project and test list. */
export const allSchedules = 'all';

/** Schedules of a project, or all of them, and their latest runs. */
export const schedulesStore = storeKey<Schedules>(({session, context}) => {
	const loader = createLoader<readonly Schedule[]>(
		{session},
		{
			async read(key, _known, signal) {
				const query = key === allSchedules ? {} : {projectId: key};
				return (await session.call((await loadSchedulesRoutes()).listSchedules, {query, signal})).schedules;
			},
		},
	);
	const runs = createStore<RunsOf>()(() => new Map());
	const reading = new Set<string>();
	const signal = context.ended;

	const isSettled = ({status, updatedAt}: ScheduleRun) =>
		status !== 'queued' && status !== 'running' && context.now() - Date.parse(updatedAt) > settlesIn;

	/** Whether the runs that are known may have changed since. */
	function isDue({scheduleId, lastRunId}: Schedule): boolean {
		const known = runs.getState().get(scheduleId);
		if (lastRunId === null) return false;
		return known?.[0]?.runId !== lastRunId || !known.every(isSettled);
	}

	async function readRuns(scheduleId: ScheduleId): Promise<void> {
		const page = await session.call((await loadSchedulesRoutes()).listScheduleRuns, {
			params: {scheduleId},
			query: {pageSize: shownRuns},
			signal,
		});
		runs.setState(new Map(runs.getState()).set(scheduleId, page.runs), true);
	}

	/** Takes over a schedule as it is answered; a new one comes first, as in the list of the service. */
	function put(schedule: Schedule): Schedule {
		const {key} = loader.store.getState();
		const {scheduleId, targetId} = schedule;
		if (key === allSchedules || key === targetId)
			loader.put(key, all =>
				all.some(other => other.scheduleId === scheduleId)
					? all.map(other => (other.scheduleId === scheduleId ? schedule : other))
					: [schedule, ...all],
			);
		return schedule;
	}

	return {
		...loader,
		runs,
		async lookAt(scheduleIds) {
			const wanted = new Set(scheduleIds);
			const due = (loader.store.getState().data ?? [])
				.filter(schedule => wanted.has(schedule.scheduleId) && !reading.has(schedule.scheduleId) && isDue(schedule))
				.map(({scheduleId}) => scheduleId);
			for (const id of due) reading.add(id);
			await inParallel(due, usualLimit, id =>
				readRuns(id)
					// The column stays as it is; the next look tries again, and the connection is told elsewhere.
					.catch(() => undefined)
					.finally(() => reading.delete(id)),
			);
		},
		create: async input => put(await session.call((await loadSchedulesRoutes()).createSchedule, {body: input, signal})),
		change: async (scheduleId, patch) =>
			put(
				await session.call((await loadSchedulesRoutes()).updateSchedule, {
					params: {scheduleId},
					body: patch,
					signal,
				}),
			),
		async remove(scheduleId) {
			await session.call((await loadSchedulesRoutes()).deleteSchedule, {
				params: {scheduleId},
				signal,
			});
			const {key} = loader.store.getState();
			if (key !== null) loader.put(key, all => all.filter(other => other.scheduleId !== scheduleId));
		},
		runNow: async scheduleId => session.call((await loadSchedulesRoutes()).runSchedule, {params: {scheduleId}, signal}),
	};
});
