import {describe, expect, it} from 'vitest';
import {ServiceError} from '../../../service/domain/service-error.ts';
import {owner, startScheduling} from './start-scheduling.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('a schedule', () => {
	it('fires at its time as a batch of the whole project, with what was added to it later', async () => {
		const {create, read, runs, pass, ended, addTest, engine} = await startScheduling();
		await addTest('orders');
		const {scheduleId, nextRunAt} = await create();
		expect(nextRunAt).toBe('2026-03-02T09:00:00.000Z');
		await addTest('refunds');
		await pass(29 * minute);
		expect(await runs(scheduleId)).toEqual([]);
		await pass(minute);
		await ended();
		const [run] = await runs(scheduleId);
		expect(run).toMatchObject({
			status: 'passed',
			skippedReason: null,
			stats: {total: 2, passed: 2, failed: 0, blocked: 0, running: 0, cancelled: 0},
			newlyFailed: null,
			newlyRecovered: null,
			mail: 'none',
		});
		const batch = await engine.readBatch(owner.accountId, run!.batchId!, 0);
		expect(batch).toMatchObject({trigger: 'schedule', source: 'schedule', scheduleId, skipDependencies: false});
		expect(await read(scheduleId)).toMatchObject({nextRunAt: '2026-03-02T10:00:00.000Z', lastRunId: run!.runId});
	});

	it('of a disabled account does not fire, and does at its next time when the account is enabled', async () => {
		const {create, runs, pass, ended, addTest, database} = await startScheduling();
		await addTest('orders');
		const {scheduleId} = await create();
		await database.updateTable('accounts').set({disabled_at: 1}).execute();
		await pass(30 * minute);
		await pass(hour);
		expect(await runs(scheduleId)).toEqual([]);
		await database.updateTable('accounts').set({disabled_at: null}).execute();
		await pass(hour);
		await ended();
		expect(await runs(scheduleId)).toMatchObject([{status: 'passed'}]);
	});

	it('runs its test list with the producers the tests need', async () => {
		const {create, runs, pass, ended, addTest, database} = await startScheduling();
		await addTest('make', {produces: ['id']});
		const use = await addTest('use', {consumes: ['id']});
		await addTest('other');
		const list = {account_id: owner.accountId, project_environments: '[]', last_batch_id: null};
		await database
			.insertInto('test_lists')
			.values({...list, id: 'lst_1', name: 'smoke', created_at: 0, updated_at: 0})
			.execute();
		await database.insertInto('test_list_cases').values({list_id: 'lst_1', test_id: use, place: 0}).execute();
		const schedule = await create({targetType: 'testList', targetId: 'lst_1'});
		expect(schedule).toMatchObject({targetName: 'smoke', estimatedCreditsPerRun: 0.4});
		await pass(30 * minute);
		await ended();
		expect(await runs(schedule.scheduleId)).toMatchObject([{testListId: 'lst_1', projectId: null, stats: {total: 2}}]);
	});

	it('runs only what earlier values do not stand in for when it skips dependencies', async () => {
		const {create, runs, pass, ended, addTest, runner} = await startScheduling();
		await addTest('make', {produces: ['id']});
		await addTest('use', {consumes: ['id']});
		runner.script('make', {produces: {id: '7'}});
		const {scheduleId} = await create({skipDependencies: true});
		await pass(30 * minute);
		await ended();
		await pass(hour);
		await ended();
		expect((await runs(scheduleId)).map(({stats, status}) => [stats.total, status])).toEqual([
			[1, 'passed'],
			[2, 'passed'],
		]);
	});

	it('says why it started nothing', async () => {
		const {create, runs, pass, ended, addTest, runner, database} = await startScheduling({metered: true});
		const {scheduleId} = await create();
		await pass(30 * minute);
		await addTest('orders');
		await pass(hour);
		await database.updateTable('accounts').set({balance: 1000}).execute();
		const held = runner.hold('orders');
		await pass(hour);
		await held.started;
		await pass(hour);
		held.release();
		await ended();
		expect((await runs(scheduleId)).map(({status, skippedReason}) => [status, skippedReason])).toEqual([
			['skipped', 'previous_run_in_flight'],
			['passed', null],
			['skipped', 'insufficient_credits'],
			['skipped', 'no_tests'],
		]);
	});

	it('does not call it a success that every test has a run in flight', async () => {
		const {create, runs, pass, ended, addTest, runner, engine, projectId} = await startScheduling();
		await addTest('orders');
		const {scheduleId} = await create();
		const held = runner.hold('orders');
		await engine.triggerBatch(owner.accountId, {projectId, source: 'cli', trigger: 'run_all'});
		await held.started;
		await pass(30 * minute);
		held.release();
		await ended();
		expect(await runs(scheduleId)).toMatchObject([{status: 'skipped', skippedReason: 'previous_run_in_flight'}]);
	});

	it('fires in its window only, and has finished after it', async () => {
		const {create, read, runs, pass, ended, addTest} = await startScheduling();
		await addTest('orders');
		const {scheduleId, nextRunAt} = await create({
			startAt: '2026-03-02T10:00:00.000Z',
			endAt: '2026-03-02T11:30:00.000Z',
		});
		expect(nextRunAt).toBe('2026-03-02T10:00:00.000Z');
		for (let half = 0; half < 8; half++) {
			await pass(30 * minute);
			await ended();
		}
		expect((await runs(scheduleId)).map(({createdAt}) => createdAt)).toEqual([
			'2026-03-02T11:00:00.000Z',
			'2026-03-02T10:00:00.000Z',
		]);
		expect(await read(scheduleId)).toMatchObject({status: 'finished', enabled: false, nextRunAt: null});
	});
});

