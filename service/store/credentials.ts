import type {Insertable} from 'kysely';
import type {Database} from './database.ts';
import type {CredentialSetTable, CredentialTable} from './tables.ts';

/** The static credential of a project; null without one. */
export async function findCredential(database: Database, projectId: string): Promise<CredentialTable | null> {
	const row = await database
		.selectFrom('credentials')
		.selectAll()
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	return row ?? null;
}

export async function saveCredential(database: Database, credential: CredentialTable): Promise<void> {
	const {project_id: _, ...columns} = credential;
	await database
		.insertInto('credentials')
		.values(credential)
		.onConflict(conflict => conflict.column('project_id').doUpdateSet(columns))
		.execute();
}

/** Stores a set under its name; one of that name is replaced and keeps its id. */
export async function saveCredentialSet(database: Database, set: Insertable<CredentialSetTable>): Promise<void> {
	const {id: _, project_id: __, name: ___, created_at: ____, ...columns} = set;
	await database
		.insertInto('credential_sets')
		.values(set)
		.onConflict(conflict => conflict.columns(['project_id', 'name']).doUpdateSet(columns))
		.execute();
}

/** Credential sets of a project, newest first. */
export function listCredentialSets(database: Database, projectId: string): Promise<CredentialSetTable[]> {
	return database
		.selectFrom('credential_sets')
		.selectAll()
		.where('project_id', '=', projectId)
		.orderBy('id', 'desc')
		.execute();
}
