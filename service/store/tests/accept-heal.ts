import type {HealId, TestId} from '../../../contract/ids.ts';
import {ServiceError} from '../../domain/service-error.ts';
import type {StoreTransaction} from '../database.ts';
import type {HealTable} from '../runs/browser-tables.ts';
import {decide, elementOf, requireProposed, targetOf} from './heals.ts';
import {findScript, putScript} from './scripts.ts';

/**
 * Writes locator and fingerprint of a repair into the script. Throws when somebody has decided before, while the test
 * runs, and when the entry is not the one that was repaired.
 */
export async function acceptHeal(
	transaction: StoreTransaction,
	testId: TestId,
	healId: HealId,
	now: number,
): Promise<{heal: HealTable; codeVersion: number}> {
	const row = await requireProposed(transaction, testId, healId);
	await refuseWhileRunning(transaction, testId);
	const script = await findScript(transaction, testId);
	const element = script && elementOf(script, row);
	const to = targetOf(row.to_target);
	if (!script || !element || !to.fingerprint) throw entryChanged(row);
	element.locator = to.locator;
	element.fingerprint = to.fingerprint;
	if (to.locator.nth !== undefined && to.locator.within.length === 0) element.positional = true;
	else delete element.positional;
	const {code_version: codeVersion} = await transaction
		.updateTable('tests')
		.set(({eb}) => ({code_version: eb('code_version', '+', 1), updated_at: now}))
		.where('id', '=', testId)
		.returning('code_version')
		.executeTakeFirstOrThrow();
	await decide(transaction, [row.id], 'accepted', now);
	await putScript(transaction, {...script, codeVersion}, now);
	return {heal: {...row, status: 'accepted', decided_at: now}, codeVersion};
}

async function refuseWhileRunning(transaction: StoreTransaction, testId: TestId): Promise<void> {
	const run = await transaction
		.selectFrom('runs')
		.select('id')
		.where('test_id', '=', testId)
		.where('finished_at', 'is', null)
		.executeTakeFirst();
	if (!run) return;
	throw new ServiceError('CONFLICT', 'The test has a run in flight, which uses the script.', {
		nextAction: `Wait for ${run.id} or cancel it.`,
		details: {reason: 'run_in_flight', currentRunId: run.id, testId},
	});
}

const entryChanged = (heal: HealTable) =>
	new ServiceError(
		'PRECONDITION_FAILED',
		`Step ${heal.step_index} of the script has changed since this repair was made.`,
		{nextAction: `Run it again: svc test rerun ${heal.test_id}`, details: {healId: heal.id}},
	);
