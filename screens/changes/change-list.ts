import {type ChangeRow, selectChangeRows} from '../../source/stores/change-rows.ts';
import {changesStore} from '../../source/stores/changes.ts';
import type {ChangeTurn} from '../../source/stores/conversation.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {listOf, selectedRow} from '../current-list.ts';
import {conversationOf, shownTalk} from './shown-conversation.ts';

const rowsStore = storeKey(() => selectChangeRows());

export function changeList(dashboard: Dashboard): RowList<ChangeRow> {
	const {store, whole, left} = conversationOf(dashboard, shownTalk(dashboard));
	const {filter, only, folded} = currentView(dashboard.navigation.store.getState());
	const rows = dashboard.storeOf(rowsStore)(
		store.getState().data,
		whole.getState(),
		left.getState(),
		filter,
		only,
		folded,
	);
	return {
		rows,
		idOf: ({id}) => id,
		copyIdOf: row => (row.kind === 'turn' ? row.id : row.part.id),
		shown: () => rows.filter(({kind}) => kind === 'turn').length,
	};
}

export const selectedChange = (dashboard: Dashboard): ChangeRow | undefined =>
	selectedRow(listOf(dashboard, changeList(dashboard)));

/** The turn that the line under the cursor belongs to. */
export const selectedTurn = (dashboard: Dashboard): ChangeTurn | null => selectedChange(dashboard)?.turn ?? null;

/** Change sets of the plan that wait for a decision. */
export const readyCount = (dashboard: Dashboard): number =>
	(dashboard.storeOf(changesStore).store.getState().data ?? []).filter(({status}) => status === 'ready').length;

/** The change of the plan that was applied last; null: none. */
export const lastApplied = (dashboard: Dashboard): ChangeTurn | null =>
	(dashboard.storeOf(changesStore).store.getState().data ?? []).find(({status}) => status === 'applied') ?? null;
