import {describe, expect, it} from 'vitest';
import {accountId, byName, openStore, startEngine} from '../../helpers/start-engine.ts';

describe('a test that has a run in flight', () => {
	it('cannot be run a second time, and the answer names the run', async () => {
		const {addTest, runner, engine} = await startEngine();
		const testId = await addTest('Slow');
		const held = runner.hold('Slow');
		const {runId} = await engine.triggerRun(accountId, testId, {source: 'cli'});
		await held.started;
		await expect(engine.triggerRun(accountId, testId, {source: 'cli'})).rejects.toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'run_in_flight', currentRunId: runId, testId},
		});
		held.release();
	});

	it('is a conflict of a batch, whose other tests run', async () => {
		const {addTest, runner, engine, projectId, batchEnd} = await startEngine();
		const slow = await addTest('Slow');
		const other = await addTest('Other');
		const held = runner.hold('Slow');
		const {runId} = await engine.triggerRun(accountId, slow, {source: 'cli'});
		await held.started;
		const ticket = await engine.triggerBatch(accountId, {projectId, source: 'cli', trigger: 'run_all'});
		expect(ticket.conflicts).toMatchObject([{testId: slow, reason: 'in_flight', currentRunId: runId}]);
		expect(ticket.accepted.map(member => member.testId)).toEqual([other]);
		await batchEnd(ticket.batchId!);
		held.release();
	});

	it('is no conflict of a batch that it is in because another test needs it', async () => {
		const {addTest, runner, engine, projectId, batchEnd} = await startEngine();
		const login = await addTest('Log in', {produces: ['token']});
		const read = await addTest('Read', {consumes: ['token']});
		runner.script('Log in', () => ({produces: {token: 't'}}));
		const held = runner.hold('Log in');
		const first = await engine.triggerRun(accountId, login, {source: 'cli'});
		await held.started;
		const ticket = await engine.triggerBatch(accountId, {projectId, source: 'cli', trigger: 'run_all'});
		expect(ticket.conflicts).toEqual([]);
		expect(ticket.accepted.map(({testId, role}) => [testId, role])).toEqual([
			[login, 'producer'],
			[read, 'selected'],
		]);
		held.release({produces: {token: 't0'}});
		await batchEnd(first.batchId);
		expect(await batchEnd(ticket.batchId!)).toMatchObject({outcome: 'passed', summary: {passed: 2, total: 2}});
	});

	it('gets a run of its own as a producer of a second batch, which waits for the first one', async () => {
		const {addTest, runner, engine, batchEnd, batchUntil} = await startEngine();
		const login = await addTest('Log in', {produces: ['token']});
		const read = await addTest('Read', {consumes: ['token']});
		let logins = 0;
		runner.script('Log in', () => ({produces: {token: `t${++logins}`}}));
		const held = runner.hold('Log in');
		const first = await engine.triggerRun(accountId, login, {source: 'cli'});
		await held.started;
		const second = await engine.triggerRun(accountId, read, {source: 'cli'});
		expect(second.closure).toMatchObject({
			addedProducers: [login],
			members: [
				{testId: login, role: 'producer'},
				{testId: read, role: 'selected'},
			],
		});
		const waiting = await batchUntil(second.batchId, () => true);
		expect(byName(waiting)['Log in']?.label).toBe('Pending');
		expect(runner.executing).toEqual(new Set(['Log in']));
		held.release({produces: {token: 't0'}});
		await batchEnd(first.batchId);
		await batchEnd(second.batchId);
		expect(runner.started).toEqual(['Log in', 'Log in', 'Read']);
		expect(runner.jobs[2]?.variables).toEqual({token: 't1'});
	});

	it('never executes twice at once, however many batches need it', async () => {
		const {addTest, runner, engine, batchEnd} = await startEngine({slots: 8});
		await addTest('Log in', {produces: ['token']});
		const readers = await Promise.all(Array.from({length: 6}, (_, i) => addTest(`Read ${i}`, {consumes: ['token']})));
		let now = 0;
		let most = 0;
		runner.script('Log in', async () => {
			most = Math.max(most, ++now);
			await new Promise(resolve => setImmediate(resolve));
			now--;
			return {produces: {token: 't'}};
		});
		const tickets = [];
		for (const testId of readers) tickets.push(await engine.triggerRun(accountId, testId, {source: 'cli'}));
		for (const ticket of tickets)
			expect(await batchEnd(ticket.batchId)).toMatchObject({outcome: 'passed', summary: {passed: 2}});
		expect(most).toBe(1);
	});

	it('shows the status of its newest run, and the verdict of the last run that had one', async () => {
		const {addTest, runner, engine, batchEnd, database} = await startEngine();
		const login = await addTest('Log in', {produces: ['token']});
		const read = await addTest('Read', {consumes: ['token']});
		const standing = () =>
			database
				.selectFrom('tests')
				.select(['status', 'verdict', 'last_run_id'])
				.where('id', '=', login)
				.executeTakeFirstOrThrow();
		const held = runner.hold('Log in');
		const first = await engine.triggerRun(accountId, login, {source: 'cli'});
		await held.started;
		const second = await engine.triggerRun(accountId, read, {source: 'cli'});
		const newest = second.closure!.members[0]!.runId;
		expect(await standing()).toEqual({status: 'queued', verdict: null, last_run_id: newest});
		const again = runner.hold('Log in');
		held.release({status: 'failed'});
		await batchEnd(first.batchId);
		await again.started;
		expect(await standing()).toEqual({status: 'running', verdict: 'failed', last_run_id: newest});
		const batch = await engine.readBatch(accountId, second.batchId, 0);
		expect(byName(batch)['Log in']).toMatchObject({previousRunId: first.runId, previousStatus: 'failed'});
		again.release({produces: {token: 1}});
		await batchEnd(second.batchId);
		expect(await standing()).toEqual({status: 'passed', verdict: 'passed', last_run_id: newest});
	});

	it('lets a small batch have a turn while a large one is under way', async () => {
		// Both are triggered in the same moment, however slow the machine is.
		const store = await openStore({now: () => 1_700_000_000_000});
		const {addTest, runner, engine, runAll, batchEnd} = await startEngine({slots: 1, store});
		const small = await addTest('Small', {priority: 'p3'});
		const others = await Promise.all(Array.from({length: 40}, (_, i) => addTest(`Large ${i}`)));
		const first = runner.hold('Large 0');
		const large = await runAll(others);
		await first.started;
		const ticket = await engine.triggerRun(accountId, small, {source: 'cli'});
		first.release();
		await batchEnd(ticket.batchId);
		await batchEnd(large);
		expect(runner.started.indexOf('Small')).toBeLessThan(10);
	});
});
