import {spawn, spawnSync} from 'node:child_process';
import {closeSync, mkdtempSync, openSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createUserFiles} from '../../../source/system/user-files.ts';

function pipeWith(text: string): {pipe: string; descriptor: number} {
	const folder = mkdtempSync(join(tmpdir(), 'svc-user-files-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const pipe = join(folder, 'pipe');
	spawnSync('mkfifo', [pipe]);
	spawn('sh', ['-c', 'printf %s "$1" > "$2"', 'sh', text, pipe], {stdio: 'ignore'});
	const descriptor = openSync(pipe, 'r');
	onTestFinished(() => closeSync(descriptor));
	return {pipe, descriptor};
}

const files = createUserFiles({cwd: '/', stdin: () => (async function* () {})()});
const read = async (path: string, maxBytes = 100) =>
	new TextDecoder().decode(await files.read(path, {flag: 'password-file', maxBytes}));

describe('a file that a flag names', () => {
	it('may be the pipe of a process substitution', async () => {
		const {descriptor} = pipeWith('open-sesame');
		expect(await read(`/dev/fd/${descriptor}`)).toBe('open-sesame');
	});

	it('has a limit there, too', async () => {
		const {descriptor} = pipeWith('x'.repeat(200));
		await expect(read(`/dev/fd/${descriptor}`)).rejects.toThrow(expect.objectContaining({code: 'PAYLOAD_TOO_LARGE'}));
	});

	it('is no pipe with a name, for which one would wait', async () => {
		const {pipe} = pipeWith('');
		await expect(read(pipe)).rejects.toThrow(
			expect.objectContaining({nextAction: expect.stringContaining('not a regular file')}),
		);
	});

	it('is no descriptor that is not there', async () => {
		await expect(read('/dev/fd/987')).rejects.toThrow(expect.objectContaining({code: 'VALIDATION_ERROR'}));
	});
});