describe('several processes', () => {
	it('fire once', async () => {
		const {create, runs, pass, ended, addTest, beside, log} = await startScheduling();
		await addTest('orders');
		const {scheduleId} = await create();
		await beside();
		await beside();
		for (let count = 0; count < 5; count++) {
			await pass(count === 0 ? 30 * minute : hour);
			await ended();
		}
		expect(await runs(scheduleId)).toHaveLength(5);
		expect(log.filter(entry => entry.startsWith('a schedule fired'))).toHaveLength(5);
	});

	it('fire what has become due while one of them starts', async () => {
		const {create, runs, clock, ended, addTest, beside, scheduling, database} = await startScheduling();
		await addTest('orders');
		const {scheduleId} = await create();
		await scheduling.stop();
		const due = Date.parse('2026-03-02T09:00:00.000Z');
		const process = {host: 'here', version: '1.0.0', serves: 1, plans: 1, slots: 0, kinds: '[]'} as const;
		const times = {started_at: due - hour, seen_at: due - 4000};
		await database
			.insertInto('workers')
			.values({...process, ...times, id: 'other', pid: 1})
			.execute();
		clock.set(due + 5000);
		const next = await beside();
		await next.settled();
		await ended();
		expect(await runs(scheduleId)).toMatchObject([{status: 'passed', createdAt: '2026-03-02T09:00:05.000Z'}]);
	});

	it('make up nothing that became due before the first of them was there', async () => {
		const {create, runs, clock, addTest, beside, scheduling, database} = await startScheduling();
		await addTest('orders');
		const {scheduleId} = await create();
		await scheduling.stop();
		const due = Date.parse('2026-03-02T09:00:00.000Z');
		const process = {host: 'here', version: '1.0.0', plans: 1, slots: 0, kinds: '[]'} as const;
		await database
			.insertInto('workers')
			.values([
				{...process, id: 'young', pid: 1, serves: 1, started_at: due + 1000, seen_at: due + 4000},
				{...process, id: 'gone', pid: 2, serves: 1, started_at: due - hour, seen_at: due - 20_000},
				{...process, id: 'fires nothing', pid: 3, serves: 0, started_at: due - hour, seen_at: due + 4000},
			])
			.execute();
		clock.set(due + 5000);
		const next = await beside();
		await next.settled();
		expect(await runs(scheduleId)).toEqual([]);
	});
});

describe('a fire', () => {
	it('that could not be stored comes a little later, once, and does not hold up the others', async () => {
		let refused = 0;
		const {create, read, runs, pass, ended, addTest, log} = await startScheduling({
			startBatch: start => async (accountId, request) => {
				if (refused < 2 && request.scheduleId === first.scheduleId) {
					refused++;
					throw Object.assign(new Error('the database is away'), {code: 'POSTGRES_UNAVAILABLE'});
				}
				return start(accountId, request);
			},
		});
		await addTest('orders');
		const first = await create();
		await pass(30 * minute);
		expect(await runs(first.scheduleId)).toEqual([]);
		expect(await read(first.scheduleId)).toMatchObject({nextRunAt: '2026-03-02T09:00:00.000Z'});
		for (let second = 0; second < 20; second++) await pass(1000);
		await ended();
		expect(refused).toBe(2);
		expect(await runs(first.scheduleId)).toMatchObject([{status: 'passed', createdAt: '2026-03-02T09:00:10.000Z'}]);
		expect(await read(first.scheduleId)).toMatchObject({nextRunAt: '2026-03-02T10:00:00.000Z'});
		expect(log.filter(entry => entry.startsWith('a schedule could not run'))).toHaveLength(2);
	});

	it('that is refused for good is not tried again', async () => {
		let asked = 0;
		const {create, read, runs, pass, addTest} = await startScheduling({
			startBatch: () => async () => {
				asked++;
				throw new ServiceError('AUTH_FORBIDDEN', 'No test may be sent there.', {nextAction: 'Ask.', details: {}});
			},
		});
		await addTest('orders');
		const {scheduleId} = await create();
		await pass(30 * minute);
		for (let second = 0; second < 20; second++) await pass(1000);
		expect([asked, await runs(scheduleId)]).toEqual([1, []]);
		expect(await read(scheduleId)).toMatchObject({nextRunAt: '2026-03-02T10:00:00.000Z'});
	});
});

