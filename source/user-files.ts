import {lstatSync, openSync, readSync, closeSync, statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {ApiError} from './errors/api-error.ts';
import {type Refusal, refusedArgument, refusedFlag} from './errors/usage-error.ts';
import type {Notes} from './output/notes.ts';
import {fileErrorWords} from './errors/file-error-words.ts';

/** Files that a person names on the command line. Paths are relative to the current directory. */
export type UserFiles = {
	/** Content of a regular file, or of stdin where the path is `-`. */
	read(path: string, options: Named & {maxBytes: number}): Promise<Uint8Array>;
	/** Replaces a file in one step; its directory must exist. Resolves with the absolute path. */
	write(path: string, data: string | Uint8Array, options: {flag: string}): Promise<string>;
};

/** The flag or the argument that named the file, for errors about it. */
type Named = {flag: string; argument?: undefined} | {argument: string; flag?: undefined};

const refuse = ({flag, argument}: Named, refusal: Refusal) =>
	flag === undefined ? refusedArgument(argument, refusal) : refusedFlag(flag, refusal);

type Input = AsyncIterable<Uint8Array | string>;
type Options = {cwd: string; stdin(): Input};

const tooLarge = ({flag, argument}: Named, sizeBytes: number, maxBytes: number) => {
	const subject = flag === undefined ? `Argument \`<${argument}>\`` : `Flag \`--${flag}\``;
	return new ApiError('PAYLOAD_TOO_LARGE', 'Invalid request.', {
		nextAction: `${subject} is invalid: the content has ${sizeBytes} bytes, at most ${maxBytes} are allowed.`,
		details: {field: flag ?? argument, sizeBytes, maxBytes},
	});
};

export const createUserFiles = ({cwd, stdin}: Options): UserFiles => ({
	async read(path, {maxBytes, ...named}) {
		return path === '-' ? readStdin(stdin(), named, maxBytes) : readRegularFile(resolve(cwd, path), named, maxBytes);
	},
	async write(path, data, {flag}) {
		const absolute = resolve(cwd, path);
		const {SymlinkRefusedError, writeFileAtomically} = await import('./process/atomic-write.ts');
		try {
			// A file in the place of a directory fails the look itself, with ENOTDIR.
			if (!statSync(dirname(absolute), {throwIfNoEntry: false})?.isDirectory())
				throw refusedFlag(flag, {reason: 'no_parent', text: `the directory ${dirname(absolute)} does not exist`});
			if (lstatSync(absolute, {throwIfNoEntry: false})?.isDirectory())
				throw refusedFlag(flag, {reason: 'directory', text: `${absolute} is a directory`});
			writeFileAtomically(absolute, data, {mode: 0o644});
		} catch (error) {
			const {code} = error as NodeJS.ErrnoException;
			const isLink = error instanceof SymlinkRefusedError;
			if (error instanceof ApiError || (!isLink && code === undefined)) throw error;
			const text = `${absolute} cannot be written (${code === undefined ? 'it is a symbolic link' : fileErrorWords(code)})`;
			throw refusedFlag(flag, {reason: 'not_writable', text});
		}
		return absolute;
	},
});

/** Nothing is read and nothing is written; what would be written is said. */
export const createDryRunFiles = ({cwd}: Pick<Options, 'cwd'>, notes: Notes): UserFiles => ({
	read: async () => new TextEncoder().encode('sample\n'),
	async write(path) {
		const absolute = resolve(cwd, path);
		notes.say('dry-run', `would write ${absolute}`);
		return absolute;
	},
});

function readRegularFile(path: string, named: Named, maxBytes: number): Uint8Array {
	const unreadable = (why: string) => refuse(named, {reason: 'unreadable', text: `${path} cannot be read (${why})`});
	let file: number | undefined;
	try {
		// A pipe or a terminal would block the open itself; look first, and again at what was opened.
		const stat = statSync(path);
		if (!stat.isFile()) throw unreadable('not a regular file');
		if (stat.size > maxBytes) throw tooLarge(named, stat.size, maxBytes);
		file = openSync(path, 'r');
		return readAll(file, named, maxBytes);
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		if (error instanceof ApiError || code === undefined) throw error;
		throw unreadable(fileErrorWords(code));
	} finally {
		if (file !== undefined) closeSync(file);
	}
}

function readAll(file: number, named: Named, maxBytes: number): Uint8Array {
	const buffer = new Uint8Array(maxBytes + 1);
	let size = 0;
	for (;;) {
		const count = readSync(file, buffer, size, buffer.length - size, null);
		if (count === 0) return buffer.slice(0, size);
		size += count;
		if (size > maxBytes) throw tooLarge(named, size, maxBytes);
	}
}

async function readStdin(stdin: Input, named: Named, maxBytes: number): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of stdin) {
		const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
		size += bytes.length;
		if (size > maxBytes) throw tooLarge(named, size, maxBytes);
		chunks.push(bytes);
	}
	return Buffer.concat(chunks);
}
