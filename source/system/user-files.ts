import {accessSync, closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync} from 'node:fs';
import {basename, dirname, resolve} from 'node:path';
import {ApiError, type Refusal, refusedArgument, refusedFlag} from '../errors/api-error.ts';
import type {Notes} from '../output/notes.ts';
import {fileErrorWords} from '../process/file-error-words.ts';
import {createDocumentFolder, type DocumentFolder, entriesOf} from './document-folder.ts';

/** Files that a person names on the command line. Paths are relative to the current directory. */
export type UserFiles = {
	/** Content of a regular file, or of stdin where the path is `-`. */
	read(path: string, options: Named & {maxBytes: number}): Promise<Uint8Array>;
	/** A document of several files: the one that is named, or the one of a folder that is named. */
	openDocument(path: string, options: Named & {maxBytes: number}): Promise<OpenedDocument>;
	/**
	 * Refuses a place that no file can be written to, by what stands there now: no directory above it, a directory that takes
	 * no files, or in its own place a directory, a link, a pipe, a socket or a device. For what is written at the end of long
	 * work: it says so before the work begins. Throws VALIDATION_ERROR, or what the file system says.
	 */
	checkPlace(path: string, options: {flag: string}): void;
	/** Replaces a file in one step; its directory must exist. Resolves with the absolute path. */
	write(path: string, data: string | Uint8Array, options: {flag: string}): Promise<string>;
};

type OpenedDocument = {
	/** Name of the file in its folder. */
	name: string;
	bytes: Uint8Array;
	/** Null: there is none, such as for stdin. */
	folder: DocumentFolder | null;
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
	async openDocument(path, options) {
		if (path === '-') return {name: 'stdin', bytes: await this.read(path, options), folder: null};
		const given = resolve(cwd, path);
		const file = statSync(given, {throwIfNoEntry: false})?.isDirectory() ? entryOf(given, options) : given;
		const bytes = readRegularFile(file, options, options.maxBytes);
		return {name: basename(file), bytes, folder: createDocumentFolder(dirname(file), options.maxBytes)};
	},
	checkPlace: (path, {flag}) => refuseUnfitPlace(resolve(cwd, path), flag),
	async write(path, data, {flag}) {
		const absolute = resolve(cwd, path);
		const {SymlinkRefusedError, writeFileAtomically} = await import('../process/atomic-write.ts');
		try {
			refuseUnfitPlace(absolute, flag);
			writeFileAtomically(absolute, data, {mode: 0o644});
		} catch (error) {
			const {code} = error as NodeJS.ErrnoException;
			const isLink = error instanceof SymlinkRefusedError;
			if (error instanceof ApiError || (!isLink && code === undefined)) throw error;
			throw notWritable(flag, absolute, code === undefined ? wordsOfLink : fileErrorWords(code));
		}
		return absolute;
	},
});

function refuseUnfitPlace(absolute: string, flag: string): void {
	const folder = dirname(absolute);
	// A file in the place of a directory fails the look itself, with ENOTDIR.
	if (!statSync(folder, {throwIfNoEntry: false})?.isDirectory())
		throw refusedFlag(flag, {reason: 'no_parent', text: `the directory ${folder} does not exist`});
	const existing = lstatSync(absolute, {throwIfNoEntry: false});
	if (existing?.isDirectory()) throw refusedFlag(flag, {reason: 'directory', text: `${absolute} is a directory`});
	if (existing?.isSymbolicLink()) throw notWritable(flag, absolute, wordsOfLink);
	if (existing && !existing.isFile()) throw notWritable(flag, absolute, fileErrorWords('EINVAL'));
	try {
		accessSync(folder, constants.W_OK);
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		if (code === undefined) throw error;
		throw notWritable(flag, absolute, fileErrorWords(code));
	}
}

const wordsOfLink = 'it is a symbolic link';

const notWritable = (flag: string, absolute: string, why: string) =>
	refusedFlag(flag, {reason: 'not_writable', text: `${absolute} cannot be written (${why})`});

const sample = new TextEncoder().encode('sample\n');

/** Nothing is read and nothing is written; what would be written is said. */
export const createDryRunFiles = ({cwd}: Pick<Options, 'cwd'>, notes: Notes): UserFiles => ({
	read: async () => sample,
	checkPlace: () => {},
	openDocument: async path => ({name: path === '-' ? 'stdin' : basename(path), bytes: sample, folder: null}),
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
		const given = descriptorOf(path);
		if (given !== null) return readAll(given, named, maxBytes);
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

/** The pipe that a shell names where one writes `--password-file <(pass show shop)`; null: the path names something else. */
function descriptorOf(path: string): number | null {
	const [, number] = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path) ?? [];
	return number !== undefined && fstatSync(Number(number)).isFIFO() ? Number(number) : null;
}

/** The document of a folder; VALIDATION_ERROR when none is it, or more than one could be. */
function entryOf(folder: string, named: Named): string {
	const entries = entriesOf(folder);
	const [entry] = entries;
	if (entry !== undefined && entries.length === 1) return resolve(folder, entry);
	const text =
		entry === undefined
			? `${folder} is a folder without an OpenAPI or Swagger document; name the file`
			: `${folder} is a folder with several documents; name one of ${entries.slice(0, 5).join(', ')}`;
	throw refuse(named, {reason: 'folder', text});
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
