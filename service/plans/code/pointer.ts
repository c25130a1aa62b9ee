/** Every entry of a list, `[*]`. */
export const each: unique symbol = Symbol('each');

/** One step into a JSON value: a key, a place in a list, or every entry of it. */
export type Segment = string | number | typeof each;

const part = /\.?([^.[\]]+)|\[(\d+)\]|(\[\*\])|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/gy;

/** `$.data[0].id` → `data`, 0, `id`. A name without `$` is a key of the whole. */
export function readPointer(pointer: string): Segment[] {
	const segments: Segment[] = [];
	const text = pointer.startsWith('$') ? pointer.slice(1) : `.${pointer}`;
	for (const [, key, index, all, single, double] of text.matchAll(part)) {
		if (all !== undefined) segments.push(each);
		else if (index !== undefined) segments.push(Number(index));
		else segments.push(key ?? (single ?? double ?? '').replace(/\\(.)/g, '$1'));
	}
	return segments;
}

/** As a person reads it: `data[0].id`. Empty for the whole. */
export const pointerText = (segments: readonly Segment[]): string =>
	segments.reduce<string>((text, segment) => {
		if (segment === each) return `${text}[]`;
		if (typeof segment === 'number') return `${text}[${segment}]`;
		return text === '' ? String(segment) : `${text}.${String(segment)}`;
	}, '');

/** Whether `segments` begins with `prefix`. */
export const startsWith = (segments: readonly Segment[], prefix: readonly Segment[]): boolean =>
	prefix.every((segment, place) => segments[place] === segment);
