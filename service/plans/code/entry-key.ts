import type {Value} from '../recipe.ts';
import {headerOf} from './access.ts';
import {readPointer} from './pointer.ts';

/**
 * By which field the entries of a list are known: the one that their maker's answer names them by. A record that only the
 * address in a header names is called `id` in a list.
 */
export function entryKey(handle: Value): string {
	if (handle.is !== 'step' || headerOf(handle.pointer) !== null) return 'id';
	const last = readPointer(handle.pointer).at(-1);
	return typeof last === 'string' ? last : 'id';
}
