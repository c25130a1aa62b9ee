import {recordsIn} from './body-records.ts';

/** Names of the fields of a record. */
export type FieldNames = ReadonlySet<string>;

/** Records of fewer fields than this look like each other by chance. */
const fewestTelling = 4;

/** Fields of the first record that a body speaks of; null when there is none that tells anything. */
export function fieldNames(body: unknown, kinds: ReadonlySet<string>): FieldNames | null {
	const [record] = recordsIn(body, kinds);
	return record ? new Set(Object.keys(record)) : null;
}

/** So many fields are no chance: an id, a name and two times are what records of every kind have. */
const fewestOwn = 6;
const fewestFar = 10;

/**
 * How much two records are of one kind by their fields, from 0 to 1. An answer may show a part of the record only: what
 * counts is how much of the smaller one is in the larger one, and a little that they are of one size. Null: one of them
 * is unknown or too small to tell.
 */
export function likeness(one: FieldNames | null, other: FieldNames | null): number | null {
	if (one === null || other === null || Math.min(one.size, other.size) < fewestTelling) return null;
	const shared = sharedBy(one, other);
	return 0.7 * (shared / Math.min(one.size, other.size)) + 0.3 * (shared / (one.size + other.size - shared));
}

/**
 * The same for records that no word says to be of one kind: all their fields have to agree, and be many.
 *
 * @param isNear the request went to a path below the collection of the other record: fewer fields are enough
 */
export function sameness(one: FieldNames | null, other: FieldNames | null, isNear: boolean): number | null {
	const fewest = isNear ? fewestOwn : fewestFar;
	if (one === null || other === null || Math.min(one.size, other.size) < fewest) return null;
	const shared = sharedBy(one, other);
	return shared / (one.size + other.size - shared);
}

function sharedBy(one: FieldNames, other: FieldNames): number {
	let shared = 0;
	for (const name of one) if (other.has(name)) shared++;
	return shared;
}
