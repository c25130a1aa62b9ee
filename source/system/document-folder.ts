import {closeSync, openSync, readdirSync, readSync, realpathSync, statSync} from 'node:fs';
import {join, sep} from 'node:path';
import {fileErrorWords} from '../process/file-error-words.ts';

/** The folder of a document, whose files it may refer to. */
export type DocumentFolder = {
	/**
	 * Content of a file below the folder; a reason in words when it cannot be read.
	 *
	 * @param name relative to the folder, with `/`
	 */
	read(name: string): {bytes: Uint8Array} | {refused: string};
};

/** Reads files of one folder and of nothing else: symbolic links that lead out of it are not followed. */
export function createDocumentFolder(folder: string, maxBytes: number): DocumentFolder {
	return {
		read(name) {
			let file: number | undefined;
			try {
				const root = realpathSync(folder);
				const path = realpathSync(join(folder, name));
				if (!path.startsWith(root.endsWith(sep) ? root : root + sep))
					return {refused: 'a symbolic link leads out of the folder of the document'};
				// A pipe would block the open itself; look first, and read no more than was seen.
				const stat = statSync(path);
				if (!stat.isFile()) return {refused: 'it is not a regular file'};
				if (stat.size > maxBytes) return {refused: `it is larger than ${maxBytes / 1_048_576} MB`};
				file = openSync(path, 'r');
				const bytes = new Uint8Array(stat.size);
				return {bytes: bytes.subarray(0, readSync(file, bytes, 0, stat.size, 0))};
			} catch (error) {
				const {code} = error as NodeJS.ErrnoException;
				if (code === undefined) throw error;
				return {refused: fileErrorWords(code)};
			} finally {
				if (file !== undefined) closeSync(file);
			}
		},
	};
}

const usualNames = /^(?:openapi|swagger|api|index|main|root)\./i;
const firstBytes = 65_536;

/** The files directly in a folder that say that they are OpenAPI or Swagger; only the one with a usual name when it is one. */
export function entriesOf(folder: string): string[] {
	const names = readdirSync(folder, {withFileTypes: true})
		.filter(entry => entry.isFile() && /\.(?:json|ya?ml)$/i.test(entry.name) && !entry.name.startsWith('.'))
		.map(({name}) => name)
		.sort();
	const documents = names.filter(name =>
		/^[ \t{]*["']?(?:openapi|swagger)["']?[ \t]*:/m.test(beginningOf(join(folder, name))),
	);
	const usual = documents.filter(name => usualNames.test(name));
	return usual.length === 1 ? usual : documents;
}

function beginningOf(path: string): string {
	const file = openSync(path, 'r');
	try {
		const buffer = Buffer.alloc(firstBytes);
		return buffer.toString('utf8', 0, readSync(file, buffer, 0, firstBytes, 0));
	} finally {
		closeSync(file);
	}
}
