import type {Database} from '../database.ts';
import type {Rejection} from './generation-tables.ts';

/** Why a generated test did not enter the suite, and when that was found, in epoch milliseconds. */
export type RefusedTest = Rejection & {at: number};

/** The refusal of a generated test; null: it was accepted, or written by hand. */
export async function findRefusal(database: Database, testId: string): Promise<RefusedTest | null> {
	const row = await database
		.selectFrom('test_recipes')
		.select(['rejection', 'updated_at'])
		.where('test_id', '=', testId)
		.where('rejection', 'is not', null)
		.executeTakeFirst();
	return row?.rejection ? {...(JSON.parse(row.rejection) as Rejection), at: row.updated_at} : null;
}
