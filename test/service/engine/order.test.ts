import {describe, expect, it} from 'vitest';
import {recordedCall} from '../cleanup/start-cleanup.ts';
import type {ScriptedOutcome} from '../../helpers/scripted-runner.ts';
import {accountId, byName, labels, startEngine} from '../../helpers/start-engine.ts';

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

describe('a test that comes after another one', () => {
	it('waits for its end and takes nothing from it, whatever the verdict', async () => {
		const {addTest, runner, runAll, batchUntil, batchEnd} = await startEngine();
		const rename = await addTest('Rename');
		await addTest('Read', {after: [rename]});
		await addTest('Bystander');
		const held = runner.hold('Rename');
		const batchId = await runAll();
		const during = await batchUntil(batchId, ({summary}) => summary.passed === 1);
		expect(byName(during)['Read']).toMatchObject({
			wave: 2,
			label: 'Pending',
			waitingFor: [{testId: rename, title: 'Rename'}],
		});
		held.release({status: 'failed'});
		const batch = await batchEnd(batchId);
		expect(labels(batch)).toEqual({Rename: 'Failed', Read: 'Pass', Bystander: 'Pass'});
		expect(runner.jobs.at(-1)).toMatchObject({testName: 'Read', variables: {}});
	});

	it('runs although the one before is blocked, at the beginning or later, or skipped, or not in the batch', async () => {
		const {addTest, runner, runAll, batchEnd} = await startEngine();
		await addTest('Create', {produces: ['id']});
		const blockedLater = await addTest('Use', {consumes: ['id']});
		const neverMet = await addTest('Lost', {consumes: ['nobody']});
		await addTest('After use', {after: [blockedLater]});
		const last = await addTest('After lost', {after: [neverMet]});
		const skipped = await addTest('Delete', {category: 'teardown', consumes: ['id']});
		await addTest('Log out', {category: 'teardown', after: [skipped]});
		runner.script('Create', {status: 'failed'});
		expect(labels(await batchEnd(await runAll()))).toEqual({
			Create: 'Failed',
			Use: 'Blocked',
			Lost: 'Blocked',
			'After use': 'Pass',
			'After lost': 'Pass',
			Delete: 'Skipped',
			'Log out': 'Pass',
		});
		expect(labels(await batchEnd(await runAll([last])))).toEqual({'After lost': 'Pass', 'Log out': 'Pass'});
	});

	it('keeps its place in the final wave, and goes on when the one before is cancelled', async () => {
		const {addTest, runner, runAll, batchEnd, engine, batchUntil} = await startEngine();
		const close = await addTest('Close account', {category: 'teardown'});
		await addTest('Log out', {category: 'teardown', after: [close]});
		const slow = await addTest('Slow');
		await addTest('Next', {after: [slow]});
		const held = runner.hold('Close account');
		const stuck = runner.hold('Slow');
		const batchId = await runAll();
		await stuck.started;
		const {members} = await batchUntil(batchId, () => true);
		await engine.cancelRun(accountId, members.find(({testId}) => testId === slow)!.runId);
		await held.started;
		expect(runner.started).toEqual(['Slow', 'Next', 'Close account']);
		held.release();
		expect(labels(await batchEnd(batchId))).toEqual({
			Slow: 'Cancelled',
			Next: 'Pass',
			'Close account': 'Pass',
			'Log out': 'Pass',
		});
	});
});

describe('a record that two members use without an order', () => {
	const call = (request: string): ScriptedOutcome => ({
		calls: [recordedCall('http://127.0.0.1:1', [request, {status: 200}], 1)],
	});

	it('is told of the one that changes it, with its batch; an order ends it', async () => {
		const {addTest, runner, runAll, batchEnd, database} = await startEngine();
		const renames = await addTest('renames the flow');
		const reads = await addTest('reads the flow');
		runner.script('renames the flow', call('PATCH /flows/3'));
		runner.script('reads the flow', call('GET /flows/3'));
		const batch = await batchEnd(await runAll());
		const message = `it changes the same record (PATCH /flows/3) and "reads the flow" uses that record, too, with no order between them; to order them: svc test update ${renames} --after ${reads}`;
		expect(byName(batch)['renames the flow']?.advisories).toEqual([{feature: 'test', message}]);
		expect(byName(batch)['reads the flow']?.advisories ?? []).toEqual([]);
		expect(batch.advisories).toEqual([{feature: 'unordered_writes', message: `renames the flow: ${message}`}]);
		await database
			.updateTable('tests')
			.set({after: JSON.stringify([reads])})
			.where('id', '=', renames)
			.execute();
		expect((await batchEnd(await runAll())).advisories).toEqual([]);
	});
});
