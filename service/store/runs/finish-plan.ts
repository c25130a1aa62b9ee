import type {Script} from '../../../contract/script.ts';
import {healCost} from '../../domain/credit-costs.ts';
import type {BatchChange} from '../batches/batch-change.ts';
import type {StoreTransaction} from '../database.ts';
import {type NewHeal, proposeHeals} from '../tests/heals.ts';
import type {NewId} from '../ids.ts';
import {type FinishedStep, saveSteps} from './run-steps.ts';
import {findScript, saveScript} from '../tests/scripts.ts';
import type {RunTable} from './run-tables.ts';
import {createHash} from 'node:crypto';

/** What the end of a plan brings along besides that of every run. */
export type FinishedPlan = {
	steps: readonly FinishedStep[];
	failedStepIndex: number | null;
	/** From 1; repaired in this run. */
	healedSteps: readonly number[];
	note: string | null;
	/** What a pass saves; null: nothing. */
	script: Script | null;
	heals: readonly NewHeal[];
	/** What was carried out, as code that people read; null: nothing was. */
	code: string | null;
	browser: {name: string; version: string} | null;
};

type Run = Pick<RunTable, 'id' | 'batch_id' | 'test_id' | 'project_id' | 'attempt' | 'name' | 'plan_steps'>;

/** Stores what the end of a plan brings along; the run itself has been ended. */
export async function finishPlan(
	change: BatchChange,
	newId: NewId,
	run: Run,
	{steps, failedStepIndex, healedSteps, note, script, heals, code, browser}: FinishedPlan,
): Promise<void> {
	const {transaction, now} = change;
	await saveSteps(transaction, run, await withoutStored(transaction, run, steps));
	const savedFrom = heals.length > 0 ? await findScript(transaction, run.test_id) : null;
	await proposeHeals(transaction, {newId, now}, run, heals, savedFrom?.savedFromRunId ?? null);
	const version = script && (await saveScript(transaction, run, script, now));
	if (code !== null) await storeCodes(transaction, new Map([[hashOfCode(code), code]]));
	await transaction
		.updateTable('runs')
		.set({
			failed_step_index: failedStepIndex,
			healed_steps: JSON.stringify(healedSteps),
			note,
			browser: browser && JSON.stringify(browser),
			...(code === null ? {} : {code_hash: hashOfCode(code)}),
			...(version === null ? {} : {code_version: `v${version}`}),
		})
		.where('id', '=', run.id)
		.execute();
	if (healedSteps.length > 0) await chargeHeal(change, newId, run);
}

/**
 * Steps of an end that knows less than what was shown while the run went on, as that of a run that was cancelled: a step
 * that is stored as carried out is not taken back.
 */
async function withoutStored(
	transaction: StoreTransaction,
	{id, attempt}: Run,
	steps: readonly FinishedStep[],
): Promise<readonly FinishedStep[]> {
	if (steps.every(({ended_at}) => ended_at !== null)) return steps;
	const stored = await transaction
		.selectFrom('run_steps')
		.select('step_index')
		.where('run_id', '=', id)
		.where('attempt', '=', attempt)
		.where('ended_at', 'is not', null)
		.execute();
	const known = new Set(stored.map(({step_index}) => step_index));
	return steps.filter(({step_index, ended_at}) => ended_at !== null || !known.has(step_index));
}

/** "One `auto_heal` charge per run, booked with the verdict, only when a step was really repaired and carried out." */
async function chargeHeal(change: BatchChange, newId: NewId, run: Run): Promise<void> {
	const {transaction} = change;
	change.book(newId, [
		{
			kind: 'auto_heal',
			amount: -healCost,
			note: run.name,
			project_id: run.project_id,
			test_id: run.test_id,
			run_id: run.id,
			batch_id: run.batch_id,
		},
	]);
	await transaction
		.updateTable('runs')
		.set(({eb}) => ({credits_charged: eb('credits_charged', '+', healCost)}))
		.where('id', '=', run.id)
		.execute();
	change.charge(healCost);
}

/** What a source text is known by. */
export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Stores source texts by their hashes, each once for all runs that have it. */
export async function storeCodes(transaction: StoreTransaction, codes: ReadonlyMap<string, string>): Promise<void> {
	if (codes.size === 0) return;
	await transaction
		.insertInto('codes')
		.values([...codes].map(([hash, code]) => ({hash, code})))
		.onConflict(conflict => conflict.column('hash').doNothing())
		.execute();
}
