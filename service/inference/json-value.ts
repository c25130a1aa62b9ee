import {exactJson} from '../domain/value-place.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a masked value looks like: it cannot be sent. */
const mask = '•••';

/** Longest text that is taken for a handle. */
const longestHandle = 512;

/** A value that can stand in an address as text; null for everything else. */
export function handleText(value: unknown): string | null {
	return typeof value === 'string' && value.length > longestHandle ? null : scalarText(value);
}

/** A value that was sent and may be shown again as it is, as text of any length; null for everything else. */
export function scalarText(value: unknown): string | null {
	if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
	if (typeof value !== 'string' || value === '') return null;
	return value.includes(mask) || /[\u0000-\u001f\u007f]/.test(value) ? null : value;
}

/** Every text and number inside a value, with the key it stands under. @param textOf which of them count */
export function* scalarsOf(
	value: unknown,
	textOf: typeof scalarText = handleText,
	key = '',
	depth = 0,
): Generator<{key: string; text: string}> {
	if (depth > 8) return;
	if (Array.isArray(value)) for (const item of value) yield* scalarsOf(item, textOf, key, depth + 1);
	else if (isObject(value))
		for (const [name, item] of Object.entries(value)) yield* scalarsOf(item, textOf, name, depth + 1);
	else {
		const text = textOf(value);
		if (text !== null) yield {key, text};
	}
}

/** Every text and number inside a value as text, longer ones than a handle too. */
export function* textsOf(value: unknown, depth = 0): Generator<string> {
	if (depth > 8) return;
	if (Array.isArray(value)) for (const item of value) yield* textsOf(item, depth + 1);
	else if (isObject(value)) for (const item of Object.values(value)) yield* textsOf(item, depth + 1);
	else if (typeof value === 'string' || typeof value === 'number') yield String(value);
}

/** The value that a text says in JSON, long integers as text; undefined when it says none. */
export function parsedJson(text: string | null): unknown {
	if (text === null || text === '') return undefined;
	try {
		return exactJson(text);
	} catch {
		return undefined;
	}
}
