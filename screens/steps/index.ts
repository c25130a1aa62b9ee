import {isTerminal} from '../../contract/enums.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import {stepsStore} from '../../source/stores/steps.ts';
import {headerCount, defineScreen} from '../screen-definition.ts';
import {bind} from '../bind.ts';
import {goToSteps, runAtHand} from './go-to-steps.ts';
import {shownSteps, stepList, stepRows, type StepsPlace} from './shown-steps.ts';

/** Pause between looks at a run that goes on, in ms: a step takes about as long. */
const pause = 500;

/** Reads the steps of a run, again and again while it goes on. */
async function keepSteps({dashboard, persist}: Keeper, {runId}: StepsPlace, signal: AbortSignal): Promise<void> {
	const {steps} = dashboard.storeOf(stepsStore);
	for (;;) {
		if (!(await persist(() => steps.load(runId, signal), signal))) return;
		const shown = shownSteps(dashboard);
		if (shown && dashboard.tests.store.getState().project?.id !== shown.run.projectId) {
			dashboard.tests.open(shown.run.projectId);
			await persist(() => dashboard.tests.loadProject(signal), signal);
		}
		if (signal.aborted || (shown && isTerminal(shown.run.status))) return;
		await dashboard.context.wait(pause, signal);
	}
}

/** The steps of one run of a plan, with what the browser showed at each. */
export const stepsScreen = defineScreen<StepsPlace>({
	name: 'steps',
	title: 'Steps',
	label: 'steps of the run at hand',
	// Over the viewer of a failure, which Esc goes back to.
	depth: 8,
	scope: 'batch',
	keys: ['g b'],
	shape: {panes: 'both', headingLines: 1},
	bindings: [
		bind('steps', 'nextTab', [']'], 'picture, outline, console, network, log', 'tab'),
		bind('steps', 'previousTab', ['['], 'the tab before'),
		bind('steps', 'picture', ['p'], 'picture over the whole screen, and back', 'picture'),
		bind('steps', 'before', ['b'], 'picture before or after the step', 'before/after'),
		bind('steps', 'accept', ['a'], 'accept the repair (asks)', 'accept', 'write:tests'),
		bind('steps', 'refuse', ['x'], 'refuse the repair (asks)', 'refuse', 'write:tests'),
		bind('steps', 'browse', ['o'], 'open the picture', 'open'),
		bind('steps', 'code', ['e'], 'read the exported code in $EDITOR', 'code'),
	],
	starts: {},
	sources: dashboard => {
		const {steps, view} = dashboard.storeOf(stepsStore);
		return [steps.store, view];
	},
	state(dashboard) {
		const {error} = dashboard.storeOf(stepsStore).steps.store.getState();
		return {isLoaded: shownSteps(dashboard) !== null, error, count: stepRows(dashboard).length};
	},
	list: stepList,
	crumb: dashboard => shownSteps(dashboard)?.run.testTitle ?? 'Steps',
	headerEnd: dashboard => headerCount(stepRows(dashboard).length, 'step', {isComplete: true}),
	goTo: goToSteps,
	canGoTo: dashboard => runAtHand(dashboard) !== null,
	keep: keepSteps,
	loadView: async () => (await import('./steps-view.tsx')).stepsView,
	loadPage: async () => (await import('./steps-page.ts')).stepsPage,
});
