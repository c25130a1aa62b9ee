import type {LookElement} from '../page/look.ts';
import {fold} from '../page/words.ts';

const searching = /\b(?:filter|search|find|narrow|query)/i;

/**
 * A field that may narrow the list that `list` names: no word names it but that of the list, or one for searching. What is
 * called anything else (`New user name`) is for something else.
 */
export function mayNarrow({name, placeholder, nearLabel}: LookElement, list: string): boolean {
	const named = [name, placeholder ?? '', nearLabel ?? ''].filter(text => text.trim() !== '');
	return (
		named.length === 0 ||
		named.some(text => searching.test(text)) ||
		named.every(text => fold(text).includes(fold(list)))
	);
}
