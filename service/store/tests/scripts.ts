import type {TestId} from '../../../contract/ids.ts';
import type {Script} from '../../../contract/script.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {supersedeHeals} from './heals.ts';
import type {RunTable} from '../runs/run-tables.ts';

/** The saved script of a test; null before its first pass. */
export async function findScript(database: Database, testId: TestId): Promise<Script | null> {
	const row = await database.selectFrom('scripts').select('script').where('test_id', '=', testId).executeTakeFirst();
	return row ? (JSON.parse(row.script) as Script) : null;
}

/**
 * Saves the script of a pass; "any replacement: codeVersion + 1". Null, and nothing is saved, when somebody has changed
 * the plan since the run was triggered.
 *
 * @returns the version of the code of the test
 */
export async function saveScript(
	transaction: StoreTransaction,
	run: Pick<RunTable, 'id' | 'test_id' | 'plan_steps'>,
	script: Script,
	now: number,
): Promise<number | null> {
	const test = await transaction
		.selectFrom('tests')
		.select(['plan_steps', 'code_version'])
		.where('id', '=', run.test_id)
		.executeTakeFirst();
	if (!test || test.plan_steps !== run.plan_steps) return null;
	const saved = await findScript(transaction, run.test_id);
	const version = saved ? test.code_version + 1 : test.code_version;
	if (saved)
		await transaction.updateTable('tests').set({code_version: version}).where('id', '=', run.test_id).execute();
	await putScript(transaction, {...script, testId: run.test_id, codeVersion: version, savedFromRunId: run.id}, now);
	return version;
}

/** Stores a script in place of the one that is there; repairs of entries that are no more are superseded. */
export async function putScript(transaction: StoreTransaction, script: Script, now: number): Promise<void> {
	const row = {run_id: script.savedFromRunId, script: JSON.stringify(script), updated_at: now};
	await transaction
		.insertInto('scripts')
		.values({test_id: script.testId, ...row})
		.onConflict(conflict => conflict.column('test_id').doUpdateSet(row))
		.execute();
	await supersedeHeals(transaction, script.testId, script, now);
}

/** Removes the script of a test, whose plan has nothing in common with it any more. */
export async function dropScript(transaction: StoreTransaction, testId: TestId, now: number): Promise<void> {
	await transaction.deleteFrom('scripts').where('test_id', '=', testId).execute();
	await supersedeHeals(transaction, testId, null, now);
}
