import {currentPlace, currentProjectId, currentView} from '../../source/stores/navigation.ts';
import {textField} from '../../source/view-model/text-field.ts';
import type {Actions, Stage} from './action.ts';
import {attempt} from './report.ts';

/** Keys that work on every screen. */
export function globalActions({dashboard, terminal}: Stage): Actions {
	const {navigation, ui, live, session, batches, tests} = dashboard;
	const state = () => navigation.store.getState();
	const hasDetail = () => currentPlace(state()).screen !== 'projects';
	const projectId = () => currentProjectId(state()) ?? batches.store.getState().batch?.projectId ?? null;

	function back(): void {
		const {focus, isZoomed} = state();
		const {filter, only} = currentView(state());
		if (isZoomed || focus === 'detail') navigation.setFocus('list', false);
		else if (filter || only) navigation.update({filter: '', only: null});
		else if (!navigation.back()) ui.toast('This is the outermost screen. q quits.');
	}

	async function openLatestRun(): Promise<void> {
		const id = projectId();
		if (id === null) return;
		tests.open(id);
		const {lastBatchId} = await tests.loadProject(dashboard.context.ended);
		if (lastBatchId) navigation.open({screen: 'run', batchId: lastBatchId, projectId: id});
		else ui.toast('This project has not run yet. Press 2, then a to run all tests.');
	}

	return {
		'global.back': {do: back},
		'global.nextPane': {
			do: () => navigation.setFocus(state().focus === 'list' ? 'detail' : 'list', state().isZoomed),
			isAvailable: hasDetail,
		},
		'global.zoom': {
			do: () => navigation.setFocus(state().focus, !state().isZoomed),
			isAvailable: hasDetail,
		},
		'global.palette': {do: () => ui.open({kind: 'palette', field: textField(), cursor: 0})},
		'global.help': {do: () => ui.open({kind: 'help', scroll: 0})},
		'global.quit': {do: terminal.quit},
		'always.leave': {do: terminal.quit},
		'global.projects': {do: () => navigation.open({screen: 'projects'})},
		'global.tests': {
			do() {
				const id = projectId();
				if (id !== null) navigation.open({screen: 'tests', projectId: id});
			},
			isAvailable: () => projectId() !== null,
		},
		'global.run': {
			do: () => attempt(dashboard, openLatestRun),
			isAvailable: () => projectId() !== null,
		},
		'global.refresh': {
			do() {
				live.refresh();
				if (session.store.getState().connection.kind === 'online') ui.toast('Reading again');
			},
		},
		'global.redraw': {do: terminal.redraw},
		'global.suspend': {do: terminal.suspend},
	};
}
