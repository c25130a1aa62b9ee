import {findUnorderedWrites, type UnorderedWrite, unorderedText} from '../../domain/unordered-writes.ts';
import type {BatchChange} from './batch-change.ts';
import {carriedNames, waitsOf} from '../runs/read-changes-under.ts';
import {pushTo} from '../../domain/push-to.ts';

/** Members that are told so; a batch with more has one fault, not hundreds. */
const mostTold = 20;

/** Calls looked at: beyond them a batch has more to say than anybody reads. */
const mostCalls = 20_000;

/**
 * Says of members that change a record which others of the batch use with no order between them, in the moment in which
 * the last of them has ended: a passing run today is a failing one when they meet in another order. The finding stands
 * with the member that should come later.
 */
export async function tellUnordered(change: BatchChange): Promise<void> {
	const {transaction, batch} = change;
	const members = await transaction
		.selectFrom('runs')
		.select(['id as runId', 'test_id as testId', 'name', 'project_id as projectId', 'rank', 'late', 'advisories'])
		.where('batch_id', '=', batch.id)
		.where('teardown', '=', 0)
		.where('attempt', '>', 0)
		.execute();
	if (members.length < 2) return;
	const calls = await transaction
		.selectFrom('calls')
		.innerJoin('runs', join => join.onRef('runs.id', '=', 'calls.run_id').onRef('runs.attempt', '=', 'calls.attempt'))
		.select(['runs.id as runId', 'calls.method', 'calls.url', 'calls.status'])
		.select(carriedNames.as('carries'))
		.where('calls.batch_id', '=', batch.id)
		.where('calls.kind', '=', 'test')
		.limit(mostCalls)
		.execute();
	const writes = findUnorderedWrites(
		members.map(member => ({...member, late: member.late === 1})),
		calls.map(call => ({...call, carries: JSON.parse(call.carries) as string[]})),
		await waitsOf(transaction, batch.id),
	);
	const byLater = new Map<string, UnorderedWrite[]>();
	for (const write of writes) pushTo(byLater, write.later.runId, write);
	for (const [runId, own] of [...byLater].slice(0, mostTold)) {
		const {advisories, name} = members.find(member => member.runId === runId)!;
		const message = unorderedText(own);
		await transaction
			.updateTable('runs')
			.set({advisories: JSON.stringify([...(JSON.parse(advisories) as string[]), message]), rev: change.version})
			.where('id', '=', runId)
			.execute();
		change.advise('unordered_writes', `${name}: ${message}`);
	}
}
