import {isDeepStrictEqual} from 'node:util';
import {diff3Merge} from 'node-diff3';
import type {ChangeOperation} from '../../../source/contract/change-operation.ts';
import {readChangedRows} from '../../store/change-set-input.ts';
import type {StoredEdgeChange} from '../../store/change-set-tables.ts';
import type {Database} from '../../store/database.ts';
import {listEdgeChoices} from '../../store/edge-choices.ts';
import type {EdgeChoiceTable, PlanTable} from '../../store/plan-tables.ts';
import {loadApi} from '../load-api.ts';
import {planInputOf, rowKeyOf} from '../make-plan.ts';
import {type MadeRow, planRows} from '../plan-rows.ts';
import {type Recipe, readRecipe} from '../recipe.ts';

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

/**
 * Plans the rows once as they are and once with other choices about edges, and gives every recipe that differs. What
 * people and runs have changed in a recipe is kept where both changes can stand beside each other.
 */
export async function recipesFor(
	database: Database,
	plan: PlanTable,
	stored: readonly EdgeChoiceTable[],
	edges: readonly StoredEdgeChange[],
	reason: string,
): Promise<ChangeOperation[]> {
	const isChosen = (one: EdgeChoiceTable) =>
		edges.some(({endpointId, place}) => one.endpoint_id === endpointId && one.place === place);
	const [before, after] = await Promise.all([
		made(database, plan, [...stored.filter(one => !isChosen(one)), ...edges.flatMap(one => one.before ?? [])]),
		made(database, plan, [...stored.filter(one => !isChosen(one)), ...edges.map(one => one.after)]),
	]);
	const rows = await readChangedRows(database, plan.project_id, null);
	return rows.flatMap((row): ChangeOperation[] => {
		const [old, next] = [before.get(row.key), after.get(row.key)];
		if (row.recipe === null || !old || !next || isDeepStrictEqual(old.recipe.steps, next.recipe.steps)) return [];
		const own = JSON.parse(row.recipe) as Recipe;
		const recipe = merged(own, old.recipe, next.recipe);
		return recipe ? [{op: 'recipe.set', target: row.id, recipe, reason}] : [];
	});
}

async function made(
	database: Database,
	plan: PlanTable,
	choices: readonly EdgeChoiceTable[],
): Promise<Map<string, MadeRow>> {
	const loaded = await loadApi(database, plan.project_id, choices);
	const {rows} = planRows(await planInputOf(database, plan, loaded));
	return new Map(rows.map(row => [rowKeyOf(row), row]));
}

type Part = Pick<Recipe, 'steps' | 'teardown' | 'produces' | 'consumes'>;
const partOf = ({steps, teardown, produces, consumes}: Part): Part => ({steps, teardown, produces, consumes});
const linesOf = (recipe: Part): string[] => JSON.stringify(partOf(recipe), null, 1).split('\n');

/** Null: a person or a run has changed the same lines. */
function merged(own: Recipe, old: Part, next: Part): Recipe | null {
	if (isDeepStrictEqual(partOf(own), JSON.parse(JSON.stringify(partOf(old))))) return {...own, ...partOf(next)};
	const regions = diff3Merge(linesOf(own), linesOf(old), linesOf(next), {excludeFalseConflicts: true});
	if (regions.some(({conflict}) => conflict !== undefined)) return null;
	const text = regions.flatMap(({ok}) => ok ?? []).join('\n');
	try {
		return readRecipe({...own, ...(JSON.parse(text) as Part)}).recipe;
	} catch {
		return null;
	}
}
