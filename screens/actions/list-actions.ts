import type {Move} from '../../source/stores/list-view.ts';
import {currentPlace, currentView} from '../../source/stores/navigation.ts';
import {currentList, moveCursor, selectedRow} from '../current-list.ts';
import type {Action, Actions} from './action.ts';
import type {Stage} from '../screen-view.ts';
import {copyText} from './hand-over.ts';

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
