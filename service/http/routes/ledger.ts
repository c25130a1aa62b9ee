import {momentMs} from '../../../source/contract/moment.ts';
import type {LedgerEntry} from '../../../source/contract/ledger.ts';
import {getUsageSummary, listLedger} from '../../../source/contract/routes/ledger.ts';
import {toCredits} from '../../domain/credit-costs.ts';
import * as store from '../../store/ledger.ts';
import type {LedgerTable} from '../../store/tables.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {timestamp} from '../../domain/timestamp.ts';

const defaultPageSize = 25;
const millis = (at: string | undefined) => (at === undefined ? undefined : (momentMs(at) ?? undefined));

export function ledgerRoutes(on: On, {database, now}: Services): void {
	on(listLedger, async ({caller, query}) => {
		const {since, until, projectId, batchId, kind} = query;
		const page = await store.listLedger(
			database,
			caller.accountId,
			{sinceMs: millis(since), untilMs: millis(until), projectId, batchId, kind},
			{pageSize: query.pageSize ?? defaultPageSize, after: readCursor('ledger', query, now())},
		);
		return {items: page.rows.map(entryOf), nextToken: page.next && writeCursor('ledger', query, page.next, now())};
	});

	on(getUsageSummary, async ({caller, query}) => {
		const account = await store.readBalance(database, caller.accountId);
		const groups = await store.summarizeLedger(
			database,
			caller.accountId,
			{sinceMs: millis(query.since), untilMs: millis(query.until)},
			query.groupBy ?? 'day',
		);
		return {
			balance: account?.metered ? Math.max(0, toCredits(account.balance)) : null,
			held: toCredits(account?.held ?? 0),
			plan: caller.account.plan,
			items: groups.map(({key, charged, refunded, entries}) => ({
				key,
				charged: toCredits(charged),
				refunded: toCredits(refunded),
				entries,
			})),
		};
	});
}

const entryOf = (row: LedgerTable): LedgerEntry => ({
	entryId: row.id,
	at: timestamp(row.at),
	kind: row.kind,
	amount: toCredits(row.amount),
	balanceAfter: row.balance_after === null ? null : toCredits(row.balance_after),
	projectId: row.project_id,
	testId: row.test_id,
	runId: row.run_id,
	batchId: row.batch_id,
	generationId: row.generation_id,
	note: row.note,
});
