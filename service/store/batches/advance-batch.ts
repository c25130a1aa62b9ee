import type {Ref} from '../../../contract/fields.ts';
import type {RunId, TestId} from '../../../contract/ids.ts';
import {moveBatch, openMembers, outcomeOf} from '../../domain/batch-state.ts';
import type {BlockedCause} from '../../domain/blocked.ts';
import type {BatchChange} from './batch-change.ts';
import {hasDueRecords, mayHaveRecords, standingOf, leaveDeletes} from '../cleanup/cleanup-standing.ts';
import {blockRun} from '../runs/block-consumers.ts';
import type {RunTable} from '../runs/run-tables.ts';
import {tellUnordered} from './tell-unordered.ts';

/**
 * Takes a batch to its next phase when nothing of the present one is open: the outcome is set when the last member
 * outside the cleanup wave has ended, then teardown tests start, and the batch is done after them. Called at the end of
 * every transaction that ends members, so that no crash leaves a batch between two phases.
 *
 * @param hasDoubts there are calls of which only the sweep can find out whether they have made anything
 */
export async function advanceBatch(change: BatchChange, hasDoubts = false): Promise<void> {
	if (change.phase === 'queued' || change.phase === 'tests') {
		await startLate(change);
		if (openMembers(change.counts('tests')) > 0 || (await awaitsSearch(change))) return;
		await endTests(change, hasDoubts);
	} else if (change.phase === 'cleanup') {
		await startTeardowns(change);
	}
	if (change.phase !== 'cleanup' || openMembers(change.counts('cleanup')) > 0) return;
	// Teardown tests come first; the sweep deletes what they have left.
	if (change.sweep === 'found') change.set({sweep: 'due'});
	if (change.sweep === 'due' && !change.skipCleanup) return;
	await leaveDeletes(change);
	change.set({
		phase: moveBatch('cleanup', 'cleanup_ended'),
		sweep: 'none',
		cleanup_state: await standingOf(change, change.counts('cleanup').failed),
		cleanup_finished_at: change.now,
		finished_at: change.now,
	});
}

/**
 * Whether the end of the tests waits for the search for what they created: from it follows whether there is anything to
 * clean up. Also without a cleanup, which leaves records that are to be known. Whoever searches calls `endSearch`.
 */
async function awaitsSearch(change: BatchChange): Promise<boolean> {
	if (change.sweep === 'found') return false;
	if (change.sweep === 'none' && (await mayHaveRecords(change))) change.set({sweep: 'search'});
	return change.sweep === 'search';
}

/** Calls of its tests became known after the search for what they created: the sweep looks once more, unless nobody wants it. */
export function sweepOnceMore(change: BatchChange): void {
	if (change.skipCleanup || change.sweep !== 'none') return;
	if (change.phase === 'cleanup') change.set({sweep: 'found'});
	if (change.phase !== 'done') return;
	const startedAt = change.batch.cleanup_started_at ?? change.now;
	change.set({sweep: 'due', cleanup_state: 'running', cleanup_started_at: startedAt});
}

/** The sweep of a batch knows what there is: the batch goes on. */
export async function endSearch(change: BatchChange, hasDoubts: boolean): Promise<void> {
	change.set({sweep: 'found'});
	await advanceBatch(change, hasDoubts);
}

async function endTests(change: BatchChange, hasDoubts: boolean): Promise<void> {
	await tellUnordered(change);
	const before = change.phase;
	const outcome = outcomeOf(change.counts('tests'), change.cancelRequested);
	await startTeardowns(change);
	const hasTeardown = openMembers(change.counts('cleanup')) > 0;
	const hasCleanup = hasTeardown || (!change.skipCleanup && (hasDoubts || (await hasDueRecords(change))));
	if (!hasCleanup) change.set({sweep: 'none'});
	const phase = moveBatch(before, 'tests_ended', hasCleanup);
	change.set(
		hasCleanup
			? {phase, outcome, cleanup_state: 'running', cleanup_started_at: change.now}
			: {phase, outcome, cleanup_state: 'none', finished_at: change.now},
	);
}

/** Lets late members start once nothing else is open: they may harm the API, and every test after them would suffer. */
async function startLate(change: BatchChange): Promise<void> {
	if (!change.hasOpenLate || openMembers(change.counts('tests', 'normal')) > 0) return;
	change.letGo();
	await change.transaction
		.updateTable('runs')
		.set({ready: 1, rev: change.version})
		.where('batch_id', '=', change.batch.id)
		.where('late', '=', 1)
		.where('status', '=', 'queued')
		.where('ready', '=', 0)
		.where('open_producers', '=', 0)
		.where('awaits_login', '=', 0)
		.execute();
}

