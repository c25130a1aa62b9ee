import {closeSync, fstatSync, readSync} from 'node:fs';
import {openRegularFile} from '../../process/regular-file.ts';
import type {Sleep} from '../../client/clock.ts';

const pollMs = 250;
const chunkBytes = 64 * 1024;

/**
 * Lines that are appended to a file from an offset on, until the signal is aborted. A file that is replaced or gets
 * shorter (log rotation) is read from its beginning.
 */
export async function* followFile(
	path: string,
	offset: number,
	{sleep, signal}: {sleep: Sleep; signal: AbortSignal},
): AsyncGenerator<string> {
	let position = offset;
	let identity = identityOf(path);
	let rest = Buffer.alloc(0);
	while (!signal.aborted) {
		const current = identityOf(path);
		if (current !== null && (current.inode !== identity?.inode || current.size < position)) {
			position = 0;
			rest = Buffer.alloc(0);
		}
		identity = current ?? identity;
		const added = current === null ? Buffer.alloc(0) : readFrom(path, position);
		position += added.length;
		// Cut at line ends in bytes: a character may arrive in two pieces.
		rest = Buffer.concat([rest, added]);
		for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
			yield rest.subarray(0, end).toString();
			rest = rest.subarray(end + 1);
		}
		if (added.length === 0) await sleep(pollMs, signal).catch(ignoreAbort(signal));
	}
}

const ignoreAbort = (signal: AbortSignal) => (error: unknown) => {
	if (!signal.aborted) throw error;
};

function withFile<T>(path: string, use: (file: number) => T): T | null {
	let file: number;
	try {
		file = openRegularFile(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
	try {
		return use(file);
	} finally {
		closeSync(file);
	}
}

const identityOf = (path: string): {inode: number; size: number} | null =>
	withFile(path, file => {
		const {ino, size} = fstatSync(file);
		return {inode: ino, size};
	});

const readFrom = (path: string, position: number): Buffer =>
	withFile(path, file => {
		const buffer = Buffer.alloc(chunkBytes);
		return buffer.subarray(0, readSync(file, buffer, 0, chunkBytes, position));
	}) ?? Buffer.alloc(0);
