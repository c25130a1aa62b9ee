import {sweepOnceMore} from '../batches/advance-batch.ts';
import type {BatchChanges} from '../batches/batch-changes.ts';
import type {StoreTransaction} from '../database.ts';
import {protectExecution} from '../../domain/protect-execution.ts';
import {callsOf, valuesGivenTo} from '../runs/finish-run.ts';
import type {Finish} from '../runs/finish.ts';
import type {NewId} from '../ids.ts';
import {insertAll} from '../insert-all.ts';
import type {Protection} from './secret-rules.ts';

/** What an execution did whose end was never stored, or came when somebody else had the run. */
export type LostExecution = Pick<Finish, 'runId' | 'attempt' | 'calls'>;

/**
 * Stores the calls of executions that were lost, so that cleanup finds the records they created: "captures and cleanup
 * are keyed by (execution, attempt)" and the sweep reads every attempt. Calls that are stored already stay as they are.
 * They may come late: of a machine that was away, while others have ended the batch. Its cleanup then begins again.
 */
export async function keepLostCalls(
	transaction: StoreTransaction,
	newId: NewId,
	lost: readonly LostExecution[],
	protection: Protection,
	changes: BatchChanges,
): Promise<void> {
	for (const {runId, attempt, calls: reported} of lost) {
		if (reported.length === 0) continue;
		const run = await transaction
			.selectFrom('runs')
			.innerJoin('batches', 'batches.id', 'runs.batch_id')
			.select(['runs.id', 'batch_id', 'test_id', 'runs.project_id', 'teardown', 'runs.target_url', 'phase'])
			.where('runs.id', '=', runId)
			.executeTakeFirst();
		const stored = await transaction
			.selectFrom('calls')
			.select('id')
			.where('run_id', '=', runId)
			.where('attempt', '=', attempt)
			.executeTakeFirst();
		if (!run || stored) continue;
		const rule = await protection.ruleOf(transaction, run.project_id);
		const given = await valuesGivenTo(transaction, run.id, protection);
		const {calls} = protectExecution({calls: reported}, rule, given, protection.seal);
		await insertAll(transaction, 'calls', callsOf(newId, run, {attempt, calls}));
		if (run.phase === 'cleanup' || run.phase === 'done') sweepOnceMore(await changes.of(run.batch_id));
	}
}
