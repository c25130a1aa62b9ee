import {spawnSync} from 'node:child_process';
import {mkdtempSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {readConfig} from '../../source/credentials/config-file.ts';
import {readCredentials} from '../../source/credentials/credentials-store.ts';
import {openRegularFile, readRegularBytes, readRegularFile} from '../../source/process/regular-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'svc-regular-'));
const pipe = join(folder, 'pipe');
spawnSync('mkfifo', [pipe]);
const device = join(folder, 'device');
symlinkSync('/dev/zero', device);

it.each([openRegularFile, readRegularBytes, readRegularFile])('%o opens no pipe and no device', read => {
	for (const path of [pipe, device]) expect(() => read(path)).toThrow(/is not a regular file/);
});

it('settings and credentials that are pipes are refused with a sentence, and nothing waits for a writer', () => {
	for (const read of [readConfig, readCredentials])
		expect(() => read(pipe)).toThrow(/cannot be read.*not a regular file|not a regular file/);
});

it('what a link leads to is read', () => {
	writeFileSync(join(folder, 'file'), 'text');
	symlinkSync('file', join(folder, 'link'));
	expect(readRegularFile(join(folder, 'link'))).toBe('text');
});
