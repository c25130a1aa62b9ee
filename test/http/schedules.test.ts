import {describe, expect, it} from 'vitest';
import {createProject, deleteProject} from '../../contract/routes/projects.ts';
import {
	createSchedule,
	deleteSchedule,
	getSchedule,
	listScheduleRuns,
	listSchedules,
	runSchedule,
	updateSchedule,
} from '../../contract/routes/schedules.ts';
import {getBatch} from '../../contract/routes/batches.ts';
import {createTestList, deleteTestList} from '../../contract/routes/test-lists.ts';
import {createTest} from '../../contract/routes/tests.ts';
import {startHttp, untilNoon} from './start-http.ts';

const daily = {kind: 'daily', every: 1, at: '09:00'} as const;
const hour = 3_600_000;

async function startWithProject() {
	const http = await startHttp();
	// At noon no schedule of these tests fires by itself.
	const shift = untilNoon();
	http.advance(shift);
	const now = () => Date.now() + shift;
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop'}});
	const test = {projectId: project.id, type: 'backend' as const, name: 'orders', code: 'assert 1'};
	const {testId} = (await http.call(createTest, {body: test})).body;
	const input = {name: 'Nightly', targetType: 'project', targetId: project.id, cadence: daily} as const;
	const create = async (fields: object = {}) => (await http.call(createSchedule, {body: {...input, ...fields}})).body;
	const setPlan = (plan: string) => http.database.updateTable('accounts').set({plan}).execute();
	return {http, now, project, testId, input, create, setPlan};
}

