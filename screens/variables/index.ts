import type {BatchId, ProjectId} from '../../contract/ids.ts';
import {keepBatchView} from '../../source/stores/keep-batch.ts';
import type {Place} from '../../source/stores/screen.ts';
import {batchStart} from '../../source/stores/start-ways.ts';
import {variablesStore} from '../../source/stores/variables.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {countVariables, variableList} from './variable-list.ts';

type VariablesPlace = Place & {batchId: BatchId; projectId: ProjectId | null};

/** Screen 6: named values of a batch, who made them, who needs them, and what deletes the records behind them. */
export const variablesScreen = defineScreen<VariablesPlace>({
	name: 'variables',
	title: 'Variables',
	short: 'Vars',
	depth: 6,
	scope: 'batch',
	keys: ['6'],
	shape: {panes: 'both', headingLines: 1},
	bindings: [
		bind('variables', 'only', ['x'], 'show only variables with cleanup, orphaned, used or unused', 'only'),
		bind('variables', 'sort', ['s'], 'choose the order', 'order'),
		bind('variables', 'producer', ['b'], 'jump to the test that gives it', 'producer'),
		bind('variables', 'consumer', ['n'], 'jump to a test that needs it', 'consumer'),
		bind('variables', 'record', ['d'], 'jump to its record in the cleanup'),
		bind('variables', 'pin', ['P'], 'choose which test gives it (asks)', 'pin', 'write:tests'),
	],
	starts: {variables: batchStart('variables')},
	sources: dashboard => [dashboard.storeOf(variablesStore).store, dashboard.batches.store, dashboard.tests.store],
	state(dashboard) {
		const {data, error} = dashboard.storeOf(variablesStore).store.getState();
		return {isLoaded: data !== null, error, count: countVariables(dashboard)};
	},
	list: variableList,
	headerEnd: dashboard => headerCount(countVariables(dashboard), 'variable'),
	keep: (keeper, {batchId}, signal) =>
		keepBatchView(keeper, batchId, inner => keeper.dashboard.storeOf(variablesStore).load(batchId, inner), signal),
	loadView: async () => (await import('./variables-view.tsx')).variablesView,
	loadPage: async () => (await import('./variables-page.ts')).variablesPage,
});
