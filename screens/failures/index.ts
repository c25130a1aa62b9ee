import type {BatchId, ProjectId} from '../../contract/ids.ts';
import {failureFilters} from '../../source/stores/failure-rows.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import type {Place, FindStart} from '../../source/stores/screen.ts';
import {redTestsStore} from '../../source/stores/red-tests.ts';
import {batchStart, projectStart} from '../../source/stores/start-ways.ts';
import {bind, type DashboardBinding} from '../bind.ts';
import {defineScreen} from '../screen-definition.ts';
import {countFailures, countsInReach, countWords, failureList, goToFailures, shownCounts} from './failure-list.ts';
import {keepFailures, keepRedTests} from './keep-failures.ts';

/** Keys that mean the same in the list of failures and in the viewer. */
export const failureKeys = (layer: string): readonly DashboardBinding[] => [
	bind(layer, 'next', ['n'], 'next failure', 'next'),
	bind(layer, 'producer', ['b'], 'jump to the failed producer it needs', 'producer'),
	bind(layer, 'previous', ['N'], 'previous failure'),
	bind(layer, 'rerun', ['r'], 'run the test again, with what it depends on', 'rerun', 'run:tests'),
	bind(layer, 'alone', ['A'], 'run the test again, alone', 'rerun alone', 'run:tests'),
	bind(layer, 'rerunHow', ['R'], 'run again: alone, or all failures that are listed', undefined, 'run:tests'),
	bind(layer, 'prompt', ['Y'], 'copy a prompt for repairing it', 'fix prompt'),
	bind(layer, 'curl', ['C'], 'copy the failing request as a curl line', 'copy curl'),
	bind(layer, 'save', ['s'], 'save the bundle of the failure', 'save'),
	bind(layer, 'edit', ['e'], 'edit the code of the test in $EDITOR', undefined, 'write:tests'),
];

type FailuresPlace = Place & {batchId?: BatchId; projectId: ProjectId | null};

/** Of a project all that is red, whatever batch it was in; of a batch or a run its own. */
const startOfFailures: FindStart = async input => {
	const id = input.id ?? input.projectId;
	return (id?.startsWith('prj_') ? projectStart('failures') : batchStart('failures'))(input);
};

/** Screen 4: failed and blocked tests of a batch, or of a whole project, by kind; blocked ones under their root producer. */
export const failuresScreen = defineScreen<FailuresPlace>({
	name: 'failures',
	title: 'Failures',
	short: 'Fails',
	depth: 6,
	scope: 'batch',
	keys: ['4'],
	shape: {panes: 'both', headingLines: 1, widestPane: 72},
	bindings: [
		...failureKeys('failures'),
		bind('failures', 'only', ['x'], `show only ${failureFilters.join(', ')} tests`, 'only'),
		bind('failures', 'fold', ['space', 'z'], 'fold or unfold the kind of failure'),
		bind('failures', 'foldAll', ['Z'], 'fold or unfold all kinds'),
	],
	starts: {failures: startOfFailures},
	sources: dashboard => [
		dashboard.batches.store,
		dashboard.storeOf(failuresStore).store,
		dashboard.storeOf(redTestsStore).store,
		dashboard.tests.store,
	],
	state(dashboard, {batchId, projectId}) {
		const count = countFailures(dashboard);
		if (batchId) {
			const {batch, error} = dashboard.batches.store.getState();
			return {isLoaded: batch !== null, error, count};
		}
		const {key, data, error} = dashboard.storeOf(redTestsStore).store.getState();
		return {isLoaded: key === projectId && data !== null, error: key === projectId ? error : null, count};
	},
	list: failureList,
	attention(dashboard) {
		const {failed, blocked} = countsInReach(dashboard);
		return [
			{kind: 'failed', count: failed},
			{kind: 'blocked', count: blocked},
		];
	},
	headerEnd(dashboard) {
		const text = countWords(shownCounts(dashboard));
		return text === '' ? [] : [{text, role: 'muted'}];
	},
	goTo: goToFailures,
	keep: (keeper, {batchId, projectId}, signal) =>
		batchId ? keepFailures(keeper, batchId, signal) : keepRedTests(keeper, projectId, signal),
	loadView: async () => (await import('./failures-view.tsx')).failuresView,
	loadPage: async () => (await import('./failures-page.ts')).failuresPage,
});
