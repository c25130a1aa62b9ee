import type {Me} from '../../contract/account.ts';
import type {LedgerEntry, UsageSummary} from '../../contract/ledger.ts';
import {getMe} from '../../contract/routes/account.ts';
import {isApiError} from '../errors/api-error.ts';
import {createLoader, type Loader} from './loader.ts';
import {pageSize} from './load-pages.ts';
import {memoizeLast} from './memoize.ts';
import {storeKey} from './dashboard.ts';

/** Loaded when they are asked for first: most sessions never open this screen, and shapes cost time to build. */
const loadLedgerRoutes = () => import('../../contract/routes/ledger.ts');

/** Key of the only thing that the loader of the usage reads. */
export const usageKey = 'usage';

export type Usage = {
	me: Me;
	/** Null where the service keeps no bookings, or the key may not read them. */
	summary: UsageSummary | null;
	/** Newest first: those that were read. */
	entries: readonly LedgerEntry[];
	/** Where the older ones begin; null: these are all. */
	next: string | null;
};

type UsageStore = Loader<Usage> & {
	/** Reads one more page of older bookings, unless there are none. */
	loadOlder(signal: AbortSignal): Promise<void>;
};

/** What the key may do, what it costs, and what was booked. */
export const usageStore = storeKey<UsageStore>(({session}) => {
	const loader: Loader<Usage> = createLoader(
		{session},
		{
			async read(_key, _known, signal) {
				const [me, summary, ledger] = await Promise.all([
					session.call(getMe, {signal}),
					session.call((await loadLedgerRoutes()).getUsageSummary, {query: {groupBy: 'kind'}, signal}).catch(orNull),
					session.call((await loadLedgerRoutes()).listLedger, {query: {pageSize}, signal}).catch(orNull),
				]);
				const page = {entries: ledger?.items ?? [], next: ledger?.nextToken ?? null};
				const known = loader.store.getState().data;
				return {me, summary, ...(known ? withNews(known, page) : page)};
			},
		},
	);
	let isReadingOlder = false;
	return {
		...loader,
		async loadOlder(signal) {
			const cursor = loader.store.getState().data?.next ?? null;
			if (cursor === null || isReadingOlder) return;
			isReadingOlder = true;
			try {
				const {items, nextToken} = await session.call((await loadLedgerRoutes()).listLedger, {
					query: {pageSize, cursor},
					signal,
				});
				loader.put(usageKey, usage =>
					usage.next === cursor ? {...usage, entries: [...usage.entries, ...items], next: nextToken ?? null} : usage,
				);
			} finally {
				isReadingOlder = false;
			}
		},
	};
});

type Bookings = Pick<Usage, 'entries' | 'next'>;

/** New bookings before those that were known: bookings never change. Those behind a gap are read again when asked for. */
function withNews(known: Bookings, page: Bookings): Bookings {
	const before = new Set(known.entries.map(({entryId}) => entryId));
	const fresh = page.entries.filter(({entryId}) => !before.has(entryId));
	if (fresh.length === 0) return {entries: known.entries, next: known.next};
	return fresh.length < page.entries.length ? {entries: [...fresh, ...known.entries], next: known.next} : page;
}

/** Bookings are an offer of the service: one that has none, or does not show them to this key, still has a usage. */
function orNull(error: unknown): null {
	if (isApiError(error) && ['NOT_FOUND', 'UNSUPPORTED', 'AUTH_FORBIDDEN', 'FEATURE_GATED'].includes(error.code))
		return null;
	throw error;
}

/** A booking's kind in words: `generation refund`. */
export const kindWords = (kind: string): string => kind.replaceAll('_', ' ');

/** Bookings of a kind that contain every word. */
export const selectEntries = () =>
	memoizeLast((entries: readonly LedgerEntry[], filter: string, only: string | null): readonly LedgerEntry[] => {
		const sought = filter.toLowerCase().split(/\s+/).filter(Boolean);
		if (sought.length === 0 && only === null) return entries;
		return entries.filter(({kind, note, testId, runId, batchId, projectId, at}) => {
			const text = [kindWords(kind), note, testId, runId, batchId, projectId, at].join(' ').toLowerCase();
			return (only === null || kindWords(kind) === only) && sought.every(word => text.includes(word));
		});
	});
