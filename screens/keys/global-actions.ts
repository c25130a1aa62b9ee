import {currentPlace, currentView} from '../../source/stores/navigation.ts';
import {textField} from '../../source/view-model/text-field.ts';
import {clearFilter, selectRow} from '../current-list.ts';
import {canGoTo, goTo, projectInReach} from '../go-to.ts';
import {screens} from '../registry.ts';
import {goToRepair, openRepairs} from '../steps/go-to-repair.ts';
import {type Action, type Actions, attempt} from '../action.ts';
import type {Stage} from '../screen-view.ts';

/** Keys that work on every screen. */
export function globalActions(stage: Stage): Actions {
	const {dashboard, terminal, views} = stage;
	const {navigation, ui, live, session} = dashboard;
	const state = () => navigation.store.getState();
	const panes = () => dashboard.screens.of(currentPlace(state())).shape.panes;

	function back(): void {
		const {focus, isZoomed} = state();
		const {filter, only, cameFrom} = currentView(state());
		if (panes() === 'detail' && isZoomed) navigation.setFocus('detail', false);
		else if (panes() === 'both' && (isZoomed || focus === 'detail')) navigation.setFocus('list', false);
		else if (cameFrom !== null) selectRow(dashboard, cameFrom);
		else if (filter || only) clearFilter(dashboard, {filter: '', only: null});
		else if (!navigation.back()) ui.toast('This is the outermost screen. q quits.');
	}

	/** To the other pane, or to another tab of the only one. */
	const turn = (step: 1 | -1): Action => {
		const turnTab = () => views.getState().get(currentPlace(state()).screen)?.turnTab;
		return {
			do() {
				const {focus, isZoomed} = state();
				if (panes() === 'both') navigation.setFocus(focus === 'list' ? 'detail' : 'list', isZoomed);
				else turnTab()?.(stage, step);
			},
			isAvailable: () => panes() === 'both' || turnTab() !== undefined,
		};
	};

	const opening = screens.map((screen): [string, Action] => [
		`global.${screen.name}`,
		{
			do: () => attempt(dashboard, () => (screen.goTo ? screen.goTo(dashboard) : goTo(dashboard, screen))),
			isAvailable: () => (screen.canGoTo ? screen.canGoTo(dashboard) : canGoTo(dashboard, screen)),
			why: () => screen.whyNot?.(dashboard) ?? (projectInReach(dashboard) === null ? 'Choose a project first.' : null),
		},
	]);

	return {
		'global.back': {do: back},
		'global.nextPane': turn(1),
		'global.previousPane': turn(-1),
		'global.zoom': {
			do: () => navigation.setFocus(state().focus, !state().isZoomed),
			isAvailable: () => panes() !== 'list',
		},
		'global.palette': {do: () => ui.open({kind: 'palette', field: textField(), cursor: 0})},
		'global.help': {do: () => ui.open({kind: 'help', scroll: 0})},
		'global.quit': {do: terminal.quit},
		'always.leave': {do: terminal.quit},
		...Object.fromEntries(opening),
		'global.repair': {
			do: () => attempt(dashboard, () => goToRepair(dashboard)),
			isAvailable: () => openRepairs(dashboard) > 0,
			why: () => 'No repair waits here.',
		},
		'global.refresh': {
			do() {
				live.refresh();
				if (session.store.getState().connection.kind === 'online') ui.toast('Reading again');
			},
		},
		'global.redraw': {do: terminal.redraw},
		'global.suspend': {do: () => terminal.suspend(() => ui.toast('No shell is there to return to; q quits.'))},
	};
}
