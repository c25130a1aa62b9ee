import {isObject, type JsonObject} from '../inference/json-value.ts';

const deepest = 3;

/**
 * The records of a list: the array of objects that stands highest in an answer, or an empty one. Null: there is none, or
 * several stand side by side.
 */
export function listItems(body: unknown): JsonObject[] | null {
	let level: unknown[] = [body];
	for (let depth = 0; depth <= deepest; depth++) {
		const lists = level.filter(Array.isArray).filter(list => list.every(isObject)) as JsonObject[][];
		const filled = lists.filter(({length}) => length > 0);
		if (filled.length > 1) return null;
		if (lists.length > 0) return filled[0] ?? [];
		level = level.filter(isObject).flatMap(one => Object.values(one));
	}
	return null;
}
