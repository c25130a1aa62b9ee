import {databasePlace} from '../../contract/service-process.ts';
import {databaseFailure} from './database-failure.ts';
import type {DataPaths} from './data-directory.ts';
import type {ReleaseStack} from './release-stack.ts';
import {damagedStore, isEmptied, storeFailure} from './store-failure.ts';
import type {Database} from '../store/database.ts';
import {openDatabase} from '../store/open-database.ts';
import type {HoldMode} from '../store/dialect/hold-postgres.ts';
import type {NewsChannel} from '../store/team/news.ts';

/** A database of PostgreSQL in the place of the file of the data directory. */
export type NamedDatabase = {
	url: string;
	/** The text of `SVC_SECRETS_KEY` or of the file that was named; undefined: neither. */
	secretsKey: string | undefined;
	/** Where it comes from, in words. */
	keyOrigin: string;
};

type OpenStore = {
	database: Database;
	/** `host:port/name` of the database; null: the file of the data directory. */
	place: string | null;
	/** What other processes tell; null: there can be none. */
	news: NewsChannel | null;
};

/**
 * Opens the store of a service: the file of its data directory, or the database that was named, as one of its processes
 * or as the only one. Throws `ServeError`.
 *
 * @param onLost called when somebody has taken the database alone
 * @param upTo the last migration that a new store gets; absent: all
 */
export async function openStore(
	paths: DataPaths,
	named: NamedDatabase | null,
	releases: ReleaseStack,
	onLost: () => void,
	mode: HoldMode = 'shared',
	upTo?: string,
): Promise<OpenStore> {
	if (named !== null) return openNamed(named, releases, onLost, mode, upTo);
	if (isEmptied(paths)) throw damagedStore(paths);
	const database = await openDatabase(paths.database, upTo).catch((error: unknown) => {
		throw storeFailure(error, paths);
	});
	releases.add(() => database.destroy());
	return {database, place: null, news: null};
}

async function openNamed(
	{url}: NamedDatabase,
	releases: ReleaseStack,
	onLost: () => void,
	mode: HoldMode,
	upTo: string | undefined,
): Promise<OpenStore> {
	const place = databasePlace(url);
	try {
		if (place === null) throw new Error('no URL of a database');
		const {holdPostgres} = await import('../store/dialect/hold-postgres.ts');
		const hold = await holdPostgres(url, mode, onLost);
		releases.add(() => hold.release());
		const database = await openDatabase(url, upTo);
		releases.add(() => database.destroy());
		return {database, place, news: hold};
	} catch (error) {
		throw databaseFailure(error, url);
	}
}
