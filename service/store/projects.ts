import type {Updateable} from 'kysely';
import type {Database} from './database.ts';
import {type PageRequest, pageOf, type RowPage} from './page.ts';
import type {ProjectTable} from './tables.ts';

/** Owner of a project that is being deleted: no account has this id, so the project is gone for everybody at once. */
export const deletedOwner = 'deleted';

export async function insertProject(database: Database, project: ProjectTable): Promise<void> {
	await database.insertInto('projects').values(project).execute();
}

/** Null: the account has no such project. */
export async function findProject(
	database: Database,
	accountId: string,
	projectId: string,
): Promise<ProjectTable | null> {
	const row = await database
		.selectFrom('projects')
		.selectAll()
		.where('id', '=', projectId)
		.where('account_id', '=', accountId)
		.executeTakeFirst();
	return row ?? null;
}

/** URL that a test is sent to unless its trigger names one; null without one, or when the account has no such test. */
export async function findTargetOfTest(database: Database, accountId: string, testId: string): Promise<string | null> {
	const row = await database
		.selectFrom('tests')
		.innerJoin('projects', 'projects.id', 'tests.project_id')
		.select('projects.target_url')
		.where('tests.id', '=', testId)
		.where('projects.account_id', '=', accountId)
		.executeTakeFirst();
	return row?.target_url ?? null;
}

/** URLs of the projects that these tests of the account belong to, each once. */
export async function listTargetsOfTests(
	database: Database,
	accountId: string,
	testIds: readonly string[],
): Promise<Array<string | null>> {
	const targets = new Set<string | null>();
	for (let start = 0; start < testIds.length; start += 500) {
		const rows = await database
			.selectFrom('tests')
			.innerJoin('projects', 'projects.id', 'tests.project_id')
			.select('projects.target_url')
			.distinct()
			.where('tests.id', 'in', testIds.slice(start, start + 500))
			.where('projects.account_id', '=', accountId)
			.execute();
		for (const row of rows) targets.add(row.target_url);
	}
	return [...targets];
}

/** Projects of an account, newest first. */
export async function listProjects(
	database: Database,
	accountId: string,
	{pageSize, after}: PageRequest,
): Promise<RowPage<ProjectTable>> {
	const rows = await database
		.selectFrom('projects')
		.selectAll()
		.where('account_id', '=', accountId)
		.$if(after !== null, query => query.where('id', '<', after ?? ''))
		.orderBy('id', 'desc')
		.limit(pageSize + 1)
		.execute();
	return pageOf(rows, pageSize);
}

/** Changes some columns; false when the project is gone. */
export async function updateProject(
	database: Database,
	projectId: string,
	columns: Updateable<ProjectTable>,
): Promise<boolean> {
	const {numUpdatedRows} = await database
		.updateTable('projects')
		.set(columns)
		.where('id', '=', projectId)
		.where('account_id', '!=', deletedOwner)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Address of the API of a project; null when it has none, or is gone. */
export async function findTargetUrl(database: Database, projectId: string): Promise<string | null> {
	const row = await database.selectFrom('projects').select('target_url').where('id', '=', projectId).executeTakeFirst();
	return row?.target_url ?? null;
}

export async function findProjectType(database: Database, projectId: string): Promise<ProjectTable['type'] | null> {
	const row = await database.selectFrom('projects').select('type').where('id', '=', projectId).executeTakeFirst();
	return row?.type ?? null;
}
