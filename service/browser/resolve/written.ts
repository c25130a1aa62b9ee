import type {Look, LookElement} from '../page/look.ts';
import {fieldRoles, rowRoles} from '../page/roles.ts';
import {isShown, type Tree, treeOf} from '../page/tree.ts';
import {fold} from '../page/words.ts';

/** The smallest elements in which the text stands as it is written, case and punctuation aside. */
export function holdingText(look: Look, text: string, isInside: (index: number) => boolean): LookElement[] {
	const tree = treeOf(look);
	const holds = textMatcher(text);
	const says = ({index, name, placeholder, value}: LookElement) =>
		[...piecesOf(tree, index), name, placeholder ?? '', value ?? ''].some(holds);
	const all = look.elements.filter(element => isInside(element.index) && isShown(look, element) && says(element));
	return all.filter(
		element => !all.some(other => other.index > element.index && other.index < tree.end[element.index]!),
	);
}

/** Whether a text has the words together, as they are written. */
export function textMatcher(text: string): (one: string) => boolean {
	const wanted = fold(text);
	if (wanted === '') return one => one.includes(text);
	const isOneWord = !/\s/.test(wanted) && wanted.length > 5;
	const signed = /[\d+<>=&/*×÷±~^|#]/.test(text) ? withSigns(text) : null;
	return one => {
		const said = fold(one);
		if (!` ${said} `.includes(` ${wanted} `) && !(isOneWord && said.includes(wanted))) return false;
		return signed === null || holdsSigned(withSigns(one), signed);
	};
}

/** `-5 °C` is not `5 °C`, and `1 + 1` not `1, 1`: signs that mean something stay, those of a sentence go. */
const withSigns = (text: string): string =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[−‒–](?=\d)/gu, '-')
		.replace(/[^\p{L}\p{N}+<>=&/%*×÷±~^|#@€$£¥-]+/gu, ' ')
		.replace(/(?<=[\p{L}\p{N}])-|-(?!\d)/gu, ' ')
		.replace(/ ?([+<>=&/*×÷±~^|]) ?/gu, '$1')
		.replace(/ {2,}/g, ' ')
		.trim();

/** A number does not begin behind its sign. */
function holdsSigned(text: string, wanted: string): boolean {
	const isNumber = /^\d/.test(wanted);
	for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
		if (!isNumber || text[at - 1] !== '-') return true;
	return false;
}

const apart = new Set([
	...['heading', 'table', 'grid', 'list', 'dialog', 'alertdialog', 'form', 'region', 'navigation', 'banner'],
	...['contentinfo', 'iframe', ...fieldRoles],
]);
const mark = '\u0001';
const known = new WeakMap<Tree, Map<number, string>>();

/**
 * What stands together in an element: a heading and the field below it are two texts, although one follows the other. A row
 * is read as a whole.
 */
export function piecesOf(tree: Tree, index: number): string[] {
	const texts = known.get(tree) ?? new Map<number, string>();
	known.set(tree, texts);
	const marked = (at: number): string => {
		const kept = texts.get(at);
		if (kept !== undefined) return kept;
		const {role} = tree.look.elements[at]!;
		const below = tree.children[at]!;
		const text =
			below.length === 0 || rowRoles.has(role) || fieldRoles.has(role)
				? tree.textOf(at)
				: below
						.map(child =>
							apart.has(tree.look.elements[child]!.role) ? `${mark}${marked(child)}${mark}` : marked(child),
						)
						.filter(text => text !== '')
						.join(' ');
		texts.set(at, text);
		return text;
	};
	return marked(index).split(mark);
}
