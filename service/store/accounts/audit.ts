import type {Selectable} from 'kysely';
import type {AccountId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {storageOf} from '../dialect/storage.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {AuditTable} from './account-tables.ts';

export type AuditRow = Selectable<AuditTable>;

/** Adds an entry within the transaction of the change. */
export async function insertAudit(database: Database, row: AuditRow): Promise<void> {
	await database.insertInto('audit').values(row).execute();
}

/**
 * Adds an entry after its change. In a file it survives the death of the process, but is not forced to the disk, as the answer
 * to a repeated request is not: it would double the price of every change. In a database that processes share it is one
 * statement without a transaction, which the writers of others do not wait for.
 */
export async function appendAudit(database: Database, row: AuditRow): Promise<void> {
	const {processId, withoutForcing} = storageOf(database);
	if (processId !== null) await insertAudit(database, row);
	else await withoutForcing(database, connection => insertAudit(connection, row));
}

export type AuditFilter = {
	sinceMs?: number | undefined;
	untilMs?: number | undefined;
	/** Name of a member as it was then, id of a member or of a key. */
	actor?: string | undefined;
	action?: string | undefined;
	objectId?: string | undefined;
};

/** Entries of an account, newest first. */
export async function listAudit(
	database: Database,
	accountId: AccountId,
	{sinceMs, untilMs, actor, action, objectId}: AuditFilter,
	{pageSize, after}: PageRequest,
): Promise<RowPage<AuditRow>> {
	const rows = await database
		.selectFrom('audit')
		.selectAll()
		.where('account_id', '=', accountId)
		.$if(after !== null, query => query.where('id', '<', after!))
		.$if(sinceMs !== undefined, query => query.where('at', '>=', sinceMs!))
		.$if(untilMs !== undefined, query => query.where('at', '<', untilMs!))
		.$if(action !== undefined, query => query.where('action', '=', action!))
		.$if(actor !== undefined, query =>
			query.where(({eb, or}) =>
				or([eb('actor', '=', actor!), eb('member_id', '=', actor!), eb('key_id', '=', actor!)]),
			),
		)
		.$if(objectId !== undefined, query =>
			query.where(({eb, or}) => or([eb('object_id', '=', objectId!), eb('project_id', '=', objectId!)])),
		)
		.orderBy('id', 'desc')
		.limit(pageSize + 1)
		.execute();
	return pageOf(rows, pageSize);
}

/** Entries removed in one transaction. */
const atOnce = 500;

/** Forgets some entries that are older; answers how many. Ids follow time, so that the oldest are found at once. */
export async function forgetOldAudit(database: Database, before: number): Promise<number> {
	const oldest = await database.selectFrom('audit').select(['id', 'at']).orderBy('id').limit(atOnce).execute();
	const old = oldest.filter(({at}) => at < before).map(({id}) => id);
	if (old.length > 0) await database.deleteFrom('audit').where('id', 'in', old).execute();
	return old.length;
}
