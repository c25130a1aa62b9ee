import type {FlowForm} from '../../components/flow/data-flow-head.tsx';
import {type CallRow, selectCallRows} from '../../source/stores/call-rows.ts';
import {
	type Calls,
	callsStore,
	type ListedGroup,
	type LinkedCall,
	selectCallLinks,
	type ValueLink,
} from '../../source/stores/calls.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {type FlowLinks, flowLinks, type FlowRow, selectFlowRows} from '../../source/stores/flow-rows.ts';
import {memoizeLast} from '../../source/stores/memoize.ts';
import {currentView} from '../../source/stores/navigation.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {currentLayout, listOf, selectedRow} from '../current-list.ts';

/** Rows and links of this dashboard, as they were selected last. */
const rowsStore = storeKey(() => ({
	flow: selectFlowRows(),
	calls: selectCallRows(),
	callLinks: selectCallLinks(),
	flowLinks: memoizeLast((data: Calls | null): FlowLinks => flowLinks(data ?? {edges: []})),
}));

export type DataFlowRow = FlowRow | CallRow;

export const shownCalls = (dashboard: Dashboard): Calls | null => dashboard.storeOf(callsStore).store.getState().data;

export const shownForm = ({navigation}: Dashboard): FlowForm =>
	currentView(navigation.store.getState()).tab === 'calls' ? 'calls' : 'flow';

export function flowRows(dashboard: Dashboard): readonly FlowRow[] {
	const {filter, folded} = currentView(dashboard.navigation.store.getState());
	const {list, body} = currentLayout(dashboard);
	return dashboard.storeOf(rowsStore).flow(shownCalls(dashboard), filter, folded, (list ?? body).width);
}

export function callRows(dashboard: Dashboard): readonly CallRow[] {
	const {filter, only, folded} = currentView(dashboard.navigation.store.getState());
	return dashboard.storeOf(rowsStore).calls(shownCalls(dashboard), filter, only, folded);
}

/** Endpoints with what flows between them, or their calls. */
export function dataFlowList(dashboard: Dashboard): RowList<DataFlowRow> {
	const rows: readonly DataFlowRow[] = shownForm(dashboard) === 'calls' ? callRows(dashboard) : flowRows(dashboard);
	return {
		rows,
		idOf: ({id}) => id,
		copyIdOf: ({id}) => id,
		// Heads do not count.
		shown: () => rows.filter(({kind}) => kind === 'call' || kind === 'endpoint').length,
	};
}

export const selectedDataFlowRow = (dashboard: Dashboard): DataFlowRow | undefined =>
	selectedRow(listOf(dashboard, dataFlowList(dashboard)));

/** The call under the cursor with its endpoint. */
export function selectedCall(dashboard: Dashboard): LinkedCall | null {
	const row = selectedDataFlowRow(dashboard);
	return row?.kind === 'call' ? row : null;
}

/** The endpoint that the row under the cursor belongs to; null on the head of a family. */
export function selectedGroup(dashboard: Dashboard): ListedGroup | null {
	const row = selectedDataFlowRow(dashboard);
	return row === undefined || row.kind === 'family' ? null : row.group;
}

export const callLinksOf = (dashboard: Dashboard): ReadonlyMap<string, ValueLink> =>
	dashboard.storeOf(rowsStore).callLinks(shownCalls(dashboard));

export const flowLinksOf = (dashboard: Dashboard): FlowLinks =>
	dashboard.storeOf(rowsStore).flowLinks(shownCalls(dashboard));

/** What the list counts: calls, or endpoints with something to show. */
export const countRows = (dashboard: Dashboard): number => {
	const data = shownCalls(dashboard);
	return (shownForm(dashboard) === 'calls' ? data?.count : data?.groups.length) ?? 0;
};
