import {join} from 'node:path';
import {dataPaths, prepareDataDirectory} from './data-directory.ts';
import {existsSync, readdirSync} from 'node:fs';
import type {AbandonedScratch} from '../engine/create-engine.ts';
import {ServeError} from './serve-error.ts';
import {DirectoryInUseError, lockDirectory} from '../store/directory-lock.ts';

/** Workers of one user on one machine. */
const mostWorkers = 256;

export type WorkerDirectory = {
	dataDir: string;
	release(): void;
	/** Scratch folders of workers that were killed and not started again, each taken until its `release`. */
	abandoned(): Iterable<AbandonedScratch>;
};

/**
 * Where a worker keeps the working directories of its tests: the first folder below `root` that no worker has. The next one takes over
 * what a worker that was killed has left in it.
 */
export function takeWorkerDirectory(root: string): WorkerDirectory {
	for (let number = 1; number <= mostWorkers; number++) {
		const folder = join(root, String(number));
		try {
			prepareDataDirectory(folder);
			const {release} = lockDirectory(dataPaths(folder).lock);
			return {dataDir: folder, release, abandoned: () => abandonedBeside(root, number)};
		} catch (error) {
			if (error instanceof DirectoryInUseError) continue;
			throw error instanceof ServeError ? inItsWords(error, root) : error;
		}
	}
	throw new ServeError('CONFLICT', `${mostWorkers} workers run below ${root}.`, {
		nextAction: 'Stop some of them, or name another directory in SVC_HOME.',
		details: {reason: 'too_many_workers'},
	});
}

/** A worker has no `--data-dir`. */
const inItsWords = ({failure: {code, message, details}, cause}: ServeError, root: string): ServeError =>
	new ServeError(code, message, {
		nextAction: `Name another directory in SVC_HOME, or let this user write to ${root}.`,
		details: {...details, field: 'SVC_HOME'},
		cause,
	});

function* abandonedBeside(root: string, own: number): Iterable<AbandonedScratch> {
	for (const name of readdirSync(root)) {
		// Its own lock would be dropped by opening its file once more.
		if (!/^[1-9]\d{0,2}$/.test(name) || Number(name) === own) continue;
		const {scratch, lock} = dataPaths(join(root, name));
		if (!existsSync(scratch) || !readdirSync(scratch).some(entry => entry.startsWith('runtime-'))) continue;
		const release = lockUnlessTaken(lock);
		if (release) yield {scratchDir: scratch, release};
	}
}

function lockUnlessTaken(path: string): (() => void) | null {
	try {
		return lockDirectory(path).release;
	} catch (error) {
		if (error instanceof DirectoryInUseError) return null;
		throw error;
	}
}
