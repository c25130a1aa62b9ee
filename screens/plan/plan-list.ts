import type {Edge} from '../../contract/edge.ts';
import {type ListedEndpoint, endpointsStore} from '../../source/stores/endpoints.ts';
import type {EndpointId} from '../../contract/ids.ts';
import type {PlanRow} from '../../contract/plan.ts';
import {type Dashboard, storeKey} from '../../source/stores/dashboard.ts';
import {edgesStore} from '../../source/stores/edges.ts';
import {generationStore} from '../../source/stores/generation.ts';
import {memoizeLast} from '../../source/stores/memoize.ts';
import {currentView} from '../../source/stores/navigation.ts';
import {planStore} from '../../source/stores/plan.ts';
import {type PlanTreeRow, selectPlanRows, tickedRows} from '../../source/stores/plan-rows.ts';
import type {RowList} from '../../source/stores/screen.ts';
import {planSum, type PlanSum} from '../../source/view-model/plan-sum.ts';
import {listOf, selectedRow} from '../current-list.ts';

/** Selectors of this dashboard, so that two of them do not make each other forget. */
const selectors = storeKey(() => ({
	rows: selectPlanRows(),
	ticked: memoizeLast(tickedRows),
	sum: memoizeLast(planSum),
	endpoints: memoizeLast(
		(endpoints: readonly ListedEndpoint[] | null) => new Map((endpoints ?? []).map(one => [one.endpointId, one])),
	),
}));

/** How rows stand together: below their endpoints, or by category. */
export const shownGrouping = ({navigation}: Dashboard): string =>
	currentView(navigation.store.getState()).sort ?? 'endpoint';

export function planList(dashboard: Dashboard): RowList<PlanTreeRow> {
	const {filter, only, folded} = currentView(dashboard.navigation.store.getState());
	const plans = dashboard.storeOf(planStore);
	const rows = dashboard
		.storeOf(selectors)
		.rows(
			plans.store.getState().data,
			plans.ticks.getState(),
			dashboard.storeOf(endpointsStore).store.getState().data,
			dashboard.storeOf(edgesStore).store.getState().data,
			dashboard.storeOf(generationStore).store.getState().data,
			shownGrouping(dashboard),
			filter,
			only,
			folded,
		);
	return {
		rows,
		idOf: ({id}) => id,
		copyIdOf: ({kind, id}) => (kind === 'family' || kind === 'category' ? null : id),
		// The first endpoint is under the cursor, not the head above it.
		followId: rows.find(({kind}) => kind === 'endpoint' || kind === 'row')?.id ?? null,
		shown: () => rows.filter(({kind}) => kind === 'row' || kind === 'endpoint').length,
	};
}

export const selectedPlanRow = (dashboard: Dashboard): PlanTreeRow | undefined =>
	selectedRow(listOf(dashboard, planList(dashboard)));

/** Every row of the plan, with the ticks that are on their way. */
export function allPlanRows(dashboard: Dashboard): readonly PlanRow[] {
	const plans = dashboard.storeOf(planStore);
	return dashboard.storeOf(selectors).ticked(plans.store.getState().data, plans.ticks.getState());
}

export const sumOfPlan = (dashboard: Dashboard): PlanSum => dashboard.storeOf(selectors).sum(allPlanRows(dashboard));

/** An endpoint as its list knows it; null before that has come. */
export const wholeEndpoint = (dashboard: Dashboard, endpointId: EndpointId): ListedEndpoint | null =>
	dashboard.storeOf(selectors).endpoints(dashboard.storeOf(endpointsStore).store.getState().data).get(endpointId) ??
	null;

export const allEdges = (dashboard: Dashboard): readonly Edge[] =>
	dashboard.storeOf(edgesStore).store.getState().data ?? [];

/** The endpoint that the row under the cursor belongs to; null on heads of families and on chains. */
export function endpointAtCursor(dashboard: Dashboard): string | null {
	const line = selectedPlanRow(dashboard);
	switch (line?.kind) {
		case 'endpoint':
			return line.endpoint.endpointId;
		case 'edge':
			return line.edge.consumerEndpointId;
		case 'category':
			return line.endpointId;
		case 'row':
			return line.row.endpointId;
		default:
			return null;
	}
}
