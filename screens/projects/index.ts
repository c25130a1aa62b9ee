import {failuresStore, projectFailuresStore} from '../../source/stores/failures.ts';
import {redCountsStore} from '../../source/stores/red-tests.ts';
import {serviceStart} from '../../source/stores/start-ways.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {projectList} from './project-list.ts';
import {projectsStore} from '../../source/stores/projects.ts';

/** Pause between looks: the service has no long poll for the list, in ms. */
const pause = 15_000;

/** Screen 1: projects with their latest verdict and pass rate. */
export const projectsScreen = defineScreen({
	name: 'projects',
	title: 'Projects',
	short: 'Proj',
	depth: 0,
	scope: 'service',
	keys: ['1'],
	shape: {panes: 'both', headingLines: 1},
	bindings: [
		bind('projects', 'create', ['n'], 'create a project', 'new', 'write:projects'),
		bind('projects', 'sort', ['s'], 'choose the order'),
		bind('projects', 'delete', ['D'], 'delete the project (asks)', undefined, 'write:projects'),
		bind('projects', 'browse', ['o'], 'open the project in the browser'),
	],
	starts: {projects: serviceStart('projects')},
	sources: dashboard => [
		dashboard.storeOf(projectsStore).store,
		dashboard.storeOf(projectFailuresStore).store,
		dashboard.storeOf(failuresStore).store,
		dashboard.storeOf(redCountsStore).store,
	],
	state(dashboard) {
		const {isLoaded, error, projects: all} = dashboard.storeOf(projectsStore).store.getState();
		return {isLoaded, error, count: all.length};
	},
	list: projectList,
	headerEnd(dashboard) {
		const {isComplete, projects: all} = dashboard.storeOf(projectsStore).store.getState();
		return headerCount(all.length, 'project', {isComplete});
	},
	keep: ({dashboard, every}, _here, signal) =>
		every(pause, () => dashboard.storeOf(projectsStore).load(signal), signal),
	loadView: async () => (await import('./projects-view.tsx')).projectsView,
	loadPage: async () => (await import('./projects-page.ts')).projectsPage,
});
