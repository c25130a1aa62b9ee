import type {Updateable} from 'kysely';
import type {ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import type {AutoAuthTable} from './project-tables.ts';

/** The recurring-token login of a project; null when none is configured. */
export async function findAutoAuth(database: Database, projectId: ProjectId): Promise<AutoAuthTable | null> {
	const row = await database.selectFrom('auto_auth').selectAll().where('project_id', '=', projectId).executeTakeFirst();
	return row ?? null;
}

export async function saveAutoAuth(database: Database, row: AutoAuthTable): Promise<void> {
	const {project_id: _, ...columns} = row;
	await database
		.insertInto('auto_auth')
		.values(row)
		.onConflict(conflict => conflict.column('project_id').doUpdateSet(columns))
		.execute();
}

export async function updateAutoAuth(
	database: Database,
	projectId: ProjectId,
	columns: Updateable<AutoAuthTable>,
): Promise<void> {
	await database.updateTable('auto_auth').set(columns).where('project_id', '=', projectId).execute();
}

/** False when there was none. */
export async function deleteAutoAuth(database: Database, projectId: ProjectId): Promise<boolean> {
	const {numDeletedRows} = await database
		.deleteFrom('auto_auth')
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}
