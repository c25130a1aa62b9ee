import {type Insertable, sql} from 'kysely';
import type {Recipe} from '../../source/contract/recipe.ts';
import type {StoreTransaction} from './batch-change.ts';
import {bookCredits, holdCredits, releaseCredits} from './credits.ts';
import type {Database} from './database.ts';
import type {GenerationItemTable, GenerationTable, Rejection, TestRecipeTable} from './generation-tables.ts';
import type {NewId} from './ids.ts';
import {insertAll} from './insert-all.ts';
import type {PlanRowTable} from './plan-tables.ts';
import {latestPlan} from './plans.ts';
import type {TestTable} from './tables.ts';

/** Hundredths of a credit that one generated test costs. */
export const generationCost = 100;

export type Started = {
	generation: GenerationTable;
	rowIds: string[];
	testIds: string[];
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
	{accountId, projectId, rowIds, only}: {accountId: string; projectId: string; rowIds: string[] | null; only: boolean},
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
	projectId: string,
	rowIds: string[] | null,
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
	projectId: string,
	rowIds: string[],
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
export function unselectAll(database: Database, projectId: string): Promise<NotStarted | null> {
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
			code_version: 1,
			created_at: now,
			...declared,
		} satisfies Insertable<TestTable>)
		.execute();
	await transaction.updateTable('plan_rows').set({test_id: id, rev: version}).where('id', '=', row.id).execute();
	return id;
}

export async function findGeneration(
	database: Database,
	accountId: string | null,
	generationId: string,
): Promise<GenerationTable | null> {
	const row = await database
		.selectFrom('generations')
		.selectAll()
		.where('id', '=', generationId)
		.$if(accountId !== null, query => query.where('account_id', '=', accountId!))
		.executeTakeFirst();
	return row ?? null;
}

export const listItems = (database: Database, generationId: string, since = 0): Promise<GenerationItemTable[]> =>
	database
		.selectFrom('generation_items')
		.selectAll()
		.where('generation_id', '=', generationId)
		.where('rev', '>', since)
		.orderBy('place')
		.execute();

export const listOpenGenerations = (database: Database): Promise<GenerationTable[]> =>
	database.selectFrom('generations').selectAll().where('finished_at', 'is', null).orderBy('id').execute();

export async function listGenerationsOf(
	database: Database,
	projectId: string,
	{pageSize, after}: {pageSize: number; after: string | null},
): Promise<{rows: GenerationTable[]; next: string | null}> {
	const rows = await database
		.selectFrom('generations')
		.selectAll()
		.where('project_id', '=', projectId)
		.$if(after !== null, query => query.where('id', '<', after!))
		.orderBy('id', 'desc')
		.limit(pageSize + 1)
		.execute();
	const page = rows.slice(0, pageSize);
	return {rows: page, next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null};
}

/** Changes an open generation and its version; null when it has ended meanwhile. */
async function touch(
	transaction: StoreTransaction,
	generationId: string,
	columns: Partial<Pick<GenerationTable, 'status' | 'started_at' | 'finished_at'>>,
): Promise<GenerationTable | null> {
	const row = await transaction
		.updateTable('generations')
		.set({...columns, version: sql<number>`version + 1`})
		.where('id', '=', generationId)
		.where('finished_at', 'is', null)
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

/** Says what is being done with some tests; false when the generation has ended meanwhile. */
export function progressItems(
	database: Database,
	generationId: string,
	status: GenerationTable['status'],
	places: readonly number[],
	item: {status: GenerationItemTable['status']; attempt: number},
	now: number,
): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const before = await transaction
			.selectFrom('generations')
			.select('started_at')
			.where('id', '=', generationId)
			.executeTakeFirst();
		const changed = await touch(transaction, generationId, {status, started_at: before?.started_at ?? now});
		if (!changed) return false;
		await transaction
			.updateTable('generation_items')
			.set({...item, rev: changed.version})
			.where('generation_id', '=', generationId)
			.where('place', 'in', [...places])
			.where('status', 'in', ['queued', 'generating', 'verifying'])
			.execute();
		return true;
	});
}

