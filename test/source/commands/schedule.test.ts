import {describe, expect, it} from 'vitest';
import {samples} from '../../../contract/samples/index.ts';
import {envelopeOf, svc} from '../../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../../helpers/strict-service.ts';

const schedule = {...samples.getSchedule({}), scheduleId: 's1', name: 'Nightly', targetName: 'Shop'};
const run = {...samples.listScheduleRuns({}).runs[0]!, runId: 'r1', scheduleId: 's1', batchId: 'b1'};

describe('schedule list', () => {
	it('shows schedules of all projects or of one, in capitals what state they are in', async () => {
		const {env} = await startStrictService([
			{
				request: 'GET /schedules',
				answer: {schedules: [schedule, {...schedule, scheduleId: 's2', status: 'auto_paused', lastRunId: null}]},
			},
			{request: 'GET /schedules?projectId=p', answer: {schedules: []}},
		]);
		const {stdout} = await svc(['schedule', 'list', '--columns', 'id,name,status,target,cron,tz,last_run'], {env});
		expect(stdout).toBe(
			`ID  NAME     STATUS       TARGET  CRON       TZ   LAST RUN\ns1  Nightly  ACTIVE       Shop    0 9 * * *  UTC  ${schedule.lastRunId}\ns2  Nightly  AUTO_PAUSED  Shop    0 9 * * *  UTC  -\n`,
		);
		expect((await svc(['schedule', 'list', '--project', 'p'], {env})).stdout).toBe('No schedules.\n');
	});

	it('says in words when one fires for which there is no expression', async () => {
		const last = {
			...schedule,
			cadence: {kind: 'monthly', every: 1, day: 'last', at: '09:00'},
			cron: '0 9 28 * *',
			cadenceText: 'on the last day of every month at 09:00, UTC',
		};
		const {env} = await startStrictService([
			{request: 'GET /schedules', answer: {schedules: [last]}},
			{request: 'GET /schedules/s1', answer: last},
		]);
		const list = await svc(['schedule', 'list'], {env});
		expect(list.stdout).toContain('on the last day of every month at 09:00, UTC');
		const one = await svc(['schedule', 'get', 's1'], {env});
		expect(list.stdout + one.stdout).not.toContain('0 9 28');
	});
});

const required = ['schedule', 'create', '--name', 'n', '--target-type', 'project', '--target-id', 'p'];

