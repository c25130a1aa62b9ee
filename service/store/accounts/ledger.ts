import {sql} from 'kysely';
import type {AccountId, BatchId, ProjectId} from '../../../contract/ids.ts';
import type {LedgerKind} from '../../../contract/ledger.ts';
import type {Database} from '../database.ts';
import {type PageRequest, pageOf, type RowPage} from '../page.ts';
import type {LedgerTable} from './account-tables.ts';
import {portable} from '../dialect/portable.ts';

export type LedgerFilter = {
	sinceMs?: number | undefined;
	untilMs?: number | undefined;
	projectId?: ProjectId | undefined;
	batchId?: BatchId | undefined;
	kind?: LedgerKind | undefined;
};

/** Bookings of an account, newest first. */
export async function listLedger(
	database: Database,
	accountId: AccountId,
	filter: LedgerFilter,
	{pageSize, after}: PageRequest,
): Promise<RowPage<LedgerTable>> {
	const rows = await matching(database, accountId, filter)
		.selectAll()
		.$if(after !== null, query => query.where('id', '<', after!))
		.orderBy('id', 'desc')
		.limit(pageSize + 1)
		.execute();
	return pageOf(rows, pageSize);
}

export type UsageGroup = {key: string; charged: number; refunded: number; entries: number};

/** Charges and refunds by day (UTC), project or kind, in hundredths of a credit; grants are neither. */
export async function summarizeLedger(
	database: Database,
	accountId: AccountId,
	filter: LedgerFilter,
	groupBy: 'day' | 'project' | 'kind',
): Promise<UsageGroup[]> {
	const keys = {
		day: portable(({dayOf}) => dayOf(sql.ref('at'))),
		project: sql<string>`coalesce(project_id, 'none')`,
		kind: sql<string>`kind`,
	};
	return matching(database, accountId, filter)
		.select([
			keys[groupBy].as('key'),
			sql<number>`coalesce(sum(case when amount < 0 then -amount end), 0)`.as('charged'),
			sql<number>`coalesce(sum(case when amount > 0 then amount end), 0)`.as('refunded'),
			sql<number>`count(*)`.as('entries'),
		])
		.where('kind', '!=', 'grant')
		.groupBy('key')
		.orderBy('key')
		.execute();
}

/** Balance and holds in hundredths of a credit. */
export async function readBalance(
	database: Database,
	accountId: AccountId,
): Promise<{balance: number; held: number; metered: boolean; plan: string} | null> {
	const row = await database
		.selectFrom('accounts')
		.select(['balance', 'held', 'metered', 'plan'])
		.where('id', '=', accountId)
		.executeTakeFirst();
	return row ? {...row, metered: row.metered === 1} : null;
}

const matching = (
	database: Database,
	accountId: AccountId,
	{sinceMs, untilMs, projectId, batchId, kind}: LedgerFilter,
) =>
	database
		.selectFrom('ledger')
		.where('account_id', '=', accountId)
		.$if(sinceMs !== undefined, query => query.where('at', '>=', sinceMs!))
		.$if(untilMs !== undefined, query => query.where('at', '<', untilMs!))
		.$if(projectId !== undefined, query => query.where('project_id', '=', projectId!))
		.$if(batchId !== undefined, query => query.where('batch_id', '=', batchId!))
		.$if(kind !== undefined, query => query.where('kind', '=', kind!));