type Teardown = Pick<RunTable, 'id' | 'test_id' | 'wave' | 'type' | 'attempt' | 'ready'>;
type Need = {
	to_run_id: RunId;
	variable: string;
	captured: string | null;
	from_test_id: TestId | null;
	from_title: string | null;
	from_status: RunTable['status'] | null;
	from_note: string | null;
	from_blocked_by: string | null;
};

/**
 * Lets teardown tests start whose records were created, and skips those whose record never was. One that takes a value
 * from another teardown test, or comes after it, waits for it.
 */
async function startTeardowns(change: BatchChange): Promise<void> {
	const waiting = await change.transaction
		.selectFrom('runs')
		.select(['id', 'test_id', 'wave', 'type', 'attempt', 'ready'])
		.where('batch_id', '=', change.batch.id)
		.where('teardown', '=', 1)
		.where('status', '=', 'queued')
		.where('ready', '=', 0)
		.orderBy('rank')
		.execute();
	for (let open: Teardown[] = waiting, before = -1; open.length > 0 && open.length !== before; ) {
		before = open.length;
		const needs = await needsOf(change, open);
		const held = await heldByOrder(change, open);
		const later: Teardown[] = [];
		for (const teardown of open) {
			const own = needs.filter(need => need.to_run_id === teardown.id);
			const never = own.find(need => need.captured === null && !isOpen(need));
			if (never) await blockRun(change, {...teardown, testId: teardown.test_id}, causeOfSkip(never), true);
			else if (own.some(isOpen) || held.has(teardown.id)) later.push(teardown);
			else await makeReady(change, teardown.id);
		}
		open = later;
	}
}

const isOpen = (need: Need) => need.from_status === 'queued' || need.from_status === 'running';

/** Those that come after one that has not ended. */
async function heldByOrder(change: BatchChange, teardowns: readonly Teardown[]): Promise<Set<string>> {
	const rows = await change.transaction
		.selectFrom('run_orders')
		.innerJoin('runs', 'runs.id', 'run_orders.from_run_id')
		.select('run_orders.to_run_id')
		.where('runs.finished_at', 'is', null)
		.where(
			'run_orders.to_run_id',
			'in',
			teardowns.map(({id}) => id),
		)
		.execute();
	return new Set(rows.map(({to_run_id}) => to_run_id));
}

function needsOf(change: BatchChange, teardowns: readonly Teardown[]): Promise<Need[]> {
	return change.transaction
		.selectFrom('run_edges')
		.leftJoin('runs', 'runs.id', 'run_edges.from_run_id')
		.leftJoin('tests', 'tests.id', 'run_edges.from_test_id')
		.leftJoin('captures', join =>
			join.onRef('captures.run_id', '=', 'run_edges.from_run_id').onRef('captures.name', '=', 'run_edges.variable'),
		)
		.select(({fn}) => [
			'run_edges.to_run_id',
			'run_edges.variable',
			'captures.id as captured',
			'run_edges.from_test_id',
			fn.coalesce('runs.name', 'tests.name').as('from_title'),
			'runs.status as from_status',
			'runs.note as from_note',
			'runs.blocked_by as from_blocked_by',
		])
		.where(
			'run_edges.to_run_id',
			'in',
			teardowns.map(({id}) => id),
		)
		.execute();
}

async function makeReady(change: BatchChange, runId: RunId): Promise<void> {
	change.letGo();
	await change.transaction
		.updateTable('runs')
		.set({ready: 1, rev: change.version})
		.where('id', '=', runId)
		// One that waits for a login is looked at again after it.
		.where('awaits_login', '=', 0)
		.execute();
}

const reasonOfStatus = {
	failed: 'producer_failed',
	blocked: 'producer_blocked',
	cancelled: 'producer_cancelled',
} as const;

function causeOfSkip(need: Need): BlockedCause {
	const producer: Ref | null =
		need.from_test_id === null ? null : {testId: need.from_test_id, title: need.from_title ?? need.from_test_id};
	const status = need.from_status as keyof typeof reasonOfStatus | 'passed' | null;
	const common = {variable: need.variable, didYouMean: null, cycle: null};
	// A producer without a run in this batch: nothing went wrong, there just is no record.
	if (status === null) return {...common, reason: 'no_producer', producer, root: producer};
	const blockedBy = need.from_blocked_by === null ? null : (JSON.parse(need.from_blocked_by) as {producer: Ref | null});
	return {
		...common,
		reason: status === 'passed' ? 'not_captured' : reasonOfStatus[status],
		producer,
		root: blockedBy?.producer ?? producer,
	};
}
