import type {Move} from '../../source/stores/list-view.ts';
import {currentPlace, currentView} from '../../source/stores/navigation.ts';
import {currentList, moveCursor, selectedRow, selectRow} from '../current-list.ts';
import type {Action, Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {copyText} from './hand-over.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';

/** Keys of lists: the cursor, opening, filtering, copying. */
export function listActions(stage: Stage): Actions {
	const {dashboard, views} = stage;
	const {navigation, ui} = dashboard;
	const move = (name: Move): Action => ({do: () => moveCursor(dashboard, name)});

	function open(): void {
		const {screen} = currentPlace(navigation.store.getState());
		const view = views.getState().get(screen);
		if (view?.open) view.open(stage);
		else if (selectedId() !== null) navigation.setFocus('detail');
	}

	function selectedId(): string | null {
		const list = currentList(dashboard);
		const row = selectedRow(list);
		return row === undefined ? null : (list.copyIdOf ?? list.idOf)(row);
	}

	function copy(): void {
		const id = selectedId();
		if (id !== null) copyText(stage, id, id);
	}

	return {
		'list.open': {do: open, isAvailable: () => selectedRow(currentList(dashboard)) !== undefined},
		'list.filter': {do: () => ui.startTyping(currentView(navigation.store.getState()).filter)},
		'list.down': move('down'),
		'list.up': move('up'),
		'list.halfDown': move('halfDown'),
		'list.halfUp': move('halfUp'),
		'list.first': move('first'),
		'list.last': move('last'),
		'list.copy': {do: copy, isAvailable: () => selectedId() !== null},
	};
}

/** Folds or unfolds a group; the cursor goes to its head, whose row has the id of the group. */
export function foldGroup(dashboard: Dashboard, id: string): void {
	const {folded} = currentView(dashboard.navigation.store.getState());
	dashboard.navigation.update({
		folded: folded.includes(id) ? folded.filter(other => other !== id) : [...folded, id],
	});
	selectRow(dashboard, id);
}

/** Unfolds all groups, or folds these when none is. */
export function foldGroups({navigation}: Dashboard, ids: readonly string[]): void {
	const {folded} = currentView(navigation.store.getState());
	navigation.update({folded: folded.length > 0 ? [] : ids});
}
