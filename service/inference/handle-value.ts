import {handleText, type JsonObject, parsedJson} from './json-value.ts';
import {kindOf, plainName} from './word-form.ts';

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
