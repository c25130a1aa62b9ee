import {existsSync} from 'node:fs';
import {type DataPaths, prepareDataDirectory} from '../data-directory.ts';
import {type NamedDatabase, openStore} from '../open-store.ts';
import type {ReleaseStack} from '../release-stack.ts';
import {ServeError} from '../serve-error.ts';
import type {Database} from '../../store/database.ts';
import {takeDirectory} from '../take-directory.ts';

/** A store that no process works on meanwhile, in words of people: a path, or `host:port/name`. */
export type MovedStore = {database: Database; paths: DataPaths; place: string; isFile: boolean};

/**
 * Opens a store alone. Throws `ServeError` where a service runs on it.
 *
 * @param upTo the last migration that a new store gets; absent: all
 */
export async function openForMove(
	dataDir: string,
	named: NamedDatabase | null,
	releases: ReleaseStack,
	upTo?: string,
): Promise<MovedStore> {
	const paths = prepareDataDirectory(dataDir);
	releases.add(takeDirectory(paths));
	const {database, place} = await openStore(paths, named, releases, () => {}, 'alone', upTo);
	return {database, paths, place: place ?? paths.database, isFile: place === null};
}

/** Refuses a data directory without a store, before one is made. */
export function requireStore(database: string): void {
	if (existsSync(database)) return;
	throw new ServeError('VALIDATION_ERROR', `There is no store ${database}.`, {
		nextAction: 'Name the data directory of a service with SVC_DATA_DIR, or its database with SVC_DATABASE_URL.',
		details: {field: 'data-dir', reason: 'no_store'},
	});
}
