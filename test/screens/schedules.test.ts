import {afterEach, describe, expect, it} from 'vitest';
import type {Schedule, ScheduleRun} from '../../contract/schedule.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import {sampleSchedule, sampleScheduleRun} from '../helpers/schedule-samples.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const newest = sampleScheduleRun({
	runId: 'srn_6',
	status: 'failed',
	stats: {total: 3, passed: 1, failed: 2, blocked: 0, running: 0, cancelled: 0},
	newlyFailed: [
		{testId: 'tst_000', title: 'pays an order'},
		{testId: 'tst_001', title: 'refunds it'},
	],
	newlyRecovered: [{testId: 'tst_002', title: 'lists users'}],
	mail: 'sent',
});
const skipped = sampleScheduleRun({
	runId: 'srn_5',
	batchId: null,
	status: 'skipped',
	skippedReason: 'previous_run_in_flight',
	newlyFailed: null,
	newlyRecovered: null,
	createdAt: '2026-01-30T08:30:00.000Z',
	stats: {total: 0, passed: 0, failed: 0, blocked: 0, running: 0, cancelled: 0},
});
const older = [4, 3, 2, 1].map(n =>
	sampleScheduleRun({runId: `srn_${n}`, batchId: `bat_old${n}`, createdAt: `2026-01-2${n}T08:30:00.000Z`}),
);

const nightly = sampleSchedule({lastRunId: 'srn_6', sendTo: 'team@shop.test'});
const smoke = sampleSchedule({
	scheduleId: 'sch_2',
	name: 'smoke hourly',
	status: 'auto_paused',
	enabled: false,
	targetType: 'testList',
	targetId: 'lst_1',
	targetName: 'smoke',
	cadence: {kind: 'hourly', every: 1, minute: 5},
	cadenceText: 'every hour at minute 05, UTC',
	timezone: 'UTC',
	nextRunAt: null,
	autoPausedAt: '2026-01-30T08:30:00.000Z',
});

type Parts = {schedules?: Schedule[]; runs?: ScheduleRun[]};

function worldWith({schedules = [nightly, smoke], runs = [newest, skipped, ...older]}: Parts = {}): {
	world: WireWorld;
	bodies: unknown[];
} {
	const world = createWorld({count: 3});
	const bodies: unknown[] = [];
	world.answers['listSchedules'] = ({query}) => ({
		schedules: schedules.filter(({targetId}) => [undefined, targetId].includes(query['projectId'] as string)),
	});
	world.answers['listScheduleRuns'] = ({params}) => ({
		runs: params['scheduleId'] === 'sch_1' ? runs : [],
		nextCursor: null,
	});
	world.answers['listTestLists'] = () => ({
		items: [
			{
				id: 'lst_1',
				name: 'smoke',
				caseCount: 2,
				projectEnvironments: [],
				lastExecutionId: null,
				createdAt: '2026-01-30T09:00:00.000Z',
				updatedAt: '2026-01-30T09:00:00.000Z',
			},
		],
		nextToken: null,
	});
	world.answers['createSchedule'] = ({body}) => {
		bodies.push(body);
		return sampleSchedule({scheduleId: 'sch_9', ...(body as Partial<Schedule>), cadenceText: 'as asked, UTC'});
	};
	world.answers['updateSchedule'] = ({params, body}) => {
		bodies.push([params['scheduleId'], body]);
		const enabled = body['enabled'] !== false;
		const known = schedules.find(({scheduleId}) => scheduleId === params['scheduleId']) ?? nightly;
		return {
			...known,
			enabled,
			status: enabled ? 'active' : 'paused',
			nextRunAt: enabled ? '2026-02-01T08:00:00.000Z' : null,
		};
	};
	world.answers['deleteSchedule'] = ({params}) => {
		bodies.push(['deleted', params['scheduleId']]);
		return {scheduleId: params['scheduleId']};
	};
	return {world, bodies};
}

function open(world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(world, {screen: 'schedules', ...options});
	return screen.terminal;
}

