import {sql} from 'kysely';
import {keyOfRow, readRows, type Value} from '../archive/archived-rows.ts';
import {archivedTables, type TableShape} from '../archive/table-shapes.ts';
import type {Database, StoreTransaction} from '../database.ts';

/** Rows read and written in one transaction. */
const rowsAtOnce = 200;

/** A table that no archive holds, because it belongs to one store; its rows are encrypted, too. */
const answers: TableShape = {
	name: 'idempotency',
	columns: ['scope', 'body'],
	key: ['scope'],
	isUnique: true,
};

/**
 * Goes through every row of a store and writes the columns that `change` gives; in small transactions, so that whoever goes through them
 * again after it was killed finds each row as it was or as it is to be.
 *
 * @param onTable told after a table in which rows were written, and how many
 */
export async function rewriteRows(
	database: Database,
	change: (table: string, row: Record<string, Value>) => Record<string, string> | null,
	onTable: (table: string, rows: number) => void,
): Promise<void> {
	for (const shape of [...(await archivedTables(database)), answers]) {
		let written = 0;
		for (let after: Value[] | null = null; ; ) {
			const rows: Value[][] = await readRows(database, shape, after, rowsAtOnce);
			const last = rows.at(-1);
			if (last === undefined) break;
			const changes = rows.flatMap(values => {
				const row = Object.fromEntries(shape.columns.map((column, index) => [column, values[index] ?? null]));
				const changed = change(shape.name, row);
				return changed === null ? [] : [{row, changed}];
			});
			if (changes.length > 0)
				await database.transaction().execute(async transaction => {
					for (const one of changes) await rewrite(transaction, shape, one);
				});
			written += changes.length;
			after = keyOfRow(shape, last);
		}
		if (written > 0) onTable(shape.name, written);
	}
}

async function rewrite(
	transaction: StoreTransaction,
	{name, key, isUnique}: TableShape,
	{row, changed}: {row: Record<string, Value>; changed: Record<string, string>},
): Promise<void> {
	// Rows that share a key are told apart by what they hold: equal ones change alike.
	const told = isUnique ? key : [...key, ...Object.keys(changed)];
	const set = Object.entries(changed).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
	const where = told.map(column => sql`${sql.ref(column)} = ${row[column] ?? null}`);
	await sql`update ${sql.table(name)} set ${sql.join(set)} where ${sql.join(where, sql` and `)}`.execute(transaction);
}
