import type {RunStatus} from '../../../contract/enums.ts';
import {verdicts} from '../../domain/run-state.ts';
import {testAfter} from '../../domain/test-state.ts';
import type {StoreTransaction} from '../transaction.ts';

/** Carries the move of a run to its test. */
export async function carryToTest(
	transaction: StoreTransaction,
	run: {id: string; testId: string},
	status: RunStatus,
): Promise<void> {
	const test = await transaction
		.selectFrom('tests')
		.select(({exists, selectFrom}) => [
			'status',
			'verdict',
			'last_run_id',
			exists(
				selectFrom('runs')
					.select('id')
					.where('test_id', '=', run.testId)
					.where('id', '>', run.id)
					.where('status', 'in', verdicts),
			).as('newer_verdict'),
		])
		.where('id', '=', run.testId)
		.executeTakeFirst();
	// Deleted meanwhile: its history goes with it.
	if (!test) return;
	const next = testAfter(
		{
			status: test.status,
			verdict: test.verdict,
			newest: test.last_run_id === run.id,
			newerVerdict: Boolean(test.newer_verdict),
		},
		status,
	);
	if (next.status === test.status && next.verdict === test.verdict) return;
	await transaction.updateTable('tests').set(next).where('id', '=', run.testId).execute();
}
