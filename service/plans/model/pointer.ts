import {isObject} from '../../inference/json-value.ts';

/** `$.data.id`, `$.items[*].productId`, `$['x-y']`: places in a body. */
export const root = '$';

export const below = (pointer: string, name: string): string =>
	/^[A-Za-z_]\w*$/.test(name)
		? `${pointer}.${name}`
		: `${pointer}['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;

/** Every entry of a list: `$.items[*]`. */
export const each = (pointer: string): string => `${pointer}[*]`;

export const entry = (pointer: string, index: number): string => `${pointer}[${index}]`;

export type PointerPart = string | number | '*';

/** `$.items[0].id` → `items`, 0, `id`. */
export function partsOf(pointer: string): PointerPart[] {
	const parts: PointerPart[] = [];
	for (const [, name, quoted, index] of pointer.matchAll(/\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+|\*)\]/g)) {
		if (name !== undefined) parts.push(name);
		else if (quoted !== undefined) parts.push(quoted.replace(/\\(.)/g, '$1'));
		else parts.push(index === '*' ? '*' : Number(index));
	}
	return parts;
}

/** The value at a place; the first entry stands for `*`. Undefined when there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
	let current = value;
	for (const part of partsOf(pointer)) {
		if (Array.isArray(current)) current = current[part === '*' ? 0 : (part as number)];
		else if (isObject(current)) current = Object.hasOwn(current, part) ? current[part as string] : undefined;
		else return undefined;
	}
	return current;
}

/** Last name of a place: `$.items[*].productId` → `productId`; empty for the root. */
export const nameAt = (pointer: string): string =>
	String(partsOf(pointer).findLast(part => typeof part === 'string' && part !== '*') ?? '');
