import type {Insertable, Updateable} from 'kysely';
import type {CredentialSetId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import type {CredentialSetTable, CredentialTable} from './project-tables.ts';

/** "Credential sets per project." */
export const maxCredentialSets = 50;

/** The static credential of a project; null without one. */
export async function findCredential(database: Database, projectId: ProjectId): Promise<CredentialTable | null> {
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

/** Stores a set under its name; one of that name is replaced and keeps its id. `too_many`: the project is full. */
export function saveCredentialSet(
	database: Database,
	set: Insertable<CredentialSetTable>,
): Promise<'saved' | 'too_many'> {
	return database.transaction().execute(async transaction => {
		const {id: _, project_id: __, name: ___, created_at: ____, ...columns} = set;
		const same = await findByName(transaction, set.project_id, set.name);
		if (same !== null) {
			await transaction.updateTable('credential_sets').set(columns).where('id', '=', same).execute();
			return 'saved';
		}
		if ((await countSets(transaction, set.project_id)) >= maxCredentialSets) return 'too_many';
		await transaction.insertInto('credential_sets').values(set).execute();
		return 'saved';
	});
}

/** Stores a new set unless its name is taken or the project is full. */
export function insertCredentialSet(
	database: Database,
	set: Insertable<CredentialSetTable>,
): Promise<'saved' | 'name_taken' | 'too_many'> {
	return database.transaction().execute(async transaction => {
		if ((await findByName(transaction, set.project_id, set.name)) !== null) return 'name_taken';
		if ((await countSets(transaction, set.project_id)) >= maxCredentialSets) return 'too_many';
		await transaction.insertInto('credential_sets').values(set).execute();
		return 'saved';
	});
}

/** Changes a set unless its new name is taken. */
export function updateCredentialSet(
	database: Database,
	{id, project_id}: Pick<CredentialSetTable, 'id' | 'project_id'>,
	columns: Updateable<CredentialSetTable>,
): Promise<'saved' | 'name_taken'> {
	return database.transaction().execute(async transaction => {
		const same = columns.name === undefined ? null : await findByName(transaction, project_id, columns.name);
		if (same !== null && same !== id) return 'name_taken';
		await transaction.updateTable('credential_sets').set(columns).where('id', '=', id).execute();
		return 'saved';
	});
}

/** Null: the project has no such set. */
export async function findCredentialSet(
	database: Database,
	projectId: ProjectId,
	setId: CredentialSetId,
): Promise<CredentialSetTable | null> {
	const row = await database
		.selectFrom('credential_sets')
		.selectAll()
		.where('id', '=', setId)
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	return row ?? null;
}

/** False when there was none. */
export async function deleteCredentialSet(
	database: Database,
	projectId: ProjectId,
	setId: CredentialSetId,
): Promise<boolean> {
	const {numDeletedRows} = await database
		.deleteFrom('credential_sets')
		.where('id', '=', setId)
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

/** Credential sets of a project, newest first. */
export function listCredentialSets(database: Database, projectId: ProjectId): Promise<CredentialSetTable[]> {
	return database
		.selectFrom('credential_sets')
		.selectAll()
		.where('project_id', '=', projectId)
		.orderBy('id', 'desc')
		.execute();
}

async function findByName(database: Database, projectId: ProjectId, name: string): Promise<string | null> {
	const row = await database
		.selectFrom('credential_sets')
		.select('id')
		.where('project_id', '=', projectId)
		.where('name', '=', name)
		.executeTakeFirst();
	return row?.id ?? null;
}

async function countSets(database: Database, projectId: ProjectId): Promise<number> {
	const {total} = await database
		.selectFrom('credential_sets')
		.select(({fn}) => fn.countAll<number>().as('total'))
		.where('project_id', '=', projectId)
		.executeTakeFirstOrThrow();
	return Number(total);
}
