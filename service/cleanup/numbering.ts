import {pushTo} from '../domain/push-to.ts';
import type {ObservedCall} from './observed-call.ts';

/** A record whose number the server gave out, with the call that made it. */
type Numbered = {call: ObservedCall; number: number};

/**
 * Numbers that a server gives out one after the other. An answer 200 with what was sent may speak of a record that was
 * there before; one whose number follows those of this batch without a gap cannot: the number was given out since.
 */
export class Numbering {
	/** When the requests to an endpoint were sent, the earliest first. */
	readonly #sent: ReadonlyMap<string, readonly number[]>;
	readonly #proven = new Map<string, Numbered[]>();

	/** @param pathOf template of a call */
	constructor(calls: readonly ObservedCall[], pathOf: (call: ObservedCall) => string) {
		const sent = new Map<string, number[]>();
		for (const call of calls) if (call.method === 'POST') pushTo(sent, pathOf(call), call.startedAt);
		for (const times of sent.values()) times.sort((one, other) => one - other);
		this.#sent = sent;
	}

	/** The server gave out this handle for the call, as is proven. */
	add(path: string, call: ObservedCall, handle: string): void {
		const number = numberOf(handle);
		if (number !== null) pushTo(this.#proven, path, {call, number});
	}

	/**
	 * Whether the handle was given out after one that this batch got: it is above that one, and by no more than the
	 * requests to the same endpoint that were sent since.
	 */
	isNext(path: string, call: ObservedCall, handle: string): boolean {
		const number = numberOf(handle);
		if (number === null) return false;
		const sent = this.#sent.get(path) ?? [];
		const latest = countUpTo(sent, call.answeredAt);
		return (this.#proven.get(path) ?? []).some(before => {
			if (before.number >= number || before.call.answeredAt > call.startedAt) return false;
			const own = before.call.method === 'POST' ? 1 : 0;
			return number - before.number <= latest - countUpTo(sent, before.call.startedAt - 1) - own;
		});
	}
}

const numberOf = (handle: string): number | null => (/^\d{1,15}$/.test(handle) ? Number(handle) : null);

/** How many of them are no later; the times are whole milliseconds in order. */
function countUpTo(times: readonly number[], latest: number): number {
	let [low, high] = [0, times.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (times[middle]! <= latest) low = middle + 1;
		else high = middle;
	}
	return low;
}
