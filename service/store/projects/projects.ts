import type {Updateable} from 'kysely';
import type {AccountId, EnvironmentId, ProjectId} from '../../../contract/ids.ts';
import {invalid, notFound} from '../../domain/service-error.ts';
import type {Database} from '../database.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {ProjectTable} from './project-tables.ts';

/** Owner of a project that is being deleted: no account has this id, so the project is gone for everybody at once. */
export const deletedOwner = 'deleted';

/** Stores a project with its first environment, `default`, whose address and login are the project's. @param authMode of it */
export function insertProject(
	database: Database,
	project: ProjectTable,
	environmentId: EnvironmentId,
	authMode: 'account' | 'public',
): Promise<void> {
	return database.transaction().execute(async transaction => {
		await transaction.insertInto('projects').values(project).execute();
		await transaction
			.insertInto('environments')
			.values({
				id: environmentId,
				project_id: project.id,
				name: 'default',
				name_key: 'default',
				url: project.target_url,
				is_default: 1,
				auth_mode: authMode,
				login: project.login,
				variables: null,
				variable_keys: '[]',
				created_at: project.created_at,
				updated_at: project.updated_at,
			})
			.execute();
	});
}

/** Null: the account has no such project. */
export async function findProject(
	database: Database,
	accountId: AccountId,
	projectId: ProjectId,
): Promise<ProjectTable | null> {
	const row = await database
		.selectFrom('projects')
		.selectAll()
		.where('id', '=', projectId)
		.where('account_id', '=', accountId)
		.executeTakeFirst();
	return row ?? null;
}

/** The same; throws NOT_FOUND where the account has no such project. */
export async function requireProject(
	database: Database,
	accountId: AccountId,
	projectId: ProjectId,
): Promise<ProjectTable> {
	const project = await findProject(database, accountId, projectId);
	if (!project) throw notFound('project', projectId);
	return project;
}

/** The same for what belongs to projects of one type only. @param things in the plural, as the refusal names them */
export async function requireProjectOf(
	type: ProjectTable['type'],
	things: string,
	...asked: Parameters<typeof requireProject>
): Promise<ProjectTable> {
	const project = await requireProject(...asked);
	if (project.type !== type) throw invalid('projectId', `${type}_only`, `${things} belong to ${type} projects only.`);
	return project;
}

/** Projects of an account, newest first. */
export async function listProjects(
	database: Database,
	accountId: AccountId,
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

/** Changes some columns, address and login in the default environment too; false when the project is gone. */
export function updateProject(
	database: Database,
	projectId: ProjectId,
	columns: Updateable<ProjectTable>,
	authMode: 'account' | 'public',
): Promise<boolean> {
	return database.transaction().execute(async transaction => {
		const {numUpdatedRows} = await transaction
			.updateTable('projects')
			.set(columns)
			.where('id', '=', projectId)
			.where('account_id', '!=', deletedOwner)
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		const {target_url, login, updated_at} = columns;
		if (target_url !== undefined || login !== undefined)
			await transaction
				.updateTable('environments')
				.set({
					...(target_url === undefined ? {} : {url: target_url}),
					...(login === undefined ? {} : {login, auth_mode: authMode}),
					...(updated_at === undefined ? {} : {updated_at}),
				})
				.where('project_id', '=', projectId)
				.where('is_default', '=', 1)
				.execute();
		return true;
	});
}

/** How many environments each of these projects has, and what its default one is called. */
export async function countEnvironments(
	database: Database,
	projectIds: readonly ProjectId[],
): Promise<Map<string, {standard: string; count: number}>> {
	if (projectIds.length === 0) return new Map();
	const rows = await database
		.selectFrom('environments')
		.select(['project_id', 'name', 'is_default'])
		.where('project_id', 'in', projectIds)
		.execute();
	const found = new Map<string, {standard: string; count: number}>();
	for (const {project_id, name, is_default} of rows) {
		const known = found.get(project_id) ?? {standard: name, count: 0};
		found.set(project_id, {standard: is_default ? name : known.standard, count: known.count + 1});
	}
	return found;
}

/** Most tests of a project that execute at once; null: nobody has limited it. */
export async function maxParallelOf(database: Database, projectId: ProjectId): Promise<number | null> {
	const row = await database
		.selectFrom('projects')
		.select('max_parallel')
		.where('id', '=', projectId)
		.executeTakeFirst();
	return row?.max_parallel ?? null;
}

/** Address of the API of a project; null when it has none, or is gone. */
export async function findTargetUrl(database: Database, projectId: ProjectId): Promise<string | null> {
	const row = await database.selectFrom('projects').select('target_url').where('id', '=', projectId).executeTakeFirst();
	return row?.target_url ?? null;
}

export async function findProjectType(database: Database, projectId: ProjectId): Promise<ProjectTable['type'] | null> {
	const row = await database.selectFrom('projects').select('type').where('id', '=', projectId).executeTakeFirst();
	return row?.type ?? null;
}
