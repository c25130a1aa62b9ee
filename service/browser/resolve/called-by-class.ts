import type {Look, LookElement} from '../page/look.ts';
import {isRow} from '../page/rows.ts';
import {isShown, treeOf, upwards} from '../page/tree.ts';
import {hasWords, identifierWords, words} from '../page/words.ts';
import {authoredNames} from '../page/wrappers.ts';
import {recordWords} from './role-words.ts';
import type {ScopeFilter} from './scope.ts';

/** `product price` → `price`: on the page of one product, whose price that is need not be said. Empty: it names no such kind. */
export function withoutRecord(phrase: string): string {
	const [kind = '', ...rest] = phrase.trim().split(' ');
	const isKind =
		/^\p{Ll}+$/u.test(kind) &&
		(kind === 'cart' || kind === 'basket' || words(kind).every(word => recordWords.has(word)));
	return rest.length > 0 && isKind ? rest.join(' ') : '';
}

/**
 * The one text of the page that its authors call so, by class, id or test id (`.price`, `#product-price`), outside of records
 * and of what stands around the page. Null: there is none, or several. The weakest name a text can have.
 */
export function textByClass(phrase: string, look: Look, scopes: ScopeFilter): LookElement | null {
	const wanted = words(phrase).join(' ');
	if (!/^\p{Ll}[\p{Ll} -]*$/u.test(phrase) || wanted === '') return null;
	const tree = treeOf(look);
	const saysSo = (name: string) => {
		const said = identifierWords(name);
		return [said, withoutRecord(said)].some(one => one !== '' && words(one).join(' ') === wanted);
	};
	const found = look.elements.filter(element => {
		const isCalled = [...authoredNames(element), ...Object.values(element.testIds)].some(saysSo);
		if (!isCalled || !isShown(look, element) || !scopes.isInside(element.index)) return false;
		const around = [...upwards(look, element.index)];
		return hasText(tree.textOf(element.index)) && !around.some(one => asides.has(one.role) || isRow(look, one));
	});
	const outer = found.filter(
		one => !found.some(other => other !== one && [...upwards(look, one.index)].includes(other)),
	);
	return outer.length === 1 ? outer[0]! : null;
}

const hasText = (text: string): boolean => (hasWords(text) || /\d/.test(text)) && text.length <= 3000;
/** What stands around the page's one thing. */
export const asides = new Set(['banner', 'navigation', 'contentinfo', 'complementary', 'dialog']);
