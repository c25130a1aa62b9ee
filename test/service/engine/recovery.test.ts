import {describe, expect, it} from 'vitest';
import {createEngine} from '../../../service/engine/create-engine.ts';
import {scriptedRunner} from '../../helpers/scripted-runner.ts';
import {
	accountId,
	byName,
	forever,
	labels,
	openStore,
	type StoreFixture,
	startEngine,
} from '../../helpers/start-engine.ts';

const atOnce = {graceMs: 0, hurry: AbortSignal.abort()};
const unhurried = new AbortController().signal;

/** Takes every run that may start and forgets it, as a process does that is killed. */
async function dieWhileRunning(store: StoreFixture, workerId: string) {
	return (await store.store.finishAndClaim([], {workerId, limit: 10, leaseMs: 30_000})).runs;
}

describe('a service that is stopped', () => {
	it('lets running tests end within the grace', async () => {
		const {addTest, engine, runner, runAll, store} = await startEngine({slots: 1});
		await addTest('Running');
		await addTest('Waiting');
		const held = runner.hold('Running');
		const batchId = await runAll();
		await held.started;
		const stopped = engine.stop({graceMs: 10_000, hurry: unhurried});
		held.release();
		await stopped;
		expect(runner.started).toEqual(['Running']);
		const batch = await store.findBatch(accountId, batchId, 0);
		expect(batch?.members.map(member => member.status)).toEqual(['passed', 'queued']);
	});

	it('gives back what does not end, and the next start executes it again under the same run id', async () => {
		const fixture = await openStore();
		const first = await startEngine({store: fixture});
		await fixture.addTest('Slow', {produces: ['id']});
		await fixture.addTest('After', {consumes: ['id']});
		const held = first.runner.hold('Slow');
		const batchId = await first.runAll();
		const {runId} = await held.started;
		await first.engine.stop({graceMs: 20, hurry: unhurried});
		const between = await first.engine.readRun(accountId, runId, {includeSteps: false});
		expect(between).toMatchObject({status: 'queued', startedAt: null, creditsCharged: 0.2});

		const second = await startEngine({store: fixture});
		second.runner.script('Slow', {produces: {id: 1}});
		const batch = await second.batchEnd(batchId);
		expect(second.runner.jobs.map(job => job.executionId)).toEqual([
			`${runId}#2`,
			`${byName(batch)['After']!.runId}#1`,
		]);
		expect(labels(batch)).toEqual({Slow: 'Pass', After: 'Pass'});
		expect(batch.credits).toEqual({held: 0, charged: 0.4});
	});
});

describe('a service that was killed', () => {
	it('executes again what was running, and loses nothing that was done', async () => {
		const fixture = await openStore();
		const first = await startEngine({store: fixture, slots: 2});
		await fixture.addTest('Done', {priority: 'p0', produces: ['id']});
		await fixture.addTest('Was running', {consumes: ['id']});
		first.runner.script('Done', {produces: {id: 'kept'}});
		const running = first.runner.hold('Was running');
		const batchId = await first.runAll();
		await running.started;
		// The first engine is never stopped properly: its late verdict must not count.
		const second = await startEngine({store: fixture});
		const held = second.runner.hold('Was running');
		expect((await held.started).variables).toEqual({id: 'kept'});
		running.release({status: 'failed'});
		held.release();
		const batch = await second.batchEnd(batchId);
		expect(labels(batch)).toEqual({Done: 'Pass', 'Was running': 'Pass'});
		expect(second.runner.started).toEqual(['Was running']);
	});

	it('fails a test that was lost twice, and blocks its consumers', async () => {
		const fixture = await openStore();
		const idle = await startEngine({store: fixture});
		await idle.engine.stop(atOnce);
		await fixture.addTest('Kills the service', {produces: ['id']});
		await fixture.addTest('After', {consumes: ['id']});
		const batchId = await idle.runAll();
		for (const workerId of ['a', 'b']) {
			expect(await dieWhileRunning(fixture, workerId)).toMatchObject([{name: 'Kills the service'}]);
			await fixture.store.reap('all');
		}
		const last = await startEngine({store: fixture});
		const batch = await last.batchEnd(batchId);
		expect(byName(batch)['Kills the service']).toMatchObject({label: 'Failed', failureKind: 'infra'});
		expect(byName(batch)['After']?.label).toBe('Blocked');
		expect(last.runner.started).toEqual([]);
		expect(batch.credits.charged).toBe(0.2);
	});

	it('does not execute again what was being cancelled', async () => {
		const fixture = await openStore();
		const idle = await startEngine({store: fixture});
		await idle.engine.stop(atOnce);
		await fixture.addTest('Test');
		const batchId = await idle.runAll();
		const [run] = await dieWhileRunning(fixture, 'a');
		await fixture.store.cancelRun(accountId, run!.id);
		const last = await startEngine({store: fixture});
		expect(labels(await last.batchEnd(batchId))).toEqual({Test: 'Cancelled'});
		expect(last.runner.started).toEqual([]);
	});

	it('goes on with the final wave where it was', async () => {
		const fixture = await openStore();
		const idle = await startEngine({store: fixture});
		await idle.engine.stop(atOnce);
		await fixture.addTest('Create', {produces: ['id']});
		await fixture.addTest('Delete', {category: 'teardown', consumes: ['id']});
		const batchId = await idle.runAll();
		const [create] = await dieWhileRunning(fixture, 'a');
		await fixture.store.finishAndClaim(
			[
				{
					runId: create!.id,
					attempt: 1,
					status: 'passed',
					failureKind: null,
					error: null,
					trace: null,
					apiOutput: '',
					failedLine: null,
					captures: [{name: 'id', value: 8, declared: true, at: 1}],
					calls: [],
					advisories: [],
				},
			],
			{workerId: 'a', limit: 1, leaseMs: 30_000},
		);
		const last = await startEngine({store: fixture});
		expect(labels(await last.batchEnd(batchId))).toEqual({Create: 'Pass', Delete: 'Pass'});
		expect(last.runner.jobs).toMatchObject([{testName: 'Delete', variables: {id: 8}}]);
	});
});

