import {sql} from 'kysely';
import type {BlockedReason} from '../../../contract/enums.ts';
import type {Ref} from '../../../contract/fields.ts';
import type {RunId, TestId} from '../../../contract/ids.ts';
import {type BlockedCause, blockedByOf, blockedText} from '../../domain/blocked.ts';
import {nearMiss} from '../../domain/variable-links.ts';
import type {BatchChange, MovingRun} from '../batches/batch-change.ts';
import {carryToTest} from './test-status.ts';
import {pushTo} from '../../domain/push-to.ts';

/** A member that has just ended. */
export type EndedRun = {id: string; testId: TestId; title: string};

/** A member that waits for a value. */
type Consumer = MovingRun & EndedRun & {teardown: boolean; variables: string[]};

/**
 * Gives the values of a member that passed to its consumers, and blocks those whose value it did not produce.
 *
 * @param captured names it produced
 */
export async function feedConsumers(
	change: BatchChange,
	producer: EndedRun,
	captured: ReadonlySet<string>,
): Promise<void> {
	const fed: Consumer[] = [];
	for (const consumer of await waitingConsumers(change, producer.id)) {
		const missing = consumer.teardown ? undefined : consumer.variables.find(name => !captured.has(name));
		if (missing === undefined) fed.push(consumer);
		else await blockWithClosure(change, consumer, await causeOfMissingCapture(change, producer, missing, captured));
	}
	await release(change, fed);
	await releaseLater(change, producer.id);
}

/** Blocks everything that needs a value of a member that ended without its values, directly or through others. */
export async function blockConsumers(
	change: BatchChange,
	producer: EndedRun,
	reason: 'producer_failed' | 'producer_blocked' | 'producer_cancelled',
	root: Ref = refOf(producer),
): Promise<void> {
	const teardowns: Consumer[] = [];
	for (const consumer of await waitingConsumers(change, producer.id)) {
		if (consumer.teardown) teardowns.push(consumer);
		else await blockWithClosure(change, consumer, causeOf(reason, consumer.variables[0]!, producer, root));
	}
	await release(change, teardowns);
	await releaseLater(change, producer.id);
}

/**
 * Ends a queued member as blocked; false when it is not queued any more, because another way through the graph has
 * reached it before. `skipped`: a teardown test that has nothing to remove.
 */
export async function blockRun(
	change: BatchChange,
	run: MovingRun & {testId: TestId},
	cause: BlockedCause,
	skipped = false,
): Promise<boolean> {
	const {numUpdatedRows} = await change.transaction
		.updateTable('runs')
		.set({
			status: 'blocked',
			ready: 0,
			skipped: skipped ? 1 : 0,
			...blockedText(cause, skipped),
			blocked_by: JSON.stringify(blockedByOf(cause)),
			finished_at: change.now,
			rev: change.version,
		})
		.where('id', '=', run.id)
		.where('status', '=', 'queued')
		.executeTakeFirst();
	if (numUpdatedRows === 0n) return false;
	change.move(run, 'queued', skipped ? 'skipped' : 'blocked');
	await carryToTest(change.transaction, run, skipped ? 'skipped' : 'blocked');
	return true;
}

const refOf = (run: EndedRun): Ref => ({testId: run.testId, title: run.title});

const causeOf = (reason: BlockedReason, variable: string, producer: EndedRun, root: Ref): BlockedCause => ({
	reason,
	variable,
	producer: refOf(producer),
	root,
	didYouMean: null,
	cycle: null,
});

async function blockWithClosure(change: BatchChange, first: Consumer, cause: BlockedCause): Promise<void> {
	const root = cause.root;
	const open: Array<{consumer: Consumer; cause: BlockedCause}> = [{consumer: first, cause}];
	const teardowns: Consumer[] = [];
	// The nearest first, so that a member names the shortest way to the root.
	for (let next = 0; next < open.length; next++) {
		const {consumer, cause: own} = open[next]!;
		if (!(await blockRun(change, consumer, own))) continue;
		await releaseLater(change, consumer.id);
		for (const further of await waitingConsumers(change, consumer.id)) {
			if (further.teardown) teardowns.push(further);
			else
				open.push({
					consumer: further,
					cause: causeOf('producer_blocked', further.variables[0]!, consumer, root ?? refOf(consumer)),
				});
		}
	}
	await release(change, teardowns);
}