describe('schedules', () => {
	it('are listed with status, next run, the last five verdicts and what changed', async () => {
		const terminal = open(worldWith().world, {columns: 200});
		const text = await terminal.shows('✗ 2 new');
		expect(text).toContain('All schedules');
		expect(text).toMatch(/✓ active +nightly +daily 09:00 Berlin +shop-api +23 h {2}✓ ✓ ✓ − ✗ {2}✗ 2 new {2}✓ 1 back/);
		expect(text).toMatch(/◌ auto-paused +smoke hourly +hourly at :05 \w+ +smoke +- /);
	});

	it('tell when they run next, relative and on their own clock, and each run in words', async () => {
		const terminal = open(worldWith().world);
		const text = await terminal.shows('newly failed: pays an order');
		expect(text).toMatch(/Cadence +every day at 09:00,/);
		expect(text).toMatch(/Next +in 23 h, 02-01 09:00/);
		expect(text).toMatch(/Mail to +team@shop.test/);
		expect(text).toMatch(/✗ failed +1 h ago +1\/3 {2}mail sent/);
		expect(text).toContain('✓ recovered: lists users');
		expect(text).toMatch(/− skipped +25 h ago[^\n]*\n[^\n]*the run before was not over/);
	});

	it('that paused themselves say why, and what to do', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('smoke hourly');
		terminal.type('j');
		await terminal.shows('Ten runs in a row');
	});

	it('are those of the project at hand; a shows all and those of the project again', async () => {
		const terminal = open(worldWith().world, {projectId: 'prj_1'});
		const text = await terminal.shows('Schedules of shop-api');
		expect(text).not.toContain('smoke hourly');
		terminal.type('a');
		await terminal.shows('smoke hourly');
		expect(terminal.text()).toContain('All schedules');
		terminal.type('a');
		await terminal.showsNot('smoke hourly');
	});

	it('are reached from the tests of a project', async () => {
		const terminal = open(worldWith().world, {screen: 'tests', id: 'prj_1'});
		await terminal.shows('test 000');
		terminal.type('gs');
		await terminal.shows('Schedules of shop-api');
		terminal.type('t');
		await terminal.shows('test 000');
	});

	it('are filtered by words and by status', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('smoke hourly');
		terminal.type('/night');
		await terminal.showsNot('smoke hourly');
		terminal.type('\u001b');
		await terminal.shows('smoke hourly');
		terminal.type('x4');
		await terminal.until(text => text.includes('smoke hourly') && !text.includes('nightly'), 'auto-paused ones only');
	});

	it('open the batch of a run, and are there again on the way back', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('newly failed');
		terminal.type('b');
		const menu = await terminal.shows('Open the run of');
		expect(menu).toContain('1 h ago, 01-31 08:30 UTC  failed, 1 of 3 passed');
		expect(menu).not.toMatch(/\d {2}.*skipped/);
		terminal.type('1');
		await terminal.showsRun();
		terminal.type('\u001b');
		await terminal.shows('All schedules');
	});

	it('are paused and resumed', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('smoke hourly');
		terminal.type('p');
		await terminal.shows('Paused nightly');
		expect(await terminal.shows('− paused')).toContain('p resumes it');
		terminal.type('jp');
		await terminal.shows('smoke hourly runs again in 23 h');
		expect(bodies).toEqual([
			['sch_1', {enabled: false}],
			['sch_2', {enabled: true}],
		]);
	});

	it('run now after a question, and show the run', async () => {
		const {world} = worldWith();
		world.answers['runSchedule'] = () => sampleScheduleRun({runId: 'srn_7', status: 'queued'});
		const terminal = open(world);
		await terminal.shows('smoke hourly');
		terminal.type('r');
		await terminal.shows('All tests of shop-api run');
		expect(world.calls.some(call => call.startsWith('runSchedule'))).toBe(false);
		terminal.type('1');
		await terminal.showsRun();
	});

	it('say why nothing was started', async () => {
		const {world} = worldWith();
		world.answers['runSchedule'] = () => skipped;
		const terminal = open(world);
		await terminal.shows('smoke hourly');
		terminal.type('r1');
		await terminal.shows('Nothing was started: the run before was not over');
	});

	it('are deleted only when the name was typed', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('smoke hourly');
		terminal.type('D');
		await terminal.shows('Delete schedule');
		terminal.type('night\r');
		await terminal.drained();
		expect(bodies).toEqual([]);
		terminal.type('ly\r');
		await terminal.shows('Deleted nightly');
		expect(bodies).toEqual([['deleted', 'sch_1']]);
		expect(terminal.text()).toContain('smoke hourly');
	});
});

