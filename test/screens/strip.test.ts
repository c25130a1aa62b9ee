import {afterEach, describe, expect, it} from 'vitest';
import type {CleanupView} from '../../contract/cleanup.ts';
import {sampleCard, sampleCleanup} from '../helpers/cleanup-samples.ts';
import {createFailedWorld} from '../helpers/failed-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';

let screen: OpenScreen;
afterEach(() => screen.close());

const open = (size: {columns: number; rows: number}, word = 'batch') => {
	screen = openScreen(createFailedWorld().world, {screen: word, id: 'bat_1', ...size});
	return screen.terminal;
};

describe('the strip of screens', () => {
	it.each([60, 80, 100, 200])('stands below the breadcrumb with what needs a look, at %i columns', async columns => {
		const terminal = open({columns, rows: 30});
		await terminal.showsRun();
		const [, failed, blocked] = /4 Fail(?:ures|s) ✗(\d+) ◌(\d+)/.exec(terminal.lines()[1] ?? '') ?? [];
		expect(terminal.lines()[1]).toMatch(/^ {2}1 Proj(?:ects)? {2}2 Tests {2}3 Run {2}4 Fail/);
		// Where the names have no room they are short, and every screen still has its key.
		if (columns >= 80) expect(terminal.lines()[1]).toContain('9 Chains');
		terminal.type('4');
		await terminal.until(
			text => text.includes('› Failures') && text.includes(`${failed} failed, ${blocked} blocked`),
			'both counts',
		);
	});

	it('gives way to a message where there is little room', async () => {
		const terminal = open({columns: 80, rows: 20});
		await terminal.showsRun();
		expect(terminal.lines()[1]).toMatch(/4 Fail/);
		terminal.type('\u0012');
		await terminal.shows('Reading again');
		expect(terminal.lines()[1]).not.toMatch(/4 Fail/);
	});

	it('counts what is left behind as it was read last, not as the run ended', async () => {
		const {world} = createFailedWorld();
		const card = sampleCard({outcome: 'orphaned', badge: 'Might be orphaned'});
		world.answers['getCleanup'] = ({query}) =>
			query['since'] === undefined
				? sampleCleanup({version: 90, cleanedUp: [{...card, outcome: 'auto', badge: 'Auto-cleaned'}]})
				: new Promise<CleanupView>(() => undefined);
		world.change('bat_1', batch => ({...batch, cleanup: {...batch.cleanup, captured: 1, orphaned: 1}}));
		screen = openScreen(world, {screen: 'batch', id: 'bat_1', columns: 100, rows: 30});
		const {terminal} = screen;
		await terminal.until(text => /7 Cleanup ◌1/.test(text), 'what the run left');
		terminal.type('7');
		await terminal.until(text => /› Cleanup/.test(text) && !/7 Cleanup ◌/.test(text), 'nothing left');
		terminal.type('2');
		await terminal.until(text => /› Tests/.test(text) && /4 Failures ✗/.test(text), 'the tests');
		expect(terminal.lines()[1]).not.toMatch(/7 Cleanup ◌/);
	});

	it.each(['7', '8', '6'])('keeps its counts on a screen that is opened from the projects with %s', async key => {
		const {world} = createFailedWorld();
		world.answers['getCleanup'] = () => sampleCleanup({version: 90});
		screen = openScreen(world, {columns: 100, rows: 30});
		const {terminal} = screen;
		await terminal.until(text => /4 Failures ✗/.test(text), 'the projects');
		terminal.type(key);
		await terminal.until(text => /› (Cleanup|Variables|Data flow)/.test(text), 'the screen');
		await terminal.until(text => /4 Failures ✗/.test(text), 'the counts');
	});

	it.each(['cleanup', 'dataflow'])('has its counts where the first screen is %s', async word => {
		const {world} = createFailedWorld();
		world.answers['getCleanup'] = () => sampleCleanup({version: 90});
		screen = openScreen(world, {screen: word, id: 'bat_1', columns: 100, rows: 30});
		const {terminal} = screen;
		await terminal.until(text => /4 Failures ✗\d+ ◌\d+/.test(text), 'the counts');
		expect(terminal.lines()[0]).toMatch(/› Run, [\w ]+ › \w/);
	});

	it('counts what is red where the first screen is one of a project', async () => {
		screen = openScreen(createFailedWorld().world, {screen: 'history', id: 'prj_1', columns: 100, rows: 30});
		await screen.terminal.until(text => /4 Fail(?:ures|s) ✗\d+/.test(text), 'the counts');
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
