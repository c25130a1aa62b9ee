import {afterEach, describe, expect, it} from 'vitest';
import type {TestListDetail} from '../../contract/test-list.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const sampleCase = (index: number, fields: Partial<TestListDetail['cases'][number]> = {}) => ({
	testId: `tst_00${index}`,
	type: 'backend',
	projectId: 'prj_1',
	projectName: 'shop-api',
	title: `pays order ${index}`,
	category: 'functional',
	priority: 'p1',
	modified: '2026-01-30T09:00:00.000Z',
	status: 'passed',
	...fields,
});

const detailOf = (fields: Partial<TestListDetail> & Pick<TestListDetail, 'cases'>): TestListDetail => {
	const count = (status: string) => fields.cases.filter(test => test.status === status).length;
	return {
		id: 'lst_1',
		name: 'smoke',
		projectEnvironments: [],
		lastExecutionId: 'bat_1',
		createdAt: '2026-01-30T09:00:00.000Z',
		updatedAt: '2026-01-30T09:00:00.000Z',
		lastExecutionCreated: '2026-01-31T07:30:00.000Z',
		...fields,
		stats: {
			total: fields.cases.length,
			passed: count('passed'),
			failed: count('failed'),
			blocked: count('blocked'),
			running: count('running'),
		},
		caseCount: fields.cases.length,
	};
};

const smoke = detailOf({cases: [sampleCase(0), sampleCase(1, {status: 'failed'}), sampleCase(2)]});
const release = detailOf({
	id: 'lst_2',
	name: 'release check',
	cases: [],
	lastExecutionId: null,
	lastExecutionCreated: null,
});

/** A world that keeps lists, as the service does. */
function worldWith(lists: TestListDetail[] = [smoke, release]): {world: WireWorld; bodies: unknown[]} {
	const world = createWorld({count: 3});
	let all = lists;
	const bodies: unknown[] = [];
	const find = (id: string | undefined) => all.find(list => list.id === id) ?? smoke;
	const put = (changed: TestListDetail) => {
		all = all.map(list => (list.id === changed.id ? changed : list));
	};
	world.answers['listTestLists'] = () => ({items: all, nextToken: null});
	world.answers['getTestList'] = ({params}) => find(params['listId']);
	world.answers['createTestList'] = ({body}) => {
		bodies.push(body);
		const ids = (body['testIds'] ?? []) as string[];
		const cases = ids.map(testId => sampleCase(0, {testId}));
		const made = detailOf({id: 'lst_9', name: String(body['name']), cases, lastExecutionId: null});
		all = [made, ...all];
		return made;
	};
	world.answers['updateTestList'] = ({params, body}) => {
		bodies.push(body);
		put({...find(params['listId']), name: String(body['name'])});
		return find(params['listId']);
	};
	world.answers['deleteTestList'] = ({params}) => {
		bodies.push(['deleted', params['listId']]);
		all = all.filter(({id}) => id !== params['listId']);
		return {listId: params['listId']};
	};
	world.answers['addTestListCases'] = ({params, body}) => {
		bodies.push(['add', params['listId'], body['testIds']]);
		const list = find(params['listId']);
		const ids = body['testIds'] as string[];
		put(detailOf({...list, cases: [...list.cases, ...ids.map(testId => sampleCase(0, {testId}))]}));
		return {listId: list.id, caseCount: ids.length, changed: ids.length, unchanged: [], notFound: []};
	};
	world.answers['removeTestListCases'] = ({params, body}) => {
		bodies.push(['remove', params['listId'], body['testIds']]);
		const list = find(params['listId']);
		const ids = body['testIds'] as string[];
		put(detailOf({...list, cases: list.cases.filter(({testId}) => !ids.includes(testId))}));
		return {listId: list.id, caseCount: 1, changed: ids.length, unchanged: [], notFound: []};
	};
	world.answers['runTestList'] = ({params, body}) => {
		bodies.push(['run', params['listId'], body['testIds'] ?? 'all']);
		return {
			batchId: 'bat_1',
			accepted: [{testId: 'tst_000', runId: 'run_000', enqueuedAt: '2026-01-31T09:30:00.000Z', role: 'selected'}],
			conflicts: [],
			deferred: [],
			notFound: [],
		};
	};
	return {world, bodies};
}

