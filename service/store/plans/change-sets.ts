import {type Insertable, sql, type Updateable} from 'kysely';
import type {ProjectId, TestId} from '../../../contract/ids.ts';
import type {StoreTransaction, Database} from '../database.ts';
import {jsonList} from '../columns.ts';
import type {ChangeSetTable, StoredChanges} from './change-set-tables.ts';

export async function insertChangeSet(database: Database, set: Insertable<ChangeSetTable>): Promise<void> {
	await database.insertInto('change_sets').values(set).execute();
}

/** Changes a set and its version; null when its state is none of `from`. */
export async function updateChangeSet(
	database: Database | StoreTransaction,
	id: string,
	from: ReadonlyArray<ChangeSetTable['status']>,
	columns: Updateable<ChangeSetTable>,
): Promise<ChangeSetTable | null> {
	const row = await database
		.updateTable('change_sets')
		.set({...columns, version: sql<number>`version + 1`})
		.where('id', '=', id)
		.where('status', 'in', [...from])
		.returningAll()
		.executeTakeFirst();
	return row ?? null;
}

/** A change set of a project's plan, or of the conversation about one test. */
export async function findChangeSet(
	database: Database | StoreTransaction,
	at: {projectId: ProjectId} | {testId: TestId},
	id: string,
): Promise<ChangeSetTable | null> {
	const row = await database
		.selectFrom('change_sets')
		.selectAll()
		.where('id', '=', id)
		.$if('projectId' in at, query => query.where('project_id', '=', (at as {projectId: ProjectId}).projectId))
		.$if('testId' in at, query => query.where('test_id', '=', (at as {testId: TestId}).testId))
		.executeTakeFirst();
	return row ?? null;
}

/** Newest first: those of the plan, or the conversation about one test. */
export async function listChangeSets(
	database: Database,
	at: {projectId: ProjectId} | {testId: TestId},
	{pageSize, after}: {pageSize: number; after: string | null},
): Promise<{rows: ChangeSetTable[]; next: string | null}> {
	const rows = await database
		.selectFrom('change_sets')
		.selectAll()
		.$if('projectId' in at, query =>
			query.where('project_id', '=', (at as {projectId: ProjectId}).projectId).where('test_id', 'is', null),
		)
		.$if('testId' in at, query => query.where('test_id', '=', (at as {testId: TestId}).testId))
		.$if(after !== null, query => query.where('id', '<', after!))
		.orderBy('id', 'desc')
		.limit(pageSize + 1)
		.execute();
	const page = rows.slice(0, pageSize);
	return {rows: page, next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null};
}

/** Whether settling has looked for what the API of a project accepts. */
export async function hasSettled(database: Database | StoreTransaction, projectId: ProjectId): Promise<boolean> {
	const row = await database
		.selectFrom('change_sets')
		.select('id')
		.where('project_id', '=', projectId)
		.where('source', '=', 'settled')
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Applied sets of a project from the newest to the oldest that `from` names (null: all of them). */
export const listApplied = (
	database: Database | StoreTransaction,
	projectId: ProjectId,
	from: number | null,
): Promise<ChangeSetTable[]> =>
	database
		.selectFrom('change_sets')
		.selectAll()
		.where('project_id', '=', projectId)
		.where('status', '=', 'applied')
		.where('applied_order', 'is not', null)
		.$if(from !== null, query => query.where('applied_order', '>=', from!))
		.orderBy('applied_order', 'desc')
		.execute();

export async function nextAppliedOrder(transaction: StoreTransaction, projectId: ProjectId): Promise<number> {
	const last = await transaction
		.selectFrom('change_sets')
		.select(({fn}) => fn.max('applied_order').as('order'))
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	return (last?.order ?? 0) + 1;
}

/** Sets that were being worked on when the process ended. */
export async function failDraftingSets(database: Database, error: string, before: number | null): Promise<void> {
	const changes: StoredChanges = {parts: [], edges: [], rules: [], ofLockedPlan: false, isInterrupted: true};
	await database
		.updateTable('change_sets')
		.set({status: 'failed', error, changes: JSON.stringify(changes), version: sql<number>`version + 1`})
		.where('status', '=', 'drafting')
		.$if(before !== null, query => query.where('created_at', '<', before!))
		.execute();
}

/** Keeps what a model is sent for a set that is being worked out. */
export async function keepSent(database: Database, id: string, texts: readonly string[]): Promise<void> {
	await database
		.updateTable('change_sets')
		.set({sent: JSON.stringify(texts)})
		.where('id', '=', id)
		.execute();
}

/** Tokens that models have used for a project since a moment. */
export async function tokensSince(database: Database, projectId: ProjectId, since: number): Promise<number> {
	const row = await database
		.selectFrom('change_sets')
		.select(({fn}) => fn.sum<number>('tokens').as('tokens'))
		.where('project_id', '=', projectId)
		.where('created_at', '>=', since)
		.executeTakeFirst();
	return Number(row?.tokens ?? 0);
}

export async function versionOfChangeSet(database: Database, id: string): Promise<number | null> {
	const row = await database.selectFrom('change_sets').select('version').where('id', '=', id).executeTakeFirst();
	return row?.version ?? null;
}

/** Those of these tests for which a text waits that was merged with what a person has edited. */
export async function waitingMerges(database: Database, testIds: readonly TestId[]): Promise<string[]> {
	const rows = await database
		.selectFrom('test_recipes')
		.select('test_id')
		.where('test_id', 'in', jsonList(testIds))
		.where('proposal', '=', 'clean')
		.execute();
	return rows.map(({test_id}) => test_id);
}
