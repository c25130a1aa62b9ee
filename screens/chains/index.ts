import type {BatchId, ProjectId} from '../../contract/ids.ts';
import {chainsStore} from '../../source/stores/chains.ts';
import {keepBatchOrProject} from '../../source/stores/keep-batch.ts';
import type {Place} from '../../source/stores/screen.ts';
import {batchOrProjectStart} from '../../source/stores/start-ways.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {canGoToBatchOrProject, goToBatchOrProject} from '../go-to.ts';
import {chainList, countChains} from './chain-list.ts';

/** Without a batch it is about the chains of a project that has not run yet, as its tests declare them. */
type ChainsPlace = Place & {projectId: ProjectId | null; batchId?: BatchId};

/** Screen 9: workflows whose steps hand values on, and what is wrong with them. */
export const chainsScreen = defineScreen<ChainsPlace>({
	name: 'chains',
	title: 'Chains',
	depth: 6,
	scope: 'batch',
	keys: ['9'],
	shape: {panes: 'both', headingLines: 1},
	bindings: [
		bind('chains', 'rerun', ['r'], 'run it again, with what it needs', 'rerun', 'run:tests'),
		bind('chains', 'rerunHow', ['R'], 'run it alone, or all chains (asks)', 'rerun all', 'run:tests'),
		bind('chains', 'fold', ['space', 'z'], 'show or hide the steps', 'steps'),
		bind('chains', 'foldAll', ['Z'], 'show or hide the steps of all chains'),
		bind('chains', 'only', ['x'], 'show only chains of a status', 'only'),
		bind('chains', 'failure', ['w'], 'why it failed: jump to the failure', 'failure'),
		bind('chains', 'origin', ['b'], 'jump to the step that gives its value'),
		bind('chains', 'test', ['t'], 'jump to the test'),
		bind('chains', 'variable', ['v'], 'jump to a variable that flows here'),
		bind('chains', 'call', ['d'], 'jump to the call in the data flow'),
		bind('chains', 'curl', ['C'], 'copy its request as a curl line'),
		bind('chains', 'say', ['i'], 'say in words what should be different', 'say', 'write:tests'),
		bind('chains', 'page', ['p'], 'read the chain or step in $PAGER'),
	],
	starts: {chains: batchOrProjectStart('chains')},
	sources: dashboard => [
		dashboard.storeOf(chainsStore).store,
		dashboard.storeOf(chainsStore).opened,
		dashboard.batches.store,
		dashboard.tests.store,
	],
	state(dashboard) {
		const {data, error} = dashboard.storeOf(chainsStore).store.getState();
		return {isLoaded: data !== null, error, count: countChains(dashboard)};
	},
	list: chainList,
	headerEnd: dashboard => headerCount(countChains(dashboard), 'chain'),
	goTo: dashboard => goToBatchOrProject(dashboard, 'chains'),
	canGoTo: canGoToBatchOrProject,
	keep: (keeper, place, signal) =>
		keepBatchOrProject(keeper, place, (of, inner) => keeper.dashboard.storeOf(chainsStore).load(of, inner), signal),
	loadView: async () => (await import('./chains-view.tsx')).chainsView,
	loadPage: async () => (await import('./chains-page.ts')).chainsPage,
});
