import type {ProjectId} from '../../contract/ids.ts';
import {environmentsStore} from '../../source/stores/environments.ts';
import type {Place} from '../../source/stores/screen.ts';
import {projectStart} from '../../source/stores/start-ways.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {environmentList} from './environment-list.ts';
import {keepProjectInStrip} from '../../source/stores/keep-batch.ts';

type EnvironmentsPlace = Place & {projectId: ProjectId};

/** Pause between looks, in ms: others may change them, and nothing tells of it. */
const pause = 15_000;

/** The named targets of a project, with their accounts and variables. */
export const environmentsScreen = defineScreen<EnvironmentsPlace>({
	name: 'environments',
	title: 'Environments',
	depth: 5,
	scope: 'project',
	keys: ['g e'],
	shape: {panes: 'both', headingLines: 1},
	bindings: [
		bind('environments', 'create', ['n'], 'new environment', 'new', 'write:projects'),
		bind('environments', 'edit', ['e'], 'change name, address and account', 'edit', 'write:projects'),
		bind('environments', 'variable', ['v'], 'set or remove a variable', 'variable', 'write:projects'),
		bind('environments', 'default', ['d'], 'make it the default one (asks)', 'default', 'write:projects'),
		bind('environments', 'run', ['r'], 'run all tests in it (asks)', 'run', 'run:tests'),
		bind('environments', 'remove', ['D'], 'delete the environment (asks)', undefined, 'write:projects'),
	],
	starts: {environments: projectStart('environments')},
	sources: dashboard => [dashboard.storeOf(environmentsStore).store, dashboard.tests.store],
	state(dashboard) {
		const {data, error} = dashboard.storeOf(environmentsStore).store.getState();
		return {isLoaded: data !== null, error, count: data?.length ?? 0};
	},
	list: environmentList,
	headerEnd: dashboard =>
		headerCount(dashboard.storeOf(environmentsStore).store.getState().data?.length ?? 0, 'environment'),
	async keep(keeper, {projectId}, signal) {
		const load = () => keeper.dashboard.storeOf(environmentsStore).load(projectId, signal);
		await Promise.all([keepProjectInStrip(keeper, projectId, signal), keeper.every(pause, load, signal)]);
	},
	loadView: async () => (await import('./environments-view.tsx')).environmentsView,
	loadPage: async () => (await import('./environments-page.ts')).environmentsPage,
});
