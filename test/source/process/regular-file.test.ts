import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {ignoreBundles} from '../../../source/bundle/bundle-directory.ts';
import {readConfig} from '../../../source/credentials/config-file.ts';
import {readCredentials} from '../../../source/credentials/credentials-store.ts';
import {isHintDue} from '../../../source/credentials/hint-memory.ts';
import {openRegularFile, readRegularBytes, readRegularFile} from '../../../source/process/regular-file.ts';

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

/** Who opens files without `regular-file.ts`, and why nothing can make it wait. */
const others: Record<string, string> = {
	'source/process/regular-file.ts': 'the reader itself',
	'source/system/user-files.ts': 'looks at the file before it opens it',
	'source/system/document-folder.ts': 'looks at the file before it opens it',
	'source/agent-skills/state.ts': 'looks at the file before it opens it',
	'source/agent-skills/targets.ts': 'looks at the file before it opens it',
	'source/process/place-file.ts': 'checks every segment of the path before; makes files, with wx',
	'source/process/atomic-write.ts': 'makes files of its own, with wx; a directory',
	'source/client/spawn-daemon.ts': 'appends, to what has been looked at',
	'source/bundle/run-files.ts': 'a file in a folder that it has made',
	'source/bundle/write-bundle.ts': 'a file in a folder that it has made',
	'source/terminal/run-program.ts': 'a file in a folder that it has made',
	'source/help/help-topics.ts': 'part of the package',
	'source/system/run-process.ts': 'part of the package',
	'source/process/start-time.ts': '/proc',
};

it('every other file of the client is opened by a reader that looks at it first', () => {
	const root = fileURLToPath(new URL('../../..', import.meta.url));
	const found = readdirSync(join(root, 'source'), {recursive: true, encoding: 'utf8'})
		.map(name => `source/${name}`)
		.filter(name => /\.tsx?$/.test(name))
		.filter(name =>
			/\b(?:readFileSync|readFile|createReadStream|openSync)\(/.test(readFileSync(join(root, name), 'utf8')),
		);
	expect(found.filter(name => others[name] === undefined)).toEqual([]);
	expect(Object.keys(others).filter(name => !found.includes(name))).toEqual([]);
});

describe('files that a command comes by on its way are not waited for', () => {
	it('the .gitignore of a folder of bundles', () => {
		const cwd = mkdtempSync(join(tmpdir(), 'svc-regular-'));
		mkdirSync(join(cwd, '.svc'));
		spawnSync('mkfifo', [join(cwd, '.svc', '.gitignore')]);
		expect(() => ignoreBundles(cwd)).toThrow(/not a regular file/);
	});

	it('the memory of hints', () => {
		const home = mkdtempSync(join(tmpdir(), 'svc-regular-'));
		spawnSync('mkfifo', [join(home, 'hints.json')]);
		expect(isHintDue(home, 'agent-skill', 0)).toBe(true);
	});
});