function open(world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(world, {screen: 'testlists', ...options});
	return screen.terminal;
}

describe('test lists', () => {
	it('are listed with how their cases stand, how many there are, and when they ran last', async () => {
		const text = await open(worldWith().world).shows('✗ 1 failed');
		expect(text).toMatch(/✗ 1 failed +▸ smoke +3 +2 h/);
		expect(text).toMatch(/○ empty +release check +0 +never/);
		expect(text).toContain('2 lists');
	});

	it('tell in the pane how each case stands', async () => {
		const text = await open(worldWith().world).shows('3: 2 passed, 1 failed');
		expect(text).toMatch(/Last run +2 h ago, 01-31 07:30/);
		expect(text).toMatch(/✗ failed +pays order 1/);
	});

	it('show their cases below them, with everything about the one under the cursor', async () => {
		const terminal = open(worldWith().world, {columns: 200});
		await terminal.shows('✗ 1 failed');
		terminal.type('\r');
		const text = await terminal.shows('▾ smoke');
		expect(text).toMatch(/✗ failed +pays order 1 +shop-api +p1/);
		terminal.type('jj');
		expect(await terminal.shows('tst_001')).toMatch(/Category +functional/);
	});

	it('find a case by a filter', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('✗ 1 failed');
		terminal.type('/order 2\r');
		const text = await terminal.shows('▾ smoke');
		expect(text).not.toContain('release check');
		expect(terminal.lines().slice(2).join('\n')).toMatch(/✓ passed +pays order 2/);
	});

	it('lead from a case to its test', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('✗ 1 failed');
		terminal.type('\rjjt');
		await terminal.until(text => /❯ +✓ passed +test 001/.test(text), 'the test');
	});

	it('open their last run, and are there again on the way back', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('✗ 1 failed');
		terminal.type('b');
		await terminal.showsRun();
		terminal.type('\u001b');
		await terminal.shows('release check');
	});

	it('are reached from the tests of a project', async () => {
		const terminal = open(worldWith().world, {screen: 'tests', id: 'prj_1'});
		await terminal.shows('test 000');
		terminal.type('gt');
		await terminal.shows('release check');
	});
});

