import {openSync, readFileSync, statSync} from 'node:fs';

/**
 * Throws EINVAL for what is no file or directory: opening a pipe that nobody writes into, or a terminal, waits for ever
 * and takes no signal meanwhile; a directory says what it is when it is read. Symbolic links are followed. Throws what
 * `stat` throws, ENOENT for one.
 */
export function assertRegular(path: string): void {
	const stat = statSync(path);
	if (!stat.isFile() && !stat.isDirectory())
		throw Object.assign(new Error(`${path} is not a regular file.`), {code: 'EINVAL', syscall: 'open'});
}

/** Throws EINVAL for what would keep an `open` for writing waiting; what is not there yet is fine. */
export function assertRegularOrAbsent(path: string): void {
	if (statSync(path, {throwIfNoEntry: false})) assertRegular(path);
}

/** Opens a regular file for reading; a pipe, a device or a socket is not opened (EINVAL). */
export function openRegularFile(path: string): number {
	assertRegular(path);
	return openSync(path, 'r');
}

/** The bytes of a regular file; a pipe, a device or a socket is not opened (EINVAL). */
export function readRegularBytes(path: string): Buffer {
	assertRegular(path);
	return readFileSync(path);
}

/** The text of a regular file; a pipe, a device or a socket is not opened (EINVAL). */
export const readRegularFile = (path: string): string => readRegularBytes(path).toString('utf8');

/** Content of a file that need not exist. */
export function readOptionalFile(path: string): string | null {
	try {
		return readRegularFile(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}
