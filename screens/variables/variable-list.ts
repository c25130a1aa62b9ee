import type {Variable} from '../../contract/variable.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {selectVariables} from '../../source/stores/variable-rows.ts';
import {variablesStore} from '../../source/stores/variables.ts';
import {listOf, selectedRow} from '../current-list.ts';

const rowsOf = storeKey(() => selectVariables());

export function variableList(dashboard: Dashboard): RowList<Variable> {
	const {data} = dashboard.storeOf(variablesStore).store.getState();
	const {filter, only, sort} = currentView(dashboard.navigation.store.getState());
	return {
		rows: dashboard.storeOf(rowsOf)(data, filter, only, sort),
		// Names are what a jump knows, and unique in a batch.
		idOf: ({name}) => name,
		copyIdOf: ({value, secret, name}) => (secret ? name : (value ?? name)),
	};
}

export const selectedVariable = (dashboard: Dashboard): Variable | undefined =>
	selectedRow(listOf(dashboard, variableList(dashboard)));

export const countVariables = (dashboard: Dashboard): number =>
	dashboard.storeOf(variablesStore).store.getState().data?.length ?? 0;
