import {recordsIn} from '../inference/body-records.ts';
import {plainHandle} from './creation.ts';
import type {JsonObject} from '../inference/json-value.ts';
import type {ObservedCall} from './observed-call.ts';

const noKinds: ReadonlySet<string> = new Set();

/** What the calls before and after a call say about it. Nothing is read before it is asked for. */
export class CallHistory {
	readonly #calls: readonly ObservedCall[];
	/** Successful GETs by path, each with its place. */
	#reads: Map<string, Array<{place: number; call: ObservedCall}>> | null = null;
	/** Handle → the fields that records with it were shown with. */
	readonly #shown = new Map<string, Set<string>>();
	#indexed = 0;

	/** @param calls in the order in which they were made */
	constructor(calls: readonly ObservedCall[]) {
		this.#calls = calls;
	}

	before(place: number): readonly ObservedCall[] {
		return this.#calls.slice(0, place);
	}

	after(place: number): readonly ObservedCall[] {
		return this.#calls.slice(place + 1);
	}

	/** Answered GETs of a path behind a call. */
	readsAfter(place: number, segments: readonly string[]): ObservedCall[] {
		return this.#readsOf(segments).flatMap(read => (read.place > place ? [read.call] : []));
	}

	/** Answered GETs of a path in front of a call. */
	readsBefore(place: number, segments: readonly string[]): ObservedCall[] {
		return this.#readsOf(segments).flatMap(read => (read.place < place ? [read.call] : []));
	}

	/**
	 * Whether an earlier answer showed this very record: the same identifier and the same fields. An answer of nothing but
	 * an identifier fits records of every kind.
	 */
	hasShown(place: number, handle: string, record: JsonObject): boolean {
		if (Object.keys(record).length < 2) return false;
		for (; this.#indexed < place; this.#indexed++)
			for (const shown of recordsIn(this.#calls[this.#indexed]!.response, noKinds)) {
				const own = plainHandle(shown, noKinds);
				if (own === null) continue;
				const shapes = this.#shown.get(own);
				if (shapes) shapes.add(shapeOf(shown));
				else this.#shown.set(own, new Set([shapeOf(shown)]));
			}
		return this.#shown.get(handle)?.has(shapeOf(record)) ?? false;
	}

	#readsOf(segments: readonly string[]) {
		if (this.#reads === null) {
			this.#reads = new Map();
			for (const [place, call] of this.#calls.entries()) {
				if (call.method !== 'GET' || call.status !== 200) continue;
				const path = call.segments.join('/');
				const reads = this.#reads.get(path);
				if (reads) reads.push({place, call});
				else this.#reads.set(path, [{place, call}]);
			}
		}
		return this.#reads.get(segments.join('/')) ?? [];
	}
}

const shapeOf = (record: JsonObject): string => Object.keys(record).sort().join();
