import type {PlanId, PlanRowId, ProjectId} from '../../contract/ids.ts';
import type {PlanRowInput, PlanRowPatch} from '../../contract/plan.ts';
import type {Plans} from '../domain/plans.ts';
import {invalid, notFound} from '../domain/service-error.ts';
import type {StoreTransaction, Database} from '../store/database.ts';
import {findEndpoint} from '../store/documents/endpoints.ts';
import type {NewId} from '../store/ids.ts';
import * as store from '../store/plans/plan-rows.ts';
import type {PlanRowTable} from '../store/plans/plan-tables.ts';
import {expectationsOf} from './expectations.ts';
import {changeable} from './plan-errors.ts';
import {rowView} from './plan-view.ts';
import {NotARecipe, readRecipe, type StoredRecipe} from './recipe.ts';

export type RowParts = {database: Database; newId: NewId; changed(projectId: ProjectId): void};

/** What people do to the rows of a plan: each change is one version, and planning again keeps it. */
export function createPlanRows({
	database,
	newId,
	changed,
}: RowParts): Pick<Plans, 'add' | 'edit' | 'remove' | 'select' | 'move' | 'recipe' | 'setRecipe'> {
	async function findIn(transaction: StoreTransaction, projectId: ProjectId, rowId: PlanRowId): Promise<PlanRowTable> {
		const row = await store.findPlanRow(transaction, projectId, rowId);
		if (!row) throw notFound('plan_row', rowId);
		return row;
	}

	/** Changes one row and its version. */
	async function change(
		projectId: ProjectId,
		rowId: PlanRowId,
		version: number | null,
		edit: (
			row: PlanRowTable,
			transaction: StoreTransaction,
			rev: number,
		) => Promise<Partial<PlanRowTable>> | Partial<PlanRowTable>,
	): Promise<PlanRowTable> {
		const row = await store.changePlan(
			database,
			projectId,
			changeable(projectId, version),
			async (transaction, plan) => {
				const before = await findIn(transaction, projectId, rowId);
				const columns = {...(await edit(before, transaction, plan.version)), rev: plan.version};
				await store.updatePlanRow(transaction, rowId, columns);
				return {...before, ...columns};
			},
		);
		changed(projectId);
		return row;
	}

	return {
		async add(project, input, version) {
			checkSteps(project.type, input.steps);
			const row = await store.changePlan(
				database,
				project.id,
				changeable(project.id, version),
				async (transaction, plan) => {
					const endpoint =
						input.endpointId === undefined ? null : await findEndpoint(transaction, project.id, input.endpointId);
					if (input.endpointId !== undefined && !endpoint) throw notFound('endpoint', input.endpointId);
					const made = customRow(input, {
						id: newId('row'),
						projectId: project.id,
						planId: plan.id,
						rev: plan.version,
						type: project.type,
					});
					const place = (await store.lastPlace(transaction, project.id)) + 1;
					const at = endpoint && {
						endpoint_id: endpoint.id,
						method: endpoint.method,
						path: endpoint.path,
						feature: endpoint.family,
					};
					const stored = {...made, ...at, place};
					await store.insertPlanRow(transaction, stored);
					return stored;
				},
			);
			changed(project.id);
			return rowView(row);
		},

		async edit(projectId, rowId, patch, version) {
			return rowView(
				await change(projectId, rowId, version, row => {
					checkSteps(row.type, patch.steps);
					return patched(row, patch);
				}),
			);
		},

		async remove(projectId, rowId, version) {
			await change(projectId, rowId, version, () => ({removed: 'person'}));
		},

		async select(projectId, input, version) {
			const {selected, rowIds, category, endpointId} = input;
			if (endpointId !== undefined && !(await findEndpoint(database, projectId, endpointId)))
				throw notFound('endpoint', endpointId);
			const result = await store.changePlan(
				database,
				projectId,
				changeable(projectId, version),
				async (transaction, plan) => {
					const [missing] = rowIds ? await store.missingPlanRows(transaction, projectId, rowIds) : [];
					if (missing !== undefined) throw notFound('plan_row', missing);
					const count = await store.selectPlanRows(transaction, projectId, plan.version, {
						selected,
						rowIds,
						category,
						endpointId,
					});
					return {
						changed: count,
						selectedTotal: await store.countSelected(transaction, projectId),
						version: plan.version,
					};
				},
			);
			changed(projectId);
			return result;
		},

		async move(projectId, rowId, {before, after}, version) {
			const beside = before ?? after;
			return rowView(
				await change(projectId, rowId, version, async (row, transaction, rev) => {
					if (beside === rowId || beside === undefined) return {};
					const other = await findIn(transaction, projectId, beside);
					const place = await store.placeBeside(
						transaction,
						projectId,
						other,
						before === undefined ? 'after' : 'before',
						{id: rowId, rev},
					);
					return {place, edited: withEdited(row, ['order'])};
				}),
			);
		},

		async recipe(projectId, rowId) {
			const row = await store.findPlanRow(database, projectId, rowId);
			if (!row) throw notFound('plan_row', rowId);
			return row.recipe === null ? null : readRecipe(JSON.parse(row.recipe)).recipe;
		},

		async setRecipe(projectId, rowId, value, version) {
			const {recipe, writable} = checkedRecipe(value);
			if (!writable)
				throw invalid(
					'recipeVersion',
					'newer',
					'A newer version of svc has written this recipe: it can be shown, not changed.',
				);
			await change(projectId, rowId, version, row => {
				const isSame = recipe.endpoint.method === row.method && recipe.endpoint.path === row.path;
				if (row.endpoint_id !== null && !isSame)
					throw invalid(
						'endpoint',
						'another_endpoint',
						`The row is about ${row.method} ${row.path}; its recipe has to be, too.`,
					);
				return {
					recipe: JSON.stringify(recipe),
					expected: expectationsOf(recipe),
					captures: JSON.stringify(recipe.produces),
					consumes: JSON.stringify(recipe.consumes),
					phase: recipe.phase,
					edited: withEdited(row, ['recipe', 'expectedBehavior']),
				};
			});
			return recipe;
		},
	};
}

