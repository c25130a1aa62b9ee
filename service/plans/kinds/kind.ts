import type {SchemaView} from '../model/schema.ts';
import type {PlanOperation} from '../model/operation.ts';

/** Where the value is that names a record. */
export type Handle =
	| {from: 'body'; pointer: string; schema: unknown}
	/** Last segment of `Location`; a number where the document says that the record is named by one. */
	| {from: 'location'; isNumber: boolean}
	/** The creator chooses it: a field of the request. */
	| {from: 'sent'; pointer: string; in: 'body' | 'path'};

/** The header that holds a handle, as places of answers name it. `#integer`: its last segment is meant as a number. */
export const locationOf = ({isNumber}: Extract<Handle, {from: 'location'}>): string =>
	isNumber ? 'Location#integer' : 'Location';

/** A sort of record with what makes, shows, lists, changes and deletes it. */
export type Kind = {
	/** Unique, as the name of a variable: `user`, `product_review`. */
	name: string;
	/** As people say it: `cart item`. */
	noun: string;
	/** The kind without its parent, plain: `review`. */
	word: string;
	/** Shape of the path its records lie below: `/products/{}/reviews`. */
	collection: string;
	creator: PlanOperation | null;
	/**
	 * How the creator was found: `path` (POST in front of the record's path), `elsewhere`, `action`, `put`; `relation`: nothing
	 * is made there, records of another kind are put to one and taken away again.
	 */
	origin: 'path' | 'elsewhere' | 'action' | 'put' | 'relation' | 'none';
	reader: PlanOperation | null;
	list: PlanOperation | null;
	updaters: PlanOperation[];
	deleter: PlanOperation | null;
	/** Name of the parameter that names a record of this kind in its own path; null: it has no path. */
	parameter: string | null;
	/** In the creator's answer or request; null: none is known. */
	handle: Handle | null;
	/** In an entry of the list, as a name; null: none. */
	listHandle: string | null;
	/** `user_id` */
	variable: string;
	/** What is known of a record's fields. */
	record: SchemaView | null;
};

/** Two fields of its creator name a record together: `/tags/{type}/{value}` behind `POST /tags {type, value}`. */
export const isKeyOfTwo = ({creator, collection}: Pick<Kind, 'creator' | 'collection'>): boolean =>
	creator !== null && collection === `${creator.shape}/{}`;
