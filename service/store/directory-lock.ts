import {closeSync, existsSync, openSync, truncateSync} from 'node:fs';
import Libsql from 'libsql';

/** Another process holds the data directory. */
export class DirectoryInUseError extends Error {
	override readonly name = 'DirectoryInUseError';
}

/**
 * Takes a data directory for this process until `release`, or throws `DirectoryInUseError`. The lock is one of the
 * operating system on the file at `path`, taken through SQLite: it ends with the process however that dies, it cannot be
 * confused by a reused pid, and it also holds between containers that share the directory.
 */
export function lockDirectory(path: string, isEmptied = false): {release(): void} {
	// Closing a file that this process has locked would drop the lock, so an existing one is not opened here.
	if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
	const file = new Libsql(path);
	try {
		file.exec('begin exclusive');
	} catch (error) {
		file.close();
		if ((error as {code?: unknown}).code === 'SQLITE_BUSY')
			throw new DirectoryInUseError(`${path} is locked by another process.`, {cause: error});
		if (!isEmptied && (error as {code?: unknown}).code === 'SQLITE_NOTADB') {
			// Nothing is kept in it. Emptied in its place, it still is what another process may have locked.
			truncateSync(path);
			return lockDirectory(path, true);
		}
		throw error;
	}
	return {
		release() {
			// Closing alone lets go only when the garbage collector has taken the last statement.
			file.exec('rollback');
			file.close();
		},
	};
}
