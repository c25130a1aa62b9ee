import type {BatchId, ProjectId} from '../../../contract/ids.ts';
import type {TestList} from '../../../contract/test-list.ts';
import {environmentLimits} from '../../../contract/environment.ts';
import {environmentKey} from '../../domain/environment-choice.ts';
import type {Database} from '../database.ts';
import type {EnvironmentTable} from './project-tables.ts';

/** What of an environment may change. */
export type EnvironmentChange = Partial<
	Pick<EnvironmentTable, 'name' | 'url' | 'auth_mode' | 'login' | 'variables' | 'variable_keys' | 'is_default'>
>;

/** Environments of a project, the default one first, then by name. */
export const listEnvironments = (database: Database, projectId: ProjectId): Promise<EnvironmentTable[]> =>
	database
		.selectFrom('environments')
		.selectAll()
		.where('project_id', '=', projectId)
		.orderBy('is_default', 'desc')
		.orderBy('name_key')
		.execute();

/** Null: the project has none of that name. */
export async function findEnvironment(
	database: Database,
	projectId: ProjectId,
	name: string,
): Promise<EnvironmentTable | null> {
	const row = await database
		.selectFrom('environments')
		.selectAll()
		.where('project_id', '=', projectId)
		.where('name_key', '=', environmentKey(name))
		.executeTakeFirst();
	return row ?? null;
}

/** The environment that a batch uses in a project; null when it has no run there, or the environment is gone. */
export async function environmentOfBatch(
	database: Database,
	batchId: BatchId,
	projectId: ProjectId,
): Promise<EnvironmentTable | null> {
	const row = await database
		.selectFrom('runs')
		.innerJoin('environments', 'environments.id', 'runs.environment_id')
		.selectAll('environments')
		.where('runs.batch_id', '=', batchId)
		.where('runs.project_id', '=', projectId)
		.limit(1)
		.executeTakeFirst();
	return row ?? null;
}

/** Keys of the variables that some environment of a project has: what planning may count on. */
export async function environmentKeys(database: Database, projectId: ProjectId): Promise<ReadonlySet<string>> {
	const rows = await database
		.selectFrom('environments')
		.select('variable_keys')
		.where('project_id', '=', projectId)
		.execute();
	return new Set(rows.flatMap(({variable_keys}) => JSON.parse(variable_keys) as string[]));
}

/** Stores a new environment; as the default one it takes the place of the one before. */
export function insertEnvironment(
	database: Database,
	row: EnvironmentTable,
): Promise<'stored' | 'name_taken' | 'too_many'> {
	return database.transaction().execute(async transaction => {
		const others = await listEnvironments(transaction, row.project_id);
		if (others.some(({name_key}) => name_key === row.name_key)) return 'name_taken';
		if (others.length >= environmentLimits.perProject) return 'too_many';
		await transaction
			.insertInto('environments')
			.values({...row, is_default: 0})
			.execute();
		if (row.is_default) await makeDefault(transaction, row, row.updated_at);
		return 'stored';
	});
}

/**
 * Changes an environment. Schedules and lists that name it follow a new name.
 *
 * @param change decides with the stored environment in the transaction that writes, so that two patches cannot lose each
 *   other's variables
 */
export function changeEnvironment(
	database: Database,
	projectId: ProjectId,
	name: string,
	at: number,
	change: (row: EnvironmentTable) => EnvironmentChange,
): Promise<EnvironmentTable | 'gone' | 'name_taken'> {
	return database.transaction().execute(async transaction => {
		const row = await findEnvironment(transaction, projectId, name);
		if (!row) return 'gone';
		const {is_default, ...columns} = change(row);
		if (columns.name !== undefined) {
			const other = await findEnvironment(transaction, projectId, columns.name);
			if (other && other.id !== row.id) return 'name_taken';
		}
		const changed = {
			...row,
			...columns,
			name_key: environmentKey(columns.name ?? row.name),
			is_default: is_default === 1 ? (1 as const) : row.is_default,
			updated_at: at,
		};
		await transaction
			.updateTable('environments')
			.set({...columns, name_key: changed.name_key, updated_at: at})
			.where('id', '=', row.id)
			.execute();
		if (changed.is_default) await makeDefault(transaction, changed, at);
		if (changed.name !== row.name) await renameInUse(transaction, projectId, row.name, changed.name);
		return changed;
	});
}

