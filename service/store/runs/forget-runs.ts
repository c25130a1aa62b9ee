import {sql} from 'kysely';
import type {BatchId, RunId} from '../../../contract/ids.ts';
import type {StoreTransaction} from '../database.ts';
import {forgetSteps} from './run-steps.ts';

/**
 * Removes runs that have ended with everything stored for them, and takes them out of the counts of their waves. A
 * source text goes with the last run that executed it.
 */
export async function forgetRuns(transaction: StoreTransaction, runIds: readonly RunId[]): Promise<void> {
	if (runIds.length === 0) return;
	const standings = await transaction
		.selectFrom('runs')
		.select(({fn}) => ['batch_id', 'wave', 'status', 'skipped', fn.countAll<number>().as('count')])
		.where('id', 'in', runIds)
		.groupBy(['batch_id', 'wave', 'status', 'skipped'])
		.execute();
	const codes = await transaction
		.selectFrom('runs')
		.select('code_hash')
		.distinct()
		.where('id', 'in', runIds)
		.where('code_hash', 'is not', null)
		.execute();
	for (const {batch_id, wave, status, skipped, count} of standings) {
		const column = sql.ref(skipped === 1 ? 'skipped' : status);
		await transaction
			.updateTable('waves')
			.set({
				total: sql<number>`total - ${count}`,
				[skipped === 1 ? 'skipped' : status]: sql<number>`${column} - ${count}`,
			})
			.where('batch_id', '=', batch_id)
			.where('wave', '=', wave)
			.execute();
		await transaction.deleteFrom('waves').where('batch_id', '=', batch_id).where('total', '=', 0).execute();
	}
	await transaction.deleteFrom('calls').where('run_id', 'in', runIds).execute();
	await transaction.deleteFrom('cleanup_calls').where('run_id', 'in', runIds).execute();
	await transaction.deleteFrom('call_variables').where('run_id', 'in', runIds).execute();
	await transaction.deleteFrom('captures').where('run_id', 'in', runIds).execute();
	for (const table of ['run_edges', 'run_orders'] as const)
		for (const end of ['to_run_id', 'from_run_id'] as const)
			await transaction.deleteFrom(table).where(end, 'in', runIds).execute();
	await forgetSteps(transaction, runIds);
	await transaction.deleteFrom('heals').where('run_id', 'in', runIds).where('status', '!=', 'refused').execute();
	await transaction.deleteFrom('runs').where('id', 'in', runIds).execute();
	await recountSelected(transaction, [...new Set(standings.map(({batch_id}) => batch_id))]);
	for (const {code_hash} of codes)
		await transaction
			.deleteFrom('codes')
			.where('hash', '=', code_hash)
			.where(({not, exists, selectFrom}) =>
				not(exists(selectFrom('runs').select('runs.id').whereRef('runs.code_hash', '=', 'codes.hash'))),
			)
			.execute();
}

/** Those that were asked for, among the members that are left: never more than all of them. */
async function recountSelected(transaction: StoreTransaction, batchIds: readonly BatchId[]): Promise<void> {
	await transaction
		.updateTable('batches')
		.set(({selectFrom}) => ({
			selected: selectFrom('runs')
				.select(({fn}) => fn.countAll<number>().as('count'))
				.whereRef('runs.batch_id', '=', 'batches.id')
				.where('runs.role', '=', 'selected')
				.$asScalar()
				.$notNull(),
		}))
		.where('id', 'in', batchIds)
		.execute();
}
