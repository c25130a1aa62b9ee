import type {Insertable, InsertObject} from 'kysely';
import {storageOf} from './dialect/storage.ts';
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
	const first = rows[0];
	if (!first) return;
	const rowsAtOnce = Math.max(1, Math.floor(valuesAtOnce / Object.keys(first).length));
	const values = rows as ReadonlyArray<InsertObject<Tables, Name>>;
	for (let start = 0; start < values.length; start += rowsAtOnce) {
		const insert = transaction.insertInto(table).values(values.slice(start, start + rowsAtOnce));
		await storageOf(transaction).writeTogether(transaction, [insert]);
	}
}
