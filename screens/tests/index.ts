import type {ProjectId} from '../../contract/ids.ts';
import {flakyAside} from '../../components/flaky-lines.ts';
import {flakyCheckStore} from '../../source/stores/flaky-check.ts';
import type {Place} from '../../source/stores/screen.ts';
import {projectStart, testStart} from '../../source/stores/start-ways.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {keepTests} from './keep-tests.ts';
import {testList} from './test-list.ts';
import {projectsStore} from '../../source/stores/projects.ts';

/** Screen 2: tests of a project, and everything about the one under the cursor. */
export const testsScreen = defineScreen<Place & {projectId: ProjectId}>({
	name: 'tests',
	title: 'Tests',
	depth: 1,
	scope: 'project',
	keys: ['2'],
	shape: {panes: 'both', headingLines: 1},
	bindings: [
		bind('tests', 'run', ['r'], 'run the selected tests', 'run', 'run:tests'),
		bind('tests', 'runAll', ['a'], 'run all tests of the project', 'run all', 'run:tests'),
		bind('tests', 'rerun', ['R'], 'run again, with or without what it needs', 'rerun', 'run:tests'),
		bind('tests', 'alone', ['A'], 'run the test under the cursor again, alone', 'rerun alone', 'run:tests'),
		bind('tests', 'create', ['n'], 'new test, from a file or in $EDITOR', 'new', 'write:tests'),
		bind('tests', 'mark', ['space'], 'select for the next run', 'select', 'run:tests'),
		bind('tests', 'edit', ['e'], 'edit the code in $EDITOR', 'edit', 'write:tests'),
		bind(
			'tests',
			'metadata',
			['m'],
			'edit name, priority, category, produces, needs and limit; of selected ones what they share',
			undefined,
			'write:tests',
		),
		bind('tests', 'flaky', ['F'], 'run it several times: is it flaky?', 'flaky?', 'run:tests'),
		bind('tests', 'stopFlaky', ['c'], 'stop the flaky check after this attempt', 'stop', 'run:tests'),
		bind('tests', 'say', ['i'], 'say in words what should be different, or ask', 'say', 'write:tests'),
		bind('tests', 'history', ['H'], 'history of the test', 'history'),
		bind('tests', 'only', ['x'], 'show only tests of a status', 'status'),
		bind('tests', 'sort', ['s'], 'choose the order'),
		bind('tests', 'page', ['p'], 'read the code in $PAGER'),
		bind('tests', 'unmark', ['u'], 'unselect all tests', undefined, 'run:tests'),
		bind('tests', 'delete', ['D'], 'delete the test, or the selected ones (asks)', undefined, 'write:tests'),
	],
	starts: {project: projectStart('tests'), tests: projectStart('tests'), test: testStart},
	sources: dashboard => [
		dashboard.tests.store,
		dashboard.storeOf(projectsStore).store,
		dashboard.storeOf(flakyCheckStore).store,
	],
	state({tests}) {
		const {isLoaded, error, tests: all} = tests.store.getState();
		return {isLoaded, error, count: all.length};
	},
	list: testList,
	headerEnd(dashboard) {
		const {isComplete, marked, tests: all} = dashboard.tests.store.getState();
		const checking = flakyAside(dashboard.storeOf(flakyCheckStore).store.getState());
		return checking.concat(headerCount(all.length, 'test', {isComplete, marked: marked.size}));
	},
	keep: (keeper, {projectId}, signal) => keepTests(keeper, projectId, signal),
	loadView: async () => (await import('./tests-view.tsx')).testsView,
	loadPage: async () => (await import('./tests-page.ts')).testsPage,
});
