import type {CleanupSettings, CleanupSettingsInput} from '../../../contract/cleanup.ts';
import type {CleanupMode} from '../../../contract/enums.ts';
import type {ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import type {CleanupRuleTable} from './cleanup-tables.ts';

/** How the cleanup of a project works, as the service reads it. */
export type ProjectCleanup = {
	mode: CleanupMode;
	/** DELETEs of one family under way at once. */
	parallel: number;
	readBefore: boolean;
	handles: CleanupSettings['handles'];
	maskedFields: {add: string[]; remove: string[]};
	/** Epoch milliseconds; null: nothing was ever changed. */
	updatedAt: number | null;
};

export const defaultCleanupSettings: ProjectCleanup = {
	mode: 'auto',
	parallel: 4,
	readBefore: false,
	handles: [],
	maskedFields: {add: [], remove: []},
	updatedAt: null,
};

export async function readCleanupSettings(database: Database, projectId: ProjectId): Promise<ProjectCleanup> {
	const row = await database
		.selectFrom('cleanup_settings')
		.selectAll()
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	if (!row) return defaultCleanupSettings;
	return {
		mode: row.mode,
		parallel: row.parallel,
		readBefore: row.read_before === 1,
		handles: JSON.parse(row.handles) as ProjectCleanup['handles'],
		maskedFields: JSON.parse(row.masked_fields) as ProjectCleanup['maskedFields'],
		updatedAt: row.updated_at,
	};
}

/** Those of the projects whose cleanup sends nothing by itself: it asks first, or is off. */
export async function listHeld(database: Database, projectIds: readonly ProjectId[]): Promise<string[]> {
	const rows = await database
		.selectFrom('cleanup_settings')
		.select('project_id')
		.where('project_id', 'in', projectIds)
		.where('mode', '!=', 'auto')
		.execute();
	return rows.map(({project_id}) => project_id);
}

/** Replaces what is named, each as a whole. */
export function updateCleanupSettings(
	database: Database,
	projectId: ProjectId,
	{mode, parallel, readBefore, handles, maskedFields}: CleanupSettingsInput,
	now: number,
): Promise<ProjectCleanup> {
	return database.transaction().execute(async transaction => {
		const known = await readCleanupSettings(transaction, projectId);
		const next: ProjectCleanup = {
			mode: mode ?? known.mode,
			parallel: parallel ?? known.parallel,
			readBefore: readBefore ?? known.readBefore,
			handles: handles ?? known.handles,
			maskedFields: maskedFields ?? known.maskedFields,
			updatedAt: now,
		};
		const values = {
			mode: next.mode,
			parallel: next.parallel,
			read_before: next.readBefore ? (1 as const) : (0 as const),
			handles: JSON.stringify(next.handles),
			masked_fields: JSON.stringify(next.maskedFields),
			updated_at: now,
		};
		await transaction
			.insertInto('cleanup_settings')
			.values({project_id: projectId, ...values})
			.onConflict(conflict => conflict.column('project_id').doUpdateSet(values))
			.execute();
		return next;
	});
}

/** Rules of a project, oldest first. */
export function listCleanupRules(database: Database, projectId: ProjectId): Promise<CleanupRuleTable[]> {
	return database.selectFrom('cleanup_rules').selectAll().where('project_id', '=', projectId).orderBy('id').execute();
}

export async function insertCleanupRule(database: Database, rule: CleanupRuleTable): Promise<void> {
	await database.insertInto('cleanup_rules').values(rule).execute();
}

/** False: the project has no such rule. */
export async function deleteCleanupRule(database: Database, projectId: ProjectId, ruleId: string): Promise<boolean> {
	const {numDeletedRows} = await database
		.deleteFrom('cleanup_rules')
		.where('id', '=', ruleId)
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}
