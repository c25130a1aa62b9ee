import {existsSync, readFileSync, rmSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {describe, expect, it} from 'vitest';
import {editorCommand, pagerCommand, runInTerminal, withPrivateFile} from '../../../source/terminal/run-program.ts';

describe('other programs', () => {
	it.each<[Record<string, string>, NodeJS.Platform, string]>([
		[{VISUAL: 'code --wait', EDITOR: 'nano'}, 'linux', 'code --wait'],
		[{EDITOR: 'nano'}, 'linux', 'nano'],
		[{EDITOR: ' '}, 'linux', 'vi'],
		[{}, 'win32', 'notepad'],
	])('the editor of %j on %s is %s', (env, platform, command) => {
		expect(editorCommand(env, platform)).toBe(command);
	});

	it('the pager is the own one, else less', () => {
		expect(pagerCommand({PAGER: 'bat'}, 'linux')).toBe('bat');
		expect(pagerCommand({}, 'linux')).toBe('less -R');
	});

	it('get the file as their last argument, whatever its name holds', async () => {
		const name = 'a b\'"$(x).txt';
		const result = await withPrivateFile(name, 'before\n', async (path, read) => {
			expect(statSync(path).mode & 0o777).toBe(0o600);
			const end = await runInTerminal(`${process.execPath} -e "fs.appendFileSync(process.argv[1], 'after')" --`, path, {
				PATH: process.env['PATH'],
			});
			return {end, text: await read(), path};
		});
		expect(result).toMatchObject({end: {code: 0}, text: 'before\nafter'});
		expect(existsSync(result.path)).toBe(false);
	});

	it('that fail say how, and a file is kept where it is asked for', async () => {
		const {end, path} = await withPrivateFile(
			'kept.py',
			'text',
			async file => ({end: await runInTerminal('exit 3;', file, {}), path: file}),
			() => true,
		);
		expect(end).toEqual({code: 3});
		expect(readFileSync(path, 'utf8')).toBe('text');
		rmSync(dirname(path), {recursive: true});
	});
});
