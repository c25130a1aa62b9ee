import type * as z from 'zod/mini';

type Schema = Pick<z.ZodMiniType, 'safeParse'>;
type Tried = 'dropped' | 'nulled';

/**
 * Reads an answer as tolerantly as it can be without inventing anything: services of another make leave out what may be
 * null, and send null for what may be left out. Unknown fields stay. Changes `value`, which is the reader's own.
 * @returns the answer, or the first field that it cannot do without ('' = the whole)
 */
export function parseLeniently(schema: Schema, value: unknown): {answer: unknown} | {field: string} {
	const tried = new Map<string, Tried>();
	for (;;) {
		const result = schema.safeParse(value);
		if (result.success) return {answer: result.data};
		let isChanged = false;
		for (const {path} of result.error.issues) {
			const field = path.map(String).join('.');
			const changed = tried.has(field) ? null : adjust(value, path);
			if (changed === null) return {field};
			tried.set(field, changed);
			isChanged = true;
		}
		if (!isChanged) return {field: ''};
	}
}

/** Null becomes "left out", and left out becomes null; anything else is not to be mended. */
function adjust(value: unknown, path: readonly PropertyKey[]): Tried | null {
	const key = path.at(-1);
	if (typeof key !== 'string') return null;
	let parent = value;
	for (const step of path.slice(0, -1)) parent = (parent as Record<PropertyKey, unknown> | null | undefined)?.[step];
	if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return null;
	const fields = parent as Record<string, unknown>;
	if (!Object.hasOwn(fields, key)) {
		fields[key] = null;
		return 'nulled';
	}
	if (fields[key] !== null) return null;
	delete fields[key];
	return 'dropped';
}
