import {monotonicFactory} from 'ulid';
import type {IdPrefix} from '../../source/contract/fields.ts';

/** Makes identifiers of one process: `newId('run')` → `run_01j…`. */
export type NewId = (prefix: IdPrefix) => string;

/**
 * Identifiers `<prefix>_<26 lower-case Crockford base32 characters>` (ULID). Those of one maker sort by creation, also
 * within a millisecond and when the clock goes back.
 *
 * @param now epoch milliseconds
 */
export function createIds(now: () => number): NewId {
	const ulid = monotonicFactory();
	return prefix => `${prefix}_${ulid(now()).toLowerCase()}`;
}
