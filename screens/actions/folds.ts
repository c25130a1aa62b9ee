import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import {selectRow} from '../current-list.ts';

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
