import fc from '../../../helpers/properties.ts';
import {describe, expect, it} from 'vitest';
import {isTerminal, type TestType} from '../../../../contract/enums.ts';
import {healCost, runCost} from '../../../../service/domain/credit-costs.ts';
import {planFreshRun} from '../../../../service/graph/plan-batch.ts';
import type {Finish} from '../../../../service/store/runs/finish.ts';
import {bookGrant} from '../../../../service/store/accounts/credits.ts';
import {summarizeLedger} from '../../../../service/store/accounts/ledger.ts';
import {accountId, openStore, type StoreFixture} from '../../../helpers/start-engine.ts';

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

/** What the end of a plan brings along that repaired its first step. */
const repaired: NonNullable<Finish['plan']> = {
	steps: [],
	failedStepIndex: null,
	healedSteps: [1],
	note: null,
	script: null,
	heals: [],
	code: null,
	browser: null,
};

async function meteredStore(grant: number, type: TestType = 'backend'): Promise<StoreFixture> {
	const fixture = await openStore({type});
	await fixture.database.updateTable('accounts').set({metered: 1}).execute();
	const context = {newId: fixture.newId, now: 1};
	// A grant of one name is booked once, however often the service starts.
	for (let start = 0; start < 2; start++)
		await bookGrant(fixture.database, context, accountId, {name: 'opening', amount: grant});
	return fixture;
}

const trigger = ({store, projectId}: StoreFixture, rerun = false) =>
	store.createBatch(
		{accountId, projects: [{projectId, testIds: null, environment: 'default'}], forRerun: false},
		([snapshot]) => ({
			parts: [{snapshot: snapshot!, plan: planFreshRun(snapshot!.tests, snapshot!.tests)}],
			batch: {
				trigger: 'run_all',
				source: 'cli',
				targetUrl: null,
				advisories: [],
				rerun,
				skipDependencies: false,
				testListId: null,
				schedule: null,
			},
			extra: null,
		}),
	);

const accountOf = ({database}: StoreFixture) =>
	database.selectFrom('accounts').select(['balance', 'held']).executeTakeFirstOrThrow();

/** What must hold after every change. @param cost of a run, in hundredths */
async function expectSound(fixture: StoreFixture, cost: number): Promise<void> {
	const {database} = fixture;
	const {balance, held} = await accountOf(fixture);
	const entries = await database.selectFrom('ledger').selectAll().orderBy('id').execute();
	const runs = await database
		.selectFrom('runs')
		.select(['id', 'batch_id', 'status', 'attempt', 'credits_charged'])
		.execute();
	const batches = await database.selectFrom('batches').select(['id', 'credits_held', 'credits_charged']).execute();
	expect(balance).toBe(entries.reduce((sum, entry) => sum + entry.amount, 0));
	let running = 0;
	for (const entry of entries) {
		running += entry.amount;
		expect(entry.balance_after).toBe(running);
	}
	expect(held).toBeGreaterThanOrEqual(0);
	// A repair is charged when it has happened: nobody could have held it.
	const repairs = entries.filter(entry => entry.kind === 'auto_heal').length;
	expect(balance - held).toBeGreaterThanOrEqual(-healCost * repairs);
	expect(held).toBe(batches.reduce((sum, batch) => sum + batch.credits_held, 0));
	expect(held).toBe(cost * runs.filter(run => !isTerminal(run.status) && run.attempt === 0).length);
	const booked = (column: 'run_id' | 'batch_id', id: string) =>
		entries.filter(entry => entry[column] === id).reduce((sum, entry) => sum - entry.amount, 0);
	for (const run of runs) {
		expect([run.id, run.credits_charged]).toEqual([run.id, booked('run_id', run.id)]);
		// Once when it starts, however often; once more for repairs.
		const kinds = entries.filter(entry => entry.run_id === run.id).map(({kind}) => kind);
		expect(new Set(kinds).size).toBe(kinds.length);
		expect(kinds.filter(kind => kind === 'run' || kind === 'rerun').length).toBe(run.attempt > 0 ? 1 : 0);
	}
	for (const one of batches) expect([one.id, one.credits_charged]).toEqual([one.id, booked('batch_id', one.id)]);
	const total = runs.reduce((sum, run) => sum + run.credits_charged, 0);
	for (const by of ['day', 'project', 'kind'] as const) {
		const groups = await summarizeLedger(database, accountId, {}, by);
		expect([by, groups.reduce((sum, {charged}) => sum + charged, 0)]).toEqual([by, total]);
	}
}

const steps = [
	'trigger',
	'rerun',
	'claim',
	'pass',
	'pass repaired',
	'fail',
	'cancel run',
	'cancel batch',
	'lose',
] as const;
type Step = (typeof steps)[number];
const step = fc.constantFrom<Step>(...steps, 'claim');

async function take(fixture: StoreFixture, what: Step, nth: number): Promise<void> {
	const {store, database} = fixture;
	const runs = await database.selectFrom('runs').select(['id', 'attempt', 'status', 'batch_id', 'type']).execute();
	const pick = (status: string) => {
		const some = runs.filter(run => run.status === status);
		return some[nth % Math.max(1, some.length)];
	};
	const running = pick('running');
	switch (what) {
		case 'trigger':
		case 'rerun':
			await trigger(fixture, what === 'rerun').catch((error: {code?: string}) =>
				expect(error.code).toBe('INSUFFICIENT_CREDITS'),
			);
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
			await store.finishAndClaim(
				[
					{
						...finish(running.id, running.attempt, what === 'fail' ? 'failed' : 'passed'),
						...(what === 'pass repaired' && running.type === 'frontend' ? {plan: repaired} : {}),
					},
				],
				{
					workerId: 'w',
					limit: 0,
					leaseMs: 1000,
				},
			);
	}
}

describe('credits', () => {
	it.each(['backend', 'frontend'] as const)(
		'are the sum of their bookings, and those of each %s run, batch and summary, whatever happens',
		async type => {
			await fc.assert(
				fc.asyncProperty(fc.array(fc.tuple(step, fc.nat(20)), {maxLength: 40}), async taken => {
					const fixture = await meteredStore(800, type);
					const isPlan = type === 'frontend';
					const plan = isPlan ? {plan_steps: JSON.stringify([{type: 'action', description: 'Open the page'}])} : {};
					await fixture.addTest('log in', {produces: ['token'], ...plan});
					await fixture.addTest('order', {consumes: ['token'], ...plan});
					await fixture.addTest('lonely', plan);
					if (!isPlan) await fixture.addTest('tidy', {category: 'teardown', consumes: ['token']});
					for (const [what, nth] of [['trigger', 0] as const, ...taken]) {
						await take(fixture, what, nth);
						await expectSound(fixture, runCost[type]);
					}
				}),
				{numRuns: 15},
			);
		},
	);

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
