import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {ApiError, isApiError} from '../../source/errors/api-error.ts';
import {createWorld, endMembers} from '../helpers/shop-world.ts';
import {openScreen} from '../helpers/terminal-screen.tsx';
import {WireWorld} from '../helpers/wire-world.ts';

async function refusal(...args: Parameters<typeof openScreen>): Promise<{error: ApiError; written: string}> {
	const {end, terminal, clock, close} = openScreen(...args);
	const [outcome] = await Promise.all([end.catch((error: unknown) => error), clock.advance(1000)]);
	await close();
	if (!isApiError(outcome)) throw new Error(`It started: ${JSON.stringify(outcome)}`);
	return {error: outcome, written: terminal.written.join('')};
}

describe('a dashboard that cannot start', () => {
	it.each([
		[59, 30],
		[100, 15],
	])('on %i × %i says how large the terminal must be', async (columns, rows) => {
		const {error, written} = await refusal(createWorld(), {columns, rows});
		expect(error.exitCode).toBe(5);
		expect(error.message).toContain(`${columns}×${rows}`);
		expect(error.nextAction).toContain('60×16');
		expect(written).toBe('');
	});

	it('refuses keys that conflict, with both names', async () => {
		const {error, written} = await refusal(createWorld(), {keysFile: '{"global.quit": "j"}'});
		expect(error.exitCode).toBe(5);
		expect(error.message).toMatch(/"list\.down".*"global\.quit"|"global\.quit".*"list\.down"/);
		expect(written).toBe('');
	});

	it.each([
		['an unknown screen', {screen: 'garden'}, 5],
		['a missing id', {screen: 'batch'}, 5],
		['an unknown id', {screen: 'batch', id: 'bat_9'}, 4],
	])('refuses %s', async (_what, request, exitCode) => {
		const {error, written} = await refusal(createWorld(), request);
		expect(error.exitCode).toBe(exitCode);
		expect(written).toBe('');
	});

	it.each([
		['UNAVAILABLE', 10],
		['AUTH_INVALID', 3],
		['AUTH_FORBIDDEN', 3],
	] as const)('tells %s as the error of the command', async (code, exitCode) => {
		const world = new WireWorld();
		world.failure = new ApiError(code, 'no');
		const {error, written} = await refusal(world);
		expect(error.exitCode).toBe(exitCode);
		expect(written).toBe('');
	});
});

describe('a slow service', () => {
	it('does not keep the screen closed for longer than a second', async () => {
		const world = createWorld();
		const answers: Array<() => void> = [];
		const call = world.call.bind(world);
		world.call = async (route, input) => {
			await new Promise<void>(resolve => answers.push(resolve));
			return call(route, input);
		};
		const screen = openScreen(world);
		await expect.poll(() => answers.length).toBe(1);
		expect(screen.terminal.written).toEqual([]);
		// The screens are loaded first, which takes its time where they have to be compiled.
		await expect.poll(() => screen.clock.pending()).toBe(4); // the second, the next minute, the next look at the service, and how long it may say nothing
		await screen.clock.advance(1000);
		await screen.terminal.shows('Reading');
		answers[0]?.();
		await screen.terminal.shows('shop-api');
		await screen.close();
	});
});

