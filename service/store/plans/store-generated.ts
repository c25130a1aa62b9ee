import {sql} from 'kysely';
import type {GenerationId, PlanRowId, TestId} from '../../../contract/ids.ts';
import type {Recipe} from '../../../contract/recipe.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {bookCredits, releaseCredits} from '../accounts/credits.ts';
import type {Rejection, TestRecipeTable} from './generation-tables.ts';
import {touchGeneration, findTestRecipe} from './generations.ts';
import type {NewId} from '../ids.ts';
import {generationCost} from './start-generation.ts';

/** What becomes of the text of a test. */
export type GeneratedTest = {
	place: number;
	recipe: Recipe;
	rowId: PlanRowId | null;
	testId: TestId;
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
	generationId: GenerationId,
	test: GeneratedTest,
): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const generation = await touchGeneration(transaction, generationId, {});
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

/** Why a generated test did not enter the suite, and when that was found, in epoch milliseconds. */
export type RefusedTest = Rejection & {at: number};

/** The refusal of a generated test; null: it was accepted, or written by hand. */
export async function findRefusal(database: Database, testId: TestId): Promise<RefusedTest | null> {
	const row = await database
		.selectFrom('test_recipes')
		.select(['rejection', 'updated_at'])
		.where('test_id', '=', testId)
		.where('rejection', 'is not', null)
		.executeTakeFirst();
	return row?.rejection ? {...(JSON.parse(row.rejection) as Rejection), at: row.updated_at} : null;
}
