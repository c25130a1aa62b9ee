import {closeSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import process from 'node:process';

/** The path is a symbolic link; following it would write where somebody else decided. */
export class SymlinkRefusedError extends Error {
	override readonly name = 'SymlinkRefusedError';
	readonly path: string;

	constructor(path: string) {
		super(`${path} is a symbolic link and is not written through.`);
		this.path = path;
	}
}

/** Prefix of the temporary files that belong to `path`; what follows is `<pid>.<random>`. */
export const temporaryPrefix = (path: string) => `${path}.tmp.`;

/**
 * Replaces a file so that a reader, or a `kill -9` at any moment, sees either the old or the new content: temporary file
 * in the same directory (exclusive create, `mode`), fsync, rename. Runs without yielding, so no signal handler of this
 * process can leave the temporary file behind. Throws `SymlinkRefusedError`, else what the file system says.
 */
export function writeFileAtomically(path: string, data: string | Uint8Array, options: {mode: number}): void {
	const existing = lstatSync(path, {throwIfNoEntry: false});
	if (existing?.isSymbolicLink()) throw new SymlinkRefusedError(path);
	// The rename would put a file in the place of a device: `--out /dev/null`, written by root, would take it away.
	if (existing && !existing.isFile() && !existing.isDirectory())
		throw Object.assign(new Error(`${path} is not a regular file and is not replaced.`), {code: 'EINVAL', path});
	// Through the global, which loads node:crypto only when a file is written.
	const temporary = `${temporaryPrefix(path)}${process.pid}.${crypto.randomUUID().slice(-12)}`;
	const file = openSync(temporary, 'wx', options.mode);
	try {
		try {
			writeFileSync(file, data);
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, {force: true});
		throw error;
	}
	syncDirectory(dirname(path));
}

/** Makes the rename itself durable, where the system can open a directory. */
function syncDirectory(path: string): void {
	if (process.platform === 'win32') return;
	const directory = openSync(path, 'r');
	try {
		fsyncSync(directory);
	} catch (error) {
		// Some network file systems refuse fsync of a directory; the content is in place all the same.
		if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
	} finally {
		closeSync(directory);
	}
}
