import {inParallel, usualLimit} from '../../contract/in-parallel.ts';
import {pushTo} from '../domain/push-to.ts';
import {kindOf} from '../inference/word-form.ts';
import {segmentsOf} from '../inference/path-template.ts';
import type {OpenRecord} from '../store/cleanup/open-records.ts';
import type {ReadRecord} from './read-back.ts';

/** How many records are read at most. */
const most = 500;

/** Reads a record at an address. */
export type ReadOpen = (record: OpenRecord, url: string) => Promise<ReadRecord>;

/** Addresses at which a record was read before. */
type Shown = {
	has(url: string): boolean;
	add(url: string): void;
	/** Whether a record of a kind was read at an address of its own. */
	hasMember(collection: string, handle: string): boolean;
};

/**
 * Remembers before the sweep which open records can be read: only of these a 404 afterwards says that they are gone.
 *
 * @param shown what the tests have read already
 */
export async function noteOpen(records: readonly OpenRecord[], shown: Shown, read: ReadOpen): Promise<void> {
	const unread = records.filter(record => addressOf(record) !== null && !shown.has(addressOf(record)!));
	await inParallel(unread.slice(0, most), usualLimit, async record => {
		const url = addressOf(record)!;
		if ((await read(record, url)).presence === 'there') shown.add(url);
	});
	const unreadLists = [...byList(records, shown)].filter(([url]) => !shown.has(url));
	await inParallel(unreadLists.slice(0, most), usualLimit, async ([url, own]) => {
		if ((await read(own.at(-1)!, url)).presence === 'there') shown.add(url);
	});
}

/** Reads everything that is still open after the sweep once, and says what is gone, and with what. */
export async function goneRecords(
	records: readonly OpenRecord[],
	shown: Shown,
	read: ReadOpen,
): Promise<Array<{resourceId: string; note: string}>> {
	const gone: Array<{resourceId: string; note: string}> = [];
	const readable = records.filter(
		record => addressOf(record) !== null && (shown.has(addressOf(record)!) || isBelowRemoved(record)),
	);
	await inParallel(readable.slice(0, most), usualLimit, async record => {
		const {presence, answer} = await read(record, addressOf(record)!);
		const parent = record.parents.findLast(({outcome}) => removed.has(outcome));
		// Some answer 403 for what lies in something that does not exist any more.
		const isOut = answer.status === 403 || isBelowRemoved(record);
		if (presence !== 'gone' && !(isOut && presence !== 'there' && parent)) return;
		gone.push({resourceId: record.resourceId, note: parent ? `gone with ${nameOf(parent)}` : 'gone'});
	});
	const known = new Set(gone.map(({resourceId}) => resourceId));
	const parentOf = ({parents, createdAt}: OpenRecord) =>
		parents.findLast(one => removed.has(one.outcome) && isAbove(one, createdAt));
	const left = records.filter(record => !known.has(record.resourceId) && parentOf(record) !== undefined);
	const lists = [...byList(left, shown)].filter(([url]) => shown.has(url));
	await inParallel(lists.slice(0, most), usualLimit, async ([url, own]) => {
		if ((await read(own.at(-1)!, url)).presence !== 'gone') return;
		for (const record of own)
			gone.push({resourceId: record.resourceId, note: `gone with ${nameOf(parentOf(record)!)}`});
	});
	return gone;
}

/** Records without an address of their own by the list that shows them: each list is read once. */
function byList(records: readonly OpenRecord[], shown: Shown): Map<string, OpenRecord[]> {
	const lists = new Map<string, OpenRecord[]>();
	for (const record of records) {
		const list = listOf(record, shown);
		if (list !== null) pushTo(lists, list, record);
	}
	return lists;
}

/**
 * The list in which a record without an address of its own is seen, `/posts/7/comments`, where it lies below another record
 * and was read nowhere else: with that list it is gone.
 */
function listOf({deleteUrl, readUrl, createdAt, isPart, handle, parents}: OpenRecord, shown: Shown): string | null {
	if (deleteUrl !== null || readUrl !== null || isPart || handle === null || !URL.canParse(createdAt)) return null;
	const {origin, pathname} = new URL(createdAt);
	const segments = segmentsOf(pathname);
	if (!parents.some(parent => isAbove(parent, createdAt)) || segments.includes(handle)) return null;
	return shown.hasMember(segments.at(-1) ?? '', handle) ? null : `${origin}${pathname}`;
}

/** Whether an address lies below a record. */
const isAbove = ({handle}: OpenRecord['parents'][number], url: string): boolean =>
	handle !== null && segmentsOf(new URL(url).pathname).slice(0, -1).includes(handle);

const removed = new Set(['test', 'auto', 'gone']);

/**
 * Whether the only address of a record lies below another record that is gone: nothing leads to it any more. A part of a
 * record, such as its links to others, is known by the name of that one alone.
 */
function isBelowRemoved({deleteUrl, createdAt, isPart, handle, parents}: OpenRecord): boolean {
	const address = deleteUrl ?? (isPart ? createdAt : null);
	if (address === null || handle === null || !URL.canParse(address)) return false;
	const above = segmentsOf(new URL(address).pathname).slice(0, -1);
	return parents.some(parent => parent.handle !== null && removed.has(parent.outcome) && above.includes(parent.handle));
}

/** `Order ord_1`. */
function nameOf({family, handle}: {family: string; handle: string | null}): string {
	const kind = kindOf(family) || family.replace(/^\//, '');
	return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${handle ?? ''}`.trim();
}

/** Where a record could be read: at the address of its DELETE, else at its handle below the path that created it. */
function addressOf({deleteUrl, readUrl, createdAt, isPart, handle}: OpenRecord): string | null {
	if (readUrl !== null) return readUrl;
	if (deleteUrl !== null) return deleteUrl;
	if (handle === null || !URL.canParse(createdAt)) return null;
	const url = new URL(createdAt);
	url.search = '';
	if (!isPart && segmentsOf(url.pathname).at(-1) !== handle)
		url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${encodeURIComponent(handle)}`;
	return url.href;
}
