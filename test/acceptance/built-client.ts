import {spawnSync} from 'node:child_process';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {withLock} from '../../source/process/lock-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folder of the built client: `SVC_DIST`, else `dist`. */
export const dist = process.env['SVC_DIST'] ?? join(root, 'dist');

/** Longer than any test file waits for a build. */
export const patienceMs = 240_000;

/** Builds the client when its sources are newer; test files that start together build it once. */
export async function buildClient(): Promise<void> {
	if (process.env['SVC_DIST']) return;
	const lock = join(tmpdir(), 'svc-test-build.lock');
	await withLock(lock, {now: Date.now, sleep: ms => sleep(ms), giveUpAfterMs: patienceMs}, () => {
		const build = spawnSync(process.execPath, [join(root, 'build/build.mjs'), '--if-stale'], {encoding: 'utf8'});
		if (build.status !== 0) throw new Error(`the build failed:\n${build.stderr}`);
	});
}
