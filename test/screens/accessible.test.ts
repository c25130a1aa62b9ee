import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import {describe, expect, it} from 'vitest';
import {startAccessible} from '../../screens/accessible/start.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import type {Place} from '../../source/stores/screen.ts';
import {createFailedWorld} from '../helpers/failed-world.ts';
import {createFakeClock} from '../helpers/fake-clock.ts';
import {noChecks, noFiles} from '../helpers/store-context.ts';
import {createWorld, endMembers} from '../helpers/shop-world.ts';
import {WireWorld} from '../helpers/wire-world.ts';

function talk(world: WireWorld, places: Place[] = [{screen: 'projects'}]) {
	const stdin = new PassThrough();
	const exitEvents = new EventEmitter();
	const clock = createFakeClock();
	let said = '';
	let heard = 0;
	const end = startAccessible({
		context: {
			client: world,
			now: clock.now,
			wait: clock.wait,
			randomId: () => 'id',
			files: noFiles,
			checkSetup: noChecks,
		},
		start: {places, rowId: null},
		profile: 'default',
		endpoint: 'local',
		stdin,
		stdout: {
			write: text => {
				said += text;
				return true;
			},
		},
		exitEvents,
	});
	/** Waits until something was said since the last time. */
	const hears = async (words: string) => {
		await expect.poll(() => said.slice(heard)).toContain(words);
		const news = said.slice(heard);
		heard = said.length;
		return news;
	};
	/** Types the number of a choice as it was read out last. */
	const choose = (label: string) => {
		const number = [...said.matchAll(/^(\d+)\. (.*)$/gm)].filter(([, , text]) => text?.startsWith(label)).at(-1)?.[1];
		stdin.write(`${number}\n`);
	};
	return {stdin, exitEvents, end, hears, choose, said: () => said};
}

describe('the dashboard for screen readers', () => {
	it('reads out numbered choices and goes where one chooses', async () => {
		const {hears, choose, end, said} = talk(createWorld());
		expect(await hears('Type a number')).toContain('Projects: 2.\n1. shop-api, backend\n2. empty-one, frontend\n');
		choose('shop-api');
		expect(await hears('Type a number')).toContain('Tests of shop-api: 40.\n1. test 000, passed\n');
		choose('Next page');
		expect(await hears('Type a number')).toContain('1. test 010, passed\n');
		choose('test 013');
		expect(await hears('assert "tst_013"')).toContain('test 013: failed.');
		choose('Quit');
		expect(await end).toEqual({exitCode: 0});
		expect(said()).toMatch(/svc: dashboard closed\n$/);
	});

	it('only ever adds lines: no escape sequence, no carriage return', async () => {
		const {hears, choose, end, said} = talk(createWorld());
		await hears('Type a number');
		choose('shop-api');
		await hears('Type a number');
		choose('Quit');
		await end;
		expect(said()).toMatch(/^[\x20-\x7E\n]*$/);
	});

	it('tells every change of a run and its end', async () => {
		const world = createWorld({count: 3, isRunning: true});
		const run: Place = {screen: 'run', batchId: 'bat_1', projectId: 'prj_1'};
		const {hears, choose, end} = talk(world, [{screen: 'projects'}, run]);
		await hears('bat_1 running');
		endMembers(world, () => 'failed', [0]);
		await hears('test 000, Failed, 120 ms');
		endMembers(world, () => 'passed', [1, 2]);
		await hears('The run ended. failed: 2 passed, 1 failed');
		choose('Quit');
		expect(await end).toEqual({exitCode: 0});
	});

	it('tells the run to wait for when one leaves while it goes on', async () => {
		const run: Place = {screen: 'run', batchId: 'bat_1', projectId: 'prj_1'};
		const {hears, stdin, end} = talk(createWorld({count: 3, isRunning: true}), [run]);
		await hears('Type a number');
		stdin.end();
		expect(await end).toEqual({exitCode: 0, hint: 'still running: svc test wait run_000'});
	});

	it('says what is wrong with an answer, and asks again', async () => {
		const {hears, stdin, choose, end} = talk(createWorld());
		await hears('Type a number');
		stdin.write('99\n');
		await hears('There is no choice "99". The last one is');
		choose('Quit');
		expect(await end).toEqual({exitCode: 0});
	});

	it('says why nothing can be read', async () => {
		const world = new WireWorld();
		world.failure = new ApiError('AUTH_INVALID', 'The API key was revoked.', {nextAction: 'svc setup'});
		const {hears, choose, end} = talk(world);
		await hears('The API key was revoked. svc setup');
		choose('Quit');
		await end;
	});

	it('ends on a signal', async () => {
		const {hears, exitEvents, end} = talk(createWorld());
		await hears('Type a number');
		exitEvents.emit('SIGTERM');
		expect(await end).toEqual({exitCode: 143});
		expect(exitEvents.eventNames()).toEqual([]);
	});
});

describe('failures for screen readers', () => {
	it('are read out by kind, and one of them with all it has', async () => {
		const {world} = createFailedWorld();
		const places: Place[] = [{screen: 'failures', batchId: 'bat_1', projectId: 'prj_1'}];
		const {hears, choose, end} = talk(world, [{screen: 'projects'}, ...places]);
		expect(await hears('Type a number')).toContain('Failed and blocked: 7.\n1. Create a coupon, Failed, 111 ms');
		choose('Create a coupon');
		const summary = await hears('Type a number');
		expect(summary).toContain('the test expected 15 (line 5)');
		expect(summary).toMatch(/^[\x20-\x7E\n]*$/);
		choose('Trace');
		await hears('AssertionError: expected 15, got 0.15');
		choose('Next failure');
		await hears('Type a number');
		choose('Quit');
		await end;
	});
});

describe('a history read out', () => {
	it('names each run, compares one with the one before it, and says which tests changed', async () => {
		const world = createWorld({count: 3});
		const last = world.batches.get('bat_1');
		if (!last) throw new Error('The world has no run.');
		const members = last.members.map((member, index) => (index === 0 ? {...member, status: 'failed'} : member));
		world.batches.set('bat_2', {
			...last,
			batchId: 'bat_2',
			createdAt: '2026-01-31T09:59:00.000Z',
			status: 'failed',
			summary: {...last.summary, passed: 2, failed: 1},
			members,
		});
		const {hears, choose, end} = talk(world, [
			{screen: 'projects'},
			{screen: 'tests', projectId: 'prj_1'},
			{screen: 'history', projectId: 'prj_1'},
		]);
		const list = await hears('Type a number');
		expect(list).toContain('History of the project: 2 runs.\n1. failed: 2 passed, 1 failed, ');
		choose('Compare bat_2');
		expect(await hears('newly failed: 1')).toContain('Changes: 1 newly failed, 2 same.');
		choose('newly failed');
		await hears('test 000: passed, then failed');
		choose('Quit');
		await end;
	});
});
