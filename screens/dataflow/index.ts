import type {BatchId, ProjectId} from '../../contract/ids.ts';
import {highlightStore} from '../../source/stores/call-rows.ts';
import {callsStore} from '../../source/stores/calls.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {keepBatchOrProject} from '../../source/stores/keep-batch.ts';
import type {Place} from '../../source/stores/screen.ts';
import {batchOrProjectStart} from '../../source/stores/start-ways.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {projectAtHand, canGoToBatchOrProject, goToBatchOrProject} from '../go-to.ts';
import {countRows, dataFlowList} from './data-flow-list.ts';

/** Without a batch it is about a project that has not run yet. */
type DataFlowPlace = Place & {projectId: ProjectId | null; batchId?: BatchId};

/** "Backend projects only": a project that is known to be another one has no data flow. */
const isFrontend = (dashboard: Dashboard): boolean => {
	const {project} = dashboard.tests.store.getState();
	return project !== null && project.id === projectAtHand(dashboard) && project.type === 'frontend';
};

/** Screen 8: what flows between the endpoints of a batch, and every call of it. */
export const dataFlowScreen = defineScreen<DataFlowPlace>({
	name: 'dataflow',
	title: 'Data flow',
	short: 'Flow',
	depth: 6,
	scope: 'batch',
	keys: ['8'],
	shape: {panes: 'both', headLines: rows => (rows >= 24 ? 3 : 1), headingLines: 1},
	bindings: [
		bind('dataflow', 'form', ['m'], 'flow of values, or list of calls', 'flow/calls'),
		bind('dataflow', 'consumers', ['n'], 'jump to what uses it; again: the next', 'consumers'),
		bind('dataflow', 'producer', ['b'], 'jump to what gives its value', 'producer'),
		bind('dataflow', 'unmark', ['u'], 'no highlight any more'),
		bind('dataflow', 'curl', ['C'], 'copy the call as a curl line', 'copy curl'),
		bind('dataflow', 'page', ['p'], 'read the call in $PAGER'),
		bind('dataflow', 'only', ['x'], 'show only calls answered so', 'only'),
		bind('dataflow', 'fold', ['space', 'z'], 'fold or unfold the group'),
		bind('dataflow', 'foldAll', ['Z'], 'fold or unfold all groups'),
		bind('dataflow', 'test', ['t'], 'jump to the test that made the call'),
		bind('dataflow', 'variable', ['v'], 'jump to the variable that flows here'),
		bind('dataflow', 'chain', ['i'], 'jump to the chain it is a step of'),
		bind('dataflow', 'runAll', ['a'], 'run all tests of the project (asks)', 'run all', 'run:tests'),
	],
	starts: {dataflow: batchOrProjectStart('dataflow')},
	sources: dashboard => [
		dashboard.storeOf(callsStore).store,
		dashboard.storeOf(callsStore).opened,
		dashboard.storeOf(highlightStore).store,
		dashboard.tests.store,
	],
	state(dashboard) {
		const {data, error} = dashboard.storeOf(callsStore).store.getState();
		return {isLoaded: data !== null, error, count: countRows(dashboard)};
	},
	list: dataFlowList,
	headerEnd: dashboard => headerCount(dashboard.storeOf(callsStore).store.getState().data?.summary.calls ?? 0, 'call'),
	goTo: dashboard => goToBatchOrProject(dashboard, 'dataflow'),
	canGoTo: dashboard => !isFrontend(dashboard) && canGoToBatchOrProject(dashboard),
	whyNot: dashboard => (isFrontend(dashboard) ? 'Data flow is for backend projects: what tests call.' : null),
	keep: (keeper, place, signal) =>
		keepBatchOrProject(keeper, place, (of, inner) => keeper.dashboard.storeOf(callsStore).load(of, inner), signal),
	loadView: async () => (await import('./data-flow-view.tsx')).dataFlowView,
	loadPage: async () => (await import('./data-flow-page.ts')).dataFlowPage,
});