describe('schedule create', () => {
	it.each(['*/5 * * * *', '0,10 9 * * *', '* 9 * * *', '10-20/5 * * * *'])(
		'refuses %s, which fires too often, before it says a word',
		async cron => {
			const {exitCode, stderr} = await svc([...required, '--cron', cron]);
			expect(exitCode).toBe(5);
			expect(stderr).toContain('Flag `--cron` is invalid: must leave at least 15 minutes between fires.');
			expect(stderr).not.toContain('[info]');
		},
	);

	it.each<[string, string[], object, string]>([
		['--cron', ['--cron', ' 0 9 * * 1-5 '], {cron: '0 9 * * 1-5'}, 'at 09:00 on Monday to Friday'],
		[
			'--hourly',
			['--hourly', '6'],
			{cadence: {kind: 'hourly', every: 6, minute: 0}},
			'every day at 00:00, 06:00, 12:00 and 18:00',
		],
		['--daily', ['--daily', '09:05'], {cadence: {kind: 'daily', every: 1, at: '09:05'}}, 'every day at 09:05'],
		[
			'--weekly',
			['--weekly', 'Thu,mon,thu@23:00'],
			{cadence: {kind: 'weekly', weekdays: ['thu', 'mon'], at: '23:00'}},
			'every Monday and Thursday at 23:00',
		],
		[
			'--monthly',
			['--monthly', '28@00:00'],
			{cadence: {kind: 'monthly', every: 1, day: 28, at: '00:00'}},
			'on day 28 of every month at 00:00',
		],
		[
			'--monthly last',
			['--monthly', 'last@00:00'],
			{cadence: {kind: 'monthly', every: 1, day: 'last', at: '00:00'}},
			'on the last day of every month at 00:00',
		],
	])('%s becomes the wire object and is said in words first', async (_, flags, sent, words) => {
		const {env} = await startStrictService([
			{
				request: 'POST /schedules',
				status: 201,
				body: {name: 'n', targetType: 'project', targetId: 'p', ...sent, timezone: 'Europe/Berlin'},
				answer: schedule,
			},
		]);
		const {stderr, exitCode} = await svc([...required, ...flags, '--timezone', 'Europe/Berlin'], {env});
		expect(stderr).toBe(`[info] fires ${words}, Europe/Berlin\n`);
		expect(exitCode).toBe(0);
	});

	it('sends everything that was given, and tells what it will cost', async () => {
		const {env, received} = await startStrictService([
			{
				request: 'POST /schedules',
				status: 201,
				body: {
					name: 'n',
					targetType: 'project',
					targetId: 'p',
					cadence: {kind: 'daily', every: 1, at: '09:00'},
					timezone: 'UTC',
					startAt: '2026-01-31T00:00:00.000Z',
					endAt: '2026-03-01T07:00:00.000Z',
					sendTo: 'a@example.com,b@example.com',
					environment: 'default',
					skipDependencies: true,
					autoHeal: false,
				},
				answer: schedule,
			},
		]);
		const {stdout} = await svc(
			[
				...[...required, '--daily', '09:00', '--timezone', 'UTC', '--start', '2026-01-31'],
				...['--end', '2026-03-01T08:00:00+01:00', '--send-to', 'a@example.com,b@example.com', '--env', 'default'],
				...['--skip-dependencies', '--no-auto-heal', '--idempotency-key', 'k'],
			],
			{env},
		);
		expect(stdout).toContain('fires: every day at 09:00, UTC\ncron: 0 9 * * *\n');
		expect(stdout).toContain('credits per run: 0.6\ncredits per month: 18.26\n');
		expect(received[0]?.headers['idempotency-key']).toBe('k');
	});

	it('takes the time zone of this machine when none is named', async () => {
		const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
		const {env, received} = await startStrictService([
			{
				request: 'POST /schedules',
				status: 201,
				body: {
					name: 'n',
					targetType: 'project',
					targetId: 'p',
					cadence: {kind: 'daily', every: 1, at: '09:00'},
					timezone,
				},
				answer: schedule,
			},
		]);
		expect((await svc([...required, '--daily', '09:00'], {env})).exitCode).toBe(0);
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-sched-create-[0-9a-f-]{36}$/);
	});

	it.each<[string, string[], string]>([
		['no cadence', [], 'cron'],
		['two cadences', ['--daily', '09:00', '--hourly', '2'], 'daily'],
		['a cron expression of four fields', ['--cron', '* * * *'], 'cron'],
		['hours out of range', ['--hourly', '25'], 'hourly'],
		['a time that is none', ['--daily', '9:00'], 'daily'],
		['a weekday that is none', ['--weekly', 'xyz@09:00'], 'weekly'],
		['a day that not every month has', ['--monthly', '29@09:00'], 'monthly'],
		['a start without an offset', ['--daily', '09:00', '--start', '2026-01-31T09:00'], 'start'],
		['a day that does not exist', ['--daily', '09:00', '--end', '2026-13-01'], 'end'],
		['an end before the start', ['--daily', '09:00', '--start', '2026-02-01', '--end', '2026-01-01'], 'end'],
	])('refuses %s before any request', async (_, flags, field) => {
		const {stderr, exitCode} = await svc([...required, ...flags, '--output', 'json'], {});
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr)).toMatchObject({code: 'VALIDATION_ERROR', details: {field}});
	});

	it('refuses an environment of a test list before any request', async () => {
		const list = ['schedule', 'create', '--name', 'n', '--target-type', 'testList', '--target-id', 'l'];
		const {exitCode, stderr} = await svc([...list, '--daily', '09:00', '--env', 'stage'], {});
		expect(exitCode).toBe(5);
		expect(stderr).toContain('`--env`');
	});

	it('exits 13 when the plan has no schedules', async () => {
		const {env} = await startStrictService([
			{
				request: 'POST /schedules',
				status: 403,
				answer: errorAnswer('FEATURE_GATED', {feature: 'schedules', plan: 'Free', reason: 'plan'}),
			},
		]);
		expect((await svc([...required, '--daily', '09:00'], {env})).exitCode).toBe(13);
	});
});

