import {handleText, type JsonObject, parsedJson} from './json-value.ts';
import {kindOf, plainName} from './word-form.ts';

/** Names of parameters and fields that stand for the record they belong to, best first. */
const ownNames = ['id', '_id', 'uuid', 'guid', 'uid', 'identifier', 'key', 'slug'];
const own = new Set(ownNames.map(plainName));

/** Fields of a request that name a record when the answer does not. */
const requestNames = ['id', 'name', 'slug', 'key', 'code', 'username'];

/** What an object has under a name, compared without case and separators. */
export function fieldOf(record: JsonObject, name: string): string | null {
	const plain = plainName(name);
	const exact = handleText(record[name]);
	if (exact !== null) return exact;
	for (const [key, value] of Object.entries(record)) {
		if (plainName(key) !== plain) continue;
		const text = handleText(value);
		if (text !== null) return text;
	}
	return null;
}

/** `userId`, `user_id`, `userID`, `user` → `user`; null for a name that is only `id`. */
function kindInName(name: string): string | null {
	const stem = name.replace(/[_-]?(?:id|uuid|guid|key|slug|name|code)$/i, '');
	return stem === '' || stem === name ? null : kindOf(stem);
}

/**
 * The value of a record for the parameter of its address. Only the record's own fields: never a field that names another
 * record, such as `userId` of an order.
 *
 * @param kind kind of the record, from the fixed segment before the parameter
 */
export function ownHandle(record: JsonObject, parameter: string, kind: string): string | null {
	// The parameter that ends the address names the record, whatever it is called: `slug`, `tid`, `secret`, `silenceID`.
	const same = fieldOf(record, parameter);
	if (same !== null) return same;
	for (const name of ownNames) {
		const value = fieldOf(record, name);
		if (value !== null) return value;
	}
	for (const [key, value] of Object.entries(record)) {
		// `user_id` of a user, `collection` of a collection.
		if (kindInName(key) !== kind && kindOf(key) !== kind) continue;
		const text = handleText(value);
		if (text !== null) return text;
	}
	return null;
}

/**
 * The same out of what was sent, for records whose handle their creator chooses: a name, a slug, a key. A name for a
 * parameter that is called an id is a guess, and a wrong guess would be answered 404 and taken for a success: it needs
 * `isUsed`, which says that another call addressed the record by it.
 */
export function requestedHandle(
	request: JsonObject,
	parameter: string,
	kind: string,
	isUsed: (value: string) => boolean,
): string | null {
	const same = fieldOf(request, parameter);
	if (same !== null) return same;
	const isThisKind = kindInName(parameter) === kind || kindOf(parameter) === kind;
	const isId = own.has(plainName(parameter)) || /(?:id|uuid|guid)$/i.test(parameter);
	if (!isThisKind && !isId) return null;
	for (const name of requestNames) {
		const value = fieldOf(request, name);
		if (value !== null && (!isId || name === 'id' || isUsed(value))) return value;
	}
	return null;
}

/** A value that a test has captured under a name. */
export type NamedCapture = {
	name: string;
	/** As JSON text, the way captures are stored. */
	value: string;
};

/**
 * The value that the test itself has captured as the handle of this kind of record, such as `order_id` of an order,
 * wherever the answer holds it. Null: no name says so, the answer does not hold the value, or several do.
 *
 * @param answered every text and number of the answer
 */
export function capturedHandle(
	captures: readonly NamedCapture[],
	kind: string,
	answered: ReadonlySet<string>,
): string | null {
	if (kind === '') return null;
	const values = new Set(
		captures
			.filter(({name}) => kindInName(name) === kind)
			.flatMap(({value}) => handleText(parsedJson(value)) ?? [])
			.filter(text => answered.has(text)),
	);
	return values.size === 1 ? [...values][0]! : null;
}

/** The value of a parameter that belongs to a record further up: `cartId` from a body that names the cart. */
export function parentHandle(bodies: readonly JsonObject[], parameter: string, kind: string): string | null {
	for (const body of bodies) {
		const value = fieldOf(body, parameter) ?? fieldOf(body, `${kind}Id`) ?? fieldOf(body, kind);
		if (value !== null) return value;
	}
	return null;
}
