import {isSuccess} from '../domain/status.ts';
import {onlyRecordIn} from '../inference/body-records.ts';
import {plainHandle} from './creation.ts';
import type {JsonObject} from '../inference/json-value.ts';
import type {ObservedCall} from './observed-call.ts';
import {pushTo} from '../domain/push-to.ts';

const noKinds: ReadonlySet<string> = new Set();

/** What the calls before and after a call say about it. Nothing is read before it is asked for. */
export class CallHistory {
	readonly #calls: readonly ObservedCall[];
	/** Successful GETs by path, each with its place. */
	#reads: Map<string, Array<{place: number; call: ObservedCall}>> | null = null;
	/** What answers showed at a path, each with the place of its call. */
	#shown: Map<string, Array<{place: number; record: JsonObject}>> | null = null;

	/** @param calls in the order in which they were made */
	constructor(calls: readonly ObservedCall[]) {
		this.#calls = calls;
	}

	/** Answered GETs of a path behind a call. */
	readsAfter(place: number, segments: readonly string[]): ObservedCall[] {
		return this.#readsOf(segments).flatMap(read => (read.place > place ? [read.call] : []));
	}

	/** Answered GETs of a path in front of a call. */
	readsBefore(place: number, segments: readonly string[]): ObservedCall[] {
		return this.#readsOf(segments).flatMap(read => (read.place < place ? [read.call] : []));
	}

	/** What the last answer in front of a call showed of the record at a path: a call to it, or the POST that made it. */
	shownAt(place: number, path: readonly string[]): JsonObject | null {
		this.#shown ??= shownRecords(this.#calls);
		return this.#shown.get(path.join('/'))?.findLast(shown => shown.place < place)?.record ?? null;
	}

	#readsOf(segments: readonly string[]) {
		if (this.#reads === null) {
			this.#reads = new Map();
			for (const [place, call] of this.#calls.entries()) {
				if (call.method !== 'GET' || call.status !== 200) continue;
				const path = call.segments.join('/');
				pushTo(this.#reads, path, {place, call});
			}
		}
		return this.#reads.get(segments.join('/')) ?? [];
	}
}

function shownRecords(calls: readonly ObservedCall[]) {
	const found = new Map<string, Array<{place: number; record: JsonObject}>>();
	for (const [place, {method, status, segments, response}] of calls.entries()) {
		if (!isSuccess(status) || method === 'DELETE') continue;
		const record = onlyRecordIn(response, noKinds);
		if (record === null) continue;
		const handle = plainHandle(record, noKinds);
		const paths = [segments, ...(method === 'POST' && handle !== null ? [[...segments, handle]] : [])];
		for (const path of paths) {
			pushTo(found, path.join('/'), {place, record});
		}
	}
	return found;
}
