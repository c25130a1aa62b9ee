import {sql, type Updateable} from 'kysely';
import type {PlanId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {insertAll} from '../insert-all.ts';
import type {PlanRowTable, PlanTable} from './plan-tables.ts';

/** The latest plan of a project; null before the first. */
export async function latestPlan(database: Database, projectId: ProjectId): Promise<PlanTable | null> {
	const row = await database
		.selectFrom('plans')
		.selectAll()
		.where('project_id', '=', projectId)
		.orderBy('id', 'desc')
		.executeTakeFirst();
	return row ?? null;
}

/** Plans that were being made when the process ended. */
export const listOpenPlans = (database: Database): Promise<PlanTable[]> =>
	database.selectFrom('plans').selectAll().where('status', '=', 'generating').orderBy('id').execute();

/** False: another plan of the project is being made. */
export function beginPlan(database: Database, plan: PlanTable): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const latest = await latestPlan(transaction, plan.project_id);
		if (latest?.status === 'generating') return false;
		const {id, ...columns} = {...plan, version: (latest?.version ?? 0) + 1};
		// A draft is made again in its place; a locked plan stays as it is.
		if (latest?.id === id) await transaction.updateTable('plans').set(columns).where('id', '=', id).execute();
		else
			await transaction
				.insertInto('plans')
				.values({...columns, id})
				.execute();
		return true;
	});
}

/** Gives a plan its next version. */
export async function bumpPlan(transaction: Database, planId: PlanId): Promise<number> {
	const {version} = await transaction
		.updateTable('plans')
		.set({version: sql<number>`version + 1`})
		.where('id', '=', planId)
		.returning('version')
		.executeTakeFirstOrThrow();
	return version;
}

/** Changes a plan that is being made, and its version. */
export async function progressPlan(database: Database, planId: PlanId, columns: Updateable<PlanTable>): Promise<void> {
	await database
		.updateTable('plans')
		.set({...columns, version: sql<number>`version + 1`})
		.where('id', '=', planId)
		.where('status', '=', 'generating')
		.execute();
}

/**
 * Puts made rows in the place of those of the plan before, in one transaction: rows that were there keep their id, their
 * test and what a person has changed; those that are made no more are removed, and those that a person has removed stay so.
 *
 * @param rows rows as made, in their order, each with the id that it gets when it is new
 * @param isPart rows of some endpoints only: those that are there keep their place, new ones follow at the end
 */
export function finishPlan(
	database: Database,
	planId: PlanId,
	columns: Pick<PlanTable, 'sub_plans' | 'environment' | 'made_at'>,
	rows: readonly PlanRowTable[],
	{isPart, keep}: {isPart: boolean; keep(row: PlanRowTable): boolean},
): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const plan = await transaction
			.updateTable('plans')
			.set({...columns, status: 'draft', stage: null, error: null, error_code: null, version: sql<number>`version + 1`})
			.where('id', '=', planId)
			.where('status', '=', 'generating')
			.returningAll()
			.executeTakeFirst();
		if (!plan) return false;
		const before = await transaction
			.selectFrom('plan_rows')
			.selectAll()
			.where('project_id', '=', plan.project_id)
			.execute();
		const known = new Map(before.map(row => [row.key, row]));
		const end = isPart ? Math.max(0, ...before.map(({place}) => place)) : 0;
		const made = rows.map(row => {
			const own = known.get(row.key);
			const place = isPart && own ? own.place : end + row.place;
			return merged({...row, place, plan_id: planId, rev: plan.version}, own);
		});
		const keys = new Set(rows.map(({key}) => key));
		const others = before
			.filter(row => !keys.has(row.key))
			.map((row): PlanRowTable => {
				const stays = row.template === 'custom' || keep(row);
				if (stays || row.removed !== null) return {...row, plan_id: planId};
				return {...row, plan_id: planId, removed: 'plan', rev: plan.version};
			});
		await transaction.deleteFrom('plan_rows').where('project_id', '=', plan.project_id).execute();
		await insertAll(transaction, 'plan_rows', [...made, ...others]);
		return true;
	});
}

const fieldColumns = {
	category: 'category',
	title: 'title',
	description: 'description',
	expectedBehavior: 'expected',
	priority: 'priority',
	selected: 'selected',
	order: 'place',
	recipe: 'recipe',
} as const;

/** The new recipe under the ids of the row that was there, and under its title when a person has given it. */
function recipeOf(row: PlanRowTable, before: PlanRowTable, isTitled: boolean): string | null {
	if (row.recipe === null) return null;
	const suffix = (id: string) => id.slice(id.indexOf('_') + 1);
	const recipe = row.recipe.replaceAll(suffix(row.id), suffix(before.id));
	return isTitled ? JSON.stringify({...JSON.parse(recipe), title: before.title}) : recipe;
}

/** A row as made, with what a person has changed of the row before. */
function merged(row: PlanRowTable, before: PlanRowTable | undefined): PlanRowTable {
	if (!before) return row;
	const edited = JSON.parse(before.edited) as string[];
	const kept: Record<string, unknown> = {};
	for (const [field, column] of Object.entries(fieldColumns)) if (edited.includes(field)) kept[column] = before[column];
	if (!edited.includes('recipe')) kept['recipe'] = recipeOf(row, before, edited.includes('title'));
	const removed = before.removed === 'person' ? ('person' as const) : null;
	const next = {
		...row,
		...kept,
		id: before.id,
		test_id: before.test_id,
		edited: before.edited,
		removed,
		rev: before.rev,
	};
	const isSame = Object.entries(next).every(
		([column, value]) => column === 'plan_id' || before[column as keyof PlanRowTable] === value,
	);
	return isSame ? next : {...next, rev: row.rev};
}

/** What a plan shows of the endpoints of a project, in the order of their sources. */
export const listEndpointNames = (database: Database, projectId: ProjectId) =>
	database
		.selectFrom('endpoints')
		.select(['id', 'method', 'path', 'family', 'confirmed', 'updated_at'])
		.where('project_id', '=', projectId)
		.orderBy('place')
		.orderBy('id')
		.execute();
