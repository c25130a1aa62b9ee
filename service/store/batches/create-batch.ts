import {type Insertable, sql} from 'kysely';
import type {AuthHealthState, CredentialMode, TestType} from '../../../contract/enums.ts';
import type {AccountId, BatchId, TestId} from '../../../contract/ids.ts';
import {seedOf} from '../../domain/run-tag.ts';
import type {Sealing} from '../../domain/sealed-text.ts';
import {notFound} from '../../domain/service-error.ts';
import {turnNow} from '../../domain/turns.ts';
import {advanceBatch} from './advance-batch.ts';
import {batchBefore} from './batch-before.ts';
import {BatchChange} from './batch-change.ts';
import type {BatchChanged, BatchTable} from './batch-tables.ts';
import type {StoreTransaction} from '../database.ts';
import {
	type BatchMember,
	type BatchPart,
	costOf,
	edgeRows,
	membersOf,
	orderRows,
	runRow,
	waveRows,
	type NewBatch,
} from './batch-rows.ts';
import {holdCredits} from '../accounts/credits.ts';
import {hashOfCode, storeCodes} from '../runs/finish-plan.ts';
import type {NewId} from '../ids.ts';
import {insertAll} from '../insert-all.ts';
import {compareWithPrevious} from '../runs/earlier-runs.ts';
import {type ProjectSnapshot, readSnapshots, type SnapshotRequest} from './project-snapshot.ts';
import {insertScheduleRun} from '../schedules/schedule-runs.ts';
import {carryToTest} from '../runs/test-status.ts';

/** What to store, and whatever else the planning found out for its caller. No parts: nothing is stored. */
export type Planned<Extra> = {parts: readonly BatchPart[]; batch: NewBatch; extra: Extra};

export type StoredBatch = {
	batchId: BatchId;
	createdAt: number;
	/** In wave order. */
	members: Array<Pick<BatchMember, 'planned' | 'runId' | 'projectId' | 'targetUrl'> & {codeVersion: string}>;
	/** Projects that have to log in before their members can start. */
	logins: string[];
	changed: BatchChanged;
};

/**
 * Plans and stores a batch in one transaction, so that two triggers cannot both find a test idle.
 *
 * @param plan decides with what it sees of the projects the account has; what it throws is the answer of the trigger
 */
export async function createBatch<Extra>(
	transaction: StoreTransaction,
	context: {newId: NewId; now: number; openText?: Sealing['openText']},
	request: SnapshotRequest,
	plan: (snapshots: ProjectSnapshot[]) => Planned<Extra>,
): Promise<{stored: StoredBatch | null; extra: Extra}> {
	const planned = plan(await readSnapshots(transaction, request, context.now, context.openText));
	const parts = planned.parts.filter(part => part.plan.members.length > 0);
	const stored =
		parts.length > 0 ? await storeBatch(transaction, context, request.accountId, parts, planned.batch) : null;
	return {stored, extra: planned.extra};
}

/** Whose turn it is now, of each kind. */
async function turnsNow(transaction: StoreTransaction, now: number): Promise<Record<TestType, number>> {
	const turnOfKind = async (type: TestType): Promise<number> => {
		const runs = transaction.selectFrom('runs').where('type', '=', type);
		const executing = await runs
			.select(({fn}) => fn.max<number | null>('turn').as('turn'))
			.where('worker_id', 'is not', null)
			.executeTakeFirst();
		if (executing?.turn) return turnNow(now, executing.turn, null);
		const next = await runs
			.select('turn')
			.where(sql<boolean>`ready = 1`)
			.orderBy('turn')
			.limit(sql.lit(1))
			.executeTakeFirst();
		return turnNow(now, null, next?.turn ?? null);
	};
	return {backend: await turnOfKind('backend'), frontend: await turnOfKind('frontend')};
}

