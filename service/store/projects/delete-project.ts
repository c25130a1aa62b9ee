import type {AccountId, ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {purgeTest} from '../tests/delete-test.ts';
import {forgetProjectInLists} from '../tests/forget-in-lists.ts';
import {deletedOwner} from './projects.ts';
import {deleteSchedulesOf} from '../schedules/schedules.ts';

/** Takes a project with its tests away from everybody at once; `purgeProject` removes what it leaves. */
export function hideProject(database: Database, accountId: AccountId, projectId: ProjectId): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const {numUpdatedRows} = await transaction
			.updateTable('projects')
			.set({account_id: deletedOwner})
			.where('id', '=', projectId)
			.where('account_id', '=', accountId)
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		await deleteSchedulesOf(transaction, projectId);
		await forgetProjectInLists(transaction, accountId, projectId);
		return true;
	});
}

/** Tables that hold rows of a project besides its tests and batches. */
const projectTables = [
	...(['credentials', 'credential_sets', 'auto_auth', 'batch_projects', 'batch_logins'] as const),
	...(['endpoints', 'cleanup_rules', 'cleanup_resources', 'cleanup_settings'] as const),
	...(['seen_records', 'seen_batches'] as const),
	...(['discoveries', 'site_discoveries', 'found_endpoints', 'documents', 'uploads', 'document_chunks'] as const),
	...(['endpoint_shapes', 'discovery_notes', 'deviations', 'deviation_looks', 'findings'] as const),
	...(['plans', 'plan_rows', 'edge_choices', 'change_sets', 'environments'] as const),
];

/** Removes a hidden project with its tests, runs and batches, test by test. */
export async function purgeProject(database: Database, projectId: ProjectId): Promise<void> {
	const tests = await database.selectFrom('tests').select('id').where('project_id', '=', projectId).execute();
	for (const {id} of tests) await purgeTest(database, id);
	await database
		.deleteFrom('waves')
		.where('batch_id', 'in', ({selectFrom}) =>
			selectFrom('batches').select('batches.id').where('batches.project_id', '=', projectId),
		)
		.execute();
	// Probes belong to no test and to no batch.
	await database.deleteFrom('calls').where('project_id', '=', projectId).where('batch_id', 'is', null).execute();
	await database.deleteFrom('batches').where('project_id', '=', projectId).execute();
	for (const table of projectTables) await database.deleteFrom(table).where('project_id', '=', projectId).execute();
	await database.deleteFrom('projects').where('id', '=', projectId).execute();
}

/** Projects whose deletion an earlier process could not finish. */
export async function listHiddenProjects(database: Database): Promise<string[]> {
	const rows = await database.selectFrom('projects').select('id').where('account_id', '=', deletedOwner).execute();
	return rows.map(({id}) => id);
}
