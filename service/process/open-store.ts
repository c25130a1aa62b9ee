import {databasePlace} from '../../contract/database-place.ts';
import {databaseFailure} from './database-failure.ts';
import type {DataPaths} from './data-directory.ts';
import type {Releases} from './releases.ts';
import {damagedStore, isEmptied, storeFailure} from './store-failure.ts';
import {type Database, openDatabase} from '../store/database.ts';

/** A database of PostgreSQL in the place of the file of the data directory. */
export type NamedDatabase = {
	url: string;
	/** `SVC_SECRETS_KEY`, where it is set. */
	secretsKey: string | undefined;
};

export type OpenStore = {
	database: Database;
	/** `host:port/name` of the database; null: the file of the data directory. */
	place: string | null;
};

/**
 * Opens the store of a service: the file of its data directory, or the database that was named, which it then has for itself.
 * Throws `ServeError`.
 *
 * @param onLost called when another service has taken the database
 */
export async function openStore(
	paths: DataPaths,
	named: NamedDatabase | null,
	releases: Releases,
	onLost: () => void,
): Promise<OpenStore> {
	if (named !== null) return openNamed(named, releases, onLost);
	if (isEmptied(paths)) throw damagedStore(paths);
	const database = await openDatabase(paths.database).catch((error: unknown) => {
		throw storeFailure(error, paths);
	});
	releases.add(() => database.destroy());
	return {database, place: null};
}

async function openNamed({url}: NamedDatabase, releases: Releases, onLost: () => void): Promise<OpenStore> {
	const place = databasePlace(url);
	try {
		if (place === null) throw new Error('no URL of a database');
		const {holdPostgres} = await import('../store/dialect/hold-postgres.ts');
		releases.add(await holdPostgres(url, onLost));
		const database = await openDatabase(url);
		releases.add(() => database.destroy());
		return {database, place};
	} catch (error) {
		throw databaseFailure(error, url);
	}
}
