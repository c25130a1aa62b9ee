import {afterEach, describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import type {Inspection} from '../../source/view-model/doctor-report.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

const checks: Inspection[] = [
	{name: 'CLI version', status: 'ok', detail: '1.2.3', next: null},
	{name: 'Credentials', status: 'fail', detail: 'no API key: svc setup --local', next: 'svc setup --local'},
	{
		name: 'Python',
		status: 'warn',
		detail: '3.12 cannot import requests; run `pip install requests`',
		next: 'pip install requests',
	},
];

function open(options: Parameters<typeof openScreen>[1] = {}, world = createWorld()) {
	screen = openScreen(world, {screen: 'doctor', checkSetup: () => Promise.resolve(checks), ...options});
	return screen.terminal;
}

describe('the doctor', () => {
	it.each([60, 100, 200])(
		'says with glyph and word how each check went, and all of them (%i columns)',
		async columns => {
			const text = await open({columns}).shows('Credentials');
			expect(text).toContain('✗ 1 failed   ◌ 1 warning   ✓ 1 ok');
			expect(text).toMatch(/✓ OK +CLI version/);
			expect(text).toMatch(/✗ FAIL +Credentials/);
			expect(text).toMatch(/◌ WARN +Python/);
		},
	);

	it('says what to do next about the one under the cursor', async () => {
		const terminal = open();
		// The worst one has the cursor at first.
		expect(await terminal.shows('Next')).toMatch(/Next +svc setup --local/);
		terminal.type('j');
		expect(await terminal.shows('│ Python')).toMatch(/Next +pip install requests/);
	});

	it('checks again with r', async () => {
		let isRepaired = false;
		const repaired = checks.map(check => ({...check, status: 'ok' as const, next: null}));
		const terminal = open({checkSetup: () => Promise.resolve(isRepaired ? repaired : checks)});
		await terminal.shows('✗ FAIL');
		isRepaired = true;
		terminal.type('r');
		await terminal.shows('Everything is ready.');
		await terminal.showsNot('FAIL');
	});

	it('is reached from everywhere with g d, and Esc comes back', async () => {
		const terminal = open({screen: 'tests', id: 'prj_1'});
		await terminal.shows('test 002');
		terminal.type('gd');
		await terminal.shows('✗ FAIL');
		terminal.type('\u001b');
		await terminal.shows('test 002');
	});

	it('tells what is wrong even when the service refuses the key', async () => {
		const world = createWorld();
		world.failure = new ApiError('AUTH_INVALID', 'The key is not valid.');
		const terminal = open({}, world);
		await terminal.shows('key refused');
		expect(await terminal.shows('Credentials')).toContain('✗ FAIL');
	});
});