/** Who would lose the environment that they name. */
export type EnvironmentUse = {schedules: Array<{id: string; name: string}>; lists: Array<{id: string; name: string}>};

/** Deletes an environment that is not the last, not the default one and that nothing names. */
export function deleteEnvironment(
	database: Database,
	projectId: ProjectId,
	name: string,
): Promise<EnvironmentTable | 'gone' | 'last' | 'default' | EnvironmentUse> {
	return database.transaction().execute(async transaction => {
		const all = await listEnvironments(transaction, projectId);
		const row = all.find(one => one.name_key === environmentKey(name));
		if (!row) return 'gone';
		if (all.length === 1) return 'last';
		if (row.is_default) return 'default';
		const use = await usesOf(transaction, projectId, row.name);
		if (use.schedules.length + use.lists.length > 0) return use;
		await transaction.deleteFrom('environments').where('id', '=', row.id).execute();
		return row;
	});
}

/** The project's own address and login are those of its default environment. */
async function makeDefault(
	transaction: Database,
	{id, project_id, url, login}: EnvironmentTable,
	at: number,
): Promise<void> {
	await transaction
		.updateTable('environments')
		.set(({eb}) => ({
			is_default: eb
				.case()
				.when('id', '=', id)
				.then(1 as const)
				.else(0 as const)
				.end(),
		}))
		.where('project_id', '=', project_id)
		.execute();
	await transaction
		.updateTable('projects')
		.set({target_url: url, login, updated_at: at})
		.where('id', '=', project_id)
		.execute();
}

async function usesOf(transaction: Database, projectId: ProjectId, name: string): Promise<EnvironmentUse> {
	const schedules = await schedulesNaming(transaction, projectId, name);
	const lists = await listsNaming(transaction, projectId, name);
	return {
		schedules: schedules.map(one => ({id: one.id, name: one.name})),
		lists: lists.map(one => ({id: one.id, name: one.name})),
	};
}

async function renameInUse(transaction: Database, projectId: ProjectId, from: string, to: string): Promise<void> {
	for (const {id} of await schedulesNaming(transaction, projectId, from))
		await transaction.updateTable('schedules').set({environment: to}).where('id', '=', id).execute();
	for (const {id, environments} of await listsNaming(transaction, projectId, from)) {
		const renamed = environments.map(one => (isNamed(one, projectId, from) ? {...one, environmentName: to} : one));
		await transaction
			.updateTable('test_lists')
			.set({project_environments: JSON.stringify(renamed)})
			.where('id', '=', id)
			.execute();
	}
}

async function schedulesNaming(transaction: Database, projectId: ProjectId, name: string) {
	const rows = await transaction
		.selectFrom('schedules')
		.select(['id', 'name', 'environment'])
		.where('target_id', '=', projectId)
		.where('environment', 'is not', null)
		.orderBy('id')
		.execute();
	return rows.filter(({environment}) => environmentKey(environment ?? '') === environmentKey(name));
}

async function listsNaming(transaction: Database, projectId: ProjectId, name: string) {
	const rows = await transaction
		.selectFrom('test_lists')
		.select(['id', 'name', 'project_environments'])
		.where('project_environments', 'like', `%${projectId}%`)
		.orderBy('id')
		.execute();
	return rows
		.map(({project_environments, ...row}) => ({
			...row,
			environments: JSON.parse(project_environments) as TestList['projectEnvironments'],
		}))
		.filter(({environments}) => environments.some(one => isNamed(one, projectId, name)));
}

const isNamed = (one: TestList['projectEnvironments'][number], projectId: ProjectId, name: string): boolean =>
	one.projectId === projectId && environmentKey(one.environmentName) === environmentKey(name);
