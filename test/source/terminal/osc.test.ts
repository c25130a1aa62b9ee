import {mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {copyText} from '../../../source/terminal/clipboard.ts';
import {copySequence, notifySequence, passThrough, titleSequence} from '../../../source/terminal/osc.ts';

describe('requests to the terminal', () => {
	it('end only where they are meant to, whatever the text holds', () => {
		expect(titleSequence('a\u0007\u001B]52;c;x\u0007b')).toBe('\u001B]0;a  ]52;c;x b\u0007');
		expect(notifySequence('done\u0007\nmore')).toBe('\u001B]9;done  more\u0007');
	});

	it('carry copied text as base64', () => {
		expect(copySequence('é\n')).toBe(`\u001B]52;c;${Buffer.from('é\n').toString('base64')}\u0007`);
	});

	it('are wrapped for tmux and screen', () => {
		const title = titleSequence('x');
		expect(passThrough(title, {})).toBe(title);
		expect(passThrough(title, {TMUX: '/tmp/tmux-0/default,1,0'})).toBe(`\u001BPtmux;\u001B\u001B]0;x\u0007\u001B\\`);
		expect(passThrough(title, {STY: '1.pts'})).toBe(`\u001BP${title}\u001B\\`);
	});

	it('are cut into pieces that screen does not drop', () => {
		const wrapped = passThrough(copySequence('x'.repeat(2000)), {STY: '1.pts'});
		for (const piece of wrapped.split('\u001B\\')) expect(piece.length).toBeLessThanOrEqual(514);
	});
});

describe('copying', () => {
	const folder = mkdtempSync(join(tmpdir(), 'svc-copy-'));
	const file = join(folder, 'home', 'copied.txt');
	const programs = join(folder, 'bin');
	const copy = async (text: string, env: Record<string, string>, platform: NodeJS.Platform = 'linux') => {
		const written: string[] = [];
		const copied = await copyText(text, {env, file, platform, write: sequence => written.push(sequence)});
		return {copied, written};
	};
	/** A program of the clipboard that keeps what it was given, and how it was called. */
	const install = (name: string, exitCode: number) => {
		mkdirSync(programs, {recursive: true});
		const script = `#!/bin/sh\ncat > "${programs}/${name}.in"\necho "$@" > "${programs}/${name}.args"\nexit ${exitCode}\n`;
		writeFileSync(join(programs, name), script, {mode: 0o755});
		return {PATH: `${programs}:/usr/bin:/bin`};
	};
	const given = (name: string) => readFileSync(join(programs, `${name}.in`), 'utf8');
	afterAll(() => rmSync(folder, {recursive: true}));

	it('through the terminal is no more than sent, and a private file has it', async () => {
		const {copied, written} = await copy('run_1', {TERM: 'xterm-256color'});
		expect(copied).toEqual({way: 'sent', file});
		expect(written).toEqual([copySequence('run_1')]);
		expect(readFileSync(file, 'utf8')).toBe('run_1');
		expect(statSync(file).mode & 0o777).toBe(0o600);
	});

	it('tells a file below the home folder by its short path', async () => {
		expect((await copy('run_1', {HOME: folder})).copied.file).toBe('~/home/copied.txt');
	});

	it.each<[string, string, Record<string, string>]>([
		['the text is too long for it', 'x'.repeat(100_000), {}],
		['it is the Linux console', 'run_1', {TERM: 'linux'}],
		['it is known not to do it', 'run_1', {TERM_PROGRAM: 'Apple_Terminal'}],
	])('is left to the file where %s', async (_what, text, env) => {
		const {copied, written} = await copy(text, env);
		expect(copied).toEqual({way: 'kept', file});
		expect(written).toEqual([]);
		expect(readFileSync(file, 'utf8')).toBe(text);
	});

	it('goes raw and wrapped where screen or a tmux that cannot be asked lies between', async () => {
		const raw = copySequence('run_1');
		expect((await copy('run_1', {STY: '1.pts'})).written).toEqual([raw, passThrough(raw, {STY: '1.pts'})]);
		expect((await copy('run_1', {TERM: 'screen-256color', SSH_TTY: '/dev/pts/1'})).written).toEqual([
			raw,
			passThrough(raw, {STY: '1.pts'}),
		]);
		expect((await copy('run_1', {TERM: 'tmux-256color', SSH_TTY: '/dev/pts/1'})).written).toEqual([
			raw,
			passThrough(raw, {TMUX: 'x'}),
		]);
		const {copied, written} = await copy('run_1', {TMUX: '/nowhere,1,0', PATH: '/nowhere'});
		expect(copied.way).toBe('sent');
		expect(written).toEqual([raw, passThrough(raw, {TMUX: 'x'})]);
	});

	it('goes wrapped alone where it is too long for screen, which would print the rest of a raw one', async () => {
		const text = 'x'.repeat(2000);
		const raw = copySequence(text);
		const inScreen: Record<string, string>[] = [{STY: '1.pts'}, {TERM: 'screen.xterm-256color', SSH_TTY: '/dev/pts/1'}];
		for (const env of inScreen) expect((await copy(text, env)).written).toEqual([passThrough(raw, {STY: '1.pts'})]);
		// It may be tmux, which knows nothing of what is wrapped for screen.
		const {written} = await copy(text, {TERM: 'screen-256color', SSH_TTY: '/dev/pts/1'});
		expect(written).toEqual([raw, passThrough(raw, {STY: '1.pts'})]);
	});

	it.each<[string, string, NodeJS.Platform, Record<string, string>]>([
		['tmux', 'load-buffer -w -', 'linux', {TMUX: '/tmp/tmux-0/default,1,0', SSH_TTY: '/dev/pts/1'}],
		['wl-copy', '', 'linux', {WAYLAND_DISPLAY: 'wayland-0'}],
		['xclip', '-selection clipboard', 'linux', {DISPLAY: ':0'}],
		['pbcopy', '', 'darwin', {TERM_PROGRAM: 'Apple_Terminal'}],
	])('is known to have worked where %s said so', async (name, args, platform, env) => {
		const {copied, written} = await copy('run ✓', {...env, ...install(name, 0)}, platform);
		expect(copied).toEqual({way: 'copied', file});
		expect(written).toEqual([]);
		expect(given(name)).toBe('run ✓');
		expect(readFileSync(join(programs, `${name}.args`), 'utf8').trim()).toBe(args);
	});

	it('is not known to have worked where the program failed', async () => {
		const {copied} = await copy('run_1', {DISPLAY: ':0', ...install('xclip', 1)});
		expect(copied.way).toBe('sent');
	});

	it('asks the terminal, not the other machine, over ssh', async () => {
		const env = {DISPLAY: ':0', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22', ...install('xclip', 0)};
		expect((await copy('run_1', env)).copied.way).toBe('sent');
	});

	it('says so when nothing could take the text', async () => {
		// A folder has the name of the file.
		const nowhere = {env: {TERM: 'linux'}, platform: 'linux' as const, write: () => undefined, file: folder};
		expect(await copyText('run_1', nowhere)).toEqual({way: 'kept', file: null});
	});
});
