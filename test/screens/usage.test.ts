import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const entry = (index: number, overrides = {}) => ({
	entryId: `led_${index}`,
	at: '2026-01-31T09:00:00.000Z',
	kind: 'run',
	amount: -0.2,
	balanceAfter: 42 - index / 5,
	projectId: 'prj_1',
	testId: 'tst_000',
	runId: 'run_000',
	batchId: 'bat_1',
	generationId: null,
	note: `booking ${index}`,
	...overrides,
});

function meteredWorld(entries: readonly unknown[] = [entry(1), entry(2, {kind: 'grant', amount: 50, batchId: null})]) {
	const world = createWorld({count: 3});
	world.answers['getMe'] = () => ({
		userId: 'usr_1',
		keyId: 'key_1',
		scopes: [],
		env: 'production',
		credits: 42,
		subPlan: 'Standard',
		creditsPerRun: 0.5,
		creditCosts: {frontendRun: 0.5, backendRun: 0.2, generatedTest: 1, autoHeal: 0.2},
	});
	world.answers['getUsageSummary'] = () => ({
		balance: 42,
		held: 0.4,
		plan: 'Standard',
		items: [{key: 'run', charged: 0.6000000000000001, refunded: 0, entries: 3}],
	});
	world.answers['listLedger'] = ({query}) => {
		const from = Number(query['cursor'] ?? 0);
		const to = from + Number(query['pageSize']);
		return {items: entries.slice(from, to), nextToken: to < entries.length ? String(to) : null};
	};
	return world;
}

function open(world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(world, {screen: 'usage', ...options});
	return screen.terminal;
}

describe('the usage', () => {
	it.each([60, 100, 200])('says what is left, what things cost and what was booked (%i columns)', async columns => {
		const text = await open(meteredWorld(), {columns}).shows('grant');
		expect(text).toMatch(/42 credits {3}0.4 held for what runs/);
		expect(text).toContain('a run costs 0.2 backend, 0.5 frontend');
		expect(text).toContain('charged so far 0.6 for 3 runs');
		expect(text).toMatch(/30 min +run +-0\.2/);
		expect(text).toMatch(/grant +\+50/);
	});

	it('names the test and the project of a booking beside their ids, where the service does', async () => {
		const named = entry(1, {projectName: 'Shop API', testName: 'An order can be paid'});
		const text = await open(meteredWorld([named]), {columns: 200}).shows('An order can be paid');
		expect(text).toMatch(/Test +An order can be paid/);
		expect(text).toContain('tst_000');
		expect(text).toMatch(/Project +Shop API/);
		expect(text).toContain('prj_1');
	});

	it('says plainly that a service does not meter', async () => {
		const world = meteredWorld([]);
		delete world.answers['getMe'];
		world.answers['getUsageSummary'] = () => ({balance: null, held: 0, plan: 'Pro', items: []});
		const text = await open(world).shows('unmetered');
		expect(text).toContain('✓ unmetered   nothing is charged here');
		expect(text).toContain('nothing was run so far');
		expect(text).toContain('No bookings');
	});

	it.each([60, 100, 200])('does not talk of credits where none are counted (%i columns)', async columns => {
		const world = meteredWorld();
		delete world.answers['getMe'];
		const text = await open(world, {columns}).shows('so far 3 runs');
		expect(text).toContain('booking 1');
		expect(text).not.toMatch(/credit|-0\.2|0\.6|cost/i);
	});

	it('still shows the credits where the bookings cannot be read', async () => {
		const world = meteredWorld();
		const refuse = () => {
			throw new ApiError('AUTH_FORBIDDEN', 'The key lacks a scope.');
		};
		Object.assign(world.answers, {listLedger: refuse, getUsageSummary: refuse});
		const text = await open(world).shows('42 credits');
		expect(text).toContain('this service shows no bookings to this key');
	});

	it('says when the credits do not cover another run', async () => {
		const world = meteredWorld();
		const me = world.answers['getMe'];
		world.answers['getMe'] = (wire, headers) => ({...(me?.(wire, headers) as object), credits: 0.1});
		await open(world).shows('✗ 0.1 credits: too few for a run');
	});

	it('reads older bookings where the cursor comes near the end', async () => {
		const terminal = open(meteredWorld(Array.from({length: 150}, (_, index) => entry(index))));
		await terminal.shows('100 bookings so far');
		terminal.type('G');
		await screen.clock.advance(200);
		await terminal.shows('150 bookings');
		await screen.clock.advance(15_000);
		terminal.type('G');
		expect(await terminal.shows('booking 149')).toContain('150 bookings');
	});

	it('opens the run that was charged, with its row selected', async () => {
		const terminal = open(meteredWorld());
		await terminal.shows('grant');
		terminal.type('b');
		expect(await terminal.shows('test 000')).toMatch(/❯ +✓ Pass +test 000/);
	});

	it('is filtered by kind', async () => {
		const terminal = open(meteredWorld());
		await terminal.shows('grant');
		terminal.type('x2');
		expect(await terminal.shows('1 of 2')).not.toMatch(/run +-0\.2/);
	});
});
