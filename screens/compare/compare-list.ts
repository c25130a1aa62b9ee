import {batchComparisonStore, pairKey, selectCompared} from '../../source/stores/comparison.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentPlace, currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import type {BatchComparison, ComparedMember} from '../../source/view-model/compare-batches.ts';
import {listOf, selectedRow} from '../current-list.ts';

const rowsOf = storeKey(() => selectCompared());
const noMembers: readonly ComparedMember[] = [];

/** The comparison of the shown place; null until it is there. */
export function shownComparison(dashboard: Dashboard): BatchComparison | null {
	const place = currentPlace(dashboard.navigation.store.getState());
	const {key, data} = dashboard.storeOf(batchComparisonStore).store.getState();
	return key === pairKey(place['one'] ?? '', place['other'] ?? '') ? data : null;
}

export function compareList(dashboard: Dashboard): RowList<ComparedMember> {
	const {filter, only, sort} = currentView(dashboard.navigation.store.getState());
	const members = shownComparison(dashboard)?.members ?? noMembers;
	return {rows: dashboard.storeOf(rowsOf)(members, filter, only, sort), idOf: ({testId}) => testId};
}

export const selectedMember = (dashboard: Dashboard): ComparedMember | undefined =>
	selectedRow(listOf(dashboard, compareList(dashboard)));