describe('a process whose clock is behind', () => {
	it('does not fire again what another one has fired when it starts', async () => {
		const {create, read, runs, pass, clock, ended, addTest, beside, scheduling} = await startScheduling();
		await addTest('orders');
		const {scheduleId} = await create();
		await pass(30 * minute);
		await ended();
		await scheduling.stop();
		clock.set(Date.parse('2026-03-02T08:59:59.500Z'));
		const other = await beside();
		await other.settled();
		expect((await read(scheduleId)).nextRunAt).toBe('2026-03-02T10:00:00.000Z');
		clock.pass(minute);
		await other.settled();
		await ended();
		expect(await runs(scheduleId)).toHaveLength(1);
	});
});

describe('the clock', () => {
	it('is not looked at while nothing is due: once a minute with a schedule, never without', async () => {
		const {create, pass, clock, addTest, scheduling} = await startScheduling({start: '2026-03-02T09:00:01.000Z'});
		expect(clock.alarms).toBe(0);
		await addTest('orders');
		const {scheduleId} = await create();
		expect(clock.alarms).toBe(1);
		for (let second = 0; second < 600; second++) await pass(1000);
		expect(clock.rung).toBe(10);
		await scheduling.schedules.change(owner, scheduleId, {enabled: false});
		await scheduling.settled();
		expect(clock.alarms).toBe(0);
	});

	it('put forward over a fire: late by minutes it still fires, later it was missed', async () => {
		const {create, read, runs, pass, clock, ended, addTest} = await startScheduling();
		await addTest('orders');
		const {scheduleId} = await create();
		clock.set(Date.parse('2026-03-02T09:10:00.000Z'));
		await pass(minute);
		await ended();
		expect(await runs(scheduleId)).toHaveLength(1);
		clock.set(Date.parse('2026-03-05T09:30:00.000Z'));
		await pass(minute);
		await ended();
		expect(await runs(scheduleId)).toHaveLength(1);
		expect((await read(scheduleId)).nextRunAt).toBe('2026-03-05T10:00:00.000Z');
	});

	it('put back a little does not fire again, put back from a wrong year goes on from there', async () => {
		const {create, read, runs, pass, clock, ended, addTest} = await startScheduling();
		await addTest('orders');
		const {scheduleId} = await create();
		await pass(30 * minute);
		await ended();
		clock.set(Date.parse('2026-03-02T08:59:30.000Z'));
		await pass(minute);
		await ended();
		expect(await runs(scheduleId)).toHaveLength(1);
		clock.set(Date.parse('2040-01-01T00:30:00.000Z'));
		await pass(minute);
		expect((await read(scheduleId)).nextRunAt).toBe('2040-01-01T01:00:00.000Z');
		clock.set(Date.parse('2026-03-02T09:05:00.000Z'));
		await pass(minute);
		expect((await read(scheduleId)).nextRunAt).toBe('2026-03-02T10:00:00.000Z');
	});

	it('does not make up what was missed while no service ran', async () => {
		const {create, read, runs, clock, addTest, beside, scheduling} = await startScheduling();
		await addTest('orders');
		const {scheduleId} = await create();
		await scheduling.stop();
		clock.set(Date.parse('2026-03-02T09:00:05.000Z'));
		const next = await beside();
		await next.settled();
		expect(await runs(scheduleId)).toEqual([]);
		expect((await read(scheduleId)).nextRunAt).toBe('2026-03-02T10:00:00.000Z');
	});
});

