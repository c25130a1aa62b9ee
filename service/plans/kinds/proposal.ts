import type {PlanOperation} from '../model/operation.ts';
import type {Kind} from './kind.ts';

/** A kind that a place could want a handle of. */
export type Proposal = {kind: Kind /** 0 to 1. */; score: number; reason: string};

/** What shows where the records of a kind come from. */
export const keyOf = (kind: Kind): string => kind.creator?.key ?? kind.list?.key ?? kind.collection;

/** Whether the records that a kind's own lie below are the ones that an operation is about, too, or there are none. */
export function isInScope({shape}: PlanOperation, {collection}: Kind): boolean {
	const parent = collection.slice(0, collection.lastIndexOf('{}') + 2);
	return !collection.includes('{}') || shape === parent || shape.startsWith(`${parent}/`);
}
