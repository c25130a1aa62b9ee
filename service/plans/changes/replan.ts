import {isDeepStrictEqual} from 'node:util';
import {diff3Merge} from 'node-diff3';
import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {FindingId} from '../../../contract/ids.ts';
import {readChangedRows} from '../../store/plans/change-set-input.ts';
import type {Database} from '../../store/database.ts';
import type {EdgeChoiceTable, PlanTable} from '../../store/plans/plan-tables.ts';
import {loadApi} from '../load-api.ts';
import {planInputOf, rowKeyOf} from '../make-plan.ts';
import {type MadeRow, planRows} from '../plan-rows.ts';
import {type Recipe, readRecipe} from '../recipe.ts';

export type MadeRows = ReadonlyMap<string, MadeRow>;

/**
 * Rows as planning makes them of what is known now, by their keys.
 *
 * @param choices decisions about places of requests; those that are stored unless given
 * @param alsoFailing a finding that is read as if somebody had said that the document is right
 */
export async function madeRows(
	database: Database,
	plan: PlanTable,
	choices?: readonly EdgeChoiceTable[],
	alsoFailing: FindingId | null = null,
): Promise<MadeRows> {
	const loaded = await loadApi(database, plan.project_id, choices, alsoFailing);
	const {rows} = planRows(await planInputOf(database, plan, loaded));
	return new Map(rows.map(row => [rowKeyOf(row), row]));
}

/** Rows as planning makes them before and after something that it reads is written. */
export async function rowsAround(
	database: Database,
	plan: PlanTable,
	write: () => Promise<void>,
): Promise<{before: MadeRows; after: MadeRows}> {
	const before = await madeRows(database, plan);
	await write();
	return {before, after: await madeRows(database, plan)};
}

/**
 * Gives every recipe that planning makes differently now. What people and runs have changed in a recipe is kept where
 * both changes can stand beside each other.
 */
export async function replannedRecipes(
	database: Database,
	plan: PlanTable,
	{before, after}: {before: MadeRows; after: MadeRows},
	reason: string,
): Promise<ChangeOperation[]> {
	const rows = await readChangedRows(database, plan.project_id, null);
	return rows.flatMap((row): ChangeOperation[] => {
		const [old, next] = [before.get(row.key), after.get(row.key)];
		if (row.recipe === null || !old || !next || isSame(old.recipe, next.recipe)) return [];
		const own = JSON.parse(row.recipe) as Recipe;
		const recipe = merged(own, old.recipe, next.recipe);
		// What the docstring says goes with the steps, unless somebody has put it in other words.
		if (recipe && own.why === old.recipe.why) recipe.why = next.recipe.why;
		if (recipe && next.recipe.outcome) recipe.outcome = next.recipe.outcome;
		return recipe ? [{op: 'recipe.set', target: row.id, recipe, reason}] : [];
	});
}

/**
 * Puts every expectation that planning makes differently now into the test that has it, by its step and name, whatever
 * else people and runs have changed there.
 */
export async function replannedAsserts(
	database: Database,
	plan: PlanTable,
	{before, after}: {before: MadeRows; after: MadeRows},
	reason: string,
): Promise<ChangeOperation[]> {
	const rows = await readChangedRows(database, plan.project_id, null);
	return rows.flatMap((row): ChangeOperation[] => {
		const [old, next] = [before.get(row.key), after.get(row.key)];
		if (row.recipe === null || !old || !next || isSame(old.recipe, next.recipe)) return [];
		const own = JSON.parse(row.recipe) as Recipe;
		return own.steps.flatMap((step): ChangeOperation[] => {
			const [was, is] = [old.recipe, next.recipe].map(({steps}) => steps.find(({id}) => id === step.id));
			if (!was || !is) return [];
			const base = {target: row.test_id ?? row.id, step: step.id, reason};
			return is.asserts.flatMap((assert): ChangeOperation[] => {
				const earlier = was.asserts.find(({id}) => id === assert.id);
				if (isDeepStrictEqual(earlier, assert)) return [];
				return step.asserts.some(({id}) => id === assert.id)
					? [{op: 'assert.set', ...base, assertId: assert.id, assert}]
					: [{op: 'assert.add', ...base, assert}];
			});
		});
	});
}

const isSame = (one: Omit<Recipe, 'id'>, other: Omit<Recipe, 'id'>): boolean =>
	isDeepStrictEqual([one.steps, one.outcome], [other.steps, other.outcome]);

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
