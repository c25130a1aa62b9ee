import {createStore, type StoreApi} from 'zustand/vanilla';
import type {BatchSummary} from '../../contract/batch.ts';
import type {ProjectId, TestId} from '../../contract/ids.ts';
import {listBatches} from '../../contract/routes/batches.ts';
import {listTestRuns} from '../../contract/routes/runs.ts';
import type {RunHistoryItem} from '../../contract/run.ts';
import {type Dashboard, storeKey} from './dashboard.ts';
import {createLoader, type Loaded, type Loader} from './loader.ts';
import {pageSize} from './load-pages.ts';

/** Rows that a look for news asks for: what is newest is what changes. */
const newsSize = 25;

/** What has a history: a project its batches, a test its runs. */
type HistorySubject = {projectId: ProjectId; testId: TestId | null};

export type HistoryRow =
	| {kind: 'batch'; id: string; batch: BatchSummary}
	| {kind: 'run'; id: string; run: RunHistoryItem};

type HistoryPages = {
	/** Newest first. */
	rows: readonly HistoryRow[];
	/** Where the older ones begin; null: these are all. */
	next: string | null;
};

type History = {
	store: StoreApi<Loaded<HistoryPages>>;
	/** Picked for a comparison, in that order: two at most. */
	picks: StoreApi<{ids: readonly string[]}>;
	/** Reads what is newest; what was read before stays. */
	load(subject: HistorySubject, signal: AbortSignal): Promise<void>;
	/** Reads one more page of older rows, unless there are none or one is being read. */
	loadOlder(subject: HistorySubject, signal: AbortSignal): Promise<void>;
	/** Picks a row, or takes the pick back; a third pick takes the place of the first. */
	togglePick(id: string): void;
	clearPicks(): void;
};

const keyOf = ({projectId, testId}: HistorySubject): string => testId ?? projectId;

export const historyStore = storeKey(createHistory);

function createHistory({session}: Pick<Dashboard, 'session'>): History {
	const picks = createStore<{ids: readonly string[]}>()(() => ({ids: []}));
	let subject: HistorySubject | null = null;
	let isReadingOlder = false;

	async function readPage(size: number, cursor: string | undefined, signal: AbortSignal): Promise<HistoryPages> {
		if (subject === null) throw new Error('No history is shown.');
		const {projectId, testId} = subject;
		const query = {pageSize: size, ...(cursor === undefined ? {} : {cursor})};
		if (testId === null) {
			const {items, nextToken} = await session.call(listBatches, {params: {projectId}, query, signal});
			return {rows: items.map(batch => ({kind: 'batch', id: batch.batchId, batch})), next: nextToken ?? null};
		}
		const {runs, nextCursor} = await session.call(listTestRuns, {params: {testId}, query, signal});
		return {rows: runs.map(run => ({kind: 'run', id: run.runId, run})), next: nextCursor};
	}

	const loader: Loader<HistoryPages> = createLoader(
		{session},
		{
			async read(key, _known, signal) {
				const {key: shown, data} = loader.store.getState();
				const known = shown === key ? data : null;
				const page = await readPage(known === null ? pageSize : newsSize, undefined, signal);
				return known === null ? page : mergeNews(known, page);
			},
		},
	);

	return {
		store: loader.store,
		picks,
		async load(asked, signal) {
			if (subject === null || keyOf(subject) !== keyOf(asked)) picks.setState({ids: []});
			subject = asked;
			await loader.load(keyOf(asked), signal);
		},
		async loadOlder(asked, signal) {
			const {key, data} = loader.store.getState();
			if (key !== keyOf(asked) || data === null || data.next === null || isReadingOlder) return;
			isReadingOlder = true;
			try {
				const older = await readPage(pageSize, data.next, signal);
				loader.put(key, ({rows}) => ({rows: [...rows, ...unknownTo(rows, older.rows)], next: older.next}));
			} finally {
				isReadingOlder = false;
			}
		},
		togglePick: id =>
			picks.setState(({ids}) => ({
				ids: ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id].slice(-2),
			})),
		clearPicks: () => picks.setState({ids: []}),
	};
}

/**
 * The newest rows before those that were known. A gap between the two (more new rows than were asked for) would hide
 * rows for good: then only the new page is kept, and what is older is read again from its end. Rows in which nothing
 * changed stay the same objects.
 */
export function mergeNews(known: HistoryPages, news: HistoryPages): HistoryPages {
	const before = new Map(known.rows.map(row => [row.id, row]));
	const rows = news.rows.map(row => {
		const old = before.get(row.id);
		return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
	});
	const isJoined = news.next !== null && rows.some(({id}) => before.has(id));
	const merged = isJoined ? {rows: [...rows, ...unknownTo(rows, known.rows)], next: known.next} : {...news, rows};
	const isSame =
		merged.next === known.next &&
		merged.rows.length === known.rows.length &&
		merged.rows.every((row, index) => row === known.rows[index]);
	return isSame ? known : merged;
}

function unknownTo(known: readonly HistoryRow[], rows: readonly HistoryRow[]): HistoryRow[] {
	const ids = new Set(known.map(({id}) => id));
	return rows.filter(({id}) => !ids.has(id));
}