describe('a new schedule', () => {
	it('is asked for step by step: what, how often, when', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world, {projectId: 'prj_1'});
		await terminal.shows('nightly');
		terminal.type('n');
		await terminal.shows('What it runs');
		const menu = await terminal.shows('empty-one');
		expect(menu).toMatch(/1 {2}project shop-api[\s\S]*2 {2}test list smoke[\s\S]*3 {2}project empty-one/);
		terminal.type('1');
		await terminal.shows('How often');
		terminal.type('3');
		await terminal.shows('Schedule shop-api');
		terminal.type('\u0015monday fri\r\u001507:30\rtokyo');
		await terminal.until(text => /Time zone +\S+ +tokyo/.test(text) && text.includes('❯ Asia/Tokyo'), 'what is found');
		terminal.type('\r\r\u0015weekly check\rteam@shop.test\r\r');
		await terminal.shows('weekly check runs as asked, UTC');
		expect(bodies).toEqual([
			{
				name: 'weekly check',
				timezone: 'Asia/Tokyo',
				cadence: {kind: 'weekly', weekdays: ['mon', 'fri'], at: '07:30'},
				targetType: 'project',
				targetId: 'prj_1',
				sendTo: 'team@shop.test',
			},
		]);
		await terminal.until(text => /❯ +✓ active +weekly check/.test(text), 'the cursor on it');
	});

	it('of something else is shown among all, as the list of the project does not have it', async () => {
		const terminal = open(worldWith().world, {projectId: 'prj_1'});
		await terminal.shows('nightly');
		terminal.type('n');
		await terminal.shows('test list smoke');
		terminal.type('21');
		await terminal.shows('smoke hourly');
		terminal.type('\r\r\r\r\r');
		await terminal.shows('All schedules');
	});

	it('says what is wrong with it before anything is sent', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world, {projectId: 'prj_1'});
		await terminal.shows('nightly');
		terminal.type('n1');
		await terminal.shows('How often');
		terminal.type('2');
		await terminal.shows('Schedule shop-api');
		terminal.type("\r\u00159 o'clock\r\r\r\r\r");
		await terminal.shows('The time must be like 09:00.');
		expect(bodies).toEqual([]);
	});

	it('takes no time zone that is typed and not picked', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world, {projectId: 'prj_1'});
		await terminal.shows('nightly');
		terminal.type('n1');
		await terminal.shows('How often');
		terminal.type('2');
		await terminal.shows('Schedule shop-api');
		terminal.type('\r\rBerchtesgaden');
		await terminal.shows('none is called so');
		terminal.type('\r\r\r\r');
		await terminal.shows('Time zone: "Berchtesgaden" is not picked.');
		expect(bodies).toEqual([]);
		terminal.type('\u0015nyork\t\r\r\r\r');
		await terminal.shows('America/New_York');
	});

	it('tells what the plan does not allow', async () => {
		const {world} = worldWith();
		world.answers['createSchedule'] = () => {
			throw new ApiError('FEATURE_GATED', 'The plan Free has no schedules.', {nextAction: 'svc usage'});
		};
		const terminal = open(world, {projectId: 'prj_1'});
		await terminal.shows('nightly');
		terminal.type('n1');
		await terminal.shows('How often');
		terminal.type('2');
		await terminal.shows('Schedule shop-api');
		terminal.type('\r\r\r\r\r\r');
		await terminal.shows('The plan Free has no schedules.');
	});

	it('can be changed later', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('smoke hourly');
		terminal.type('e');
		await terminal.shows('Now every day at 09:00, Europe/Berlin.');
		terminal.type('\r');
		await terminal.shows('Change the schedule');
		terminal.type('\u00152\r\r\r\r\r\r');
		await terminal.shows('nightly runs every day');
		expect(bodies).toEqual([
			[
				'sch_1',
				{
					name: 'nightly',
					timezone: 'Europe/Berlin',
					cadence: {kind: 'daily', every: 2, at: '09:00'},
					sendTo: 'team@shop.test',
					environment: null,
				},
			],
		]);
	});
});

describe('the Schedules screen', () => {
	it('says how to make the first one', async () => {
		await open(worldWith({schedules: []}).world).shows('Press n to create one');
	});

	it('opens on a schedule that is named', async () => {
		const {world} = worldWith();
		world.answers['getSchedule'] = () => smoke;
		await open(world, {id: 'sch_2'}).shows('Ten runs in a row');
	});

	it('looks at a run again until its mail is out', async () => {
		let mail = 'none';
		const {world} = worldWith();
		world.answers['listScheduleRuns'] = () => ({
			runs: [sampleScheduleRun({runId: 'srn_6', updatedAt: '2026-01-31T09:29:59.000Z', mail})],
			nextCursor: null,
		});
		const terminal = open(world);
		await terminal.shows(' 3/3');
		expect(terminal.text()).not.toContain('mail sent');
		mail = 'sent';
		await screen.clock.advance(10_000);
		await terminal.shows('mail sent');
		await screen.clock.advance(80_000);
		const before = world.calls.filter(call => call.startsWith('listScheduleRuns')).length;
		await screen.clock.advance(30_000);
		expect(world.calls.filter(call => call.startsWith('listScheduleRuns'))).toHaveLength(before);
	});

	it.each([60, 100, 200])('keeps its columns aligned at %i columns, whatever the names are', async columns => {
		const hostile = sampleSchedule({scheduleId: 'sch_3', name: '夜間\u001b[31m\u202e', targetName: '\u0007x'});
		const terminal = open(worldWith({schedules: [smoke, hostile, nightly]}).world, {columns});
		await terminal.shows('夜間');
		const column = terminal.columnOf('SCHEDULE');
		expect(terminal.columnOf('夜間')).toBe(column);
		expect(terminal.columnOf('nightly')).toBe(column);
		expect(terminal.text()).not.toMatch(/[\u202e\u001b\u0007]/);
	});
});
