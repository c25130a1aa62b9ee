import {stepsStore} from '../../source/stores/steps.ts';
import {countAside} from '../aside.ts';
import {bind} from '../bind.ts';
import {defineScreen} from '../screen-definition.ts';
import {goToSteps, runAtHand} from './go-to-steps.ts';
import {keepSteps} from './keep-steps.ts';
import {shownSteps, stepList, stepRows, type StepsPlace} from './shown-steps.ts';

/** The steps of one run of a plan, with what the browser showed at each. */
export const stepsScreen = defineScreen<StepsPlace>({
	name: 'steps',
	title: 'Steps',
	label: 'steps of the run at hand',
	// Over the viewer of a failure, which Esc goes back to.
	depth: 4.5,
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
	aside: dashboard => countAside(stepRows(dashboard).length, 'step', {isComplete: true}),
	goTo: goToSteps,
	canGoTo: dashboard => runAtHand(dashboard) !== null,
	keep: keepSteps,
	loadView: async () => (await import('./steps-view.tsx')).stepsView,
	loadPage: async () => (await import('./steps-page.ts')).stepsPage,
});
