import {closeSync, readSync, statSync} from 'node:fs';
import {refusedFlag} from '../errors/api-error.ts';
import {fileErrorWords} from '../process/file-error-words.ts';
import {openRegularFile} from '../process/regular-file.ts';

/** A file read whole, or how large it is when it has more than the allowed bytes. */
type LimitedRead = {bytes: Buffer} | {sizeBytes: number};

const chunkBytes = 65_536;

/** The error of a file or directory that cannot be read: nothing else of the command happens then. */
export function unreadable(path: string, flag: string, error: unknown): Error {
	const {code} = error as NodeJS.ErrnoException;
	if (code === undefined) return error as Error;
	return refusedFlag(flag, {reason: 'unreadable', text: `${path} cannot be read: ${fileErrorWords(code)}`});
}

/** Reads a file of at most `maxBytes`. Throws `unreadable`. @param flag the flag that named the file */
export function readLimited(path: string, flag: string, maxBytes: number): LimitedRead {
	const parts: Buffer[] = [];
	let size = 0;
	for (const chunk of chunksOf(path, flag)) {
		size += chunk.length;
		if (size > maxBytes) return {sizeBytes: sizeOf(path, size)};
		parts.push(chunk);
	}
	return {bytes: Buffer.concat(parts)};
}

/** The content of a file, piece by piece; each piece is a copy of its own. Throws `unreadable`. */
export function* chunksOf(path: string, flag: string): Generator<Buffer> {
	let file: number | undefined;
	try {
		file = openRegularFile(path);
		for (;;) {
			const chunk = Buffer.allocUnsafe(chunkBytes);
			const count = readSync(file, chunk, 0, chunkBytes, null);
			if (count === 0) return;
			yield chunk.subarray(0, count);
		}
	} catch (error) {
		throw unreadable(path, flag, error);
	} finally {
		if (file !== undefined) closeSync(file);
	}
}

/** Size of a file; what was read so far where it has become smaller meanwhile. */
export const sizeOf = (path: string, readBytes: number): number => Math.max(statSync(path).size, readBytes);
