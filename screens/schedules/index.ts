import type {ProjectId} from '../../contract/ids.ts';
import {getProject} from '../../contract/routes/projects.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {allSchedules, schedulesStore} from '../../source/stores/schedules.ts';
import type {FindStart} from '../../source/stores/screen.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {projectAtHand} from '../go-to.ts';
import {scheduleList, scheduleKey, type SchedulesPlace} from './schedule-list.ts';
import {keepProjectInStrip} from '../../source/stores/keep-batch.ts';

/** Pause between looks, in ms: the service has no long poll for schedules. */
const pause = 10_000;

/** A schedule by its id; else those of a project, or of the one at hand, or all. */
const start: FindStart = async ({client, id, projectId: atHand}) => {
	const place = (projectId: ProjectId | null) => [{screen: 'projects'}, {screen: 'schedules', projectId}];
	if (id?.startsWith('sch_')) {
		const {getSchedule} = await import('../../contract/routes/schedules.ts');
		const {scheduleId} = await client.call(getSchedule, {params: {scheduleId: id}});
		return {places: place(null), rowId: scheduleId};
	}
	const projectId = id ?? atHand;
	if (projectId !== null) await client.call(getProject, {params: {projectId}});
	return {places: place(projectId), rowId: null};
};

/** Screen 12: what runs on a schedule, when next, and how it went. */
export const schedulesScreen = defineScreen<SchedulesPlace>({
	name: 'schedules',
	title: 'Schedules',
	// As deep as the tests, so that the run of a schedule lies over it.
	depth: 1,
	scope: 'service',
	keys: ['g s'],
	shape: {panes: 'both', headingLines: 1},
	bindings: [
		bind('schedules', 'create', ['n'], 'new schedule', 'new', 'run:tests'),
		bind('schedules', 'pause', ['p'], 'pause it, or resume it', 'pause / resume', 'run:tests'),
		bind('schedules', 'run', ['r'], 'run it now (asks)', 'run now', 'run:tests'),
		bind('schedules', 'batch', ['b'], 'open one of its runs', 'its runs'),
		bind('schedules', 'edit', ['e'], 'change when it fires, its name or its mail', undefined, 'run:tests'),
		bind('schedules', 'target', ['t'], 'go to what it runs'),
		bind('schedules', 'only', ['x'], 'show only schedules of a status'),
		bind('schedules', 'all', ['a'], 'all schedules, or those of the project', 'all'),
		bind('schedules', 'delete', ['D'], 'delete the schedule (asks)', undefined, 'run:tests'),
	],
	starts: {schedules: start},
	sources(dashboard) {
		const {store, runs} = dashboard.storeOf(schedulesStore);
		return [store, runs, dashboard.tests.store];
	},
	state(dashboard) {
		const {data, error} = dashboard.storeOf(schedulesStore).store.getState();
		return {isLoaded: data !== null, error, count: data?.length ?? 0};
	},
	list: scheduleList,
	crumb({tests}, here) {
		if (scheduleKey(here) === allSchedules) return 'All schedules';
		const {project} = tests.store.getState();
		return project?.id === here.projectId ? `Schedules of ${project?.name}` : 'Schedules';
	},
	headerEnd: dashboard => headerCount(dashboard.storeOf(schedulesStore).store.getState().data?.length ?? 0, 'schedule'),
	async goTo(dashboard) {
		const {navigation} = dashboard;
		if (currentPlace(navigation.store.getState()).screen !== 'schedules')
			navigation.open({screen: 'schedules', projectId: projectAtHand(dashboard)});
	},
	async keep(keeper, here, signal) {
		const load = () => keeper.dashboard.storeOf(schedulesStore).load(scheduleKey(here), signal);
		await Promise.all([keepProjectInStrip(keeper, here.projectId, signal), keeper.every(pause, load, signal)]);
	},
	loadView: async () => (await import('./schedules-view.tsx')).schedulesView,
	loadPage: async () => (await import('./schedules-page.ts')).schedulesPage,
});
