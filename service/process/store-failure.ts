import {copyFileSync, constants, existsSync, statSync} from 'node:fs';
import {freeBytesOf, isOnReadOnlySystem, isOutOfRoom, mountForWriting} from '../../source/process/file-error-words.ts';
import {type DataPaths, storeEnds} from './data-directory.ts';
import {ServeError} from './serve-error.ts';
import {listCopies} from './store-copies.ts';

/**
 * An empty file stands where the store was: it held something when there are copies of it, or the key of its secrets, which
 * is made when the store has been opened for the first time.
 */
export function isEmptied({database, copies, secretsKey}: DataPaths): boolean {
	const isEmpty = existsSync(database) && statSync(database).size === 0;
	const log = `${database}-wal`;
	const isLogEmpty = !existsSync(log) || statSync(log).size === 0;
	return isEmpty && isLogEmpty && (existsSync(secretsKey) || listCopies(copies).length > 0);
}

const damaged = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT']);
const full = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);
const closed = new Set(['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS']);

/**
 * Why a store cannot be opened, as a sentence with what was saved and what helps. A disk with some KiB left lets the store
 * fail with codes that do not speak of room.
 */
export function storeFailure(error: unknown, paths: DataPaths, freeBytes = freeBytesOf): ServeError {
	const codes = codesOf(error);
	const has = (some: ReadonlySet<string>) => codes.some(code => some.has(code));
	const fail = (code: 'INTERNAL' | 'VALIDATION_ERROR', message: string, nextAction: string, reason: string) =>
		new ServeError(code, message, {nextAction, details: {path: paths.database, reason}, cause: error});
	if (has(damaged)) return damagedStore(paths, error);
	const isStrange = !has(closed) && codes.some(code => code.startsWith('SQLITE_'));
	if (has(full) || (isStrange && isOutOfRoom(freeBytes(paths.root))))
		return fail(
			'VALIDATION_ERROR',
			`The disk of ${paths.root} is full, so the store cannot be opened; nothing in it was changed.`,
			'Free some space there, then start again.',
			'disk_full',
		);
	if (has(closed) && (codes.includes('EROFS') || isOnReadOnlySystem(paths.store)))
		return fail(
			'VALIDATION_ERROR',
			`The store ${paths.database} cannot be opened for writing, because its file system is read-only; nothing in it was changed.`,
			`Either ${mountForWriting(paths.store)}, or name another directory with --data-dir.`,
			'not_writable',
		);
	if (has(closed))
		return fail(
			'VALIDATION_ERROR',
			`The store ${paths.database} cannot be opened for writing; nothing in it was changed.`,
			`Make ${paths.store} and the files in it writable for this user, or name another directory with --data-dir.`,
			'not_writable',
		);
	return fail(
		'INTERNAL',
		error instanceof Error ? error.message : String(error),
		`Update svc when a newer version has used ${paths.root}; else restore it from a backup, or name another directory with --data-dir.`,
		'unknown',
	);
}

/** An error of a store that could be opened: told as one that could not be when it is damaged, else as it is. */
export const asStoreFailure = (error: unknown, paths: DataPaths): unknown =>
	codesOf(error).some(code => damaged.has(code)) ? storeFailure(error, paths) : error;

/** The store is no database any more: what is left of it is kept beside it. */
export function damagedStore(paths: DataPaths, cause?: unknown): ServeError {
	const kept = `${paths.database}.damaged`;
	const isKept = keepBeside(paths.database, kept);
	const [copy] = listCopies(paths.copies);
	const words = [
		`The store ${paths.database} is damaged: ${cause === undefined ? 'it is empty, and was not before' : 'its pages cannot be read'}.`,
		isKept ? `What is left of it is kept as ${kept}.` : '',
		copy ? `The newest copy is ${copy}.` : 'There is no copy of it.',
	];
	const files = storeEnds.map(end => quoted(paths.database + end)).join(' ');
	return new ServeError('INTERNAL', words.filter(Boolean).join(' '), {
		nextAction: copy
			? `Go back to the copy: SVC_DATA_DIR=${quoted(paths.root)} svc service restore latest, then start the service.`
			: `Put a backup in its place, or start over: rm -f ${files}, then start the service.`,
		details: {path: paths.database, reason: 'damaged', kept: isKept ? kept : null, copy: copy ?? null},
		cause,
	});
}

const quoted = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

/** Whether a copy of it lies there now; one that was made before stays as it is. */
function keepBeside(path: string, kept: string): boolean {
	try {
		copyFileSync(path, kept, constants.COPYFILE_EXCL);
		return true;
	} catch {
		return existsSync(kept);
	}
}

function codesOf(error: unknown): string[] {
	const codes: string[] = [];
	for (let one = error; one instanceof Error && codes.length < 10; one = one.cause) {
		const {code, rawCode} = one as {code?: unknown; rawCode?: unknown};
		codes.push(String(code ?? rawCode ?? ''));
	}
	return codes;
}
