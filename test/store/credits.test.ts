import fc from '../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {isTerminal} from '../../source/contract/enums.ts';
import {planFreshRun} from '../../service/graph/plan-batch.ts';
import type {Finish} from '../../service/store/finish-run.ts';
import {bookGrant} from '../../service/store/credits.ts';
import {accountId, openStore, type StoreFixture} from '../helpers/start-engine.ts';

const finish = (runId: string, attempt: number, status: Finish['status']): Finish => ({
	runId,
	attempt,
	status,
	failureKind: null,
	error: null,
	trace: null,
	apiOutput: null,
	failedLine: null,
	captures: [],
	calls: [],
	advisories: [],
});

async function meteredStore(grant: number): Promise<StoreFixture> {
	const fixture = await openStore();
	await fixture.database.updateTable('accounts').set({metered: 1}).execute();
	const context = {newId: fixture.newId, now: 1};
	// A grant of one name is booked once, however often the service starts.
	for (let start = 0; start < 2; start++)
		await bookGrant(fixture.database, context, accountId, {name: 'opening', amount: grant});
	return fixture;
}

const trigger = ({store, projectId}: StoreFixture) =>
	store.createBatch(
		{accountId, projects: [{projectId, testIds: null, environment: 'default'}], forRerun: false},
		([snapshot]) => ({
			parts: [{snapshot: snapshot!, plan: planFreshRun(snapshot!.tests, snapshot!.tests)}],
			batch: {
				trigger: 'run_all',
				source: 'cli',
				targetUrl: null,
				advisories: [],
				rerun: false,
				skipDependencies: false,
				testListId: null,
				schedule: null,
			},
			extra: null,
		}),
	);

const accountOf = ({database}: StoreFixture) =>
	database.selectFrom('accounts').select(['balance', 'held']).executeTakeFirstOrThrow();

/** What must hold after every change. */
async function expectSound(fixture: StoreFixture): Promise<void> {
	const {database} = fixture;
	const {balance, held} = await accountOf(fixture);
	const entries = await database.selectFrom('ledger').selectAll().orderBy('id').execute();
	const runs = await database.selectFrom('runs').select(['status', 'attempt', 'credits_charged']).execute();
	const batches = await database.selectFrom('batches').select(['credits_held', 'credits_charged']).execute();
	expect(balance).toBe(entries.reduce((sum, entry) => sum + entry.amount, 0));
	let running = 0;
	for (const entry of entries) {
		running += entry.amount;
		expect(entry.balance_after).toBe(running);
	}
	expect(held).toBeGreaterThanOrEqual(0);
	expect(balance - held).toBeGreaterThanOrEqual(0);
	expect(held).toBe(batches.reduce((sum, batch) => sum + batch.credits_held, 0));
	expect(held).toBe(20 * runs.filter(run => !isTerminal(run.status) && run.attempt === 0).length);
	const charged = runs.reduce((sum, run) => sum + run.credits_charged, 0);
	expect(charged).toBe(entries.filter(entry => entry.kind === 'run').reduce((sum, entry) => sum - entry.amount, 0));
	expect(charged).toBe(batches.reduce((sum, batch) => sum + batch.credits_charged, 0));
	expect(new Set(entries.flatMap(entry => entry.run_id ?? [])).size).toBe(
		entries.filter(entry => entry.run_id !== null).length,
	);
}

type Step = 'trigger' | 'claim' | 'pass' | 'fail' | 'cancel run' | 'cancel batch' | 'lose';
const step = fc.constantFrom<Step>('trigger', 'claim', 'claim', 'pass', 'fail', 'cancel run', 'cancel batch', 'lose');

async function take(fixture: StoreFixture, what: Step, nth: number): Promise<void> {
	const {store, database} = fixture;
	const runs = await database.selectFrom('runs').select(['id', 'attempt', 'status', 'batch_id']).execute();
	const pick = (status: string) => {
		const some = runs.filter(run => run.status === status);
		return some[nth % Math.max(1, some.length)];
	};
	const running = pick('running');
	switch (what) {
		case 'trigger':
			await trigger(fixture).catch((error: {code?: string}) => expect(error.code).toBe('INSUFFICIENT_CREDITS'));
			break;
		case 'claim':
			await store.finishAndClaim([], {workerId: 'w', limit: 1 + (nth % 3), leaseMs: 1000});
			break;
		case 'lose':
			await store.reap('all');
			break;
		case 'cancel run':
			if (runs.length > 0) await store.cancelRun(accountId, runs[nth % runs.length]!.id);
			break;
		case 'cancel batch':
			if (runs.length > 0) await store.cancelBatch(accountId, runs[nth % runs.length]!.batch_id, {skipCleanup: true});
			break;
		default:
			if (!running) break;
			await store.finishAndClaim([finish(running.id, running.attempt, what === 'pass' ? 'passed' : 'failed')], {
				workerId: 'w',
				limit: 0,
				leaseMs: 1000,
			});
	}
}

describe('credits', () => {
	it('are the sum of their bookings, and holds are never negative, whatever happens', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.tuple(step, fc.nat(20)), {maxLength: 40}), async steps => {
				const fixture = await meteredStore(500);
				await fixture.addTest('log in', {produces: ['token']});
				await fixture.addTest('order', {consumes: ['token']});
				await fixture.addTest('lonely');
				await fixture.addTest('tidy', {category: 'teardown', consumes: ['token']});
				for (const [what, nth] of [['trigger', 0] as const, ...steps]) {
					await take(fixture, what, nth);
					await expectSound(fixture);
				}
			}),
			{numRuns: 25},
		);
	});

	it('that do not cover every member refuse the whole trigger and start nothing', async () => {
		const fixture = await meteredStore(50);
		for (const name of ['a', 'b', 'c']) await fixture.addTest(name);
		await expect(trigger(fixture)).rejects.toMatchObject({
			code: 'INSUFFICIENT_CREDITS',
			details: {required: 0.6, balance: 0.5},
		});
		expect(await accountOf(fixture)).toEqual({balance: 50, held: 0});
		expect(await fixture.database.selectFrom('batches').selectAll().execute()).toEqual([]);
	});

	it('promised to one batch are not there for the next', async () => {
		const fixture = await meteredStore(50);
		await fixture.addTest('a');
		await trigger(fixture);
		await trigger(fixture);
		await expect(trigger(fixture)).rejects.toMatchObject({details: {required: 0.2, balance: 0.1}});
	});

	it('of an unmetered account are written down and never run out', async () => {
		const fixture = await openStore();
		await fixture.addTest('a');
		await trigger(fixture);
		await fixture.store.finishAndClaim([], {workerId: 'w', limit: 1, leaseMs: 1000});
		expect(await fixture.database.selectFrom('ledger').select(['amount', 'balance_after', 'note']).execute()).toEqual([
			{amount: -20, balance_after: null, note: 'a'},
		]);
		expect(await accountOf(fixture)).toEqual({balance: 0, held: 0});
	});
});
