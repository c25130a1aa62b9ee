import {mkdirSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {ApiError} from '../errors/api-error.ts';
import {readRegularFile} from '../process/regular-file.ts';
import {isAlive} from '../process/start-time.ts';
import {stagingFolder} from './bundle-files.ts';

const ownerFile = 'owner.json';
/** A staging folder without an owner file this old was left by a process that was killed between two calls. */
const ownerlessAfterMs = 30_000;

/**
 * Takes the staging folder of a bundle directory by exclusive create and gives its path, empty. One that a live process
 * holds is CONFLICT `locked`; one that a dead process left is replaced.
 */
export function takeStaging(directory: string, now: number): string {
	const path = join(directory, stagingFolder);
	for (;;) {
		try {
			mkdirSync(path, {mode: 0o700});
			writeFileSync(join(path, ownerFile), JSON.stringify({pid: process.pid}), {flag: 'wx', mode: 0o600});
			return path;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		}
		if (isHeld(path, now)) {
			throw new ApiError('CONFLICT', 'Another process is writing this bundle.', {
				nextAction: 'Wait until it has finished, or choose another directory with --out.',
				details: {reason: 'locked'},
			});
		}
		removeLeftover(path);
	}
}

/** What was staged, without the owner file, may be renamed out of it; this removes the rest. */
export const releaseStaging = (path: string) => rmSync(path, {recursive: true, force: true});

function isHeld(path: string, now: number): boolean {
	try {
		const {pid} = JSON.parse(readRegularFile(join(path, ownerFile))) as {pid: number};
		return isAlive(pid);
	} catch {
		const created = statSync(path, {throwIfNoEntry: false})?.mtimeMs;
		return created !== undefined && now - created < ownerlessAfterMs;
	}
}

/** Renamed before it is removed, so that of two processes that found it only one takes it away. */
function removeLeftover(path: string): void {
	const away = `${path}.${process.pid}`;
	try {
		renameSync(path, away);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
		throw error;
	}
	rmSync(away, {recursive: true, force: true});
}
