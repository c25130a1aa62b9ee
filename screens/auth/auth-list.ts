import {type AuthRow, selectAuthRows} from '../../source/stores/auth-rows.ts';
import {authStore} from '../../source/stores/auth.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {listOf, selectedRow} from '../current-list.ts';

/** One selector a dashboard, so that two of them do not make each other forget. */
const rowsOf = storeKey(() => selectAuthRows());

export function authList(dashboard: Dashboard): RowList<AuthRow> {
	const {data} = dashboard.storeOf(authStore).store.getState();
	// Families begin folded, so what the place remembers is which ones were opened.
	const {filter, folded: opened} = currentView(dashboard.navigation.store.getState());
	const rows = dashboard.storeOf(rowsOf)(data, filter, opened);
	return {
		rows,
		idOf: ({id}) => id,
		copyIdOf(row) {
			if (row.kind === 'endpoint') return row.endpoint.endpointId;
			if (row.kind === 'set') return row.set.setId;
			return row.kind === 'family' ? row.family.family : null;
		},
		shown: () => rows.filter(({kind}) => kind !== 'section').length,
	};
}

export const selectedAuthRow = (dashboard: Dashboard): AuthRow | undefined =>
	selectedRow(listOf(dashboard, authList(dashboard)));

/** Rows there are without a filter, endpoints included. */
export function countAuthRows(dashboard: Dashboard): number {
	const backend = dashboard.storeOf(authStore).store.getState().data?.backend;
	if (!backend) return 0;
	return 2 + backend.view.families.length + backend.sets.length;
}