describe('a schedule without a pass', () => {
	it('pauses itself after ten completed runs; skipped ones do not count and a pass starts over', async () => {
		const {create, read, runs, pass, ended, addTest, runner, scheduling} = await startScheduling();
		await addTest('orders');
		await addTest('tidy', {category: 'teardown'});
		runner.script('orders', {status: 'failed', failureKind: 'assertion'});
		const {scheduleId} = await create();
		const next = async () => {
			await pass(hour);
			await ended();
		};
		await pass(30 * minute);
		await ended();
		for (let count = 0; count < 3; count++) await next();
		expect(await read(scheduleId)).toMatchObject({runsWithoutPass: 4, status: 'active'});
		runner.script('orders', {status: 'passed'});
		await next();
		expect(await read(scheduleId)).toMatchObject({runsWithoutPass: 0});
		runner.script('orders', {status: 'failed', failureKind: 'assertion'});
		for (let count = 0; count < 9; count++) await next();
		const held = runner.hold('orders');
		await pass(hour);
		await held.started;
		await pass(hour);
		expect(await read(scheduleId)).toMatchObject({runsWithoutPass: 9, status: 'active'});
		held.release({status: 'failed', failureKind: 'assertion'});
		await ended();
		expect(await read(scheduleId)).toMatchObject({
			runsWithoutPass: 10,
			status: 'auto_paused',
			enabled: false,
			nextRunAt: null,
			autoPausedAt: expect.any(String),
		});
		const count = (await runs(scheduleId)).length;
		await pass(day);
		expect(await runs(scheduleId)).toHaveLength(count);
		expect(await scheduling.schedules.change(owner, scheduleId, {enabled: true})).toMatchObject({
			status: 'active',
			runsWithoutPass: 0,
			autoPausedAt: null,
			nextRunAt: expect.any(String),
		});
	});

	it('does not count a run that was cancelled', async () => {
		const {create, read, runs, pass, ended, addTest, runner, engine} = await startScheduling();
		await addTest('orders');
		const {scheduleId} = await create();
		const held = runner.hold('orders');
		await pass(30 * minute);
		await held.started;
		const [run] = await runs(scheduleId);
		expect(run).toMatchObject({status: 'running', stats: {total: 1, running: 1}});
		await engine.cancelBatch(owner.accountId, run!.batchId!, {skipCleanup: false});
		await ended();
		expect(await runs(scheduleId)).toMatchObject([{status: 'cancelled', mail: 'none', stats: {cancelled: 1}}]);
		expect(await read(scheduleId)).toMatchObject({runsWithoutPass: 0});
	});
});

describe('a completed run', () => {
	it('tells what is new against the run just before, of tests in both', async () => {
		const {create, runs, pass, ended, addTest, runner} = await startScheduling();
		await addTest('breaks');
		await addTest('make', {produces: ['id']});
		await addTest('is blocked', {consumes: ['id']});
		await addTest('recovers');
		await addTest('stays broken');
		const failed = {status: 'failed', failureKind: 'assertion'} as const;
		runner.script('make', {produces: {id: '7'}});
		runner.script('recovers', failed);
		runner.script('stays broken', failed);
		const {scheduleId} = await create();
		await pass(30 * minute);
		await ended();
		await addTest('is new');
		runner.script('is new', failed);
		runner.script('breaks', failed);
		runner.script('make', failed);
		runner.script('recovers', {});
		await pass(hour);
		await ended();
		const [second] = await runs(scheduleId);
		expect(second?.newlyFailed?.map(({title}) => title)).toEqual(['breaks', 'is blocked', 'make']);
		expect(second?.newlyRecovered?.map(({title}) => title)).toEqual(['recovers']);
		expect(second?.stats).toEqual({total: 6, passed: 1, failed: 4, blocked: 1, running: 0, cancelled: 0});
	});
});

describe('a schedule whose plan has lost schedules', () => {
	it('is paused at its time and at the next start, and cannot be resumed', async () => {
		const {create, read, runs, pass, addTest, database, beside, scheduling} = await startScheduling();
		await addTest('orders');
		const first = await create();
		await database.updateTable('accounts').set({plan: 'Free'}).execute();
		await pass(30 * minute);
		expect(await read(first.scheduleId)).toMatchObject({status: 'paused', nextRunAt: null});
		expect(await runs(first.scheduleId)).toEqual([]);
		await database.updateTable('accounts').set({plan: 'Pro'}).execute();
		const second = await create();
		await database.updateTable('accounts').set({plan: 'Free'}).execute();
		await beside();
		expect(await read(second.scheduleId)).toMatchObject({status: 'paused'});
		await expect(
			scheduling.schedules.change({...owner, plan: 'Free'}, second.scheduleId, {enabled: true}),
		).rejects.toMatchObject({code: 'FEATURE_GATED', details: {feature: 'schedules', reason: 'plan', plan: 'Free'}});
	});
});
