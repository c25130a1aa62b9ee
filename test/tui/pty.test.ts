import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {rolldown} from 'rolldown';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {libraryPatches} from '../../build/plugins.mjs';
import {PtySession} from '../helpers/pty-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-pty-'));
const program = join(folder, 'dist', 'program.js');
const root = fileURLToPath(new URL('../..', import.meta.url));
const pidFile = join(folder, 'pid');
const sessions: PtySession[] = [];

const environment = (extra: Record<string, string> = {}): Record<string, string> => ({
	PATH: process.env['PATH'] ?? '',
	HOME: folder,
	SVC_HOME: join(folder, 'home'),
	TERM: 'xterm-256color',
	LANG: 'C.UTF-8',
	PID_FILE: pidFile,
	...extra,
});

function open(
	extra: Record<string, string> = {},
	command: readonly string[] = [process.execPath, program],
): PtySession {
	const session = new PtySession(command, environment(extra));
	sessions.push(session);
	return session;
}

beforeAll(async () => {
	mkdirSync(join(folder, 'home'));
	writeFileSync(join(folder, 'home', 'dashboard.json'), '{"orders": {"tests": "newest"}}');
	const bundle = await rolldown({
		input: {program: join(root, 'test/fixtures/dashboard/program.ts')},
		cwd: root,
		platform: 'node',
		logLevel: 'silent',
		plugins: libraryPatches(),
		transform: {define: {'process.env.NODE_ENV': '"production"'}},
	});
	await bundle.write({dir: join(folder, 'dist'), format: 'esm'});
	await bundle.close();
	writeFileSync(join(folder, 'dist', 'package.json'), '{"type": "module"}');
});
afterEach(() => {
	for (const session of sessions.splice(0)) session.close();
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** The dashboard below a shell, which tells afterwards how it ended and how the terminal was left. */
const belowShell = [
	'/bin/sh',
	'-c',
	`"${process.execPath}" "${program}"; echo "ended with $?"; stty -a | tr ';' '\\n' | grep -E 'icanon|echo ' | tr '\\n' ' '`,
];

describe('the dashboard in a real terminal', () => {
	it('draws its first frame, answers keys, and quits', async () => {
		const session = open();
		await session.shows('test 000');
		expect(session.isAlternate).toBe(true);
		session.type('jjj');
		await session.until(text => /❯ {2}✗ failed +test 003/.test(text), 'the cursor on the fourth test');
		session.type('q');
		expect(await session.ended).toBe(0);
		expect(session.isAlternate).toBe(false);
	});

	it('leaves the terminal as it was', async () => {
		const session = open({}, belowShell);
		await session.shows('test 000');
		session.type('q');
		const text = await session.shows('ended with 0');
		expect(text).toContain('svc: dashboard closed');
		await session.until(shown => / icanon/.test(shown) && / echo /.test(shown), 'lines and echo');
		expect(session.output.lastIndexOf('\u001B[?25h')).toBeGreaterThan(session.output.lastIndexOf('\u001B[?25l'));
	});

	it.each([
		['SIGTERM', 143],
		['SIGHUP', 129],
		['SIGINT', 130],
	])('leaves the screen on %s', async (signal, code) => {
		const session = open();
		await session.shows('test 000');
		session.pty.kill(signal);
		expect(await session.ended).toBe(code);
		expect(session.isAlternate).toBe(false);
		expect(session.text()).toContain('svc: dashboard closed');
	});

	it('leaves the screen before the trace of a bug is printed', async () => {
		const session = open({}, belowShell);
		await session.shows('test 000');
		process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGUSR2');
		const text = await session.shows('ended with');
		expect(text).toContain('Error: a bug');
		expect(text).toContain('svc: dashboard closed');
		expect(text).not.toContain('test 00');
		expect(session.isAlternate).toBe(false);
		await session.until(shown => / icanon/.test(shown) && / echo /.test(shown), 'lines and echo');
	});

	it('ends when the terminal is closed', async () => {
		const session = open({RUNNING: '1'});
		await session.shows('test 000');
		const {pid} = session.pty;
		session.pty.kill('SIGHUP');
		await session.ended;
		await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
	});

	it('gives the editor every key, and comes back', async () => {
		const editor = join(folder, 'editor.sh');
		writeFileSync(editor, '#!/bin/sh\necho "editor is here"\nread -r line\necho "# $line" >> "$1"\n', {mode: 0o755});
		const session = open({EDITOR: editor});
		await session.shows('test 000');
		session.type('e');
		await session.shows('editor is here');
		expect(session.isAlternate).toBe(false);
		session.type('jjqq:? typed into the editor\r');
		await session.shows('Saved the code of test 000');
		expect(session.isAlternate).toBe(true);
		session.type('q');
		await session.ended;
		expect(session.text()).toContain('assert \\"tst_000\\"\\n# jjqq:? typed into the editor\\n');
	});

	it('stops and goes on as the shell says', async () => {
		const session = open({PS1: '$ '}, ['/bin/bash', '--norc', '--noprofile', '-i']);
		await session.shows('$');
		session.type(`"${process.execPath}" "${program}"\r`);
		await session.shows('test 000');
		session.type('\u001A');
		await session.shows('Stopped');
		expect(session.isAlternate).toBe(false);
		session.type('fg\r');
		await session.until(text => text.includes('test 000') && session.isAlternate, 'the dashboard again');
		session.type('j');
		await session.until(text => /❯ {2}✓ passed +test 001/.test(text), 'the cursor on the second test');
		session.type('q');
		await session.until(() => !session.isAlternate, 'the shell');
		session.type('exit\r');
		await session.ended;
	});

	it('draws without colour where NO_COLOR is set', async () => {
		const coloured = open();
		await coloured.shows('test 000');
		expect(coloured.output).toMatch(/\u001B\[3\d/);
		const plain = open({NO_COLOR: '1'});
		await plain.shows('test 000');
		expect(plain.output).not.toMatch(/\u001B\[(?:\d+;)*(?:3\d|4\d|9\d)(?:;\d+)*m/);
	});

	it('draws also where CI is set', async () => {
		const session = open({CI: 'true', CONTINUOUS_INTEGRATION: 'true'});
		await session.shows('test 000');
	});

	it('answers a resize', async () => {
		const session = open();
		await session.shows('test 000');
		session.pty.resize(40, 10);
		await session.shows('svc needs at least');
	});

	it('reads out lines for screen readers', async () => {
		const session = open({ACCESSIBLE: '1'});
		await session.shows('Type a number');
		expect(session.output).not.toContain('\u001B');
		session.type('99\r');
		await session.shows('There is no choice "99"');
		session.type('\u0004');
		expect(await session.ended).toBe(0);
	});
});

const hasTmux = (() => {
	try {
		execFileSync('tmux', ['-V'], {stdio: 'ignore'});
		return true;
	} catch {
		return false;
	}
})();

describe.skipIf(!hasTmux)('the dashboard in tmux', () => {
	// A server that is told to end still holds its socket for a moment: each test has a server of its own.
	const servers: string[] = [];
	const tmux = (...args: string[]) =>
		execFileSync('tmux', ['-S', String(servers.at(-1)), '-f', '/dev/null', ...args], {
			encoding: 'utf8',
			env: environment(),
		});
	const screen = () => tmux('capture-pane', '-p', '-t', 'svc');

	beforeEach(() => {
		servers.push(join(folder, `tmux-${servers.length}`));
	});
	afterEach(() => {
		tmux('kill-server');
	});

	it('is drawn, answers keys, and leaves the pane as it was', async () => {
		tmux('new-session', '-d', '-s', 'svc', '-x', '100', '-y', '30', '/bin/sh');
		tmux('send-keys', '-t', 'svc', `"${process.execPath}" "${program}"`, 'Enter');
		await expect.poll(screen).toContain('test 000');
		tmux('send-keys', '-t', 'svc', 'j', 'j');
		await expect.poll(screen).toMatch(/❯ {2}✓ passed +test 002/);
		tmux('send-keys', '-t', 'svc', 'q');
		await expect.poll(screen).toContain('svc: dashboard closed');
	});

	it('copies into the buffer of tmux, as it is set up by default', async () => {
		tmux('new-session', '-d', '-s', 'svc', '-x', '60', '-y', '20', '/bin/sh');
		tmux('send-keys', '-t', 'svc', `"${process.execPath}" "${program}"`, 'Enter');
		await expect.poll(screen).toContain('test 000');
		tmux('send-keys', '-t', 'svc', 'y');
		await expect.poll(screen).toContain('Copied, also in ~/home/copied.txt: tst_000');
		expect(tmux('show-buffer')).toBe('tst_000');
		expect(await readFile(join(folder, 'home', 'copied.txt'), 'utf8')).toBe('tst_000');
	});
});
