import {givenMs} from '../../../contract/moment.ts';
import type {LedgerEntry} from '../../../contract/ledger.ts';
import {getUsageSummary, listLedger} from '../../../contract/routes/ledger.ts';
import {toCredits} from '../../domain/credit-costs.ts';
import * as store from '../../store/accounts/ledger.ts';
import {namesOfProjects} from '../../store/projects/named-things.ts';
import type {LedgerTable} from '../../store/accounts/account-tables.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {timestamp} from '../../domain/timestamp.ts';

const defaultPageSize = 25;

export function ledgerRoutes(on: On, {database, now}: Services): void {
	on(listLedger, async ({caller, query}) => {
		const {since, until, projectId, batchId, kind} = query;
		const page = await store.listLedger(
			database,
			caller.accountId,
			{sinceMs: givenMs(since), untilMs: givenMs(until), projectId, batchId, kind},
			{pageSize: query.pageSize ?? defaultPageSize, after: readCursor('ledger', query, now())},
		);
		const names = await namesOfProjects(database, [...new Set(page.rows.flatMap(row => row.project_id ?? []))]);
		return {
			items: page.rows.map(row => entryOf(row, names)),
			nextToken: page.next && writeCursor('ledger', query, page.next, now()),
		};
	});

	on(getUsageSummary, async ({caller, query}) => {
		const account = await store.readBalance(database, caller.accountId);
		const groups = await store.summarizeLedger(
			database,
			caller.accountId,
			{sinceMs: givenMs(query.since), untilMs: givenMs(query.until)},
			query.groupBy ?? 'day',
		);
		const isByProject = query.groupBy === 'project';
		const names = await namesOfProjects(database, isByProject ? groups.map(({key}) => key) : []);
		return {
			balance: account?.metered ? Math.max(0, toCredits(account.balance)) : null,
			held: toCredits(account?.held ?? 0),
			plan: caller.account.plan,
			items: groups.map(({key, charged, refunded, entries}) => ({
				key,
				...(isByProject ? {name: names.get(key) ?? null} : {}),
				charged: toCredits(charged),
				refunded: toCredits(refunded),
				entries,
			})),
		};
	});
}

const entryOf = (row: LedgerTable, names: ReadonlyMap<string, string>): LedgerEntry => ({
	entryId: row.id,
	at: timestamp(row.at),
	kind: row.kind,
	amount: toCredits(row.amount),
	balanceAfter: row.balance_after === null ? null : toCredits(row.balance_after),
	projectId: row.project_id,
	projectName: row.project_id === null ? null : (names.get(row.project_id) ?? null),
	testId: row.test_id,
	// What is booked for a test is noted by its name.
	testName: row.test_id === null ? null : row.note,
	runId: row.run_id,
	batchId: row.batch_id,
	generationId: row.generation_id,
	note: row.note,
});
