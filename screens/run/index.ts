import {isPartial} from '../../contract/batch.ts';
import type {BatchId, ProjectId, RunId} from '../../contract/ids.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {keepBatch} from '../../source/stores/keep-batch.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {projectsStore} from '../../source/stores/projects.ts';
import type {Place} from '../../source/stores/screen.ts';
import {batchStart} from '../../source/stores/start-ways.ts';
import {bind} from '../bind.ts';
import {batchName} from '../run-words.ts';
import {batchAtHand, batchOfProject} from '../go-to.ts';
import {defineScreen} from '../screen-definition.ts';
import {batchRows} from './batch-list.ts';

/** Follows the batch; of one that ran some tests it also reads which batch decides how the project stands. */
async function keepRun(keeper: Keeper, {batchId}: Place & {batchId: BatchId}, signal: AbortSignal): Promise<void> {
	const {batches, tests} = keeper.dashboard;
	let reading: Promise<unknown> | null = null;
	const look = (): void => {
		const {batch} = batches.store.getState();
		if (reading !== null || batch?.batchId !== batchId || batch.projectId === null || !isPartial(batch)) return;
		tests.open(batch.projectId);
		reading = keeper.persist(() => tests.loadStanding(signal), signal);
	};
	const unsubscribe = batches.store.subscribe(look);
	look();
	await keepBatch(keeper, batchId, signal).finally(unsubscribe);
	await reading;
}

type RunPlace = Place & {batchId: BatchId; projectId: ProjectId | null};

/** A run that ended failed or blocked is shown as a failure, every other one in its batch. */
const runOrFailure = ({
	batchId,
	projectId,
	run,
}: {
	batchId: BatchId;
	projectId: ProjectId | null;
	run?: {runId: RunId; status: string};
}): Place =>
	run && (run.status === 'failed' || run.status === 'blocked')
		? {screen: 'failure', batchId, projectId, runId: run.runId}
		: {screen: 'run', batchId, projectId};

/** Screen 3: a batch while it runs and after. */
export const runScreen = defineScreen<RunPlace>({
	name: 'run',
	title: 'Run',
	label: 'latest run',
	depth: 5,
	scope: 'batch',
	keys: ['3'],
	// What a run says of itself above the panes takes four lines, and a blank one where there is room.
	shape: {panes: 'both', headLines: rows => (rows >= 24 ? 5 : 4)},
	bindings: [
		// What only some runs and rows have stands first, where there is no room for all.
		bind('run', 'whole', ['W'], 'go to the last run of all tests', 'whole run'),
		bind('run', 'producer', ['b'], 'jump to the producer it needs', 'producer'),
		bind('run', 'attention', ['x'], 'show only failed and blocked tests', 'failed only'),
		bind('run', 'cancel', ['c'], 'cancel the run (asks)', 'cancel', 'run:tests'),
		bind('run', 'again', ['r'], 'run the same tests again (asks)', 'run again', 'run:tests'),
		bind('run', 'alone', ['A'], 'run the test under the cursor again, alone', 'rerun alone', 'run:tests'),
		bind(
			'run',
			'rerun',
			['R'],
			'run the test under the cursor again, with or without what it needs',
			undefined,
			'run:tests',
		),
		bind('run', 'fold', ['space', 'z'], 'fold or unfold the wave', 'fold'),
		bind('run', 'foldAll', ['Z'], 'fold or unfold all waves'),
		bind('run', 'follow', ['F'], 'follow the run, or stop following', 'follow'),
		bind('run', 'compare', ['C'], 'compare with the run before it', 'compare'),
		bind('run', 'page', ['p'], 'read the output in $PAGER'),
		bind('run', 'detach', ['d'], 'leave the run going'),
	],
	starts: {batch: batchStart('run'), run: batchStart(runOrFailure)},
	sources: dashboard => [dashboard.batches.store, dashboard.tests.store, dashboard.storeOf(projectsStore).store],
	state({batches}) {
		const {batch, error} = batches.store.getState();
		return {isLoaded: batch !== null, error, count: batch?.members.length ?? 0};
	},
	list: batchRows,
	crumb: (dashboard, {batchId}) => batchName(dashboard, batchId),
	async goTo(dashboard) {
		// From what lies over a run back to that run; from everywhere else to the newest one.
		const isOver = currentPlace(dashboard.navigation.store.getState()).screen !== 'run';
		const batch = (isOver ? batchAtHand(dashboard) : null) ?? (await batchOfProject(dashboard, 'newest'));
		if (batch) dashboard.navigation.open({screen: 'run', ...batch});
	},
	keep: keepRun,
	loadView: async () => (await import('./run-view.tsx')).runView,
	loadPage: async () => (await import('./run-page.ts')).runPage,
});
