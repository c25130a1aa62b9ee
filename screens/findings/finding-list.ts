import type {Finding} from '../../contract/finding.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {findingsStore} from '../../source/stores/findings.ts';
import {memoizeLast} from '../../source/stores/memoize.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {listOf, selectedRow} from '../current-list.ts';

const findingId = ({findingId: id}: Finding): string => id;

const rowsStore = storeKey(() =>
	memoizeLast((findings: readonly Finding[] | null, filter: string, only: string | null): readonly Finding[] => {
		const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
		return (findings ?? []).filter(({title, kind, state, observed, document}) => {
			if (only !== null && state !== only) return false;
			const text = `${title} ${kind} ${state} ${observed} ${document ?? ''}`.toLowerCase();
			return words.every(word => text.includes(word));
		});
	}),
);

export function findingList(dashboard: Dashboard): RowList<Finding> {
	const {data} = dashboard.storeOf(findingsStore).store.getState();
	const {filter, only} = currentView(dashboard.navigation.store.getState());
	return {rows: dashboard.storeOf(rowsStore)(data, filter, only), idOf: findingId};
}

export const selectedFinding = (dashboard: Dashboard): Finding | undefined =>
	selectedRow(listOf(dashboard, findingList(dashboard)));

/** Findings that wait for a decision. */
export const openFindingCount = (dashboard: Dashboard): number =>
	(dashboard.storeOf(findingsStore).store.getState().data ?? []).filter(({state}) => state === 'open').length;
