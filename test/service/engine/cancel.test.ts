import {describe, expect, it} from 'vitest';
import {accountId, byName, forever, labels, startEngine} from '../../helpers/start-engine.ts';

describe('cancelling a run', () => {
	it('ends a queued one at once and blocks what needs its values', async () => {
		const {addTest, runner, runAll, engine, batchUntil, batchEnd} = await startEngine({slots: 1});
		await addTest('First', {priority: 'p0'});
		await addTest('Create', {produces: ['id']});
		await addTest('Use', {consumes: ['id']});
		const first = runner.hold('First');
		const batchId = await runAll();
		await first.started;
		const {runId} = byName(await batchUntil(batchId, () => true))['Create']!;
		const cancelled = await engine.cancelRun(accountId, runId);
		expect(cancelled).toMatchObject({
			status: 'cancelled',
			label: 'Cancelled',
			alreadyCancelled: false,
			startedAt: null,
		});
		expect(cancelled.finishedAt).not.toBeNull();
		const batch = await batchUntil(batchId, () => true);
		expect(byName(batch)['Use']?.blockedBy).toMatchObject({reason: 'producer_cancelled', variable: 'id'});
		first.release();
		expect(await batchEnd(batchId)).toMatchObject({outcome: 'blocked', summary: {passed: 1, cancelled: 1, blocked: 1}});
		expect(runner.started).toEqual(['First']);
	});

	it('stops an executing one and answers when it has ended', async () => {
		const {addTest, runner, engine} = await startEngine();
		const testId = await addTest('Slow');
		const slow = runner.hold('Slow');
		const {runId} = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await slow.started;
		expect(await engine.cancelRun(accountId, runId)).toMatchObject({status: 'cancelled', alreadyCancelled: false});
		expect(runner.executing.size).toBe(0);
		expect(await engine.cancelRun(accountId, runId)).toMatchObject({status: 'cancelled', alreadyCancelled: true});
	});

	it('refuses one that has finished', async () => {
		const {addTest, engine} = await startEngine();
		const testId = await addTest('Quick');
		const {runId} = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await engine.waitForRun(runId, 'batch', 10_000, forever);
		await expect(engine.cancelRun(accountId, runId)).rejects.toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'run_finished', status: 'passed'},
		});
	});

	it('leaves the last verdict of the test alone and lets it run again at once', async () => {
		const {addTest, runner, engine, database} = await startEngine();
		const testId = await addTest('Flip');
		const status = () =>
			database.selectFrom('tests').select(['status', 'verdict']).where('id', '=', testId).executeTakeFirstOrThrow();
		const first = runner.hold('Flip');
		const one = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await first.started;
		await engine.cancelRun(accountId, one.runId);
		expect(await status()).toEqual({status: 'cancelled', verdict: null});
		runner.script('Flip', {status: 'failed'});
		const two = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await engine.waitForRun(two.runId, 'batch', 10_000, forever);
		expect(await status()).toEqual({status: 'failed', verdict: 'failed'});
		const third = runner.hold('Flip');
		const three = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await third.started;
		expect(await status()).toEqual({status: 'running', verdict: 'failed'});
		await engine.cancelRun(accountId, three.runId);
		expect(await status()).toEqual({status: 'failed', verdict: 'failed'});
	});

	it('is refused for a run of another account', async () => {
		const {addTest, engine} = await startEngine();
		const {runId} = await engine.triggerRun(accountId, await addTest('Mine'), {source: 'cli'});
		await expect(engine.cancelRun('usr_other', runId)).rejects.toMatchObject({code: 'NOT_FOUND'});
	});
});

