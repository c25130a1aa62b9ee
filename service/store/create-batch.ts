import {createHash} from 'node:crypto';
import {type Insertable, sql} from 'kysely';
import type {BatchTrigger, Source} from '../../source/contract/enums.ts';
import {blockedByOf, blockedText} from '../domain/blocked.ts';
import {runCost} from '../domain/credit-costs.ts';
import type {BatchPlan, PlannedMember} from '../planner/plan-batch.ts';
import {advanceBatch} from './advance-batch.ts';
import {BatchChange, type BatchChanged, type StoreTransaction} from './batch-change.ts';
import type {NewId} from './ids.ts';
import {insertAll} from './insert-all.ts';
import {compareWithPrevious} from './previous-run.ts';
import {type ProjectSnapshot, type RunnableTest, readSnapshot} from './project-snapshot.ts';
import {carryToTest} from './test-status.ts';
import type {BatchTable, RunEdgeTable, RunTable, WaveTable} from './tables.ts';

export type NewBatch = {
	trigger: BatchTrigger;
	source: Source;
	environment: string | null;
	/** Named by the trigger; null: the project's. */
	targetUrl: string | null;
	advisories: Array<{feature: string; message: string}>;
};

/** What to store, and whatever else the planning found out for its caller. */
export type Planned<Extra> = {plan: BatchPlan | null; batch: NewBatch; extra: Extra};

export type StoredBatch = {
	batchId: string;
	createdAt: number;
	/** In wave order. */
	members: Array<{planned: PlannedMember; runId: string; codeVersion: string; targetUrl: string | null}>;
	changed: BatchChanged;
};

/**
 * Plans and stores a batch in one transaction, so that two triggers cannot both find a test idle.
 *
 * @param plan decides with what it sees; a null plan stores nothing; what it throws is the answer of the trigger
 * @returns null when the account has no such project
 */
export async function createBatch<Extra>(
	transaction: StoreTransaction,
	context: {newId: NewId; now: number},
	where: {accountId: string; projectId: string; testIds: readonly string[] | null},
	plan: (snapshot: ProjectSnapshot) => Planned<Extra>,
): Promise<{stored: StoredBatch | null; extra: Extra} | null> {
	const snapshot = await readSnapshot(transaction, where);
	if (!snapshot) return null;
	const planned = plan(snapshot);
	const stored =
		planned.plan && planned.plan.members.length > 0
			? await storeBatch(transaction, context, where.accountId, snapshot, planned.plan, planned.batch)
			: null;
	return {stored, extra: planned.extra};
}

/** Wall clock limit of a backend test that names none, in seconds. */
const defaultTimeoutSeconds = 60;

/**
 * How much later, in milliseconds, a member counts as triggered than the one ranked before it. Ready members of all
 * batches start in the order of these times: a large batch goes on at its pace while a small one that comes later gets
 * its turn soon, and nobody waits for ever.
 */
const turnSpacingMs = 250;

async function storeBatch(
	transaction: StoreTransaction,
	{newId, now}: {newId: NewId; now: number},
	accountId: string,
	snapshot: ProjectSnapshot,
	plan: BatchPlan,
	batch: NewBatch,
): Promise<StoredBatch> {
	const batchId = newId('bat');
	const targetUrl = batch.targetUrl ?? snapshot.project.targetUrl;
	const tests = new Map(snapshot.tests.map(test => [test.id, test]));
	const hashes = await storeCodes(
		transaction,
		plan.members.map(member => member.test.id),
	);
	const runIds = new Map(plan.members.map(member => [member.test.id, newId('run')]));
	const runs = plan.members.map((member): Insertable<RunTable> => {
		const test = tests.get(member.test.id)!;
		return {
			id: runIds.get(test.id)!,
			batch_id: batchId,
			test_id: test.id,
			project_id: snapshot.project.id,
			account_id: accountId,
			snapshot_id: newId('snp'),
			role: member.role,
			wave: member.wave,
			teardown: member.teardown ? 1 : 0,
			rank: member.rank,
			turn: now + member.rank * turnSpacingMs,
			...initialStanding(member, now),
			attempt: 0,
			name: test.name,
			type: test.type,
			kind: test.kind,
			priority: test.priority,
			category: test.category,
			code_hash: hashes.get(test.id) ?? null,
			code_version: `v${test.codeVersion}`,
			produces: JSON.stringify(test.produces),
			consumes: JSON.stringify(test.consumes),
			timeout_seconds: test.timeoutSeconds ?? defaultTimeoutSeconds,
			target_url: targetUrl,
			target_url_source: batch.targetUrl ? 'run' : targetUrl ? 'project-default' : 'unresolved',
			source: batch.source,
			is_rerun: 0,
			credits_charged: 0,
			skipped: 0,
			rev: 1,
			created_at: now,
		};
	});
	await transaction
		.insertInto('batches')
		.values({
			id: batchId,
			account_id: accountId,
			project_id: snapshot.project.id,
			project_ids: JSON.stringify([snapshot.project.id]),
			trigger: batch.trigger,
			source: batch.source,
			phase: 'queued',
			version: 0,
			skip_dependencies: 0,
			environment: batch.environment,
			target_url: targetUrl,
			previous_batch_id: snapshot.project.lastBatchId,
			skip_cleanup: 0,
			cleanup_state: 'waiting',
			credits_held: creditsHeld(plan.members, tests),
			credits_charged: 0,
			advisories: JSON.stringify(batch.advisories),
			created_at: now,
		} satisfies Insertable<BatchTable>)
		.execute();
	await insertAll(transaction, 'waves', wavesOf(batchId, plan.members));
	await insertAll(transaction, 'runs', runs);
	await insertAll(transaction, 'run_edges', edgesOf(batchId, plan.members, runIds));
	await pointTestsAt(transaction, batchId);
	for (const member of plan.members)
		if (member.blocked)
			await carryToTest(transaction, {id: runIds.get(member.test.id)!, testId: member.test.id}, 'blocked');
	await transaction
		.updateTable('projects')
		.set({last_batch_id: batchId})
		.where('id', '=', snapshot.project.id)
		.execute();
	// A batch whose every member is blocked has nothing to wait for.
	const change = await BatchChange.open(transaction, batchId, now);
	await advanceBatch(change);
	return {
		batchId,
		createdAt: now,
		members: plan.members.map(planned => ({
			planned,
			runId: runIds.get(planned.test.id)!,
			codeVersion: `v${tests.get(planned.test.id)!.codeVersion}`,
			targetUrl,
		})),
		changed: await change.save(),
	};
}

