import {pushTo} from '../domain/push-to.ts';
import type {ObservedCall} from './observed-call.ts';

/** A record whose number the server gave out, with the call that made it. */
type Numbered = {call: ObservedCall; number: number};

/**
 * Numbers that a server gives out one after the other. An answer 200 with what was sent may speak of a record that was
 * there before; one whose number follows those of this batch without a gap cannot: the number was given out since.
 */
export class Numbering {
	readonly #calls: ReadonlyMap<string, readonly ObservedCall[]>;
	readonly #proven = new Map<string, Numbered[]>();

	/** @param pathOf template of a call */
	constructor(calls: readonly ObservedCall[], pathOf: (call: ObservedCall) => string) {
		const sent = new Map<string, ObservedCall[]>();
		for (const call of calls) if (call.method === 'POST') pushTo(sent, pathOf(call), call);
		this.#calls = sent;
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
		const sent = this.#calls.get(path) ?? [];
		return (this.#proven.get(path) ?? []).some(before => {
			if (before.number >= number || before.call.answeredAt > call.startedAt) return false;
			const since = sent.filter(
				({id, startedAt}) =>
					id !== before.call.id && startedAt >= before.call.startedAt && startedAt <= call.answeredAt,
			);
			return number - before.number <= since.length;
		});
	}
}

const numberOf = (handle: string): number | null => (/^\d{1,15}$/.test(handle) ? Number(handle) : null);
