import type {ProjectId} from '../../contract/ids.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {type HistoryRow, historyStore} from '../../source/stores/history.ts';
import {historyFilters} from '../../source/stores/history-rows.ts';
import type {Actions} from '../action.ts';
import type {Stage} from '../screen-view.ts';
import {chooseOnly} from '../actions/choices.ts';
import {historyRows, selectedHistoryRow, shownSubject} from './history-list.ts';

/**
 * The two that `compare` means: those that are picked; one that is picked and the one under the cursor; else the one
 * under the cursor and the one before it. Null where there are no two.
 */
function pairToCompare(
	rows: readonly HistoryRow[],
	picked: readonly string[],
	selected: HistoryRow | undefined,
): readonly [HistoryRow, HistoryRow] | null {
	const picks = picked.flatMap(id => rows.find(row => row.id === id) ?? []);
	const [first, second] = picks;
	if (first && second) return [first, second];
	if (!selected) return null;
	const other = first && first.id !== selected.id ? first : rows[rows.indexOf(selected) + 1];
	return other ? [other, selected] : null;
}

/** Opens the place where two rows stand side by side. */
export function openComparison(
	{navigation}: Dashboard,
	projectId: ProjectId,
	[one, other]: readonly [HistoryRow, HistoryRow],
) {
	const screen = one.kind === 'batch' ? 'compare' : 'compare-runs';
	navigation.open({screen, projectId, one: one.id, other: other.id});
}

/** Keys of the history. */
export function historyActions({dashboard}: Stage): Actions {
	const {ui} = dashboard;
	const history = dashboard.storeOf(historyStore);
	const picked = () => history.picks.getState().ids;
	const pair = () => pairToCompare(historyRows(dashboard), picked(), selectedHistoryRow(dashboard));

	return {
		'history.pick': {
			do() {
				const row = selectedHistoryRow(dashboard);
				if (!row) return;
				history.togglePick(row.id);
				if (picked().length === 2) ui.toast('Two are picked: c compares them');
			},
			isAvailable: () => selectedHistoryRow(dashboard) !== undefined,
		},
		'history.compare': {
			do() {
				const two = pair();
				if (two) openComparison(dashboard, shownSubject(dashboard).projectId, two);
			},
			isAvailable: () => pair() !== null,
		},
		'history.only': {do: () => chooseOnly(dashboard, 'Show only', Object.keys(historyFilters))},
		'history.unpick': {do: history.clearPicks, isAvailable: () => picked().length > 0},
	};
}
