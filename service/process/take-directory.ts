import {type DataPaths, readServiceFile} from './data-directory.ts';
import {ServeError} from './serve-error.ts';
import {DirectoryInUseError, lockDirectory} from '../store/directory-lock.ts';
import {storeFailure} from './store-failure.ts';

/** Takes a data directory for this process; answers how to let go of it. Throws `ServeError` where another one has it. */
export function takeDirectory(paths: DataPaths): () => void {
	try {
		return lockDirectory(paths.lock).release;
	} catch (error) {
		if (!(error instanceof DirectoryInUseError)) throw storeFailure(error, paths);
		const owner = readServiceFile(paths.serviceFile);
		const who = owner ? `process ${owner.pid} on ${owner.url}` : 'a process that is starting or stopping';
		throw new ServeError('CONFLICT', `Another service uses the data directory ${paths.root}: ${who}.`, {
			nextAction: owner
				? 'Use that service, stop it with `svc service stop`, or name another directory with --data-dir.'
				: 'Try again in some seconds, or name another directory with --data-dir.',
			details: {reason: 'service_running', pid: owner?.pid ?? null, url: owner?.url ?? null},
			cause: error,
		});
	}
}
