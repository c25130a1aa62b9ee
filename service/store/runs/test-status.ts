import type {TestId} from '../../../contract/ids.ts';
import {verdicts} from '../../domain/run-state.ts';
import {type Move, type Speaking, testAfter, testAfterNewest} from '../../domain/test-state.ts';
import type {StoreTransaction} from '../database.ts';
import {shaped} from '../dialect/shaped.ts';

type RunOfTest = {id: string; testId: TestId};

/**
 * Carries the move of a run to its test. Nearly always it is the newest one of its test, which decides alone: that takes
 * one write. Of a test with a newer run, or after a run that says nothing, it is read first what the test was before.
 */
export async function carryToTest(transaction: StoreTransaction, run: RunOfTest, status: Move): Promise<void> {
	if (status !== 'cancelled' && status !== 'skipped') {
		const {numUpdatedRows} = await carryNewest(transaction, [run], status).executeTakeFirstOrThrow();
		if (numUpdatedRows > 0n) return;
	}
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
					.where('status', 'in', verdicts)
					.where('skipped', '=', 0),
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

/** The same for the tests of which a run is the newest, for writing it together with something else. */
export const newest = (transaction: StoreTransaction, runs: readonly RunOfTest[], status: Speaking) =>
	shaped(`newest ${status}`, {tests: runs.map(({testId}) => testId), ids: runs.map(({id}) => id)}, ({tests, ids}) =>
		carryNewest(
			transaction,
			tests.map((testId, nth) => ({id: ids[nth]!, testId})),
			status,
		),
	);

/** The same for the tests of which a run is the newest. Of others a start, but no end, changes nothing. */
const carryNewest = (transaction: StoreTransaction, runs: readonly RunOfTest[], status: Speaking) =>
	transaction
		.updateTable('tests')
		.set(testAfterNewest(status))
		.where(
			'id',
			'in',
			runs.map(({testId}) => testId),
		)
		.where(
			'last_run_id',
			'in',
			runs.map(({id}) => id),
		);
