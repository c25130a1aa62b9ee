import {afterEach, describe, expect, it} from 'vitest';
import {createFailedWorld} from '../helpers/failed-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

const open = (size: {columns: number; rows: number}, word = 'batch') => {
	screen = openScreen(createFailedWorld().world, {screen: word, id: 'bat_1', ...size});
	return screen.terminal;
};

describe('the strip of screens', () => {
	it.each([60, 100, 200])('stands below the breadcrumb with what needs a look, at %i columns', async columns => {
		const terminal = open({columns, rows: 30});
		await terminal.showsRun();
		const failed = /4 Failures (\d+)/.exec(terminal.lines()[1] ?? '')?.[1];
		expect(terminal.lines()[1]).toMatch(/^ {2}1 Projects {2}2 Tests {2}3 Run {2}4 Failures \d+ {2}6 Variables/);
		terminal.type('4');
		await terminal.shows('› Failures');
		expect(terminal.lines()[0]).toContain(`${failed} failures`);
	});

	it('gives way to a message where there is little room', async () => {
		const terminal = open({columns: 80, rows: 20});
		await terminal.showsRun();
		expect(terminal.lines()[1]).toContain('4 Failures');
		terminal.type('\u0012');
		await terminal.shows('Reading again');
		expect(terminal.lines()[1]).not.toContain('4 Failures');
	});

	it('leads by its keys to a screen, and Esc back from there', async () => {
		const terminal = open({columns: 100, rows: 30});
		await terminal.showsRun();
		for (const [key, title] of [
			['7', 'Cleanup'],
			['6', 'Variables'],
			['2', 'Tests'],
			['4', 'Failures'],
		] as const) {
			terminal.type(key);
			await terminal.until(text => new RegExp(`^ svc .*› ${title}`).test(text), title);
		}
		for (const title of ['Tests', 'Variables', 'Cleanup', 'Run']) {
			terminal.type('\u001B');
			await terminal.until(text => new RegExp(`^ svc .*› ${title}`).test(text), title);
		}
	});
});