describe('a test list', () => {
	it('runs as a whole after a question', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('✗ 1 failed');
		terminal.type('r');
		await terminal.shows('3 tests of smoke run');
		expect(bodies).toEqual([]);
		terminal.type('1');
		await terminal.showsRun();
		expect(bodies).toEqual([['run', 'lst_1', 'all']]);
	});

	it('runs the selected cases alone', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('✗ 1 failed');
		terminal.type('\rj');
		await terminal.shows('▾ smoke');
		terminal.type(' jj ');
		await terminal.shows('2 selected');
		terminal.type('r');
		await terminal.shows('Run 2 tests');
		terminal.type('1');
		await terminal.showsRun();
		expect(bodies).toEqual([['run', 'lst_1', ['tst_000', 'tst_002']]]);
	});

	it('says why nothing was started', async () => {
		const {world} = worldWith();
		world.answers['runTestList'] = () => ({
			batchId: null,
			accepted: [],
			conflicts: [{testId: 'tst_000', reason: 'already_running', message: 'It runs already.'}],
			deferred: [],
			notFound: [],
		});
		const terminal = open(world);
		await terminal.shows('✗ 1 failed');
		terminal.type('r1');
		await terminal.shows('It runs already.');
	});

	it('is created with the tests that were selected on the Tests screen', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world, {screen: 'tests', id: 'prj_1'});
		await terminal.shows('test 000');
		terminal.type(' j gt');
		await terminal.shows('release check');
		terminal.type('n');
		await terminal.shows('[2 selected]');
		terminal.type('nightly\r\r\r');
		await terminal.shows('Created nightly with 2 tests');
		expect(bodies).toEqual([{name: 'nightly', testIds: ['tst_000', 'tst_001']}]);
		await terminal.until(text => /❯ .*nightly/.test(text), 'the cursor on the new list');
	});

	it('gets tests by their ids', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('✗ 1 failed');
		terminal.type('ja');
		await terminal.shows('Add tests to release check');
		terminal.type('\r');
		await terminal.shows('No test is named.');
		terminal.type('tst_000, tst_002\r');
		await terminal.shows('2 tests added');
		expect(bodies).toEqual([['add', 'lst_2', ['tst_000', 'tst_002']]]);
		await terminal.until(text => /release check +2/.test(text), 'two cases');
	});

	it('loses a case only after a question', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('✗ 1 failed');
		terminal.type('\r');
		await terminal.shows('▾ smoke');
		terminal.type('jjd');
		await terminal.shows('Take 1 test off the list');
		terminal.type('\r');
		await terminal.showsNot('Leave it');
		expect(bodies).toEqual([]);
		terminal.type('d2');
		await terminal.shows('1 test taken off');
		expect(bodies).toEqual([['remove', 'lst_1', ['tst_001']]]);
		await terminal.showsNot('pays order 1');
	});

	it('is renamed', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('✗ 1 failed');
		terminal.type('e');
		await terminal.shows('Rename the list');
		terminal.type('\u0015quick look\r');
		await terminal.shows('It is called quick look now');
		expect(bodies).toEqual([{name: 'quick look'}]);
	});

	it('is deleted after a question, and says what holds it', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('✗ 1 failed');
		terminal.type('jD');
		await terminal.shows('release check with 0 tests');
		expect(bodies).toEqual([]);
		terminal.type('2');
		await terminal.shows('Deleted release check');
		expect(bodies).toEqual([['deleted', 'lst_2']]);
		world.answers['deleteTestList'] = () => {
			throw new ApiError('CONFLICT', 'The schedule nightly runs it.', {nextAction: 'svc schedule delete sch_1'});
		};
		terminal.type('D2');
		await terminal.shows('The schedule nightly runs it. svc schedule delete sch_1');
	});

	it('is scheduled from here', async () => {
		const {world} = worldWith();
		let asked: unknown;
		world.answers['createSchedule'] = ({body}) => {
			asked = body;
			throw new ApiError('FEATURE_GATED', 'No schedules in this plan.', {nextAction: 'svc usage'});
		};
		const terminal = open(world);
		await terminal.shows('✗ 1 failed');
		terminal.type('S');
		await terminal.shows('How often');
		terminal.type('1');
		await terminal.shows('Schedule smoke');
		terminal.type('\r\rUTC\r\r\r\r');
		await terminal.shows('No schedules in this plan.');
		expect(asked).toMatchObject({
			targetType: 'testList',
			targetId: 'lst_1',
			timezone: 'UTC',
			cadence: {kind: 'hourly', every: 6, minute: 0},
		});
	});
});

describe('the Test lists screen', () => {
	it('says how to make the first one', async () => {
		await open(worldWith([]).world).shows('Press n to create one');
	});

	it('opens on a list that is named', async () => {
		await open(worldWith().world, {id: 'lst_2'}).shows('It has no cases yet: a adds tests.');
	});

	it('shows new verdicts of the cases of an open list', async () => {
		const {world} = worldWith();
		const terminal = open(world);
		await terminal.shows('✗ 1 failed');
		terminal.type('\r');
		await terminal.shows('▾ smoke');
		world.answers['getTestList'] = () => detailOf({cases: [sampleCase(0), sampleCase(1), sampleCase(2)]});
		await screen.clock.advance(10_000);
		await terminal.showsNot('failed');
	});

	it.each([60, 100, 200])('keeps its columns aligned at %i columns, whatever the names are', async columns => {
		const hostile = detailOf({
			id: 'lst_3',
			name: '煙\u001b[31m\u202e',
			cases: [sampleCase(0, {title: '支払い\u0007'})],
			lastExecutionId: null,
		});
		const terminal = open(worldWith([smoke, hostile]).world, {columns});
		await terminal.shows('✗ 1 failed');
		terminal.type('j\r');
		await terminal.shows('支払い');
		const column = terminal.columnOf('TEST LIST');
		expect(terminal.columnOf('▸ smoke')).toBe(column);
		expect(terminal.columnOf('▾ 煙')).toBe(column);
		expect(terminal.text()).not.toMatch(/[\u202e\u001b\u0007]/);
	});
});
