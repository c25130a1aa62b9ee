import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {accountId, forever, startEngine} from '../../helpers/start-engine.ts';

const long = 15_000;

/** True when the promise settles within the present turn of the event loop. */
const isSettled = async (promise: Promise<unknown>) =>
	Promise.race([promise.then(() => true), new Promise(resolve => setImmediate(() => resolve(false)))]);

describe('waiting for a run', () => {
	it('ends when the run ends, before the cleanup of its batch', async () => {
		const {addTest, engine, runner} = await startEngine();
		const testId = await addTest('Test');
		await addTest('Clean', {category: 'teardown'});
		const clean = runner.hold('Clean');
		const {runId} = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await engine.waitForRun(runId, 'run', long, forever);
		expect(await engine.readRun(accountId, runId, {includeSteps: false})).toMatchObject({status: 'passed'});
		const batch = engine.waitForRun(runId, 'batch', long, forever);
		await clean.started;
		expect(await isSettled(batch)).toBe(false);
		clean.release();
		await batch;
		expect(await engine.readRun(accountId, runId, {includeSteps: false})).toMatchObject({batchPhase: 'done'});
	});

	it('ends at once for a run that has ended, and for one that does not exist', async () => {
		const {addTest, engine} = await startEngine();
		const {runId} = await engine.triggerRun(accountId, await addTest('Test'), {source: 'cli'});
		await engine.waitForRun(runId, 'batch', long, forever);
		await engine.waitForRun(runId, 'run', long, forever);
		await engine.waitForRun('run_none', 'run', long, forever);
	});

	it('ends when its time is over or the caller has gone', async () => {
		const {addTest, engine, runner} = await startEngine();
		const held = runner.hold('Slow');
		const {runId} = await engine.triggerRun(accountId, await addTest('Slow'), {source: 'cli'});
		await held.started;
		await engine.waitForRun(runId, 'run', 10, forever);
		await engine.waitForRun(runId, 'run', long, AbortSignal.abort());
		const caller = new AbortController();
		const waiting = engine.waitForRun(runId, 'batch', long, caller.signal);
		caller.abort();
		await waiting;
		expect(runner.executing.size).toBe(1);
		held.release();
	});
});

describe('waiting for a batch', () => {
	// Changes are joined by a timer, which goes off when a test says so.
	beforeEach(() => void vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']}));
	afterEach(() => void vi.useRealTimers());
	const joinedMs = 100;

	it('joins changes that fall together into one version for those who wait', async () => {
		const {addTest, engine, runner, runAll} = await startEngine({slots: 2});
		for (let i = 0; i < 10; i++) await addTest(`test ${i}`);
		const slow = runner.hold('test 0');
		const batchId = await runAll();
		await slow.started;
		// Nine of ten tests end one after the other before the timer goes off: many versions in the store, few answers.
		let answers = 0;
		const follow = async () => {
			let batch = await engine.readBatch(accountId, batchId, 0);
			while (batch.summary.passed < 9) {
				await engine.waitForBatch(batchId, batch.version, long, forever);
				batch = await engine.readBatch(accountId, batchId, batch.version);
				answers++;
			}
			return batch.version;
		};
		const following = follow();
		const passed = async () => (await engine.readBatch(accountId, batchId, 0)).summary.passed;
		while ((await passed()) < 9) await new Promise(resolve => setImmediate(resolve));
		await vi.advanceTimersByTimeAsync(joinedMs);
		expect(await following).toBeGreaterThan(9);
		expect(answers).toBeLessThanOrEqual(2);
		slow.release();
	});

	it('tells the end at once', async () => {
		const {addTest, engine, runner, runAll} = await startEngine();
		await addTest('Test');
		const held = runner.hold('Test');
		const batchId = await runAll();
		await held.started;
		const {version} = await engine.readBatch(accountId, batchId, 0);
		// The start itself is still held back.
		await vi.advanceTimersByTimeAsync(joinedMs);
		const end = engine.waitForBatch(batchId, version, long, forever);
		held.release();
		await end;
		expect(await engine.readBatch(accountId, batchId, version)).toMatchObject({phase: 'done'});
	});

	it('ends for everybody when the engine stops', async () => {
		const {addTest, engine, runner, runAll} = await startEngine();
		await addTest('Test');
		const held = runner.hold('Test');
		const batchId = await runAll();
		await held.started;
		const waiting = engine.waitForBatch(batchId, 1_000_000, long, forever);
		await engine.stop({graceMs: 0, hurry: AbortSignal.abort()});
		await waiting;
	});
});