/** What becomes of the text of a test. */
export type GeneratedTest = {
	place: number;
	recipe: Recipe;
	rowId: string | null;
	testId: string;
	title: string;
	code: string;
	rejection: Rejection | null;
	/** What there is when a person has edited the test: the merge, or both texts in conflict; null: it was not edited. */
	merge(stored: string, base: string): {proposed: string; proposal: 'clean' | 'conflict'};
};

/** Stores one generated test, books its credit and counts it, in one transaction. False: the generation has ended. */
export function storeGenerated(
	database: Database,
	{newId, now}: {newId: NewId; now: number},
	generationId: string,
	test: GeneratedTest,
): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const generation = await touch(transaction, generationId, {});
		if (!generation) return false;
		const isOpen = await transaction
			.selectFrom('generation_items')
			.select('place')
			.where('generation_id', '=', generationId)
			.where('place', '=', test.place)
			.where('status', 'in', ['queued', 'generating', 'verifying'])
			.executeTakeFirst();
		if (!isOpen) return true;
		const isWritten =
			test.rejection === null ? await keepText(transaction, test, now) : await reject(transaction, test, now);
		const charged = isWritten ? generationCost : 0;
		const refunded = isWritten && test.rejection !== null ? generationCost : 0;
		const booking = {
			note: test.title,
			project_id: generation.project_id,
			test_id: test.testId,
			run_id: null,
			batch_id: null,
			generation_id: generationId,
		};
		await bookCredits(transaction, {newId, now}, generation.account_id, [
			...(charged > 0 ? [{kind: 'generation' as const, amount: -charged, ...booking}] : []),
			...(refunded > 0 ? [{kind: 'generation_refund' as const, amount: refunded, ...booking}] : []),
		]);
		await releaseCredits(transaction, generation.account_id, generationCost);
		await transaction
			.updateTable('generations')
			.set({
				credits_held: sql<number>`credits_held - ${generationCost}`,
				credits_charged: sql<number>`credits_charged + ${charged}`,
				credits_refunded: sql<number>`credits_refunded + ${refunded}`,
				ready: sql<number>`ready + ${test.rejection === null ? 1 : 0}`,
				rejected: sql<number>`rejected + ${test.rejection === null ? 0 : 1}`,
			})
			.where('id', '=', generationId)
			.execute();
		await transaction
			.updateTable('generation_items')
			.set({
				status: test.rejection === null ? 'ready' : 'rejected',
				rejection: test.rejection === null ? null : JSON.stringify(test.rejection),
				charged,
				refunded,
				rev: generation.version,
			})
			.where('generation_id', '=', generationId)
			.where('place', '=', test.place)
			.execute();
		return true;
	});
}

/** False: the bytes are the same, or a person has edited the test; then the new text waits beside it. */
async function keepText(transaction: StoreTransaction, test: GeneratedTest, now: number): Promise<boolean> {
	const {testId, code} = test;
	const stored = await transaction
		.selectFrom('tests')
		.select(['code', 'code_version', 'status'])
		.where('id', '=', testId)
		.executeTakeFirst();
	if (!stored) return false;
	const known = await findTestRecipe(transaction, testId);
	const isEdited = stored.code !== null && known?.base_code !== stored.code && stored.code !== code;
	const proposal =
		isEdited && known?.base_code !== code
			? test.merge(stored.code!, known?.base_code ?? '')
			: {proposed: null, proposal: null};
	const isNew = !isEdited && stored.code !== code;
	await saveRecipe(transaction, test, {
		base_code: isEdited ? (known?.base_code ?? null) : code,
		proposed_code: proposal.proposed,
		proposal: proposal.proposal,
		rejection: null,
		updated_at: now,
	});
	await transaction
		.updateTable('tests')
		.set({
			...(isNew ? {code, code_version: stored.code === null ? stored.code_version : stored.code_version + 1} : {}),
			...(stored.status === 'draft' || known?.rejection ? {status: 'ready' as const} : {}),
			updated_at: now,
		})
		.where('id', '=', testId)
		.execute();
	return isNew;
}

