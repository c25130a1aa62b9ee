import {sealedStart} from '../../domain/sealed-text.ts';
import type {Database} from '../database.ts';

const holdsSealed = `%${sealedStart}%`;

/** Whether anything is stored that only the key of the service can read. */
export async function hasSealed(database: Database): Promise<boolean> {
	const rows = [
		await database.selectFrom('credentials').select('project_id').limit(1).executeTakeFirst(),
		await database
			.selectFrom('credential_sets')
			.select('id')
			.where(({or, eb}) => or([eb('credential', 'is not', null), eb('extra_headers', 'is not', null)]))
			.limit(1)
			.executeTakeFirst(),
		await database.selectFrom('projects').select('id').where('login', 'is not', null).limit(1).executeTakeFirst(),
		await database.selectFrom('auto_auth').select('project_id').limit(1).executeTakeFirst(),
		await database
			.selectFrom('environments')
			.select('id')
			.where(({or, eb}) => or([eb('login', 'is not', null), eb('variables', 'is not', null)]))
			.limit(1)
			.executeTakeFirst(),
		await sealedCaptures(database).limit(1).executeTakeFirst(),
		await database.selectFrom('calls').select('id').where('detail', 'like', holdsSealed).limit(1).executeTakeFirst(),
	];
	return rows.some(row => row !== undefined);
}

/** Captured values that hold a secret. */
export const sealedCaptures = (database: Database) =>
	database.selectFrom('captures').select(['id', 'value']).where('value', 'like', holdsSealed);
