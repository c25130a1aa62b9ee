import {accessSync, constants} from 'node:fs';
import {dirname} from 'node:path';

/** Whether a path, or what there is of it, lies on a file system that is mounted read-only: no permission helps there. */
export function isOnReadOnlySystem(path: string): boolean {
	try {
		accessSync(path, constants.W_OK);
		return false;
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		if (code === 'ENOENT' && dirname(path) !== path) return isOnReadOnlySystem(dirname(path));
		return code === 'EROFS';
	}
}

/** What has to be done to a read-only file system, as the rest of a sentence. */
export const mountForWriting = (path: string): string => `mount the file system of ${path} for writing`;

/** What lets something be written in a directory, as the rest of a sentence: another mount, or rights. */
export const letWrite = (path: string): string =>
	isOnReadOnlySystem(path) ? mountForWriting(path) : 'make this one writable';
