import {accessSync, constants, statfsSync} from 'node:fs';
import {dirname} from 'node:path';

const words: Record<string, string> = {
	ENOENT: 'no such file',
	EEXIST: 'something that is no directory stands there',
	EISDIR: 'it is a directory',
	ENOTDIR: 'it, or a part of its path, is not a directory',
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EROFS: 'the file system is read-only',
	ENOSPC: 'the disk is full',
	EDQUOT: 'the disk quota is used up',
	EINVAL: 'it is not a regular file',
	ENAMETOOLONG: 'the name is too long',
	ELOOP: 'its symbolic links go in circles',
	EMFILE: 'too many files are open',
	EBUSY: 'it is in use',
	ETXTBSY: 'it is in use',
};

/** Why the file system refused, in the words of people; a code without words stays as it is. */
export const fileErrorWords = (code: string): string => words[code] ?? code;

/** Whether the file system refused because there is no space, or no more for this user. */
export const isFullDisk = (code: string): boolean => code === 'ENOSPC' || code === 'EDQUOT';

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

/** Below that a store cannot even be opened: the index of its log alone takes 32 KiB. */
const leastRoomBytes = 1_048_576;

/** Bytes that this user may still write to the file system of a path, or of what there is of it; null: it does not tell. */
export function freeBytesOf(path: string): number | null {
	try {
		const {bavail, bsize} = statfsSync(path);
		return bavail * bsize;
	} catch (error) {
		const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
		return isMissing && dirname(path) !== path ? freeBytesOf(dirname(path)) : null;
	}
}

/** Whether so little is left that a write fails, with whatever code it may be. */
export const isOutOfRoom = (freeBytes: number | null): boolean => freeBytes !== null && freeBytes < leastRoomBytes;
