import {afterEach, beforeEach, describe, expect, inject, it, vi} from 'vitest';
import {ChangeBoard} from '../../../service/engine/change-board.ts';
import {BatchLogins} from '../../../service/engine/batch-logins.ts';
import {Dispatcher} from '../../../service/engine/dispatcher.ts';
import {intoTheDatabase} from '../../../service/engine/place-blobs.ts';
import {noAuth} from '../../../service/engine/run-auth.ts';
import {scriptedRunner} from '../../helpers/scripted-runner.ts';
import {accountId, forever, openStore, startEngine} from '../../helpers/start-engine.ts';

const beatMs = 10_000;

// The clock that these tests set is also the one by which a client of a server gives up its connections.
describe.skipIf(inject('emptyDatabase') !== null)('the lease of a running test', () => {
	beforeEach(
		() => void vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date']}),
	);
	afterEach(() => void vi.useRealTimers());

	async function running() {
		const fixture = await startEngine();
		const testId = await fixture.addTest('Slow', {timeout_seconds: 3600});
		const held = fixture.runner.hold('Slow');
		const {runId} = await fixture.engine.triggerRun(accountId, testId, {source: 'cli'});
		await held.started;
		const status = async () => (await fixture.engine.readRun(accountId, runId, {includeSteps: false})).status;
		return {...fixture, held, runId, status};
	}

	it('is renewed while it runs, however long that takes', async () => {
		const {database, store, held, status, engine, runId} = await running();
		const leftMs = async () => {
			const row = await database.selectFrom('runs').select('lease_until').executeTakeFirstOrThrow();
			return row.lease_until! - Date.now();
		};
		for (let beat = 0; beat < 30; beat++) {
			await vi.advanceTimersByTimeAsync(beatMs);
			// The clock of the test does not wait for a server.
			while ((await leftMs()) <= 15_000);
		}
		expect(await store.reap('expired')).toEqual([]);
		held.release();
		await engine.waitForRun(runId, 'batch', 10_000, forever);
		expect(await status()).toBe('passed');
	});

	it('that another process has taken away stops the test here, and its end counts nothing', async () => {
		const {store, runner, status} = await running();
		await store.reap('all');
		await store.finishAndClaim([], {workerId: 'elsewhere', limit: 1, leaseMs: 30_000});
		await vi.advanceTimersByTimeAsync(beatMs);
		await vi.waitUntil(() => runner.executing.size === 0);
		expect(await status()).toBe('running');
	});

	it('tells of a cancel that another process accepted', async () => {
		const {store, runId, engine, status} = await running();
		await store.cancelRun(accountId, runId);
		await vi.advanceTimersByTimeAsync(beatMs);
		await engine.waitForRun(runId, 'batch', 10_000, forever);
		expect(await status()).toBe('cancelled');
	});

	it('of a dead worker ends, and what it ran is executed here', async () => {
		const {store, addTest, engine, runner, held, batchEnd, database} = await running();
		const orphan = await engine.triggerRun(accountId, await addTest('Orphan'), {source: 'cli'});
		await vi.waitUntil(() => runner.started.includes('Orphan'));
		await batchEnd(orphan.batchId);
		// As a process leaves it that took the run and died.
		await database
			.updateTable('runs')
			.set({status: 'running', finished_at: null, worker_id: 'dead', lease_until: Date.now() - 1})
			.where('id', '=', orphan.runId)
			.execute();
		await database.updateTable('waves').set({running: 1, passed: 0}).where('batch_id', '=', orphan.batchId).execute();
		await database
			.updateTable('batches')
			.set({phase: 'tests', finished_at: null})
			.where('id', '=', orphan.batchId)
			.execute();
		await vi.advanceTimersByTimeAsync(beatMs);
		await vi.waitUntil(() => runner.started.filter(name => name === 'Orphan').length === 2);
		expect(await batchEnd(orphan.batchId)).toMatchObject({outcome: 'passed', summary: {passed: 1, running: 0}});
		expect(await store.reap('expired')).toEqual([]);
		held.release();
	});

	it('and its duration do not follow a clock that is set meanwhile, forward or back', async () => {
		const hourMs = 3_600_000;
		for (const jumpMs of [3 * hourMs, -3 * hourMs]) {
			const {held, engine, runId, status} = await running();
			vi.setSystemTime(Date.now() + jumpMs);
			held.release();
			await engine.waitForRun(runId, 'batch', 10_000, forever);
			expect(await status()).toBe('passed');
			const {startedAt, finishedAt} = await engine.readRun(accountId, runId, {includeSteps: false});
			const tookMs = Date.parse(finishedAt!) - Date.parse(startedAt!);
			expect(tookMs).toBeGreaterThanOrEqual(0);
			expect(tookMs).toBeLessThan(hourMs);
		}
	});

	it('needs a timer only while something runs', async () => {
		const {held, engine, runId} = await running();
		expect(vi.getTimerCount()).toBeGreaterThan(0);
		held.release();
		await engine.waitForRun(runId, 'batch', 10_000, forever);
		expect(vi.getTimerCount()).toBe(0);
	});
});

describe('the lease of one of several processes', () => {
	beforeEach(() => void vi.useFakeTimers({toFake: ['performance']}));
	afterEach(() => void vi.useRealTimers());

	it('that is over ends what runs under it, and nothing that was taken after it', async () => {
		const fixture = await openStore();
		const runner = scriptedRunner();
		const {engine, runAll} = await startEngine({store: fixture});
		await engine.stop({graceMs: 0, hurry: AbortSignal.abort()});
		const parts = {
			store: fixture.store,
			board: new ChangeBoard(),
			now: Date.now,
			log: {warn() {}, error() {}},
			wake() {},
		};
		const dispatcher = new Dispatcher({
			...parts,
			runner,
			placeBlobs: intoTheDatabase,
			logins: new BatchLogins({...parts, auth: noAuth}),
			slots: 1,
			kinds: ['backend'],
			workerId: 'w',
		});
		await fixture.addTest('Slow');
		const first = runner.hold('Slow');
		const batchId = await runAll();
		dispatcher.wake();
		await first.started;
		const second = runner.hold('Slow');
		// The database was out of reach: nobody could keep it.
		vi.advanceTimersByTime(30_000);
		dispatcher.endLeases();
		await second.started;
		vi.advanceTimersByTime(1000);
		dispatcher.endLeases();
		second.release();
		await vi.waitUntil(async () => (await engine.readBatch(accountId, batchId, 0)).phase === 'done');
		const batch = await engine.readBatch(accountId, batchId, 0);
		expect(batch.members).toMatchObject([{name: 'Slow', label: 'Pass'}]);
		expect(runner.started).toEqual(['Slow', 'Slow']);
		await dispatcher.stop({graceMs: 0, hurry: AbortSignal.abort()});
	});
});
