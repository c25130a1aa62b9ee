import type {ProjectId} from '../../contract/ids.ts';
import {getProject} from '../../contract/routes/projects.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import type {Place, FindStart} from '../../source/stores/screen.ts';
import {everyList, testListsStore} from '../../source/stores/test-lists.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {projectAtHand} from '../go-to.ts';
import {testListList} from './test-list-list.ts';

type TestListsPlace = Place & {
	/** The project at hand: its tests are what is added. */
	projectId: ProjectId | null;
};

/** Pause between looks, in ms: the service has no long poll for lists. */
const pause = 10_000;

/** A list by its id; else all of them, with a project at hand where there is one. */
const start: FindStart = async ({client, id, projectId: atHand}) => {
	const place = (projectId: ProjectId | null) => [{screen: 'projects'}, {screen: 'testlists', projectId}];
	if (id?.startsWith('lst_')) {
		const {getTestList} = await import('../../contract/routes/test-lists.ts');
		const list = await client.call(getTestList, {params: {listId: id}});
		return {places: place(atHand), rowId: list.id};
	}
	const projectId = id ?? atHand;
	if (projectId !== null) await client.call(getProject, {params: {projectId}});
	return {places: place(projectId), rowId: null};
};

/** Screen 12: lists of tests of any project, and how their cases stand. */
export const testListsScreen = defineScreen<TestListsPlace>({
	name: 'testlists',
	title: 'Test lists',
	// As deep as the tests, so that the run of a list lies over it.
	depth: 1,
	scope: 'service',
	keys: ['g t'],
	shape: {panes: 'both', headingLines: 1},
	bindings: [
		bind('testlists', 'run', ['r'], 'run the list, or the selected cases', 'run', 'run:tests'),
		bind('testlists', 'create', ['n'], 'new list', 'new', 'write:tests'),
		bind('testlists', 'add', ['a'], 'add tests to the list', 'add tests', 'write:tests'),
		bind('testlists', 'mark', ['space'], 'select the case, or show cases', 'select'),
		bind('testlists', 'remove', ['d'], 'take selected cases off (asks)', 'take off', 'write:tests'),
		bind('testlists', 'batch', ['b'], 'open the last run of the list', 'last run'),
		bind('testlists', 'test', ['t'], 'go to the test of the case'),
		bind('testlists', 'schedule', ['S'], 'run the list on a schedule', undefined, 'run:tests'),
		bind('testlists', 'rename', ['e'], 'rename the list', undefined, 'write:tests'),
		bind('testlists', 'fold', ['z'], 'show or hide the cases of the list'),
		bind('testlists', 'unmark', ['u'], 'unselect all cases'),
		bind('testlists', 'delete', ['D'], 'delete the list (asks)', undefined, 'write:tests'),
	],
	starts: {testlists: start},
	sources(dashboard) {
		const {store, details, marked} = dashboard.storeOf(testListsStore);
		return [store, details, marked];
	},
	state(dashboard) {
		const {data, error} = dashboard.storeOf(testListsStore).store.getState();
		return {isLoaded: data !== null, error, count: data?.length ?? 0};
	},
	list: testListList,
	headerEnd(dashboard) {
		const {store, marked} = dashboard.storeOf(testListsStore);
		return headerCount(store.getState().data?.length ?? 0, 'list', {marked: marked.getState().size});
	},
	async goTo(dashboard) {
		const {navigation} = dashboard;
		if (currentPlace(navigation.store.getState()).screen !== 'testlists')
			navigation.open({screen: 'testlists', projectId: projectAtHand(dashboard)});
	},
	keep: ({dashboard, every}, _here, signal) =>
		every(pause, () => dashboard.storeOf(testListsStore).load(everyList, signal), signal),
	loadView: async () => (await import('./test-lists-view.tsx')).testListsView,
	loadPage: async () => (await import('./test-lists-page.ts')).testListsPage,
});
