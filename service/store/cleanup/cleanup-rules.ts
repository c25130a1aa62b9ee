import type {CleanupRuleTable} from './cleanup-tables.ts';
import type {Database} from '../database.ts';

/** Rules of a project, oldest first. */
export function listCleanupRules(database: Database, projectId: string): Promise<CleanupRuleTable[]> {
	return database.selectFrom('cleanup_rules').selectAll().where('project_id', '=', projectId).orderBy('id').execute();
}

export async function insertCleanupRule(database: Database, rule: CleanupRuleTable): Promise<void> {
	await database.insertInto('cleanup_rules').values(rule).execute();
}

/** False: the project has no such rule. */
export async function deleteCleanupRule(database: Database, projectId: string, ruleId: string): Promise<boolean> {
	const {numDeletedRows} = await database
		.deleteFrom('cleanup_rules')
		.where('id', '=', ruleId)
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}
