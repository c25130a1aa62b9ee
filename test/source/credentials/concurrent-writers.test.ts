import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {expect, it} from 'vitest';
import {systemClock} from '../../../source/client/clock.ts';
import {readCredentials, writeProfile} from '../../../source/credentials/credentials-store.ts';
import {bundleScript, temporaryDirectory} from '../process/bundle-script.ts';

const source = fileURLToPath(new URL('write-loop.ts', import.meta.url));

it('processes that write at the same time lose nothing', async () => {
	const [script, path] = [await bundleScript(source), join(temporaryDirectory(), 'credentials')];
	const writers = ['a', 'b', 'c'].map(prefix => spawn(process.execPath, [script, path, prefix, '15', '40']));
	const codes = await Promise.all(writers.map(async writer => (await once(writer, 'exit'))[0]));
	expect(codes).toEqual([0, 0, 0]);
	expect(readCredentials(path).profiles.size).toBe(45);
	expect(readdirSync(join(path, '..'))).toEqual(['credentials']);
});

it('a writer killed at any moment leaves the old file or the new one, and the next writer goes on', async () => {
	const [script, directory] = [await bundleScript(source), temporaryDirectory()];
	const path = join(directory, 'credentials');
	const keyLength = 20_000;
	for (let round = 0; round < 15; round++) {
		const writer = spawn(process.execPath, [script, path, `r${round}-`, '100000', String(keyLength)]);
		await once(writer.stdout, 'data');
		// Killed as soon as its lock, or in every other round its temporary file, is there: in the middle of a write.
		const sign = round % 2 === 0 ? '.lock' : '.tmp.';
		await expect.poll(() => readdirSync(directory).some(name => name.includes(sign)), {interval: 1}).toBe(true);
		writer.kill('SIGKILL');
		await once(writer, 'exit');
		for (const section of readCredentials(path).profiles.values()) {
			expect(section.get('api_key')).toHaveLength(keyLength);
		}
		// Rejects when the lock stays.
		await writeProfile(path, 'default', {api_key: 'k'.repeat(keyLength)}, systemClock);
	}
	expect(readdirSync(directory)).toEqual(['credentials']);
	expect(readFileSync(path, 'utf8').endsWith('\n')).toBe(true);
});
