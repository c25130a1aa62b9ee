import type {Insertable} from 'kysely';
import type {AccountId, PlanRowId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {Recipe} from '../../../contract/recipe.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {holdCredits} from '../accounts/credits.ts';
import type {GenerationItemTable, GenerationTable} from './generation-tables.ts';
import type {NewId} from '../ids.ts';
import {insertAll} from '../insert-all.ts';
import type {PlanRowTable} from './plan-tables.ts';
import {latestPlan} from './plans.ts';
import type {TestTable} from '../tests/test-tables.ts';

/** Hundredths of a credit that one generated test costs. */
export const generationCost = 100;

export type Started = {
	generation: GenerationTable;
	rowIds: PlanRowId[];
	testIds: TestId[];
	lockedAt: number;
	chains: number;
};
export type NotStarted = {
	refused: 'no_plan' | 'plan_generating' | 'plan_locked' | 'generation_in_flight' | 'nothing_selected';
	currentId?: string;
};

/**
 * Locks the plan and stores a generation with a test per row, in one transaction: tests exist at once, in status `draft`.
 *
 * @param rowIds these rows, ticked or not; null: the ticked ones
 * @param only the selection becomes exactly `rowIds`
 */
export function startGeneration(
	database: Database,
	{newId, now}: {newId: NewId; now: number},
	{
		accountId,
		projectId,
		rowIds,
		only,
	}: {accountId: AccountId; projectId: ProjectId; rowIds: PlanRowId[] | null; only: boolean},
): Promise<Started | NotStarted> {
	return database.transaction().execute(async transaction => {
		const plan = await latestPlan(transaction, projectId);
		if (!plan || plan.status === 'failed') return {refused: 'no_plan'};
		if (plan.status === 'generating') return {refused: 'plan_generating'};
		const open = await transaction
			.selectFrom('generations')
			.select('id')
			.where('project_id', '=', projectId)
			.where('finished_at', 'is', null)
			.executeTakeFirst();
		if (open) return {refused: 'generation_in_flight', currentId: open.id};
		if (plan.status === 'locked') return {refused: 'plan_locked'};
		const version = plan.version + 1;
		if (only) await selectOnly(transaction, projectId, rowIds ?? [], version);
		const rows = await chosenRows(transaction, projectId, rowIds);
		if (rows.length === 0) return {refused: 'nothing_selected'};
		await holdCredits(transaction, accountId, rows.length * generationCost);
		await transaction
			.updateTable('plans')
			.set({status: 'locked', locked_at: now, version})
			.where('id', '=', plan.id)
			.execute();
		const generation: GenerationTable = {
			id: newId('gen'),
			account_id: accountId,
			project_id: projectId,
			plan_id: plan.id,
			status: 'queued',
			version: 1,
			total: rows.length,
			ready: 0,
			rejected: 0,
			credits_held: rows.length * generationCost,
			credits_charged: 0,
			credits_refunded: 0,
			created_at: now,
			started_at: null,
			finished_at: null,
		};
		await transaction.insertInto('generations').values(generation).execute();
		const items: GenerationItemTable[] = [];
		for (const [place, row] of rows.entries()) {
			const testId = await testOf(transaction, {newId, now: now + place}, row, version);
			items.push({
				generation_id: generation.id,
				place,
				row_id: row.id,
				test_id: testId,
				title: nameOf(row),
				kind: row.kind,
				status: 'queued',
				attempt: 0,
				rejection: null,
				charged: 0,
				refunded: 0,
				rev: 1,
			});
		}
		await insertAll(transaction, 'generation_items', items);
		return {
			generation,
			rowIds: rows.map(({id}) => id),
			testIds: items.map(item => item.test_id),
			lockedAt: now,
			chains: rows.filter(({kind}) => kind === 'integration').length,
		};
	});
}

/** Tests of endpoints first, then what goes through several of them. */
async function chosenRows(
	transaction: StoreTransaction,
	projectId: ProjectId,
	rowIds: PlanRowId[] | null,
): Promise<PlanRowTable[]> {
	const wanted = rowIds === null ? null : new Set(rowIds);
	const rows = await transaction
		.selectFrom('plan_rows')
		.selectAll()
		.where('project_id', '=', projectId)
		.where('removed', 'is', null)
		.$if(wanted === null, query => query.where('selected', '=', 1))
		.orderBy('place')
		.orderBy('id')
		.execute();
	const chosen = rows.filter(({id}) => wanted === null || wanted.has(id));
	const place = {endpoint: 0, integration: 1, cleanup: 2};
	return chosen.sort((a, b) => place[a.kind] - place[b.kind]);
}

async function selectOnly(
	transaction: StoreTransaction,
	projectId: ProjectId,
	rowIds: PlanRowId[],
	version: number,
): Promise<void> {
	const wanted = new Set(rowIds);
	const rows = await transaction
		.selectFrom('plan_rows')
		.select(['id', 'selected'])
		.where('project_id', '=', projectId)
		.where('removed', 'is', null)
		.execute();
	for (const {id, selected} of rows) {
		const next = wanted.has(id) ? 1 : 0;
		if (next !== selected)
			await transaction.updateTable('plan_rows').set({selected: next, rev: version}).where('id', '=', id).execute();
	}
}

/** Takes every tick away; answers why it may not. */
export function unselectAll(database: Database, projectId: ProjectId): Promise<NotStarted | null> {
	return database.transaction().execute(async transaction => {
		const plan = await latestPlan(transaction, projectId);
		if (!plan || plan.status === 'failed') return {refused: 'no_plan'};
		if (plan.status === 'generating') return {refused: 'plan_generating'};
		if (plan.status === 'locked') return {refused: 'plan_locked'};
		await selectOnly(transaction, projectId, [], plan.version + 1);
		await transaction
			.updateTable('plans')
			.set({version: plan.version + 1})
			.where('id', '=', plan.id)
			.execute();
		return null;
	});
}

/** What people see of a test: which call it is about, and what it checks. */
export const nameOf = ({kind, method, path, title}: Pick<PlanRowTable, 'kind' | 'method' | 'path' | 'title'>): string =>
	(kind === 'endpoint' && method !== null && !/^(?:GET|POST|PUT|PATCH|DELETE)\s/.test(title)
		? `${method} ${path} ${title}`
		: title
	).slice(0, 200);

/** The test of a row: that of an earlier generation when it still exists, else a new one in status `draft`. */
async function testOf(
	transaction: StoreTransaction,
	{newId, now}: {newId: NewId; now: number},
	row: PlanRowTable,
	version: number,
): Promise<string> {
	const recipe = row.recipe === null ? null : (JSON.parse(row.recipe) as Recipe);
	const declared = {
		name: nameOf(row),
		description: row.description === '' ? null : row.description,
		priority: row.priority,
		kind: row.kind,
		phase: row.phase,
		produces: JSON.stringify(recipe?.produces ?? []),
		consumes: JSON.stringify(recipe?.consumes ?? []),
		plan_steps: row.steps,
		updated_at: now,
	};
	const known =
		row.test_id === null
			? undefined
			: await transaction.selectFrom('tests').select('id').where('id', '=', row.test_id).executeTakeFirst();
	if (known) {
		await transaction.updateTable('tests').set(declared).where('id', '=', known.id).execute();
		return known.id;
	}
	const id = newId('tst');
	await transaction
		.insertInto('tests')
		.values({
			id,
			project_id: row.project_id,
			type: row.type,
			created_from: 'portal',
			status: 'draft',
			category: row.kind === 'cleanup' ? 'cleanup' : null,
			after: '[]',
			code_version: 1,
			created_at: now,
			...declared,
		} satisfies Insertable<TestTable>)
		.execute();
	await transaction.updateTable('plan_rows').set({test_id: id, rev: version}).where('id', '=', row.id).execute();
	return id;
}
