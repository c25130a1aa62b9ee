import {batchRowId} from '../../source/stores/batch-rows.ts';
import type {Move} from '../../source/stores/list-view.ts';
import {currentPlace, currentView} from '../../source/stores/navigation.ts';
import {batchList, moveCursor, projectList, selectedMember, selectedRow, testList} from '../current-list.ts';
import type {Action, Actions, Stage} from './action.ts';
import {toggleFold} from './run-actions.ts';

/** Keys of lists: the cursor, opening, filtering, copying. */
export function listActions({dashboard, terminal}: Stage): Actions {
	const {navigation, ui} = dashboard;
	const screen = () => currentPlace(navigation.store.getState()).screen;
	const move = (name: Move): Action => ({do: () => moveCursor(dashboard, name)});

	function open(): void {
		if (screen() === 'projects') {
			const project = selectedRow(projectList(dashboard));
			if (project) navigation.open({screen: 'tests', projectId: project.id});
			return;
		}
		const isWave = screen() === 'run' && selectedMember(dashboard) === null;
		if (isWave) toggleFold(dashboard);
		else if (selectedId() !== null) navigation.setFocus('detail');
	}

	function selectedId(): string | null {
		if (screen() === 'projects') return selectedRow(projectList(dashboard))?.id ?? null;
		if (screen() === 'tests') return selectedRow(testList(dashboard))?.id ?? null;
		const row = selectedRow(batchList(dashboard));
		if (!row) return null;
		return row.kind === 'member' ? batchRowId(row) : (dashboard.batches.store.getState().batchId ?? null);
	}

	function copy(): void {
		const id = selectedId();
		if (id === null) return;
		const copied = terminal.copy(id);
		ui.toast(copied.to === 'clipboard' ? `Copied ${id}` : `Written to ${copied.path}`, 'success');
	}

	return {
		'list.open': {do: open, isAvailable: () => selectedId() !== null},
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
