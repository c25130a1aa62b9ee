import {type TargetPolicy, targetPolicies} from '../../contract/service-process.ts';
import type {Database} from './database.ts';

/** What is under way: an archive that is being written of a store, or into it, or a change of its key. */
export type MoveMark = 'export' | 'import' | 'key_rotation';

/** Keys of `meta`. */
type MetaKey = MoveMark | 'target_policy';

async function readMeta(database: Database, key: MetaKey): Promise<string | null> {
	const row = await database.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst();
	return row?.value ?? null;
}

async function writeMeta(database: Database, key: MetaKey, value: string): Promise<void> {
	await database
		.insertInto('meta')
		.values({key, value})
		.onConflict(conflict => conflict.column('key').doUpdateSet({value}))
		.execute();
}

export const readMark = (database: Database, mark: MoveMark): Promise<string | null> => readMeta(database, mark);

export const setMark = (database: Database, mark: MoveMark, value: string): Promise<void> =>
	writeMeta(database, mark, value);

export async function removeMark(database: Database, mark: MoveMark): Promise<void> {
	if ((await readMark(database, mark)) !== null) await database.deleteFrom('meta').where('key', '=', mark).execute();
}

/** What every process of a database goes by. */
export const writeTargetPolicy = (database: Database, value: TargetPolicy): Promise<void> =>
	writeMeta(database, 'target_policy', value);

/** Which targets may be tested, as a process that serves has said last; null: none has. */
export async function readTargetPolicy(database: Database): Promise<TargetPolicy | null> {
	const value = await readMeta(database, 'target_policy');
	return targetPolicies.find(policy => policy === value) ?? null;
}
