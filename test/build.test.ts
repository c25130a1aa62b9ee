import {spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, it, onTestFinished} from 'vitest';

it('a build in a fresh copy, where no library is installed, names the command that installs them', () => {
	const copy = mkdtempSync(join(tmpdir(), 'svc-fresh-'));
	onTestFinished(() => rmSync(copy, {recursive: true, force: true}));
	mkdirSync(join(copy, 'build'));
	cpSync(fileURLToPath(new URL('../build/build.mjs', import.meta.url)), join(copy, 'build', 'build.mjs'));
	const {status, stderr} = spawnSync(process.execPath, [join(copy, 'build', 'build.mjs')], {encoding: 'utf8'});
	expect(status).toBe(1);
	expect(stderr).toMatch(/^The build needs a library that is not installed .+\nRun this first: npm install\n$/);
});