function checkedRecipe(value: unknown): StoredRecipe {
	try {
		return readRecipe(value);
	} catch (error) {
		if (!(error instanceof NotARecipe)) throw error;
		throw invalid(error.place || 'body', 'no_recipe', `This is no recipe: ${error.message}.`);
	}
}

function checkSteps(type: 'frontend' | 'backend', steps: unknown): void {
	if (type === 'backend' && steps !== undefined)
		throw invalid('steps', 'frontend_only', 'Steps belong to rows of frontend projects; a backend row has a recipe.');
}

const withEdited = (row: Pick<PlanRowTable, 'edited'>, fields: readonly string[]): string =>
	JSON.stringify([...new Set([...(JSON.parse(row.edited) as string[]), ...fields])]);

function patched(row: PlanRowTable, patch: PlanRowPatch): Partial<PlanRowTable> {
	const {category, title, description, expectedBehavior, priority, selected, steps} = patch;
	const columns: Partial<PlanRowTable> = {};
	if (category !== undefined) columns.category = category;
	if (title !== undefined) columns.title = title;
	if (description !== undefined) columns.description = description;
	if (expectedBehavior !== undefined) columns.expected = expectedBehavior;
	if (priority !== undefined) columns.priority = priority;
	if (selected !== undefined) columns.selected = selected ? 1 : 0;
	if (steps !== undefined) columns.steps = JSON.stringify(steps);
	// "An edit of title, description or expected behavior shapes the generated test."
	if (row.recipe !== null && title !== undefined) columns.recipe = JSON.stringify({...JSON.parse(row.recipe), title});
	return {...columns, edited: withEdited(row, Object.keys(patch))};
}

type NewRow = {id: string; projectId: ProjectId; planId: PlanId; rev: number; type: PlanRowTable['type']};

function customRow(input: PlanRowInput, {id, projectId, planId, rev, type}: NewRow): PlanRowTable {
	return {
		id,
		project_id: projectId,
		plan_id: planId,
		key: id,
		endpoint_id: null,
		method: null,
		path: null,
		feature: '',
		type,
		template: 'custom',
		kind: 'endpoint',
		category: input.category,
		title: input.title,
		description: input.description,
		expected: input.expectedBehavior,
		priority: input.priority ?? 'p2',
		selected: 1,
		phase: 'normal',
		place: 0,
		captures: '[]',
		consumes: '[]',
		steps: input.steps ? JSON.stringify(input.steps) : null,
		shape_source: 'none',
		edited: JSON.stringify(['title', 'description', 'expectedBehavior', 'category', 'priority']),
		recipe: null,
		test_id: null,
		removed: null,
		rev,
	};
}