describe('a store or a runner that fails for a while', () => {
	it('does not lose a verdict: it is stored as soon as the store works again', async () => {
		const fixture = await openStore();
		const runner = scriptedRunner();
		let broken = 0;
		const errors: string[] = [];
		const engine = createEngine({
			store: {
				...fixture.store,
				finishAndClaim(...parts) {
					if (parts[0].length > 0 && broken++ === 0) return Promise.reject(new Error('disk is full'));
					return fixture.store.finishAndClaim(...parts);
				},
			},
			runner,
			now: Date.now,
			workerId: 'w',
			workers: 1,
			concurrency: 1,
			log: {warn() {}, error: (_fields, message) => void errors.push(message)},
		});
		await engine.start();
		const {runId} = await engine.triggerRun(accountId, await fixture.addTest('Test'), {source: 'cli'});
		await engine.waitForRun(runId, 'batch', 10_000, forever);
		expect(await engine.readRun(accountId, runId, {includeSteps: false})).toMatchObject({status: 'passed'});
		expect(runner.started).toEqual(['Test']);
		expect(errors).toEqual(['the store failed; trying again']);
		await engine.stop(atOnce);
	});

	it('blocks a test whose runner broke instead of answering', async () => {
		const fixture = await openStore();
		const errors: string[] = [];
		const engine = createEngine({
			store: fixture.store,
			runner: {
				...scriptedRunner(),
				run() {
					throw new Error('no interpreter');
				},
			},
			now: Date.now,
			workerId: 'w',
			workers: 1,
			concurrency: 1,
			log: {warn() {}, error: (_fields, message) => void errors.push(message)},
		});
		await engine.start();
		const {runId} = await engine.triggerRun(accountId, await fixture.addTest('Test'), {source: 'cli'});
		await engine.waitForRun(runId, 'batch', 10_000, forever);
		expect(await engine.readRun(accountId, runId, {includeSteps: false})).toMatchObject({
			status: 'blocked',
			failureKind: 'infra',
		});
		expect(errors).toEqual(['the runner broke its promise to answer']);
		await engine.stop(atOnce);
	});
});

describe('a test whose runtime has died', () => {
	const lost = {status: 'blocked', failureKind: 'infra', error: 'the runtime is gone', isLost: true} as const;
	const made = {
		...{seq: 1, method: 'POST', url: 'http://api.test/users', query: null, requestHeaders: {}, requestBody: null},
		...{requestEncoding: null, requestBytes: null, status: 201, responseHeaders: {}, responseBody: '{"id":7}'},
		...{responseEncoding: 'utf8', responseBytes: 8, truncated: false, latencyMs: 1, error: null, startedAt: 1},
	} as const;

	it('is executed once more under the same run id, and what it had made is known to cleanup', async () => {
		const fixture = await openStore();
		const {runner, runAll, batchEnd} = await startEngine({store: fixture});
		await fixture.addTest('Unlucky');
		runner.script('Unlucky', ({executionId}) => (executionId.endsWith('#1') ? {...lost, calls: [made]} : {}));
		const batch = await batchEnd(await runAll());
		const {runId} = byName(batch)['Unlucky']!;
		expect(runner.jobs.map(({executionId}) => executionId)).toEqual([`${runId}#1`, `${runId}#2`]);
		expect(labels(batch)).toEqual({Unlucky: 'Pass'});
		const rows = await fixture.database.selectFrom('calls').select(['attempt', 'status']).execute();
		expect(rows).toEqual([{attempt: 1, status: 201}]);
	});

	it('is blocked with the reason when the second one dies, too', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		await addTest('Deadly');
		runner.script('Deadly', lost);
		const batch = await batchEnd(await runAll());
		expect(runner.jobs).toHaveLength(2);
		expect(byName(batch)['Deadly']).toMatchObject({failureKind: 'infra', error: 'the runtime is gone'});
	});
});
