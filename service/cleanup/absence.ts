import {isSuccess} from '../domain/status.ts';
import {isCredentialHeader} from '../domain/credentials.ts';
import {bestFit, segmentsOf} from '../inference/path-template.ts';
import {withoutFormat} from '../inference/word-form.ts';
import type {KnownEndpoint} from './known-endpoint.ts';
import type {ObservedCall} from './observed-call.ts';
import {pushTo} from '../domain/push-to.ts';

/** Answers that say that nothing is there. */
const isMissing = (status: number | null): boolean => status === 404 || status === 410;
const isRead = ({method}: ObservedCall): boolean => method === 'GET' || method === 'HEAD';
const pathOf = (segments: readonly string[]): string => segments.join('/');

/** Headers that decide what a caller gets to see. */
const callers = /token|session/;
const perRequest = /request-id|idempotency|correlation|trace|signature|timestamp|forwarded|real-ip|b3-|[cx]srf/;

/** The reads of a batch, to be asked whether a record was there before a call. */
export class Absences {
	readonly #reads = new Map<string, ObservedCall[]>();
	/** Place of each call in the order in which they were sent. */
	readonly #places: ReadonlyMap<ObservedCall, number>;
	/** Paths that were read with success, and the paths that hold them, each with how many segments were read. */
	readonly #readable = new Set<string>();
	readonly #endpoints: readonly KnownEndpoint[];
	readonly #base: readonly string[];

	/** @param calls in the order in which they were sent */
	constructor(calls: readonly ObservedCall[], endpoints: readonly KnownEndpoint[], base: readonly string[]) {
		this.#places = new Map(calls.map((call, place) => [call, place]));
		this.#endpoints = endpoints.filter(({method}) => method === 'GET');
		this.#base = base;
		for (const call of calls) {
			if (!isRead(call)) continue;
			const path = pathOf(call.segments);
			if (isSuccess(call.status)) {
				this.#readable.add(path);
				this.#readable.add(`${pathOf(call.segments.slice(0, -1))} *`);
			}
			pushTo(this.#reads, path, call);
		}
	}

	/**
	 * The read that was answered 404 or 410 before a call: of the record itself, or of the list that it would stand in. Only
	 * where reading is known to work, because a path that cannot be read is answered 404 whatever is there; and only with
	 * the credentials and the tenant of the call, because others are told 404 of what they may not see. Null: none.
	 *
	 * @param members paths under which the record may be read
	 * @param list path of its collection
	 */
	before(call: ObservedCall, members: ReadonlyArray<readonly string[]>, list: readonly string[]): ObservedCall | null {
		for (const path of [...members, list]) {
			const isMember = path !== list;
			if (path.length === 0) continue;
			const last = this.#lastRead(call, path);
			if (last && isMissing(last.status) && this.#isReadable(path, isMember)) return last;
		}
		return null;
	}

	/**
	 * Whether the path of a call was answered 404 or 410 before it, also where nothing shows that it can be read: enough to
	 * list what the call has put there, and too little to delete it.
	 */
	wasMissing(call: ObservedCall): boolean {
		return isMissing(this.#lastRead(call, call.segments)?.status ?? null);
	}

	#lastRead(call: ObservedCall, path: readonly string[]): ObservedCall | null {
		const reads = this.#reads.get(pathOf(path)) ?? [];
		return (
			reads.findLast(
				read => read.origin === call.origin && this.#isEarlier(read, call) && isOfSameCaller(read, call),
			) ?? null
		);
	}

	/** Of the same millisecond nobody knows which was first, except within one test. */
	#isEarlier(read: ObservedCall, call: ObservedCall): boolean {
		if (read.answeredAt > call.startedAt + 1) return false;
		return read.runId !== call.runId || (this.#places.get(read) ?? 0) < (this.#places.get(call) ?? 0);
	}

	#isReadable(path: readonly string[], isMember: boolean): boolean {
		if (this.#readable.has(pathOf(path))) return true;
		if (isMember && this.#readable.has(`${pathOf(path.slice(0, -1))} *`)) return true;
		return bestFit(this.#endpoints, path, this.#base) !== null;
	}
}

/**
 * Whether two calls say alike who asks, and for whom. Of cookies only that there are some counts: many change with every
 * answer.
 */
function isOfSameCaller(read: ObservedCall, call: ObservedCall): boolean {
	const said = ({requestHeaders, query}: ObservedCall) =>
		JSON.stringify([
			Object.entries(requestHeaders)
				.filter(([name]) => saysOfCaller(name))
				.map(([name, value]) => [name, name === 'cookie' ? '' : value])
				.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
			Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)),
		]);
	return said(read) === said(call);
}

const saysOfCaller = (name: string): boolean =>
	(isCredentialHeader(name) || callers.test(name) || name.startsWith('x-')) && !perRequest.test(name);

/** Path of an address below its origin. */
export const pathOfUrl = (url: string): string[] => segmentsOf(new URL(url).pathname);

/** The path of an address without the form of its answer, where that stands behind the handle: `/themes/7.json`. */
export function pathOfRecord(url: string, handle: string | null): string[] {
	const path = pathOfUrl(url);
	const last = path.at(-1);
	if (last === undefined || last === handle || withoutFormat(last) !== handle) return path;
	return [...path.slice(0, -1), handle];
}
