import {describe, expect, it} from 'vitest';
import {ServiceError} from '../../../service/domain/service-error.ts';
import {accountId, byName, labels, startEngine} from '../../helpers/start-engine.ts';

const readTrace = async (engine: Awaited<ReturnType<typeof startEngine>>['engine'], testId: string) =>
	(await engine.readResult(accountId, testId)).trace;

describe('a producer that fails', () => {
	it('blocks its whole closure at once, and nothing of it makes a call', async () => {
		const {addTest, runner, runAll, batchUntil, batchEnd} = await startEngine({slots: 2});
		const root = await addTest('Create order', {produces: ['order_id']});
		const middle = await addTest('Create invoice', {consumes: ['order_id'], produces: ['invoice_id']});
		await addTest('Pay invoice', {consumes: ['invoice_id']});
		await addTest('Health');
		runner.script('Create order', {status: 'failed'});
		const health = runner.hold('Health');
		const batchId = await runAll();
		const batch = await batchUntil(batchId, ({summary}) => summary.failed === 1);
		expect(labels(batch)).toEqual({
			'Create order': 'Failed',
			'Create invoice': 'Blocked',
			'Pay invoice': 'Blocked',
			Health: 'Running',
		});
		expect(byName(batch)['Create invoice']?.blockedBy).toEqual({
			variable: 'order_id',
			reason: 'producer_failed',
			producer: {testId: root, title: 'Create order'},
			didYouMean: null,
		});
		expect(byName(batch)['Pay invoice']).toMatchObject({
			blockedBy: {
				variable: 'invoice_id',
				reason: 'producer_blocked',
				producer: {testId: root, title: 'Create order'},
			},
			error: expect.stringContaining('invoice_id'),
			note: expect.stringContaining('Create invoice'),
		});
		health.release();
		const end = await batchEnd(batchId);
		expect(runner.started.sort()).toEqual(['Create order', 'Health']);
		expect(end).toMatchObject({outcome: 'failed', summary: {failed: 1, blocked: 2, passed: 1, total: 4}});
		expect(middle).toBeTruthy();
	});

	it('is named as the first failed one although the second producer of a consumer fails later', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine({slots: 2});
		const first = await addTest('First', {produces: ['a']});
		await addTest('Second', {produces: ['b']});
		await addTest('Needs both', {consumes: ['b', 'a']});
		runner.script('First', {status: 'failed'});
		const second = runner.hold('Second');
		const batchId = await runAll();
		await second.started;
		second.release({status: 'failed'});
		expect(byName(await batchEnd(batchId))['Needs both']?.blockedBy).toMatchObject({
			variable: 'a',
			producer: {testId: first},
		});
	});

	it('blocks a member once that is reached on two ways, and counts it once', async () => {
		const {addTest, runner, runAll, batchEnd, database} = await startEngine();
		await addTest('Root', {produces: ['a']});
		await addTest('Left', {consumes: ['a'], produces: ['b']});
		await addTest('Right', {consumes: ['a', 'b']});
		await addTest('Other', {produces: ['c']});
		runner.script('Root', {status: 'failed'});
		runner.script('Other', {produces: {c: 1}});
		const batch = await batchEnd(await runAll());
		expect(batch.summary).toMatchObject({total: 4, queued: 0, running: 0, passed: 1, failed: 1, blocked: 2});
		expect(await database.selectFrom('runs').select('name').where('ready', '=', 1).execute()).toEqual([]);
	});

	it('does not start a member that gets one value and misses another from the same test', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		await addTest('Root', {produces: ['a', 'b']});
		await addTest('Left', {consumes: ['b'], produces: ['c']});
		await addTest('Right', {consumes: ['a', 'c']});
		runner.script('Root', {produces: {a: 1}});
		const batch = await batchEnd(await runAll());
		expect(labels(batch)).toEqual({Root: 'Pass', Left: 'Blocked', Right: 'Blocked'});
		expect(runner.started).toEqual(['Root']);
		expect(batch.summary).toMatchObject({queued: 0, passed: 1, blocked: 2});
	});

	it('leaves a trace that names the variable, the producer and the reason', async () => {
		const {addTest, runner, runAll, batchEnd, engine} = await startEngine();
		await addTest('Create order', {produces: ['order_id']});
		const pay = await addTest('Pay', {consumes: ['order_id']});
		runner.script('Create order', {status: 'failed'});
		await batchEnd(await runAll());
		const trace = await readTrace(engine, pay);
		expect(trace).toContain('variable "order_id" was not found');
		expect(trace).toContain('Create order');
		expect(trace).toContain('producer_failed');
	});
});

