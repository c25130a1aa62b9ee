import type {Database} from '../database.ts';

/** `meta.key` of what is under way: an archive that is being written of a store, or into it, or a change of its key. */
export type MoveMark = 'export' | 'import' | 'key_rotation';

export async function readMark(database: Database, mark: MoveMark): Promise<string | null> {
	const row = await database.selectFrom('meta').select('value').where('key', '=', mark).executeTakeFirst();
	return row?.value ?? null;
}

export async function setMark(database: Database, mark: MoveMark, value: string): Promise<void> {
	await database
		.insertInto('meta')
		.values({key: mark, value})
		.onConflict(conflict => conflict.column('key').doUpdateSet({value}))
		.execute();
}

export async function removeMark(database: Database, mark: MoveMark): Promise<void> {
	if ((await readMark(database, mark)) !== null) await database.deleteFrom('meta').where('key', '=', mark).execute();
}
