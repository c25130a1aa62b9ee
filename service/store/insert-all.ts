import type {Insertable, InsertObject} from 'kysely';
import {storageOf, type Write} from './dialect/storage.ts';
import type {StoreTransaction} from './database.ts';
import type {Tables} from './tables.ts';

/** Values of one statement. SQLite takes 32,766; far fewer keep the statement's text short. */
const valuesAtOnce = 2000;

/**
 * Inserts any number of rows, as many as make sense with one statement. All rows have the same columns. Like everything that is written
 * together, it may fail with what the transaction does next.
 */
export async function insertAll<Name extends keyof Tables>(
	transaction: StoreTransaction,
	table: Name,
	rows: ReadonlyArray<Insertable<Tables[Name]>>,
): Promise<void> {
	for (const insert of insertsOf(transaction, table, rows as ReadonlyArray<InsertObject<Tables, Name>>))
		await storageOf(transaction).writeTogether(transaction, [insert]);
}

/** The statements of `insertAll`; a value may be an expression. */
export function insertsOf<Name extends keyof Tables>(
	transaction: StoreTransaction,
	table: Name,
	rows: ReadonlyArray<InsertObject<Tables, Name>>,
): Write[] {
	const first = rows[0];
	if (!first) return [];
	const rowsAtOnce = Math.max(1, Math.floor(valuesAtOnce / Object.keys(first).length));
	const inserts: Write[] = [];
	for (let start = 0; start < rows.length; start += rowsAtOnce)
		inserts.push(transaction.insertInto(table).values(rows.slice(start, start + rowsAtOnce)));
	return inserts;
}
