import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {StoredEdgeChange} from '../../store/plans/change-set-tables.ts';
import type {Database} from '../../store/database.ts';
import {listEdgeChoices} from '../../store/plans/edge-choices.ts';
import type {EdgeChoiceTable, PlanTable} from '../../store/plans/plan-tables.ts';
import {madeRows, replannedRecipes} from './replan.ts';

/** What choosing producers does to recipes: each operation that replaces one, and the choices themselves. */
export type EdgeWork = {operations: ChangeOperation[]; edges: StoredEdgeChange[]};

/** The work of `edge.pin` operations. */
export async function workOfPins(
	database: Database,
	plan: PlanTable,
	operations: readonly ChangeOperation[],
	now: number,
): Promise<EdgeWork> {
	const pins = operations.filter(one => one.op === 'edge.pin');
	if (pins.length === 0) return {operations: [], edges: []};
	const stored = await listEdgeChoices(database, plan.project_id);
	const edges = pins.map(({endpointId, place, producerEndpointId, pointer}): StoredEdgeChange => {
		const before = stored.find(one => one.endpoint_id === endpointId && one.place === place) ?? null;
		const after: EdgeChoiceTable = {
			project_id: plan.project_id,
			endpoint_id: endpointId,
			place,
			state: 'pinned',
			producer_id: producerEndpointId,
			pointer: pointer ?? null,
			value: null,
			variable: before?.variable ?? null,
			updated_at: now,
		};
		return {endpointId, place, before, after};
	});
	return {operations: await recipesFor(database, plan, stored, edges, pins[0]!.reason), edges};
}

/** Plans the rows once as they are and once with other choices about edges, and gives every recipe that differs. */
export async function recipesFor(
	database: Database,
	plan: PlanTable,
	stored: readonly EdgeChoiceTable[],
	edges: readonly StoredEdgeChange[],
	reason: string,
): Promise<ChangeOperation[]> {
	const isChosen = (one: EdgeChoiceTable) =>
		edges.some(({endpointId, place}) => one.endpoint_id === endpointId && one.place === place);
	const others = stored.filter(one => !isChosen(one));
	const [before, after] = await Promise.all([
		madeRows(database, plan, [...others, ...edges.flatMap(one => one.before ?? [])]),
		madeRows(database, plan, [...others, ...edges.map(one => one.after)]),
	]);
	return replannedRecipes(database, plan, {before, after}, reason);
}
