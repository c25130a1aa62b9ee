import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {doctorStore} from '../../source/stores/doctor.ts';
import {memoizeLast} from '../../source/stores/memoize.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import type {Inspection} from '../../source/view-model/doctor-report.ts';
import {listOf, selectedRow} from '../current-list.ts';

const noChecks: readonly Inspection[] = [];

const rowsOf = storeKey(() =>
	memoizeLast((checks: readonly Inspection[], filter: string) => {
		const sought = filter.toLowerCase().split(/\s+/).filter(Boolean);
		if (sought.length === 0) return checks;
		return checks.filter(({name, status, detail}) => {
			const text = `${name} ${status} ${detail}`.toLowerCase();
			return sought.every(word => text.includes(word));
		});
	}),
);

export const shownChecks = (dashboard: Dashboard): readonly Inspection[] =>
	dashboard.storeOf(doctorStore).store.getState().data ?? noChecks;

export function doctorList(dashboard: Dashboard): RowList<Inspection> {
	const {filter} = currentView(dashboard.navigation.store.getState());
	const rows = dashboard.storeOf(rowsOf)(shownChecks(dashboard), filter);
	const worst = rows.find(({status}) => status === 'fail') ?? rows.find(({status}) => status === 'warn');
	return {
		rows,
		idOf: ({name}) => name,
		// What needs a hand first, until the cursor is moved.
		followId: worst?.name ?? null,
		copyIdOf: ({next, detail}) => next ?? detail,
	};
}

export const selectedCheck = (dashboard: Dashboard): Inspection | undefined =>
	selectedRow(listOf(dashboard, doctorList(dashboard)));
