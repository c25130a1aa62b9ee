import {chmodSync, readdirSync, statSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {type ServiceFile, serviceFile} from '../../contract/service-process.ts';
import {writeFileAtomically} from '../../source/process/atomic-write.ts';
import {fileErrorWords, isFullDisk, letWrite} from '../../source/process/file-error-words.ts';
import {makeDirectory} from '../../source/process/place-file.ts';
import {readRegularFile} from '../../source/process/regular-file.ts';
import {ServeError} from './serve-error.ts';

/** Everything the service keeps, by what it is for. All of it belongs to its owner alone. */
export const dataPaths = (root: string) => ({
	root,
	serviceFile: join(root, 'service.json'),
	config: join(root, 'config.json'),
	secretsKey: join(root, 'secrets.key'),
	store: join(root, 'store'),
	database: join(root, 'store', 'svc.db'),
	lock: join(root, 'store', 'owner.lock'),
	/** Copies of the store, one a day. */
	copies: join(root, 'store', 'copies'),
	artifacts: join(root, 'artifacts'),
	tmp: join(root, 'tmp'),
	/** The only way of strict tests to the network. */
	gate: join(root, 'tmp', 'gate'),
	/** Working directories of tests. */
	scratch: join(root, 'tmp', 'tests'),
	/** Profiles and downloads of browsers. */
	browser: join(root, 'tmp', 'browser'),
	logs: join(root, 'logs'),
});
export type DataPaths = ReturnType<typeof dataPaths>;

/** How the names of the files of a store end: its pages, and the log and index of what is not in them yet. */
export const storeEnds = ['', '-wal', '-shm'] as const;

/** What a data directory may hold before its first start: the client writes its lock and opens the log. */
const ownNames = new Set([
	...['service.json', 'service.lock', 'service.lock.break', 'daemon.json', 'config.json', 'secrets.key'],
	...['store', 'artifacts', 'tmp', 'logs', 'python'],
]);

/**
 * Makes a data directory with its folders (0700). An existing directory must be empty or a data directory: its mode is
 * tightened, and nobody wants that for a folder that was named by mistake. Throws `ServeError`.
 */
export function prepareDataDirectory(root: string): DataPaths {
	const paths = dataPaths(root);
	try {
		makeDirectory(root, {mode: 0o700});
		const names = readdirSync(root);
		if (!names.includes('store') && names.some(name => !isOwnName(name))) throw notADataDirectory(root);
		if ((statSync(root).mode & 0o077) !== 0) chmodSync(root, 0o700);
		for (const folder of [paths.store, paths.artifacts, paths.tmp, paths.logs]) makeDirectory(folder, {mode: 0o700});
	} catch (error) {
		if (error instanceof ServeError) throw error;
		throw new ServeError('VALIDATION_ERROR', `The data directory ${root} cannot be used: ${wordsOf(error)}.`, {
			nextAction: whatHelps(root, error),
			details: {field: 'data-dir', reason: 'not_usable'},
			cause: error,
		});
	}
	return paths;
}

/** Temporary files of an atomic write carry the name of what they replace. */
const isOwnName = (name: string) => ownNames.has(name.replace(/\.tmp\..*/s, ''));

const notADataDirectory = (root: string) =>
	new ServeError('VALIDATION_ERROR', `${root} holds other files and is not a data directory of svc.`, {
		nextAction: 'Name an empty or new directory with --data-dir.',
		details: {field: 'data-dir', reason: 'not_empty'},
	});

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';
const wordsOf = (error: unknown): string => (codeOf(error) === '' ? String(error) : fileErrorWords(codeOf(error)));

const whatHelps = (root: string, error: unknown): string =>
	isFullDisk(codeOf(error))
		? 'Free some space there, then start again.'
		: `Name another directory with --data-dir, or ${letWrite(root)}.`;

/** Tells clients where the service is (0600): a reader sees all of it or nothing. */
export function writeServiceFile(path: string, content: ServiceFile): void {
	writeFileAtomically(path, `${JSON.stringify(content, null, '\t')}\n`, {mode: 0o600});
}

/** Who owns the data directory, as far as a file says so. */
export function readServiceFile(path: string): ServiceFile | null {
	try {
		const parsed = serviceFile.safeParse(JSON.parse(readRegularFile(path)));
		return parsed.success ? parsed.data : null;
	} catch {
		return null;
	}
}

/** Removes the file of this start; one that a later start has written stays. */
export function removeServiceFile(path: string, own: ServiceFile): void {
	if (readServiceFile(path)?.ownerToken === own.ownerToken) rmSync(path, {force: true});
}
