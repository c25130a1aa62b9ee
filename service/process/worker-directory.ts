import {join} from 'node:path';
import {dataPaths, prepareDataDirectory} from './data-directory.ts';
import {ServeError} from './serve-error.ts';
import {DirectoryInUseError, lockDirectory} from '../store/directory-lock.ts';

/** Workers of one user on one machine. */
const mostWorkers = 256;

/**
 * Where a worker keeps the working directories of its tests: the first folder below `root` that no worker has. The next one takes over
 * what a worker that was killed has left in it.
 */
export function takeWorkerDirectory(root: string): {dataDir: string; release(): void} {
	for (let number = 1; number <= mostWorkers; number++) {
		const folder = join(root, String(number));
		try {
			prepareDataDirectory(folder);
			return {dataDir: folder, release: lockDirectory(dataPaths(folder).lock).release};
		} catch (error) {
			if (!(error instanceof DirectoryInUseError)) throw error;
		}
	}
	throw new ServeError('CONFLICT', `${mostWorkers} workers run below ${root}.`, {
		nextAction: 'Stop some of them, or name another directory in SVC_HOME.',
		details: {reason: 'too_many_workers'},
	});
}