describe('leaving', () => {
	const run = {screen: 'batch', id: 'bat_1'};

	it.each([
		['q', 'q', 0],
		['Ctrl-C', '\u0003', 0],
	])('by %s leaves one line in the normal buffer, and the cursor shown', async (_what, key, exitCode) => {
		const screen = openScreen(createWorld(), run);
		await screen.terminal.shows('Wave 1');
		screen.terminal.type(key);
		expect(await screen.end).toEqual({exitCode});
		await screen.terminal.drained();
		expect(screen.terminal.isAlternate).toBe(false);
		expect(screen.terminal.text().trim()).toBe('svc: bat_1 failed: 32 passed, 4 failed, 4 blocked');
		const written = screen.terminal.written.join('');
		expect(written.lastIndexOf('\u001B[?25h')).toBeGreaterThan(written.lastIndexOf('\u001B[?25l'));
		expect(screen.terminal.stdin).toMatchObject({isRaw: false, isPaused: true});
	});

	it.each([
		['SIGHUP', 129],
		['SIGINT', 130],
		['SIGTERM', 143],
	])('by %s ends with %i', async (signal, exitCode) => {
		const screen = openScreen(createWorld(), run);
		await screen.terminal.shows('Wave 1');
		screen.process.emit(signal);
		expect(await screen.end).toEqual({exitCode});
		await screen.terminal.drained();
		expect(screen.terminal.isAlternate).toBe(false);
		expect(screen.process.eventNames()).toEqual([]);
	});

	it.each([
		['the terminal is closed', 'stdin', 'end'],
		['nothing can be written any more', 'stdout', 'error'],
	] as const)('when %s ends with 129', async (_what, stream, event) => {
		const screen = openScreen(createWorld(), run);
		await screen.terminal.shows('Wave 1');
		screen.terminal[stream].emit(event);
		expect(await screen.end).toEqual({exitCode: 129});
	});

	it('while an editor has the terminal does not take it back from the shell', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'svc-editor-'));
		const told = join(folder, 'path');
		const editor = join(folder, 'editor.sh');
		// Writes down its file, and ends when it is told to.
		writeFileSync(editor, `#!/bin/sh\necho "$1" > "${told}"\nwhile [ ! -e "${folder}/end" ]; do sleep 0.05; done\n`, {
			mode: 0o755,
		});
		const screen = openScreen(createWorld(), {screen: 'tests', id: 'prj_1', env: {EDITOR: editor}});
		const {terminal} = screen;
		await terminal.shows('test 000');
		terminal.type('e');
		await expect.poll(() => existsSync(told)).toBe(true);
		screen.process.emit('SIGTERM');
		expect(await screen.end).toEqual({exitCode: 143});
		writeFileSync(join(folder, 'end'), '');
		const file = readFileSync(told, 'utf8').trim();
		await expect.poll(() => existsSync(dirname(file))).toBe(false);
		await terminal.drained();
		expect(terminal.isAlternate).toBe(false);
		expect(terminal.stdin).toMatchObject({isRaw: false, isPaused: true});
		rmSync(folder, {recursive: true, force: true});
	});

	it('harms no run, and tells which one goes on', async () => {
		const world = createWorld({isRunning: true});
		const screen = openScreen(world, run);
		await screen.terminal.shows('Wave 1');
		screen.terminal.type('q');
		expect(await screen.end).toEqual({exitCode: 0, hint: 'still running: svc test wait run_000'});
		await screen.terminal.drained();
		expect(screen.terminal.text()).toContain('svc: bat_1 running: 2 running, 38 queued; it goes on');
		expect(world.calls.some(call => call.startsWith('cancel'))).toBe(false);
		expect(world.held).toBe(0);
	});

	it('stops every request and every timer', async () => {
		const world = createWorld({isRunning: true});
		const screen = openScreen(world, run);
		await screen.terminal.shows('Wave 1');
		endMembers(world, () => 'passed', [0]);
		screen.terminal.type('q');
		await screen.end;
		expect(world.held).toBe(0);
		expect(screen.clock.pending()).toBe(0);
	});
});

describe('other output', () => {
	it('is held back while the screen is up where stderr is the same terminal', async () => {
		const lines: string[] = [];
		const stderr = {isTTY: true, write: (text: string) => lines.push(text)};
		const screen = openScreen(createWorld(), {stderr});
		await screen.terminal.shows('shop-api');
		stderr.write('[warn] something\n');
		expect(lines).toEqual([]);
		await screen.close();
		expect(lines).toEqual(['[warn] something\n']);
	});
});

describe('the shell’s job control', () => {
	it('finds the screen again when the process goes on', async () => {
		const screen = openScreen(createWorld());
		// The last thing that the list learns of a project.
		await screen.terminal.shows('80%');
		await screen.terminal.drained();
		const before = screen.terminal.lines();
		screen.process.emit('SIGCONT');
		await screen.terminal.drained();
		expect(screen.terminal.lines()).toEqual(before);
		expect(screen.terminal.isAlternate).toBe(true);
		await screen.close();
	});

	it('shows the screen again where no shell is there that could continue the process', async () => {
		const screen = openScreen(createWorld());
		await screen.terminal.shows('80%');
		// The system drops the signal for a process that no shell started; so does a listener.
		const drop = () => undefined;
		process.on('SIGTSTP', drop);
		try {
			screen.terminal.type('\u001A');
			await screen.terminal.shows('No shell is there to return to');
			expect(screen.terminal.isAlternate).toBe(true);
			screen.terminal.type('?');
			await screen.terminal.shows('Everywhere');
		} finally {
			process.off('SIGTSTP', drop);
			await screen.close();
		}
	});
});
