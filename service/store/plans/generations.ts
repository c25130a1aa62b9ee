import {sql} from 'kysely';
import type {AccountId, GenerationId, ProjectId, TestId} from '../../../contract/ids.ts';
import type {Recipe} from '../../../contract/recipe.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {releaseCredits} from '../accounts/credits.ts';
import type {GenerationItemTable, GenerationTable, TestRecipeTable} from './generation-tables.ts';

export async function findGeneration(
	database: Database,
	accountId: AccountId | null,
	generationId: GenerationId,
): Promise<GenerationTable | null> {
	const row = await database
		.selectFrom('generations')
		.selectAll()
		.where('id', '=', generationId)
		.$if(accountId !== null, query => query.where('account_id', '=', accountId!))
		.executeTakeFirst();
	return row ?? null;
}

export const listItems = (database: Database, generationId: GenerationId, since = 0): Promise<GenerationItemTable[]> =>
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
	projectId: ProjectId,
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
export async function touchGeneration(
	transaction: StoreTransaction,
	generationId: GenerationId,
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
	generationId: GenerationId,
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
		const changed = await touchGeneration(transaction, generationId, {status, started_at: before?.started_at ?? now});
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

/** Ends a generation and gives back what is still held for it; null when it has ended already. */
export function endGeneration(
	database: Database,
	generationId: GenerationId,
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
		const ended = await touchGeneration(transaction, generationId, {
			status: isVain ? 'failed' : status,
			finished_at: now,
		});
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
	projectId: ProjectId,
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

export async function findTestRecipe(
	database: Database | StoreTransaction,
	testId: TestId,
): Promise<TestRecipeTable | null> {
	const row = await database.selectFrom('test_recipes').selectAll().where('test_id', '=', testId).executeTakeFirst();
	return row ?? null;
}
