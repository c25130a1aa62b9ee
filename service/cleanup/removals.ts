import {isSuccess} from '../domain/status.ts';
import type {RunId} from '../../contract/ids.ts';
import {withoutAction} from '../inference/delete-rule.ts';
import {withoutRevision} from '../inference/delete-tiers.ts';
import {scalarsOf} from '../inference/json-value.ts';
import {segmentsOf} from '../inference/path-template.ts';
import {saysError} from '../inference/answered-error.ts';
import type {ObservedCall} from './observed-call.ts';
import {pushTo} from '../domain/push-to.ts';

/** A DELETE that a test sent for a record. */
export type Removal = {
	runId: RunId;
	status: number | null;
	/**
	 * 2xx without an error inside. A 404 or 410 says so only where the address had answered 2xx in this batch, and to a test that
	 * is no teardown only after a try that may have worked: to hide a record from others by 404 is common.
	 */
	isGone: boolean;
	isTeardown: boolean;
	/** The test that sent it has read the record afterwards, and last found it there: it was put away, or not deleted at all. */
	isStillThere: boolean;
	/** A read has not found the record afterwards. */
	isMissed: boolean;
	/** The API keeps the record, and only hides it. */
	isMarked: boolean;
	/** Of the call among the others. */
	place: number;
	/** When it was answered, in epoch milliseconds. */
	answeredAt: number;
};

/** A record as a DELETE may name it. */
type Named = {
	handle: string | null;
	deletion: {url: string} | null;
	deleteWith?: {body: string | null; readUrl?: string | null; revision?: {query: string | null} | null} | null;
};

/** A call that tells whether a record is there again. */
type Deed = {place: number; startedAt: number; isBack: boolean};

/** Whether something was done to a record after it was deleted, such as its restoring, and no read has missed it since. */
const isBackSince = (gone: Removal | undefined, done: readonly Deed[]): boolean =>
	gone !== undefined &&
	done
		.filter(({place, startedAt}) => place > gone.place && startedAt >= gone.answeredAt)
		.toSorted((one, other) => one.place - other.place)
		.at(-1)?.isBack === true;

/** The DELETE calls of a batch, to be asked what became of a record. */
export class Removals {
	/** By path, each with the values that its query and its body name. */
	readonly #byPath = new Map<
		string,
		Array<{removal: Removal; query: ReadonlySet<string>; body: ReadonlySet<string>}>
	>();

	/** By the path of a record: what was done to it, such as `POST /guests/7/restore`, and reads that did not find it. */
	readonly #done = new Map<string, Deed[]>();

	/** By the path of a record: reads that found it. */
	readonly #shown = new Map<string, Array<Omit<Deed, 'isBack'> & {runId: RunId}>>();

