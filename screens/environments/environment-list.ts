import type {Environment} from '../../contract/environment.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {environmentsStore, matchingEnvironments} from '../../source/stores/environments.ts';
import {memoizeLast} from '../../source/stores/memoize.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {listOf, selectedRow} from '../current-list.ts';

/** One selector a dashboard, so that two of them do not make each other forget. */
const rowsOf = storeKey(() => memoizeLast(matchingEnvironments));

export function environmentList(dashboard: Dashboard): RowList<Environment> {
	const {data} = dashboard.storeOf(environmentsStore).store.getState();
	const {filter} = currentView(dashboard.navigation.store.getState());
	return {rows: dashboard.storeOf(rowsOf)(data, filter), idOf: ({id}) => id, copyIdOf: ({name}) => name};
}

export const selectedEnvironment = (dashboard: Dashboard): Environment | undefined =>
	selectedRow(listOf(dashboard, environmentList(dashboard)));