/** Queued members that take a value from this run, each with the names it takes. */
async function waitingConsumers(change: BatchChange, runId: RunId): Promise<Consumer[]> {
	const rows = await change.transaction
		.selectFrom('run_edges')
		.innerJoin('runs', 'runs.id', 'run_edges.to_run_id')
		.select([
			'runs.id',
			'runs.test_id',
			'runs.name',
			'runs.wave',
			'runs.type',
			'runs.attempt',
			'runs.teardown',
			'run_edges.variable',
		])
		.where('run_edges.from_run_id', '=', runId)
		.where('runs.status', '=', 'queued')
		.orderBy('runs.rank')
		.execute();
	const consumers = new Map<string, Consumer>();
	for (const row of rows) {
		const known = consumers.get(row.id);
		if (known) known.variables.push(row.variable);
		else
			consumers.set(row.id, {
				id: row.id,
				testId: row.test_id,
				title: row.name,
				wave: row.wave,
				type: row.type,
				attempt: row.attempt,
				teardown: row.teardown === 1,
				variables: [row.variable],
			});
	}
	return [...consumers.values()];
}

/** Members wait for one producer less; those that wait for none may start. Late and teardown tests start with their phase. */
async function release(change: BatchChange, consumers: readonly Consumer[]): Promise<void> {
	const byCount = new Map<number, string[]>();
	for (const {id, variables} of consumers) {
		pushTo(byCount, variables.length, id);
	}
	for (const [count, ids] of byCount) await countDown(change, ids, count);
}

/** "It orders only": who comes after a member that has ended may start, whatever became of that one. */
async function releaseLater(change: BatchChange, runId: RunId): Promise<void> {
	const rows = await change.transaction
		.selectFrom('run_orders')
		.select('to_run_id')
		.where('from_run_id', '=', runId)
		.execute();
	await countDown(
		change,
		rows.map(({to_run_id}) => to_run_id),
		1,
	);
}

async function countDown(change: BatchChange, runIds: readonly RunId[], count: number): Promise<void> {
	for (let start = 0; start < runIds.length; start += 500)
		await change.transaction
			.updateTable('runs')
			.set({
				open_producers: sql<number>`open_producers - ${count}`,
				ready: sql<
					0 | 1
				>`case when open_producers = ${count} and teardown = 0 and late = 0 and awaits_login = 0 then 1 else 0 end`,
				rev: change.version,
			})
			.where('id', 'in', runIds.slice(start, start + 500))
			// One that needs a second value may have been blocked for that one meanwhile.
			.where('status', '=', 'queued')
			.execute();
}

async function causeOfMissingCapture(
	change: BatchChange,
	producer: EndedRun,
	variable: string,
	captured: ReadonlySet<string>,
): Promise<BlockedCause> {
	const own = nearMiss(variable, captured);
	if (own !== null) return {...causeOf('name_mismatch', variable, producer, refOf(producer)), didYouMean: own};
	const others = await change.transaction
		.selectFrom('captures')
		.innerJoin('runs', 'runs.id', 'captures.run_id')
		.select(['captures.name', 'runs.id', 'runs.test_id', 'runs.name as title'])
		.where('captures.batch_id', '=', change.batch.id)
		.where('captures.published', '=', 1)
		.execute();
	const didYouMean = nearMiss(
		variable,
		others.map(other => other.name),
	);
	const other = others.find(({name}) => name === didYouMean);
	if (!other) return causeOf('not_captured', variable, producer, refOf(producer));
	const source = {id: other.id, testId: other.test_id, title: other.title};
	return {...causeOf('name_mismatch', variable, source, refOf(producer)), didYouMean};
}
