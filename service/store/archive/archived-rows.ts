import {sql} from 'kysely';
import type {Database, StoreTransaction} from '../database.ts';
import type {TableShape} from './table-shapes.ts';

/** A value as every database of a store keeps it. */
export type Value = string | number | null | Uint8Array;

/** Values of one statement; see `insert-all.ts`. */
const valuesAtOnce = 2000;

/**
 * The next rows of a table in the order of its key.
 *
 * @param after the key of the last row that was read; null: from the beginning
 * @param limit most rows; of a table whose key is not unique: most keys
 */
export async function readRows(
	database: Database,
	{name, columns, key, isUnique}: TableShape,
	after: readonly Value[] | null,
	limit: number,
): Promise<Value[][]> {
	const keys = sql.join(key.map(column => sql.ref(column)));
	const later = after === null ? sql`` : sql` where (${keys}) > (${sql.join(after)})`;
	const page = isUnique
		? sql`${later} order by ${keys} limit ${sql.lit(limit)}`
		: sql` where ${keys} in (select distinct ${keys} from ${sql.table(name)}${later} order by ${keys} limit ${sql.lit(limit)})
			order by ${sql.join([...key, ...columns].map(column => sql.ref(column)))}`;
	const {rows} = await sql<
		Record<string, Value>
	>`select ${sql.join(columns.map(column => sql.ref(column)))} from ${sql.table(name)}${page}`.execute(database);
	return rows.map(row => columns.map(column => asKept(row[column] ?? null)));
}

/** The driver of SQLite gives bytes as a bare buffer. */
const asKept = (value: Value | ArrayBuffer): Value => (value instanceof ArrayBuffer ? new Uint8Array(value) : value);

/** The key of a row. */
export const keyOfRow = ({columns, key}: TableShape, row: readonly Value[]): Value[] =>
	key.map(column => row[columns.indexOf(column)] ?? null);

/** Stores rows as they were read. */
export async function writeRows(
	transaction: StoreTransaction,
	{name, columns}: Pick<TableShape, 'name' | 'columns'>,
	rows: ReadonlyArray<readonly Value[]>,
): Promise<void> {
	const rowsAtOnce = Math.max(1, Math.floor(valuesAtOnce / columns.length));
	for (let start = 0; start < rows.length; start += rowsAtOnce) {
		const values = rows.slice(start, start + rowsAtOnce).map(row => sql`(${sql.join(row)})`);
		await sql`insert into ${sql.table(name)} (${sql.join(columns.map(column => sql.ref(column)))}) values ${sql.join(values)}`.execute(
			transaction,
		);
	}
}

export async function countRows(database: Database, table: string): Promise<number> {
	const {rows} = await sql<{count: number}>`select count(*) as count from ${sql.table(table)}`.execute(database);
	return Number(rows[0]?.count ?? 0);
}
