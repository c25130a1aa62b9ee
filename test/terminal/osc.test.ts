import {mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {copyText} from '../../source/terminal/clipboard.ts';
import {copySequence, notifySequence, passThrough, titleSequence} from '../../source/terminal/osc.ts';

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
	const copy = (text: string, env: Record<string, string>) => {
		const written: string[] = [];
		const copied = copyText(text, {env, file, write: sequence => written.push(sequence)});
		return {copied, written};
	};

	it('goes through the terminal', () => {
		const {copied, written} = copy('run_1', {TERM: 'xterm-256color'});
		expect(copied).toEqual({to: 'clipboard'});
		expect(written).toEqual([copySequence('run_1')]);
	});

	it.each<[string, string, Record<string, string>]>([
		['the text is too long for it', 'x'.repeat(100_000), {}],
		['it is the Linux console', 'run_1', {TERM: 'linux'}],
		['it is known not to do it', 'run_1', {TERM_PROGRAM: 'Apple_Terminal'}],
	])('goes to a private file where %s', (_what, text, env) => {
		const {copied, written} = copy(text, env);
		expect(copied).toEqual({to: 'file', path: file});
		expect(written).toEqual([]);
		expect(readFileSync(file, 'utf8')).toBe(text);
		expect(statSync(file).mode & 0o777).toBe(0o600);
	});

	it('leaves nothing behind', () => {
		rmSync(folder, {recursive: true});
	});
});