/** A test whose text the gate refuses is `failed` before any call; an earlier text of it stays. */
async function reject(transaction: StoreTransaction, test: GeneratedTest, now: number): Promise<boolean> {
	const known = await findTestRecipe(transaction, test.testId);
	await saveRecipe(transaction, test, {
		base_code: known?.base_code ?? null,
		proposed_code: known?.proposed_code ?? null,
		proposal: known?.proposal ?? null,
		rejection: JSON.stringify(test.rejection),
		updated_at: now,
	});
	await transaction
		.updateTable('tests')
		.set({status: 'failed', updated_at: now})
		.where('id', '=', test.testId)
		.execute();
	return true;
}

async function saveRecipe(
	transaction: StoreTransaction,
	{testId, rowId, recipe}: GeneratedTest,
	columns: Pick<TestRecipeTable, 'base_code' | 'proposed_code' | 'proposal' | 'rejection' | 'updated_at'>,
): Promise<void> {
	const row: TestRecipeTable = {
		test_id: testId,
		row_id: rowId,
		recipe: JSON.stringify(recipe),
		recipe_version: recipe.recipeVersion,
		...columns,
	};
	const {test_id, ...rest} = row;
	await transaction
		.insertInto('test_recipes')
		.values(row)
		.onConflict(conflict => conflict.column('test_id').doUpdateSet(rest))
		.execute();
}

export async function findTestRecipe(
	database: Database | StoreTransaction,
	testId: string,
): Promise<TestRecipeTable | null> {
	const row = await database.selectFrom('test_recipes').selectAll().where('test_id', '=', testId).executeTakeFirst();
	return row ?? null;
}

/** Ends a generation and gives back what is still held for it; null when it has ended already. */
export function endGeneration(
	database: Database,
	generationId: string,
	status: 'done' | 'cancelled',
	now: number,
): Promise<GenerationTable | null> {
	return database.transaction().execute(async transaction => {
		const open = await transaction
			.selectFrom('generations')
			.select(['ready', 'total'])
			.where('id', '=', generationId)
			.executeTakeFirst();
		const isVain = status === 'done' && open?.ready === 0;
		const ended = await touch(transaction, generationId, {status: isVain ? 'failed' : status, finished_at: now});
		if (!ended) return null;
		await transaction
			.updateTable('generation_items')
			.set({status: 'cancelled', rev: ended.version})
			.where('generation_id', '=', generationId)
			.where('status', 'in', ['queued', 'generating', 'verifying'])
			.execute();
		await releaseCredits(transaction, ended.account_id, ended.credits_held);
		await transaction.updateTable('generations').set({credits_held: 0}).where('id', '=', generationId).execute();
		return {...ended, credits_held: 0};
	});
}

/** What the texts of a project have to know of it. */
export async function generationInput(
	database: Database,
	projectId: string,
	rowIds: ReadonlyArray<string | null>,
): Promise<{recipes: Map<string, Recipe>; produced: Set<string>; hasExtraHeaders: boolean}> {
	const wanted = new Set(rowIds);
	const rows = await database
		.selectFrom('plan_rows')
		.select(['id', 'recipe', 'captures', 'removed'])
		.where('project_id', '=', projectId)
		.execute();
	const tests = await database
		.selectFrom('tests')
		.select('produces')
		.where('project_id', '=', projectId)
		.where('produces', '!=', '[]')
		.execute();
	const sets = await database
		.selectFrom('credential_sets')
		.select('id')
		.where('project_id', '=', projectId)
		.where('extra_headers', 'is not', null)
		.executeTakeFirst();
	return {
		recipes: new Map(
			rows.flatMap(({id, recipe}) => (recipe === null || !wanted.has(id) ? [] : [[id, JSON.parse(recipe) as Recipe]])),
		),
		// An unticked row gives nothing; what needs it is made all the same, and blocked with that reason.
		produced: new Set(
			[
				...tests.map(({produces}) => produces),
				...rows.flatMap(({captures, removed}) => (removed === null ? [captures] : [])),
			].flatMap(names => JSON.parse(names) as string[]),
		),
		hasExtraHeaders: sets !== undefined,
	};
}