describe('cancelling a batch', () => {
	async function running() {
		const fixture = await startEngine({slots: 2});
		const {addTest, runner, runAll} = fixture;
		await addTest('Done', {priority: 'p0', produces: ['record']});
		await addTest('Slow', {priority: 'p0'});
		await addTest('Later', {consumes: ['never']});
		await addTest('Never', {produces: ['never'], priority: 'p3'});
		await addTest('Also slow');
		await addTest('Remove', {category: 'teardown', consumes: ['record']});
		runner.script('Done', {produces: {record: 1}});
		const slow = runner.hold('Slow');
		const alsoSlow = runner.hold('Also slow');
		const batchId = await runAll();
		await Promise.all([slow.started, alsoSlow.started]);
		return {...fixture, batchId};
	}

	it('stops queued and executing members and still runs the teardown', async () => {
		const {engine, batchId, batchEnd, runner} = await running();
		const before = byName(await engine.readBatch(accountId, batchId, 0));
		const answer = await engine.cancelBatch(accountId, batchId, {skipCleanup: false});
		expect(answer.cancelled.sort()).toEqual(
			['Slow', 'Also slow', 'Later', 'Never'].map(name => before[name]!.runId).sort(),
		);
		expect(answer).toMatchObject({alreadyFinished: [before['Done']!.runId], alreadyCancelled: false});
		const batch = await batchEnd(batchId);
		expect(labels(batch)).toEqual({
			Done: 'Pass',
			Slow: 'Cancelled',
			'Also slow': 'Cancelled',
			Later: 'Cancelled',
			Never: 'Cancelled',
			Remove: 'Pass',
		});
		expect(batch).toMatchObject({outcome: 'cancelled', status: 'cancelled', cleanup: {state: 'done'}});
		expect(runner.started.at(-1)).toBe('Remove');
		expect(await engine.cancelBatch(accountId, batchId, {skipCleanup: false})).toMatchObject({
			alreadyCancelled: true,
			cancelled: [],
			status: 'cancelled',
		});
	});

	it('leaves the teardown out when asked to', async () => {
		const {engine, batchId, batchEnd, runner} = await running();
		await engine.cancelBatch(accountId, batchId, {skipCleanup: true});
		const batch = await batchEnd(batchId);
		expect(byName(batch)['Remove']?.label).toBe('Cancelled');
		expect(batch).toMatchObject({outcome: 'cancelled', cleanup: {state: 'none'}});
		expect(runner.started).not.toContain('Remove');
	});

	it('during cleanup changes nothing, unless the cleanup is to be skipped', async () => {
		const {addTest, runner, runAll, engine, batchEnd} = await startEngine();
		await addTest('Test');
		await addTest('Clean', {category: 'teardown'});
		const clean = runner.hold('Clean');
		const batchId = await runAll();
		await clean.started;
		expect(await engine.cancelBatch(accountId, batchId, {skipCleanup: false})).toMatchObject({
			status: 'running',
			cancelled: [],
			alreadyCancelled: false,
		});
		expect(runner.executing).toContain('Clean');
		await engine.cancelBatch(accountId, batchId, {skipCleanup: true});
		const batch = await batchEnd(batchId);
		expect(byName(batch)['Clean']?.label).toBe('Cancelled');
		expect(batch).toMatchObject({outcome: 'passed', status: 'passed'});
	});

	it('answers that it is cancelled already when its only member was', async () => {
		const {addTest, runner, engine, batchEnd} = await startEngine();
		const testId = await addTest('Slow');
		const slow = runner.hold('Slow');
		const {runId, batchId} = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await slow.started;
		await engine.cancelRun(accountId, runId);
		expect(await batchEnd(batchId)).toMatchObject({status: 'cancelled'});
		expect(await engine.cancelBatch(accountId, batchId, {skipCleanup: false})).toEqual({
			batchId,
			status: 'cancelled',
			cancelled: [],
			alreadyFinished: [runId],
			alreadyCancelled: true,
		});
	});

	it('refuses one that has finished with another outcome', async () => {
		const {addTest, runAll, engine, batchEnd} = await startEngine();
		await addTest('Quick');
		const batchId = await runAll();
		await batchEnd(batchId);
		await expect(engine.cancelBatch(accountId, batchId, {skipCleanup: false})).rejects.toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'batch_finished', status: 'passed'},
		});
	});
});

describe('deleting a test or a project', () => {
	it('first ends every run of it, also the executing one', async () => {
		const {addTest, runner, runAll, engine, projectId, batchEnd} = await startEngine({slots: 1});
		const slow = await addTest('Slow');
		await addTest('Next');
		const held = runner.hold('Slow');
		const batchId = await runAll();
		await held.started;
		const next = runner.hold('Next');
		await engine.cancelRunsOf({testId: slow});
		await next.started;
		await engine.cancelRunsOf({projectId});
		expect(runner.executing.size).toBe(0);
		expect(labels(await batchEnd(batchId))).toEqual({Slow: 'Cancelled', Next: 'Cancelled'});
	});
});