describe('schedule update', () => {
	it('sends what was given and nothing else', async () => {
		const {env} = await startStrictService([
			{request: 'PATCH /schedules/s1', body: {name: 'm', cron: '0 8 * * *', sendTo: 'a@x'}, answer: schedule},
			{request: 'PATCH /schedules/s1', body: {enabled: false}, answer: {...schedule, status: 'paused'}},
			{request: 'PATCH /schedules/s1', body: {enabled: true, endAt: '2030-01-01T00:00:00.000Z'}, answer: schedule},
		]);
		const update = ['schedule', 'update', 's1'];
		expect((await svc([...update, '--name', 'm', '--cron', '0 8 * * *', '--send-to', 'a@x'], {env})).stderr).toBe(
			'[info] fires at 08:00 every day, its time zone unchanged\n',
		);
		const paused = await svc([...update, '--pause'], {env});
		expect(paused.stderr).toBe('');
		expect(paused.stdout).toContain('status: PAUSED\n');
		expect((await svc([...update, '--resume', '--end', '2030-01-01'], {env})).exitCode).toBe(0);
	});

	it.each([[[]], [['--pause', '--resume']], [['--daily', '09:00', '--weekly', 'mon@09:00']]])(
		'refuses %j before any request',
		async flags => {
			expect((await svc(['schedule', 'update', 's1', ...flags], {})).exitCode).toBe(5);
		},
	);
});

describe('schedule get, delete, run and runs', () => {
	it('show labels, the next page and what was skipped', async () => {
		const {env} = await startStrictService([
			{request: 'GET /schedules/s1', answer: schedule},
			{request: 'DELETE /schedules/s1', answer: {scheduleId: 's1'}},
			{request: 'POST /schedules/s1/run', status: 202, answer: {...run, status: 'queued'}},
			{
				request: 'POST /schedules/s1/run',
				status: 202,
				answer: {...run, status: 'skipped', skippedReason: 'no_tests', batchId: null},
			},
			{
				request: 'GET /schedules/s1/runs?pageSize=2&cursor=c&status=failed%2Cskipped',
				answer: {
					runs: [run, {...run, runId: 'r0', status: 'skipped', skippedReason: 'insufficient_credits'}],
					nextCursor: 'd',
				},
			},
		]);
		expect((await svc(['schedule', 'get', 's1'], {env})).stdout).toMatch(/^id: s1\nname: Nightly\nstatus: ACTIVE\n/);
		expect((await svc(['schedule', 'delete', 's1', '--confirm'], {env})).stdout).toBe('scheduleId: s1\n');
		const started = await svc(['schedule', 'run', 's1'], {env});
		expect(started.stdout).toBe('runId       r1\nbatchId     b1\nstatus      queued\n');
		expect(started.stderr).toBe('[hint] svc batch watch b1\n');
		expect((await svc(['schedule', 'run', 's1'], {env})).stderr).toBe('[warn] nothing was started: no_tests\n');
		const flags = ['--page-size', '2', '--cursor', 'c', '--status', 'failed,skipped'];
		expect((await svc(['schedule', 'runs', 's1', ...flags], {env})).stdout).toBe(
			[
				'RUN ID  STATUS                          TOTAL  PASS  FAIL  BLOCK  STARTED',
				`r1      passed                          3      3     0     0      ${run.createdAt}`,
				`r0      skipped (insufficient_credits)  3      3     0     0      ${run.createdAt}`,
				'',
				'Next page: --cursor d',
				'',
			].join('\n'),
		);
	});

	it('delete asks for --confirm', async () => {
		expect((await svc(['schedule', 'delete', 's1'], {})).exitCode).toBe(5);
	});

	it('run exits 6 while one is under way and 12 without credits', async () => {
		const {env} = await startStrictService([
			{
				request: 'POST /schedules/s1/run',
				status: 409,
				answer: errorAnswer('CONFLICT', {reason: 'run_in_flight', currentRunId: 'r'}),
			},
			{
				request: 'POST /schedules/s1/run',
				status: 402,
				answer: errorAnswer('INSUFFICIENT_CREDITS', {required: 1, balance: 0}),
			},
		]);
		expect((await svc(['schedule', 'run', 's1'], {env})).exitCode).toBe(6);
		expect((await svc(['schedule', 'run', 's1'], {env})).exitCode).toBe(12);
	});

	it('under --dry-run answer samples that echo what was asked', async () => {
		const flags = ['--cron', '*/30 * * * *', '--timezone', 'UTC', '--dry-run', '--output', 'json'];
		const {stdout} = await svc([...required, ...flags], {});
		expect(JSON.parse(stdout)).toMatchObject({
			name: 'n',
			targetId: 'p',
			cron: '*/30 * * * *',
			cadence: {kind: 'cron'},
			cadenceText: 'every 30 minutes of every hour every day, UTC',
			lastRunId: null,
		});
	});
});
