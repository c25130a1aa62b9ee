import type {BatchId, ProjectId, RunId} from '../../contract/ids.ts';
import {failureStore} from '../../source/stores/failure.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {redTestsStore} from '../../source/stores/red-tests.ts';
import type {Dashboard, Keeper} from '../../source/stores/dashboard.ts';
import type {Place} from '../../source/stores/screen.ts';
import {bind} from '../bind.ts';
import {keepFailures} from '../failures/keep-failures.ts';
import {defineScreen} from '../screen-definition.ts';
import {
	allFailures,
	areOfProject,
	batchOfRun,
	countsOf,
	countWords,
	goToFailures,
	hasFailuresInReach,
	batchOfFailures,
} from '../failures/failure-list.ts';
import {openFailure, openFailureOfRun, openFailureOfTest} from '../failures/open-failure.ts';
import {failingAtHand} from './failing-at-hand.ts';
import {shownFailure, shownMember} from './shown-failure.ts';
import {failureKeys} from '../failures/index.ts';

/** Reads a failed run; its batch, or its project where no batch was opened, says which failures come before and after it. */
async function keepFailure(
	keeper: Keeper,
	{batchId, runId, projectId}: {batchId: BatchId; runId: RunId; projectId: ProjectId | null},
	signal: AbortSignal,
): Promise<void> {
	const store = keeper.dashboard.storeOf(failureStore);
	const red = keeper.dashboard.storeOf(redTestsStore);
	const isOfProject = batchOfFailures(keeper.dashboard) === null && projectId !== null;
	const isKnown = () => red.store.getState().data?.members.some(member => member.runId === runId) ?? false;
	const readRed = async () => {
		if (isOfProject && !isKnown()) await keeper.persist(() => red.load(projectId, signal), signal);
	};
	await Promise.all([
		keeper.persist(() => store.load(runId, signal), signal),
		keepFailures(keeper, batchId, signal),
		readRed(),
	]);
}

/** Below, the names in the breadcrumb have the room. */
const narrowColumns = 100;

type FailurePlace = Place & {batchId: BatchId; projectId: ProjectId | null; runId: RunId};

/** The failure of what is under the cursor; else the first one of the batch at hand, else the list of the newest one's. */
async function goToFailure(dashboard: Dashboard): Promise<void> {
	const failing = failingAtHand(dashboard);
	if (failing && 'testId' in failing) return openFailureOfTest(dashboard, failing.testId);
	if (failing && batchOfRun(dashboard, failing.runId) === null) return openFailureOfRun(dashboard, failing.runId);
	const runId = failing?.runId ?? allFailures(dashboard)[0]?.runId;
	if (runId !== undefined) openFailure(dashboard, runId);
	else if (hasFailuresInReach(dashboard)) await goToFailures(dashboard);
	else dashboard.ui.toast('Nothing failed or was blocked here.');
}

/** Screen 5: one failure whole, from its hypothesis to the line, request and response behind it. */
export const failureScreen = defineScreen<FailurePlace>({
	name: 'failure',
	title: 'Failure',
	depth: 7,
	scope: 'batch',
	keys: ['5'],
	shape: {panes: 'detail', headLines: rows => (rows >= 20 ? 3 : 2)},
	bindings: [
		bind('failure', 'nextTab', [']', 'l', 'right'], 'next tab', 'tab'),
		bind('failure', 'previousTab', ['['], 'previous tab'),
		...failureKeys('failure'),
		bind('failure', 'page', ['p'], 'read the tab in $PAGER'),
		bind('failure', 'editTab', ['E'], 'read the tab in $EDITOR'),
		bind('failure', 'browse', ['o'], 'open the run, its video or the picture in the browser'),
	],
	starts: {},
	sources(dashboard) {
		const {failure, calls, comparison, page} = dashboard.storeOf(failureStore);
		return [
			dashboard.batches.store,
			dashboard.storeOf(failuresStore).store,
			dashboard.storeOf(redTestsStore).store,
			failure.store,
			calls.store,
			comparison.store,
			page.store,
			dashboard.tests.store,
		];
	},
	state(dashboard, {runId}) {
		const {key, error} = dashboard.storeOf(failureStore).failure.store.getState();
		return {isLoaded: shownFailure(dashboard) !== null, error: key === runId ? error : null, count: 0};
	},
	list: () => noRows,
	crumb: dashboard => shownMember(dashboard)?.name ?? 'Failure',
	headerEnd(dashboard, {runId}) {
		const failures = allFailures(dashboard);
		const index = failures.findIndex(member => member.runId === runId);
		if (index < 0) return [];
		// The run of the shown one stands beside it: a count that is not of that run says so.
		const whose = areOfProject(dashboard) ? ' in the project' : '';
		const isNarrow = whose !== '' && dashboard.ui.store.getState().columns < narrowColumns;
		const words = isNarrow ? '' : `: ${countWords(countsOf(failures))}`;
		return [{text: `${index + 1} of ${failures.length}${whose}${words}`, role: 'muted'}];
	},
	goTo: goToFailure,
	canGoTo: dashboard => failingAtHand(dashboard) !== null || hasFailuresInReach(dashboard),
	whyNot: () => 'Nothing failed or was blocked here.',
	keep: keepFailure,
	loadView: async () => (await import('./failure-view.tsx')).failureView,
	loadPage: async () => (await import('./failure-page.ts')).failurePage,
});

const noRows = {rows: [], idOf: () => ''};