function initialStanding(
	member: PlannedMember,
	now: number,
): Pick<
	Insertable<RunTable>,
	'status' | 'ready' | 'open_producers' | 'blocked_by' | 'error' | 'trace' | 'note' | 'finished_at'
> {
	if (member.blocked) {
		return {
			status: 'blocked',
			ready: 0,
			open_producers: 0,
			blocked_by: JSON.stringify(blockedByOf(member.blocked)),
			...blockedText(member.blocked),
			finished_at: now,
		};
	}
	const open = member.needs.filter(need => need.inBatch).length;
	return {
		status: 'queued',
		ready: open === 0 && !member.teardown ? 1 : 0,
		open_producers: open,
		blocked_by: null,
		error: null,
		trace: null,
		note: null,
		finished_at: null,
	};
}

/** Copies the source of the tests, each text once for all runs that ever use it. */
async function storeCodes(transaction: StoreTransaction, testIds: string[]): Promise<Map<string, string>> {
	const hashes = new Map<string, string>();
	for (let start = 0; start < testIds.length; start += 200) {
		const rows = await transaction
			.selectFrom('tests')
			.select(['id', 'code'])
			.where('id', 'in', testIds.slice(start, start + 200))
			.execute();
		for (const {id, code} of rows) {
			if (code === null) continue;
			const hash = createHash('sha256').update(code).digest('hex');
			hashes.set(id, hash);
			await transaction
				.insertInto('codes')
				.values({hash, code})
				.onConflict(conflict => conflict.column('hash').doNothing())
				.execute();
		}
	}
	return hashes;
}

function wavesOf(batchId: string, members: readonly PlannedMember[]): WaveTable[] {
	const waves = new Map<number, WaveTable>();
	for (const {wave, teardown, blocked} of members) {
		const row = waves.get(wave) ?? {
			batch_id: batchId,
			wave,
			kind: teardown ? 'cleanup' : 'tests',
			total: 0,
			queued: 0,
			running: 0,
			passed: 0,
			failed: 0,
			blocked: 0,
			cancelled: 0,
			skipped: 0,
			rev: 1,
		};
		row.total++;
		row[blocked ? 'blocked' : 'queued']++;
		waves.set(wave, row);
	}
	return [...waves.values()];
}

const edgesOf = (
	batchId: string,
	members: readonly PlannedMember[],
	runIds: ReadonlyMap<string, string>,
): RunEdgeTable[] =>
	members.flatMap(member =>
		member.needs.map(need => ({
			batch_id: batchId,
			to_run_id: runIds.get(member.test.id)!,
			variable: need.variable,
			from_run_id: need.inBatch && need.producer ? runIds.get(need.producer.id)! : null,
			from_test_id: need.producer?.id ?? null,
		})),
	);

const creditsHeld = (members: readonly PlannedMember[], tests: ReadonlyMap<string, RunnableTest>): number =>
	members.reduce((sum, {test, blocked}) => sum + (blocked ? 0 : runCost[tests.get(test.id)!.type]), 0);

/** Tests wait for their new run now; each member is compared with the last run of its test that has a verdict. */
async function pointTestsAt(transaction: StoreTransaction, batchId: string): Promise<void> {
	await transaction
		.updateTable('tests')
		.set(({selectFrom}) => ({
			status: 'queued',
			last_run_id: selectFrom('runs')
				.select('runs.id')
				.whereRef('runs.test_id', '=', 'tests.id')
				.orderBy('runs.id', 'desc')
				.limit(1),
		}))
		.where('id', 'in', query => query.selectFrom('runs').select('test_id').where('batch_id', '=', batchId))
		.execute();
	await compareWithPrevious(transaction, sql`batch_id = ${batchId}`);
}