async function storeBatch(
	transaction: StoreTransaction,
	{newId, now}: {newId: NewId; now: number},
	accountId: AccountId,
	parts: readonly BatchPart[],
	batch: NewBatch,
): Promise<StoredBatch> {
	const batchId = newId('bat');
	// First: what another process has fired is not stored in vain.
	if (batch.schedule) await recordFire(transaction, batchId, batch, batch.schedule, now);
	const members = membersOf(parts, batch, newId);
	const projects = parts.map(part => part.snapshot.project);
	const [only] = projects.length === 1 ? projects : [];
	const environments = [
		...new Map(parts.map(({snapshot}) => [snapshot.environment.name, snapshot.environment])).values(),
	];
	// A batch of several projects names what they have in common.
	const [environment] = environments.length === 1 ? environments : [];
	const held = costOf(members);
	const selected = members.filter(({planned}) => planned.selected).map(({test}) => test.id);
	await holdCredits(transaction, accountId, held);
	const hashes = await copyCodes(
		transaction,
		members.map(member => member.test.id),
	);
	await transaction
		.insertInto('batches')
		.values({
			id: batchId,
			account_id: accountId,
			project_id: only?.id ?? null,
			project_ids: JSON.stringify(projects.map(({id}) => id)),
			trigger: batch.trigger,
			source: batch.source,
			phase: 'queued',
			version: 0,
			skip_dependencies: batch.skipDependencies ? 1 : 0,
			selected: selected.length,
			environment: environment?.name ?? null,
			seed: batch.seed ?? seedOf(batchId),
			target_url: batch.targetUrl ?? (only ? parts[0]!.snapshot.environment.url : null),
			previous_batch_id: only ? await batchBefore(transaction, accountId, only.id, selected) : null,
			test_list_id: batch.testListId,
			schedule_id: batch.schedule?.id ?? null,
			skip_cleanup: 0,
			cleanup_state: 'waiting',
			credits_held: held,
			credits_charged: 0,
			...authOf(parts),
			advisories: JSON.stringify(batch.advisories),
			learned: 0,
			created_at: now,
		} satisfies Insertable<BatchTable>)
		.execute();
	if (!only)
		await insertAll(
			transaction,
			'batch_projects',
			projects.map(({id}) => ({batch_id: batchId, project_id: id})),
		);
	const turns = await turnsNow(transaction, now);
	await insertAll(transaction, 'waves', waveRows(batchId, members));
	await insertAll(
		transaction,
		'runs',
		members.map(member =>
			runRow(member, batch, {
				batchId,
				accountId,
				snapshotId: newId('snp'),
				codeHash: hashes.get(member.test.id) ?? null,
				turns,
				now,
			}),
		),
	);
	await copyPlans(transaction, batchId);
	await insertAll(transaction, 'run_edges', edgeRows(batchId, members));
	await insertAll(transaction, 'run_orders', orderRows(batchId, members));
	await pointTestsAt(transaction, batchId);
	if (batch.rerun) await nameRepeatedRuns(transaction, batchId);
	for (const {planned, runId, test} of members)
		if (planned.blocked) await carryToTest(transaction, {id: runId, testId: test.id}, 'blocked');
	await transaction
		.updateTable('projects')
		.set({last_batch_id: batchId})
		.where(
			'id',
			'in',
			projects.map(({id}) => id),
		)
		.execute();
	const logins = [...new Set(members.filter(member => member.awaitsLogin).map(member => member.projectId))];
	await insertAll(
		transaction,
		'batch_logins',
		logins.map(projectId => ({batch_id: batchId, project_id: projectId, state: 'waiting' as const})),
	);
	// A batch whose every member is blocked has nothing to wait for.
	const change = await BatchChange.open(transaction, batchId, now);
	await advanceBatch(change);
	return {
		batchId,
		createdAt: now,
		members: members.map(({planned, runId, projectId, targetUrl, test}) => ({
			planned,
			runId,
			projectId,
			targetUrl,
			codeVersion: `v${test.codeVersion}`,
		})),
		logins,
		changed: await change.save(),
	};
}

/** The fire of a schedule and its batch are one: either both are stored or neither. */
async function recordFire(
	transaction: StoreTransaction,
	batchId: BatchId,
	{testListId}: NewBatch,
	{id, runId, projectId, fire}: NonNullable<NewBatch['schedule']>,
	now: number,
): Promise<void> {
	const run = {id: runId, schedule_id: id, batch_id: batchId, project_id: projectId, test_list_id: testListId};
	const isThere = await insertScheduleRun(transaction, {...run, skipped_reason: null, created_at: now}, fire);
	if (!isThere) throw notFound('schedule', id);
}

/** What the backend tests of a batch authenticate with: of several projects, what says most. */
function authOf(parts: readonly BatchPart[]): {auth_mode: CredentialMode; auth_health: AuthHealthState} {
	const modes = parts.map(part => part.snapshot.auth);
	if (modes.includes('auto_auth')) return {auth_mode: 'auto_auth', auth_health: 'pending'};
	return {auth_mode: modes.includes('static') ? 'static' : 'none', auth_health: 'none'};
}

/** Copies the source of the tests, each text once for all runs that ever use it. */
async function copyCodes(transaction: StoreTransaction, testIds: TestId[]): Promise<Map<string, string>> {
	const hashes = new Map<string, string>();
	for (let start = 0; start < testIds.length; start += 200) {
		const rows = await transaction
			.selectFrom('tests')
			.select(['id', 'code'])
			.where('id', 'in', testIds.slice(start, start + 200))
			.execute();
		const codes = new Map<string, string>();
		for (const {id, code} of rows) {
			if (code === null) continue;
			const hash = hashOfCode(code);
			hashes.set(id, hash);
			codes.set(hash, code);
		}
		await storeCodes(transaction, codes);
	}
	return hashes;
}

/** A run executes the steps that its test has now, whatever becomes of them later. */
async function copyPlans(transaction: StoreTransaction, batchId: BatchId): Promise<void> {
	await sql`
		update runs set (plan_steps, viewport) = (select plan_steps, viewport from tests where tests.id = runs.test_id)
		where batch_id = ${batchId} and type = 'frontend'`.execute(transaction);
}

/** Tests wait for their new run now; each member is compared with the last run of its test that has a verdict. */
async function pointTestsAt(transaction: StoreTransaction, batchId: BatchId): Promise<void> {
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
	await compareWithPrevious(transaction, batchId);
}

/** Says of every rerun what it repeats: `rerun:<run>`, the one it is compared with, else the latest one. */
async function nameRepeatedRuns(transaction: StoreTransaction, batchId: BatchId): Promise<void> {
	await sql`
		update runs set created_from = 'rerun:' || coalesce(previous_run_id, (
			select earlier.id from runs earlier
			where earlier.test_id = runs.test_id and earlier.id < runs.id
			order by earlier.id desc limit 1
		)) where batch_id = ${batchId}`.execute(transaction);
}
