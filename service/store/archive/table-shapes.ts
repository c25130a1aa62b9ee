import type {Database} from '../database.ts';
import {storageOf} from '../dialect/storage.ts';

/** A table as an archive sees it, whichever database it stands in. */
export type TableShape = {
	name: string;
	columns: string[];
	/** Columns in whose order it is read; several rows may share them where `isUnique` is false. */
	key: string[];
	isUnique: boolean;
};

/** What belongs to the processes of a store, or to one store alone. */
const own = new Set([
	'meta',
	'leases',
	'workers',
	'idempotency',
	'rate_windows',
	'kysely_migration',
	'kysely_migration_lock',
]);

/** Tables without a primary key, and the column by which their rows belong together. */
const groups: Readonly<Record<string, string>> = {call_variables: 'run_id'};

/** Every table whose rows are somebody's, by name. */
export async function archivedTables(database: Database): Promise<TableShape[]> {
	const columns = await storageOf(database).listColumns(database);
	const names = [...new Set(columns.map(({table}) => table))].filter(name => !own.has(name)).sort();
	return names.map(name => {
		const its = columns.filter(({table}) => table === name);
		const key = its.filter(({place}) => place > 0).sort((a, b) => a.place - b.place);
		const group = groups[name];
		if (key.length === 0 && group === undefined) throw new Error(`The table ${name} has no key.`);
		return {
			name,
			columns: its.map(({column}) => column),
			key: key.length === 0 ? [group!] : key.map(({column}) => column),
			isUnique: key.length > 0,
		};
	});
}
