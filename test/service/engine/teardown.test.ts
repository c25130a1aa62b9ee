import {describe, expect, it} from 'vitest';
import {accountId, byName, labels, startEngine} from '../../helpers/start-engine.ts';

describe('the final wave', () => {
	it('starts when every other member has ended, whatever the verdicts', async () => {
		const {addTest, runner, runAll, batchUntil, batchEnd} = await startEngine();
		await addTest('Delete order', {category: 'teardown', consumes: ['order_id']});
		await addTest('Create order', {produces: ['order_id']});
		await addTest('Unrelated');
		runner.script('Create order', {produces: {order_id: 5}});
		const unrelated = runner.hold('Unrelated');
		const teardown = runner.hold('Delete order');
		const batchId = await runAll();
		await unrelated.started;
		const before = await batchUntil(batchId, ({summary}) => summary.passed === 1);
		expect(before).toMatchObject({phase: 'tests', cleanup: {state: 'waiting'}});
		expect(byName(before)['Delete order']).toMatchObject({label: 'Pending', role: 'teardown', wave: 2});
		unrelated.release({status: 'failed'});
		expect((await teardown.started).variables).toEqual({order_id: 5});
		const during = await batchUntil(batchId, ({phase}) => phase === 'cleanup');
		expect(during).toMatchObject({status: 'running', outcome: 'failed', cleanup: {state: 'running'}, finishedAt: null});
		teardown.release();
		const after = await batchEnd(batchId);
		expect(after).toMatchObject({status: 'failed', cleanup: {state: 'done'}, finishedAt: expect.any(String)});
		expect(after.waves).toMatchObject([
			{wave: 1, kind: 'tests', status: 'done', total: 2, finished: 2},
			{wave: 2, kind: 'cleanup', status: 'done', total: 1, finished: 1},
		]);
	});

	it('skips a teardown test whose record was never created, and counts it as skipped only', async () => {
		const {addTest, engine, projectId, runner, runAll, batchEnd} = await startEngine();
		const create = await addTest('Create order', {produces: ['order_id']});
		await addTest('Delete order', {category: 'cleanup', consumes: ['order_id']});
		runner.script('Create order', {status: 'failed'});
		const batch = await batchEnd(await runAll());
		expect(byName(batch)['Delete order']).toMatchObject({
			label: 'Skipped',
			status: 'blocked',
			role: 'teardown',
			blockedBy: {variable: 'order_id', producer: {testId: create}},
			error: expect.stringMatching(/^Skipped: /),
		});
		expect(batch).toMatchObject({
			outcome: 'failed',
			cleanup: {state: 'none'},
			summary: {total: 2, failed: 1, blocked: 0, skipped: 1},
		});
		expect(runner.started).toEqual(['Create order']);
		const [listed] = (await engine.listBatches(accountId, projectId, {pageSize: 20, after: null})).items;
		expect(listed).toMatchObject({unresolved: 1});
	});

	it('leaves a teardown test that was skipped as its last verdict had it, and ready where it never had one', async () => {
		const {addTest, runner, runAll, batchEnd, database, engine} = await startEngine();
		await addTest('Create order', {produces: ['order_id']});
		const removal = await addTest('Delete order', {category: 'cleanup', consumes: ['order_id']});
		const status = async () =>
			(await database.selectFrom('tests').select('status').where('id', '=', removal).executeTakeFirstOrThrow()).status;
		runner.script('Create order', {status: 'failed'});
		await batchEnd(await runAll());
		expect(await status()).toBe('ready');
		runner.script('Create order', {produces: {order_id: 5}});
		const passed = byName(await batchEnd(await runAll()))['Delete order']!;
		expect(passed.label).toBe('Pass');
		runner.script('Create order', {status: 'failed'});
		const skipped = byName(await batchEnd(await runAll()))['Delete order'];
		expect(skipped).toMatchObject({label: 'Skipped', previousStatus: 'passed'});
		expect(await status()).toBe('passed');
		expect(await engine.readResult(accountId, removal)).toMatchObject({
			verdict: 'passed',
			runIdIfAvailable: passed.runId,
		});
		runner.script('Create order', {produces: {order_id: 6}});
		const again = byName(await batchEnd(await runAll()))['Delete order'];
		expect(again).toMatchObject({label: 'Pass', previousStatus: 'passed', previousRunId: passed.runId});
	});

	it('counts a teardown test that was asked for as selected, and one that comes along as closure', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		const create = await addTest('Create order', {produces: ['order_id']});
		const removal = await addTest('Delete order', {category: 'cleanup', consumes: ['order_id']});
		runner.script('Create order', {produces: {order_id: 5}});
		const asked = await batchEnd(await runAll([create, removal]));
		expect(asked.summary).toMatchObject({total: 2, selected: 2, closure: 0});
		expect((await batchEnd(await runAll())).summary).toMatchObject({total: 2, selected: 2, closure: 0});
		expect((await batchEnd(await runAll([create]))).summary).toMatchObject({total: 2, selected: 1, closure: 1});
	});

	it('says of one that needs a record of a test that did not run along, that it did not', async () => {
		const {addTest, runAll, batchEnd} = await startEngine();
		const product = await addTest('Create product', {produces: ['product_id']});
		const order = await addTest('Check out', {produces: ['order_id']});
		await addTest('Remove both', {category: 'teardown', consumes: ['product_id', 'order_id']});
		const removal = byName(await batchEnd(await runAll([product])))['Remove both'];
		expect(removal).toMatchObject({
			label: 'Skipped',
			blockedBy: {variable: 'order_id', reason: 'no_producer', producer: {testId: order}},
			error: expect.stringContaining('its producer "Check out" is not in this batch'),
		});
	});

	it('removes a record whose test created it and failed afterwards', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		await addTest('Create order', {produces: ['order_id']});
		await addTest('Use order', {consumes: ['order_id']});
		await addTest('Delete order', {category: 'teardown', consumes: ['order_id']});
		runner.script('Create order', {status: 'failed', produces: {order_id: 9}});
		const batch = await batchEnd(await runAll());
		expect(labels(batch)).toEqual({'Create order': 'Failed', 'Use order': 'Blocked', 'Delete order': 'Pass'});
		expect(runner.jobs.at(-1)?.variables).toEqual({order_id: 9});
	});

	it('makes the cleanup failed, not the batch, when a teardown test fails', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		await addTest('Create', {});
		await addTest('Clean', {category: 'teardown'});
		runner.script('Clean', {status: 'failed'});
		expect(await batchEnd(await runAll())).toMatchObject({status: 'passed', cleanup: {state: 'failed'}});
	});

	it('lets a teardown test wait for the value of another one, and skips it when that does not come', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		await addTest('List leftovers', {category: 'teardown', produces: ['leftover']});
		await addTest('Delete leftover', {category: 'teardown', consumes: ['leftover'], produces: ['gone']});
		await addTest('Check gone', {category: 'teardown', consumes: ['gone']});
		runner.script('List leftovers', {produces: {leftover: 3}});
		const batch = await batchEnd(await runAll());
		expect(runner.started).toEqual(['List leftovers', 'Delete leftover']);
		expect(labels(batch)).toEqual({'List leftovers': 'Pass', 'Delete leftover': 'Pass', 'Check gone': 'Skipped'});
		expect(new Set(batch.members.map(member => member.wave))).toEqual(new Set([1]));
	});

	it('never feeds a test outside it', async () => {
		const {addTest, runAll, batchEnd} = await startEngine();
		await addTest('Clean', {category: 'teardown', produces: ['summary']});
		await addTest('Use', {consumes: ['summary']});
		expect(byName(await batchEnd(await runAll()))['Use']?.blockedBy).toMatchObject({reason: 'no_producer'});
	});
});
