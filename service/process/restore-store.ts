import type {RestoredStore} from '../../contract/documents/service.ts';
import {copyFileSync, existsSync, renameSync, rmSync, statSync} from 'node:fs';
import {basename, join, resolve} from 'node:path';
import {sql} from 'kysely';
import {type DataPaths, prepareDataDirectory, storeEnds} from './data-directory.ts';
import {ServeError} from './serve-error.ts';
import {openDatabase} from '../store/open-database.ts';
import {listCopies} from './store-copies.ts';
import {takeDirectory} from './take-directory.ts';

const onePage = 4096;

/**
 * Puts a copy in the place of the store. The copy is read whole first and stays where it is; the store that was there is
 * kept beside it. Throws `ServeError` when a service runs on the directory, and when the copy is missing or damaged:
 * nothing has been changed then.
 *
 * @param copy a path, the name of a copy in `store/copies`, or `latest`
 * @param now epoch milliseconds, for the name of what is kept
 */
export async function restoreStore(dataDir: string, copy: string, now: number): Promise<RestoredStore> {
	const paths = prepareDataDirectory(dataDir);
	const release = takeDirectory(paths);
	try {
		const source = findCopy(paths, copy);
		const fresh = `${paths.database}.restoring`;
		for (const end of storeEnds) rmSync(fresh + end, {force: true});
		try {
			// Of a store that was copied by hand its log may lie beside it.
			for (const end of storeEnds) if (existsSync(source + end)) copyFileSync(source + end, fresh + end);
			await checkWhole(fresh, source);
			return {dataDir, restored: source, kept: exchange(paths.database, fresh, now)};
		} finally {
			for (const end of storeEnds) rmSync(fresh + end, {force: true});
		}
	} finally {
		release();
	}
}

function findCopy({copies}: DataPaths, copy: string): string {
	const known = listCopies(copies);
	const found = copy === 'latest' ? known[0] : [resolve(copy), join(copies, copy)].find(path => existsSync(path));
	if (found !== undefined) return found;
	const message = copy === 'latest' ? `There is no copy in ${copies}.` : `There is no copy ${copy}.`;
	throw new ServeError('VALIDATION_ERROR', message, {
		nextAction:
			known.length === 0
				? 'Name a file that you have kept yourself.'
				: `Name one of ${known.map(path => basename(path)).join(', ')}, or latest.`,
		details: {field: 'copy', reason: 'not_found', copies: known},
	});
}

/** Opened as a store of this version, and every page read. */
async function checkWhole(path: string, source: string): Promise<void> {
	try {
		// Its first page alone: what was in it lay in the log, which was not copied.
		if (sizeOf(path) + sizeOf(`${path}-wal`) <= onePage) throw new Error('it holds nothing.');
		const database = await openDatabase(path);
		try {
			const {rows} = await sql<{quick_check: string}>`pragma quick_check`.execute(database);
			const said = rows.map(row => row.quick_check).join('; ');
			if (said !== 'ok') throw new Error(said);
			await sql`pragma wal_checkpoint(truncate)`.execute(database);
		} finally {
			await database.destroy();
		}
	} catch (error) {
		throw new ServeError('VALIDATION_ERROR', `${source} cannot be restored: ${messageOf(error)}`, {
			nextAction: 'Name another copy; the store was not changed.',
			details: {field: 'copy', reason: 'damaged'},
			cause: error,
		});
	}
}

/** Puts a file in the place of a store and answers what the store that was there is called now; null: there was none. */
function exchange(database: string, fresh: string, now: number): string | null {
	const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
	const kept = `${database}.before-${stamp}`;
	const wasThere = existsSync(database);
	for (const end of storeEnds) if (existsSync(database + end)) renameSync(database + end, kept + end);
	renameSync(fresh, database);
	return wasThere ? kept : null;
}

const sizeOf = (path: string): number => statSync(path, {throwIfNoEntry: false})?.size ?? 0;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