describe('a schedule', () => {
	it('is created, read, listed, changed and deleted', async () => {
		const {http, project, create} = await startWithProject();
		const created = await create({timezone: 'Europe/Berlin', sendTo: ' a@example.com,b@example.com, a@example.com'});
		expect(created).toMatchObject({
			scheduleId: expect.stringMatching(/^sch_/),
			enabled: true,
			status: 'active',
			targetName: 'Shop',
			cron: '0 9 * * *',
			cadence: daily,
			cadenceText: 'every day at 09:00, Europe/Berlin',
			sendTo: 'a@example.com, b@example.com',
			skipDependencies: false,
			autoHeal: true,
			environment: null,
			lastRunId: null,
			runsWithoutPass: 0,
			estimatedCreditsPerRun: 0.2,
		});
		const params = {scheduleId: created.scheduleId};
		expect((await http.call(getSchedule, {params})).body).toEqual(created);
		const second = await create({enabled: false});
		expect(second).toMatchObject({enabled: false, status: 'paused', nextRunAt: null});
		const list = async (query: object) =>
			(await http.call(listSchedules, {query})).body.schedules.map(({scheduleId}) => scheduleId);
		expect(await list({})).toEqual([second.scheduleId, created.scheduleId]);
		expect(await list({status: 'active,finished'})).toEqual([created.scheduleId]);
		expect(await list({projectId: project.id, status: 'paused'})).toEqual([second.scheduleId]);
		expect(await list({projectId: 'prj_other'})).toEqual([]);
		const changed = await http.call(updateSchedule, {
			params,
			body: {name: ' Weekly ', cron: '0  8 * * 1', sendTo: null, skipDependencies: true, autoHeal: false},
		});
		expect(changed.body).toMatchObject({
			name: 'Weekly',
			cron: '0 8 * * 1',
			cadence: {kind: 'cron'},
			cadenceText: 'at 08:00 on Monday, Europe/Berlin',
			sendTo: null,
			skipDependencies: true,
			autoHeal: false,
		});
		expect(new Date(changed.body.nextRunAt!).getUTCDay()).toBe(1);
		await http.call(deleteSchedule, {params});
		await http.fail(getSchedule, {params});
		expect((await http.fail(deleteSchedule, {params})).status).toBe(404);
	});

	it('is paused, resumed, finished and continued', async () => {
		const {http, now, create} = await startWithProject();
		const {scheduleId, nextRunAt} = await create();
		const params = {scheduleId};
		const change = async (body: object) => (await http.call(updateSchedule, {params, body})).body;
		expect(await change({enabled: false})).toMatchObject({status: 'paused', nextRunAt: null});
		expect(await change({enabled: true})).toMatchObject({status: 'active', nextRunAt});
		expect(await change({name: 'Same time'})).toMatchObject({nextRunAt});
		const endAt = new Date(now() + hour).toISOString();
		expect(await change({endAt})).toMatchObject({status: 'active', endAt});
		http.advance(2 * hour);
		expect((await http.call(getSchedule, {params})).body).toMatchObject({status: 'finished', nextRunAt: null});
		expect((await http.fail(updateSchedule, {params, body: {enabled: true}})).body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'schedule_finished'},
		});
		const later = new Date(now() + 100 * hour).toISOString();
		expect(await change({endAt: later})).toMatchObject({status: 'active', nextRunAt: expect.any(String)});
		expect(await change({endAt: null})).toMatchObject({status: 'active', endAt: null});
	});

	it.each<[string, object, string, string]>([
		['both cron and cadence', {cron: '0 9 * * *'}, 'cadence', 'exclusive'],
		['neither', {cadence: undefined}, 'cadence', 'required'],
		['fires less than 15 minutes apart', {cadence: undefined, cron: '*/10 * * * *'}, 'cron', 'too_frequent'],
		['a date that never comes', {cadence: undefined, cron: '0 0 31 2 *'}, 'cron', 'never_fires'],
		['no cron expression', {cadence: undefined, cron: 'often'}, 'cron', 'invalid'],
		['a cadence out of range', {cadence: {kind: 'hourly', every: 25, minute: 0}}, 'cadence.every', 'out_of_range'],
		['a time of day that is none', {cadence: {...daily, at: '24:00'}}, 'cadence.at', 'invalid'],
		['a kind nobody knows', {cadence: {kind: 'yearly'}}, 'cadence.kind', 'enum'],
		['no time zone', {timezone: 'Europe/Atlantis'}, 'timezone', 'invalid'],
		['an offset for a time zone', {timezone: '+01:00'}, 'timezone', 'invalid'],
		[
			'an end before the start',
			{startAt: '2040-01-02T00:00:00Z', endAt: '2040-01-01T00:00:00Z'},
			'endAt',
			'before_start',
		],
		['an end in the past', {endAt: '2020-01-01T00:00:00Z'}, 'endAt', 'past'],
		['a day that does not exist', {startAt: '2026-13-41T00:00:00Z'}, 'startAt', 'invalid'],
		['what is no address', {sendTo: 'a@example.com, nobody'}, 'sendTo', 'invalid'],
		['an address with a header in it', {sendTo: 'a@example.com\r\nBcc: b@example.com'}, 'sendTo', 'invalid'],
		[
			'too many addresses',
			{sendTo: Array.from({length: 21}, (_, i) => `a${i}@example.com`).join()},
			'sendTo',
			'too_long',
		],
		['an environment nobody has', {environment: 'stage'}, 'environment', 'unknown'],
		['a blank name', {name: ' '}, 'name', 'empty'],
	])('is refused with %s', async (_, fields, field, reason) => {
		const {http, input} = await startWithProject();
		const {status, body} = await http.fail(createSchedule, {body: {...input, ...fields}});
		expect(status).toBe(400);
		expect(body.details).toMatchObject({field, reason});
	});

	it('names the kinds of a cadence', async () => {
		const {http, input} = await startWithProject();
		const {body} = await http.fail(createSchedule, {body: {...input, cadence: {kind: 'yearly'}}} as never);
		expect(body.details['accepted']).toEqual(['hourly', 'daily', 'weekly', 'monthly']);
	});

	it('keeps its target', async () => {
		const {http, create, project} = await startWithProject();
		const {scheduleId} = await create();
		for (const field of ['targetId', 'targetType'])
			expect(
				(await http.fail(updateSchedule, {params: {scheduleId}, body: {[field]: project.id}})).body.details,
			).toMatchObject({field, reason: 'immutable'});
		expect((await http.fail(updateSchedule, {params: {scheduleId}, body: {}})).body.details).toMatchObject({
			field: 'body',
			reason: 'empty',
		});
	});

	it('needs a target of the account', async () => {
		const {http, input, project} = await startWithProject();
		const {key} = await http.newAccount();
		expect((await http.fail(createSchedule, {key, body: input})).body.details).toMatchObject({resource: 'project'});
		const list = {...input, targetType: 'testList' as const, targetId: project.id};
		expect((await http.fail(createSchedule, {body: list})).body.details).toMatchObject({resource: 'test_list'});
	});

	it('of another account is not there', async () => {
		const {http, create} = await startWithProject();
		const {scheduleId} = await create();
		const {key} = await http.newAccount();
		const params = {scheduleId};
		const answers = [
			await http.fail(getSchedule, {key, params}),
			await http.fail(updateSchedule, {key, params, body: {name: 'x'}}),
			await http.fail(deleteSchedule, {key, params}),
			await http.fail(listScheduleRuns, {key, params}),
			await http.fail(runSchedule, {key, params}),
		];
		expect(answers.map(({status, body}) => [status, body.details['resource']])).toEqual(
			answers.map(() => [404, 'schedule']),
		);
		expect((await http.call(listSchedules, {key})).body).toEqual({schedules: []});
	});

	it('is read with read:projects and written with run:tests', async () => {
		const {http, create} = await startWithProject();
		const {scheduleId} = await create();
		const key = await http.newKey({scopes: ['read:projects']});
		expect((await http.call(getSchedule, {key, params: {scheduleId}})).status).toBe(200);
		expect((await http.fail(runSchedule, {key, params: {scheduleId}})).body.code).toBe('AUTH_FORBIDDEN');
	});
});