describe('a value that never comes', () => {
	it('blocks the consumer of a producer that passed without it', async () => {
		const {addTest, runAll, batchEnd} = await startEngine();
		const producer = await addTest('Create', {produces: ['id']});
		await addTest('Use', {consumes: ['id']});
		const batch = await batchEnd(await runAll());
		expect(byName(batch)['Create']?.label).toBe('Pass');
		expect(byName(batch)['Use']?.blockedBy).toEqual({
			variable: 'id',
			reason: 'not_captured',
			producer: {testId: producer, title: 'Create'},
			didYouMean: null,
		});
		expect(batch.outcome).toBe('blocked');
	});

	it('asks whether a name was meant that differs only in case or underscores', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		await addTest('Create', {produces: ['user_id']});
		await addTest('Use', {consumes: ['user_id']});
		runner.script('Create', {produces: {userId: 7}});
		const use = byName(await batchEnd(await runAll()))['Use'];
		expect(use?.blockedBy).toMatchObject({reason: 'name_mismatch', variable: 'user_id', didYouMean: 'userId'});
		expect(use?.error).toContain('did you mean "userId"');
	});

	it('blocks a consumer at once when only a similar name is declared', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		const producer = await addTest('Create', {produces: ['userId']});
		await addTest('Use', {consumes: ['user_id']});
		runner.script('Create', {produces: {userId: 7}});
		const batch = await batchEnd(await runAll());
		expect(byName(batch)['Use']?.blockedBy).toEqual({
			variable: 'user_id',
			reason: 'name_mismatch',
			producer: {testId: producer, title: 'Create'},
			didYouMean: 'userId',
		});
		expect(runner.started).toEqual(['Create']);
	});

	it('blocks a consumer of a name that no test produces, and what depends on it', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		const use = await addTest('Use', {consumes: ['ghost'], produces: ['result']});
		await addTest('Further', {consumes: ['result']});
		const batch = await batchEnd(await runAll());
		expect(byName(batch)['Use']?.blockedBy).toMatchObject({reason: 'no_producer', variable: 'ghost', producer: null});
		expect(byName(batch)['Further']?.blockedBy).toMatchObject({reason: 'producer_blocked', producer: {testId: use}});
		expect(runner.started).toEqual([]);
		expect(batch).toMatchObject({phase: 'done', status: 'blocked', cleanup: {state: 'none'}, startedAt: null});
	});

	it('is counted apart from failures', async () => {
		const {addTest, runAll, batchEnd} = await startEngine();
		await addTest('Use', {consumes: ['ghost']});
		expect((await batchEnd(await runAll())).summary).toMatchObject({failed: 0, blocked: 1});
	});
});

describe('tests that need each other', () => {
	const message = 'the chain cannot be assembled because of a circular dependency between "A" and "B"';

	it('are blocked with both names while the rest of the batch runs', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		const a = await addTest('A', {produces: ['a'], consumes: ['b']});
		await addTest('B', {produces: ['b'], consumes: ['a']});
		await addTest('After A', {consumes: ['a']});
		await addTest('Free');
		const batch = await batchEnd(await runAll());
		expect(labels(batch)).toEqual({A: 'Blocked', B: 'Blocked', 'After A': 'Blocked', Free: 'Pass'});
		expect(byName(batch)['A']).toMatchObject({error: message, blockedBy: {reason: 'circular_dependency'}});
		expect(byName(batch)['B']).toMatchObject({error: message, blockedBy: {producer: {testId: a}}});
		expect(byName(batch)['After A']?.blockedBy).toMatchObject({reason: 'producer_blocked', producer: {testId: a}});
		expect(batch.advisories).toEqual([{feature: 'circular_dependency', message}]);
		expect(runner.started).toEqual(['Free']);
	});

	it('refuse a single run with both ids and names', async () => {
		const {addTest, engine} = await startEngine();
		const a = await addTest('A', {produces: ['a'], consumes: ['b']});
		const b = await addTest('B', {produces: ['b'], consumes: ['a']});
		const refusal = await engine.triggerRun(accountId, b, {source: 'cli'}).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(ServiceError);
		expect(refusal).toMatchObject({
			code: 'CONFLICT',
			message,
			details: {reason: 'circular_dependency', testIds: [a, b], testNames: ['A', 'B']},
		});
	});
});
