import {randomFillSync} from 'node:crypto';
import {monotonicFactory} from 'ulid';
import type {Id, IdPrefix} from '../../contract/ids.ts';

/** Makes identifiers of one process: `newId('run')` → `run_01j…`. */
export type NewId = <Prefix extends IdPrefix>(prefix: Prefix) => Id<Prefix>;

/**
 * Identifiers `<prefix>_<26 lower-case Crockford base32 characters>` (ULID). Those of one maker sort by creation, also
 * within a millisecond and when the clock goes back.
 *
 * @param now epoch milliseconds
 * @param latest time of the newest id that is stored: lists are sorted by id, and with a clock that was put back before the
 * start, what is new would stand below what is old
 */
export function createIds(now: () => number, latest: number | null = null): NewId {
	const ulid = monotonicFactory(randomFractions());
	// The same millisecond is no room: only one maker's ids sort within it.
	const earliest = latest === null ? 0 : latest + 1;
	return prefix => `${prefix}_${ulid(Math.max(now(), earliest)).toLowerCase()}`;
}

/** Random numbers in [0, 1), read from the system some thousand at a time: one by one they cost more than the rest. */
function randomFractions(): () => number {
	const bytes = new Uint8Array(4096);
	let next = bytes.length;
	return () => {
		if (next === bytes.length) {
			randomFillSync(bytes);
			next = 0;
		}
		return bytes[next++]! / 256;
	};
}
