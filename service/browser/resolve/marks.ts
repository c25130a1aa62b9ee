import type {Look} from '../page/look.ts';
import {treeOf} from '../page/tree.ts';
import {identifierWords, plainWords} from '../page/words.ts';
import {authoredNames} from '../page/wrappers.ts';

/** What is struck through is no longer to be used. */
const struck = new Set(['deprecated', 'obsolete', 'removed', 'cancelled', 'canceled']);

/**
 * A record that bears a mark without its word: a class of it says so (`opblock-deprecated`), or its text is struck through.
 * Null: nothing marks it so. Weaker than what can be read, so the step says it.
 */
export function markOn(look: Look, record: number, mark: string): string | null {
	const [word, ...others] = plainWords(mark);
	if (word === undefined || others.length > 0) return null;
	const isSaid = (name: string) => {
		const said = plainWords(identifierWords(name));
		return said.includes(word) && !said.some(one => /^(?:not|non|no|un|false|hide|hidden)$/.test(one));
	};
	const name = authoredNames(look.elements[record]!).find(isSaid);
	if (name !== undefined) return `by its class ${name} alone`;
	const isStruck = look.elements
		.slice(record, treeOf(look).end[record])
		.some(({role, tag}) => role === 'deletion' || tag === 's' || tag === 'del');
	return isStruck && struck.has(word) ? 'by being struck through' : null;
}