	/** @param calls in the order in which they were made */
	constructor(calls: readonly ObservedCall[]) {
		const shown = new Set<string>();
		const tried = new Set<string>();
		for (const [place, call] of calls.entries()) {
			const {method, segments, query, request, status, runId, isTeardown, answeredAt} = call;
			const path = segments.join('/');
			const isDone = isSuccess(status) && !saysError(call.response);
			if (isDone) shown.add(path);
			if (method !== 'DELETE') {
				const deed = {place, startedAt: call.startedAt};
				if (method === 'GET' && isDone) pushTo(this.#shown, path, {...deed, runId});
				if (method === 'GET' && (status === 404 || status === 410)) pushTo(this.#done, path, {...deed, isBack: false});
				if (['POST', 'PUT', 'PATCH'].includes(method) && isDone)
					for (const of of [segments.slice(0, -1), ...(method === 'PATCH' ? [segments] : [])])
						pushTo(this.#done, of.join('/'), {...deed, isBack: true});
				continue;
			}
			const isMissing = (status === 404 || status === 410) && shown.has(path) && (isTeardown || tried.has(path));
			if (status === null || status >= 500) tried.add(path);
			const sent = {
				removal: {
					runId,
					status,
					isGone: isDone || isMissing,
					isTeardown,
					isStillThere: false,
					isMissed: false,
					isMarked: false,
					place,
					answeredAt,
				},
				query: textsOf(query),
				body: textsOf(request),
			};
			const member = withoutRevision(segments)?.join('/');
			for (const name of [path, ...(member === undefined ? [] : [anyRevisionOf(member)])]) {
				pushTo(this.#byPath, name, sent);
			}
		}
	}

	/**
	 * The DELETE that tells what became of a record: the one that removed it, else the last one that tried. It named the
	 * record by its address, or in the query or the body of a DELETE of its collection.
	 *
	 * @param call the one that created the record
	 * @param place of that call among the others
	 */
	last(record: Named, call: ObservedCall, place: number): Removal | null {
		const {handle} = record;
		const url = record.deletion ? new URL(record.deletion.url) : null;
		const found: Removal[] = [];
		const done: Deed[] = [];
		// Nobody knows the id of a POST before it is answered: a DELETE that was answered until then had another record of that
		// number, which is given again once its record is gone.
		const isLater = (removal: Removal) =>
			removal.place > place && (call.method !== 'POST' || removal.answeredAt >= call.answeredAt);
		const take = (path: readonly string[], names?: readonly string[]) => {
			if (names === undefined) done.push(...(this.#done.get(path.join('/')) ?? []));
			for (const {removal, query, body} of this.#byPath.get(path.join('/')) ?? []) {
				const isIt =
					names === undefined || (names.length > 0 && names.every(name => query.has(name) || body.has(name)));
				if (isIt && isLater(removal) && !found.includes(removal)) found.push(removal);
			}
		};
		const isInBody = handle !== null && Boolean(record.deleteWith?.body);
		const wanted = [...(url?.searchParams.values() ?? []), ...(isInBody ? [handle] : [])];
		// A record that is named in the query shares its path with all others.
		if (url) take(segmentsOf(url.pathname), wanted.length > 0 ? wanted : undefined);
		// Which revision a DELETE named does not matter: the record is the same.
		const {readUrl, revision} = record.deleteWith ?? {};
		if (readUrl && revision?.query === null) take([anyRevisionOf(segmentsOf(new URL(readUrl).pathname).join('/'))]);
		if (handle !== null) {
			const collection = withoutAction(call.segments);
			if (!url) take([...collection, handle]);
			// A name that its creator put into the address: `PUT /tags/blue`.
			if (call.segments.at(-1) === handle) take(call.segments);
			take(collection, [handle]);
			if (url && wanted.length === 0) take(segmentsOf(url.pathname).slice(0, -1), [handle]);
		}
		found.sort((a, b) => a.place - b.place);
		const gone = found.filter(removal => removal.isGone);
		if (isBackSince(gone.at(-1), done)) return null;
		const last = gone[0] ?? found.at(-1) ?? null;
		if (last === null) return null;
		const isMissed = done.some(({isBack, place: at}) => !isBack && at > last.place);
		return {...last, isStillThere: this.#isStillThere(last, url, done), isMissed};
	}

	/**
	 * Whether the test that deleted a record has found it at its address afterwards, and no later read has missed it. What is
	 * deleted later (202) may go yet, and what other tests read may be another record of that number.
	 */
	#isStillThere({runId, status, isGone, place, answeredAt}: Removal, url: URL | null, done: readonly Deed[]): boolean {
		if (!isGone || !isSuccess(status) || status === 202 || url === null || url.search !== '') return false;
		const reads = this.#shown.get(segmentsOf(url.pathname).join('/')) ?? [];
		const seen = reads.findLast(read => read.runId === runId && read.place > place && read.startedAt >= answeredAt);
		return seen !== undefined && !done.some(deed => !deed.isBack && deed.place > seen.place);
	}
}

const textsOf = (value: unknown): Set<string> => new Set([...scalarsOf(value)].map(({text}) => text));

/** No path: a space never stands in one. */
const anyRevisionOf = (path: string): string => `${path} of any revision`;
