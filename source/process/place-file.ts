import {
	closeSync,
	constants,
	copyFileSync,
	lstatSync,
	mkdirSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
	existsSync,
	statSync,
} from 'node:fs';
import {join, dirname} from 'node:path';
import {SymlinkRefusedError, writeFileAtomically} from './atomic-write.ts';

/**
 * Files that this program generates into a directory of the user, who may have changed them or have own files there:
 * never through a symbolic link, never over different content unless told to, and then with a backup.
 */

/** `no-backup-name`: all names of a backup are taken, so that nothing was replaced. */
type Placed = 'written' | 'skipped' | 'blocked' | 'updated' | 'no-backup-name';

/** A file or something else stands where a directory is needed, or something else where a file is. */
export class UnsafePathError extends Error {
	override readonly name = 'UnsafePathError';
	readonly path: string;

	constructor(path: string, what: string) {
		super(`${path} ${what}`);
		this.path = path;
	}
}

const maxBackups = 99;

/**
 * "`lstat` of every path segment": throws `SymlinkRefusedError` or `UnsafePathError` when a file cannot be placed safely.
 * Segments that do not exist yet are fine. @param segments names below `root`; the last one is the file
 */
export function checkPath(root: string, segments: readonly string[]): void {
	for (const index of segments.keys()) {
		const path = join(root, ...segments.slice(0, index + 1));
		const stat = lstatSync(path, {throwIfNoEntry: false});
		if (!stat) return;
		if (stat.isSymbolicLink()) throw new SymlinkRefusedError(path);
		const isLast = index === segments.length - 1;
		if (isLast && !stat.isFile()) throw new UnsafePathError(path, 'is not a regular file.');
		if (!isLast && !stat.isDirectory()) throw new UnsafePathError(path, 'is not a directory.');
	}
}

/** Creates the directories above a file, one by one, so that no link that appears meanwhile is followed. */
export function makeDirectories(root: string, segments: readonly string[]): void {
	for (const index of segments.slice(0, -1).keys()) {
		try {
			mkdirSync(join(root, ...segments.slice(0, index + 1)));
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		}
	}
	checkPath(root, segments);
}

/** Writes a file that does not exist yet; false when there is one by now. */
export function createFile(path: string, data: Uint8Array): boolean {
	let file: number;
	try {
		file = openSync(path, 'wx');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
	try {
		writeFileSync(file, data);
	} catch (error) {
		rmSync(path, {force: true});
		throw error;
	} finally {
		closeSync(file);
	}
	return true;
}

/**
 * Brings one file into a directory. "Same bytes: skipped. Different bytes without force: blocked. With force: backup
 * `<file>.bak`, else `.bak.1` … `.bak.99`, then temporary file and rename."
 * @param isCurrent whether other bytes count as the same
 */
export function placeFile(
	root: string,
	segments: readonly string[],
	data: Uint8Array,
	options: {force: boolean; isCurrent?(existing: Buffer): boolean},
): Placed {
	checkPath(root, segments);
	const path = join(root, ...segments);
	const stat = lstatSync(path, {throwIfNoEntry: false});
	if (!stat) {
		makeDirectories(root, segments);
		return createFile(path, data) ? 'written' : 'blocked';
	}
	const existing = readFileSync(path);
	if (existing.equals(data)) return 'skipped';
	if (!options.force) return options.isCurrent?.(existing) ? 'skipped' : 'blocked';
	if (!backUp(path)) return 'no-backup-name';
	writeFileAtomically(path, data, {mode: stat.mode & 0o777});
	return 'updated';
}

/** Copies a file beside itself under the first free name; false when none is free. */
function backUp(path: string): boolean {
	for (let number = 0; number <= maxBackups; number++) {
		try {
			copyFileSync(path, `${path}.bak${number === 0 ? '' : `.${number}`}`, constants.COPYFILE_EXCL);
			return true;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		}
	}
	return false;
}

/**
 * Makes a directory with the parents it lacks; one that exists is no error. Node's own `recursive` does the same, but
 * never ends below a directory that exists and answers ENOENT to new entries, as `/proc` does.
 */
export function makeDirectory(path: string, {mode = 0o777}: {mode?: number} = {}): void {
	try {
		mkdirSync(path, {mode});
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		const parent = dirname(path);
		if (code === 'ENOENT' && parent !== path && !existsSync(parent)) {
			makeDirectory(parent, {mode});
			// Now its parent is there: the second answer counts.
			makeDirectory(path, {mode});
			return;
		}
		if (!statSync(path, {throwIfNoEntry: false})?.isDirectory()) throw error;
	}
}
