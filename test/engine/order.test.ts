import {describe, expect, it} from 'vitest';
import {byName, labels, startEngine} from '../helpers/start-engine.ts';

describe('the order of a batch', () => {
	it('starts a consumer after its producer passed, with the value it produced', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		await addTest('Read order', {consumes: ['order_id']});
		await addTest('Create order', {produces: ['order_id']});
		runner.script('Create order', {produces: {order_id: 'ord-7'}});
		const batch = await batchEnd(await runAll());
		expect(runner.started).toEqual(['Create order', 'Read order']);
		expect(runner.jobs[1]?.variables).toEqual({order_id: 'ord-7'});
		expect(labels(batch)).toEqual({'Create order': 'Pass', 'Read order': 'Pass'});
		expect(batch).toMatchObject({phase: 'done', status: 'passed', outcome: 'passed'});
	});

	it('does not wait for a wave: a test starts while another one of the wave before still runs', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine({slots: 2});
		await addTest('Slow', {});
		await addTest('Create', {produces: ['id']});
		await addTest('Use', {consumes: ['id']});
		runner.script('Create', {produces: {id: 1}});
		const slow = runner.hold('Slow');
		const use = runner.hold('Use');
		const batchId = await runAll();
		await use.started;
		expect(runner.executing).toContain('Slow');
		use.release();
		slow.release();
		expect(labels(await batchEnd(batchId))).toEqual({Slow: 'Pass', Create: 'Pass', Use: 'Pass'});
	});

	it('takes higher priority first, then the longest remaining path, then the older test', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine({slots: 1});
		await addTest('plain');
		await addTest('older p3', {priority: 'p3'});
		await addTest('head of two', {produces: ['a']});
		await addTest('second of two', {consumes: ['a']});
		await addTest('urgent', {priority: 'p0'});
		await addTest('younger plain');
		runner.script('head of two', {produces: {a: 1}});
		await batchEnd(await runAll());
		expect(runner.started).toEqual(['urgent', 'head of two', 'plain', 'second of two', 'younger plain', 'older p3']);
	});

	it('never has more tests executing than slots, and uses all of them', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine({slots: 3});
		for (let i = 0; i < 12; i++) {
			await addTest(`test ${i}`);
			runner.script(`test ${i}`, () => new Promise(resolve => setImmediate(() => resolve({}))));
		}
		const batch = await batchEnd(await runAll());
		expect(runner.peak).toBe(3);
		expect(batch.summary).toMatchObject({total: 12, passed: 12, queued: 0, running: 0});
	});

	it('runs a chain in as many steps as it has tests, each with the values of all tests before it', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		for (let i = 0; i < 30; i++) {
			await addTest(`step ${i}`, {produces: [`v${i}`], consumes: i === 0 ? [] : [`v${i - 1}`]});
			runner.script(`step ${i}`, {produces: {[`v${i}`]: {at: i}}});
		}
		const batch = await batchEnd(await runAll());
		expect(runner.started).toEqual(Array.from({length: 30}, (_, i) => `step ${i}`));
		expect(runner.jobs.at(-1)?.variables).toEqual({v28: {at: 28}});
		expect(batch.members.map(member => member.wave)).toEqual(Array.from({length: 30}, (_, i) => i + 1));
	});

	it('tells what a pending test waits for', async () => {
		const {addTest, runner, runAll, batchUntil, batchEnd} = await startEngine();
		const login = await addTest('Log in', {produces: ['token']});
		const create = await addTest('Create order', {produces: ['order_id']});
		await addTest('Pay', {consumes: ['token', 'order_id']});
		const held = runner.hold('Create order');
		runner.script('Log in', {produces: {token: 't'}});
		const batchId = await runAll();
		const batch = await batchUntil(batchId, ({members}) =>
			members.some(member => member.name === 'Log in' && member.status === 'passed'),
		);
		expect(byName(batch)['Pay']?.waitingFor).toEqual([{testId: create, title: 'Create order'}]);
		expect(login).not.toBe(create);
		held.release({produces: {order_id: 1}});
		expect(byName(await batchEnd(batchId))['Pay']).toMatchObject({waitingFor: [], label: 'Pass'});
	});
});