describe('plans', () => {
	it('without schedules refuse one, those with slots the one too many; a paused one keeps its slot', async () => {
		const {http, input, create, setPlan} = await startWithProject();
		await setPlan('Free');
		expect((await http.fail(createSchedule, {body: input})).body).toMatchObject({
			code: 'FEATURE_GATED',
			details: {feature: 'schedules', plan: 'Free', reason: 'plan'},
		});
		await setPlan('Starter');
		for (let count = 0; count < 5; count++) await create({enabled: count % 2 === 0});
		expect((await http.fail(createSchedule, {body: input})).body.details).toEqual({
			feature: 'schedules',
			plan: 'Starter',
			reason: 'slots',
			limit: 5,
		});
	});
});

describe('running a schedule now', () => {
	it('starts a batch and leaves its next time alone, paused or not', async () => {
		const {http, create} = await startWithProject();
		const {scheduleId, nextRunAt} = await create();
		const params = {scheduleId};
		const held = http.runner.hold('orders');
		const {status, body: run} = await http.call(runSchedule, {params});
		expect(status).toBe(202);
		expect(run).toMatchObject({
			scheduleId,
			status: expect.stringMatching(/queued|running/),
			stats: {total: 1, running: 1},
		});
		await held.started;
		expect((await http.fail(runSchedule, {params})).body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'run_in_flight', currentRunId: run.runId},
		});
		held.release();
		await http.engine.waitForBatch(run.batchId!, Number.MAX_SAFE_INTEGER, 10_000, new AbortController().signal);
		const batch = await http.call(getBatch, {params: {batchId: run.batchId!}});
		expect(batch.body).toMatchObject({trigger: 'schedule', source: 'schedule', scheduleId});
		expect((await http.call(getSchedule, {params})).body).toMatchObject({nextRunAt, lastRunId: run.runId});
		await http.call(updateSchedule, {params, body: {enabled: false}});
		expect((await http.call(runSchedule, {params})).body.batchId).toMatch(/^bat_/);
	});

	it('costs what it costs', async () => {
		const {http, create} = await startWithProject();
		const {scheduleId} = await create();
		await http.database.updateTable('accounts').set({metered: 1}).execute();
		const {status, body} = await http.fail(runSchedule, {params: {scheduleId}});
		expect(status).toBe(402);
		expect(body.details).toEqual({required: 0.2, balance: 0});
		expect((await http.call(listScheduleRuns, {params: {scheduleId}})).body.runs).toEqual([]);
	});

	it('of a project without tests is skipped', async () => {
		const {http, create} = await startWithProject();
		const {body: empty} = await http.call(createProject, {body: {type: 'backend', name: 'Empty'}});
		const {scheduleId} = await create({targetId: empty.id});
		expect((await http.call(runSchedule, {params: {scheduleId}})).body).toMatchObject({
			status: 'skipped',
			skippedReason: 'no_tests',
			batchId: null,
			projectId: empty.id,
		});
	});
});

describe('runs of a schedule', () => {
	it('come in pages, newest first, and are filtered by status', async () => {
		const {http, create} = await startWithProject();
		const {body: empty} = await http.call(createProject, {body: {type: 'backend', name: 'Empty'}});
		const {scheduleId} = await create({targetId: empty.id});
		const params = {scheduleId};
		const ids: string[] = [];
		for (let count = 0; count < 3; count++) ids.unshift((await http.call(runSchedule, {params})).body.runId);
		const first = (await http.call(listScheduleRuns, {params, query: {pageSize: 2}})).body;
		expect(first.runs.map(({runId}) => runId)).toEqual(ids.slice(0, 2));
		const second = (await http.call(listScheduleRuns, {params, query: {pageSize: 2, cursor: first.nextCursor!}})).body;
		expect(second).toMatchObject({runs: [{runId: ids[2]}], nextCursor: null});
		expect((await http.call(listScheduleRuns, {params, query: {status: 'passed'}})).body.runs).toEqual([]);
		expect((await http.call(listScheduleRuns, {params, query: {status: 'passed,skipped'}})).body.runs).toHaveLength(3);
		expect((await http.fail(listScheduleRuns, {params, query: {cursor: 'x'}})).status).toBe(400);
	});
});

describe('what a schedule runs', () => {
	it('cannot be deleted when it is a list, and takes the schedule along when it is a project', async () => {
		const {http, create, project, testId} = await startWithProject();
		const {body: list} = await http.call(createTestList, {body: {name: 'smoke', testIds: [testId]}});
		const ofList = await create({targetType: 'testList', targetId: list.id});
		const {status, body} = await http.fail(deleteTestList, {params: {listId: list.id}});
		expect(status).toBe(409);
		expect(body.details).toEqual({reason: 'schedule_target', scheduleId: ofList.scheduleId});
		await http.call(deleteSchedule, {params: {scheduleId: ofList.scheduleId}});
		await http.call(deleteTestList, {params: {listId: list.id}});

		const {scheduleId} = await create();
		await http.call(runSchedule, {params: {scheduleId}});
		await http.call(deleteProject, {params: {projectId: project.id}});
		expect((await http.call(listSchedules)).body.schedules).toEqual([]);
		expect(await http.database.selectFrom('schedule_runs').select('id').execute()).toEqual([]);
	});
});
