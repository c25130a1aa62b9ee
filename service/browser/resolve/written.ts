import {literalPattern} from '../../domain/literal-pattern.ts';
import type {Look, LookElement} from '../page/look.ts';
import {fieldRoles, pressableRoles, rowRoles} from '../page/roles.ts';
import {columnOf, isRow, rowsAround} from '../page/rows.ts';
import {sectionsAround} from '../page/sections.ts';
import {isShown, type Tree, treeOf, upwards} from '../page/tree.ts';
import {fold, keysOf, words} from '../page/words.ts';

/** The smallest elements in which the text stands as it is written, case and punctuation aside. */
export function holdingText(
	look: Look,
	text: string,
	isInside: (index: number) => boolean,
	holds = textMatcher(text),
): LookElement[] {
	const tree = treeOf(look);
	const says = ({index, name, placeholder, value}: LookElement) =>
		[...piecesOf(tree, index), name, placeholder ?? '', value ?? ''].some(holds);
	const all = look.elements.filter(element => isInside(element.index) && isShown(look, element) && says(element));
	return all.filter(
		element => !all.some(other => other.index > element.index && other.index < tree.end[element.index]!),
	);
}

/** Words of a phrase that only say what kind of place it is. */
const kinds = new Set(words('list table row card item text value label message page section'));

/**
 * Whether a text that is called nothing may be what `phrase` means. What the step names by a digit or a capital
 * (`Size of plot 3B`, `the review of Ben`) stands with it, in the same row, and so do its other words that the
 * page has; what a control is called is no value.
 */
export function speaksOf(look: Look, found: LookElement, phrase: string): boolean {
	const tree = treeOf(look);
	const around = [...upwards(look, found.index)];
	if (around.some(element => fieldRoles.has(element.role) || pressableRoles.has(element.role))) return false;
	const row = rowsAround(look, found.index)[0] ?? (isRow(look, found) ? found : undefined);
	const near = new Set([
		...(row ? words(tree.textOf(row.index)) : around.slice(0, 3).flatMap(one => words(tree.textOf(one.index)))),
		...sectionsAround(look, found.index)
			.slice(0, 2)
			.flatMap(section => words(section.title)),
		...words(columnOf(look, found.index) ?? ''),
	]);
	const isProper = (word: string, at: number) =>
		/\d/.test(word) || (/^\p{Lu}/u.test(word) && (at > 0 || /['’]s$/.test(word)));
	const proper = phrase
		.split(/\s+/)
		.filter(isProper)
		.flatMap(word => words(word.replace(/['’]s$/, '')));
	if (!proper.every(word => near.has(word))) return false;
	const page = new Set(
		look.elements
			.filter(element => tree.children[element.index]!.length === 0 && isShown(look, element))
			.flatMap(element => words(`${tree.textOf(element.index)} ${element.name}`)),
	);
	const known = words(phrase).filter(word => !kinds.has(word) && page.has(word));
	return known.every(word => near.has(word));
}

/**
 * What is called so stands on the page, and then the text has to stand in it: below the heading `Recent actions`, in the record
 * of olga for `the email of olga`.
 */
export function isWhereSaid(look: Look, found: LookElement, phrase: string): boolean {
	const tree = treeOf(look);
	const wanted = fold(phrase);
	const [, ...owners] = wanted.split(/ (?:of|for) /);
	const owner = (owners.at(-1) ?? '').replace(/^the /, '');
	for (const name of [wanted, owner]) {
		const called =
			name === ''
				? []
				: look.elements.filter(
						one =>
							isShown(look, one) && tree.children[one.index]!.length === 0 && fold(tree.textOf(one.index)) === name,
					);
		if (called.length === 0) continue;
		const isWith = (one: LookElement) => {
			const row = rowsAround(look, one.index)[0] ?? (isRow(look, one) ? one : undefined);
			const section = sectionsAround(look, found.index).some(({title}) => fold(title) === name);
			return (
				section || (row !== undefined && [...upwards(look, found.index)].includes(row)) || one.parent === found.parent
			);
		};
		return called.some(isWith);
	}
	return true;
}

/** Whether a text has the words together, as they are written. */
export function textMatcher(text: string): (one: string) => boolean {
	const wanted = fold(text);
	if (wanted === '') return one => one.includes(text);
	const isOneWord = !/\s/.test(wanted) && wanted.length > 5;
	const signed = /[\d+<>=&/*×÷±~^|#]/.test(text) ? withSigns(text) : null;
	return one => {
		const said = fold(one);
		if (!` ${said} `.includes(` ${wanted} `) && !(isOneWord && isInWord(said, wanted))) return false;
		return signed === null || holdsSigned(withSigns(one), signed);
	};
}

/** Words that somebody who tells what a page says adds or leaves out. */
const untold = 'the a an this that these those my your our his her their is are was were has have had been there'.split(
	' ',
);
const untoldWords = new Set(untold);

const toldWords = (text: string): string =>
	fold(text)
		.split(' ')
		.filter(word => !untoldWords.has(word))
		.join(' ');

/** What somebody who tells of a message adds to it or turns: whom it speaks to, and how politely. */
const tone = new Set(
	'you your i me my we us our must should have need needs to please be been do does did sure really actually can could will may that of for in on at and successfully'.split(
		' ',
	),
);
const denied: ReadonlyArray<[RegExp, string]> = [
	[/\b(can|do|does|is|are|must|should|was|were|has|have|will|could|would|did)(?:not|n['’]t)\b/giu, '$1 not'],
];

/** The words that make the difference, in the order of the alphabet; null: their order does too. */
function gist(text: string): string | null {
	const plain = denied.reduce((said, [from, to]) => said.replace(from, to), text);
	const isSo =
		/\b(?:is|are|was|were|been)\b/iu.test(plain) && !/\b(?:must|should|needs?|have to|has to|please)\b/iu.test(plain);
	const content = (isSo ? keysOf(toldWords(plain)) : words(toldWords(plain))).filter(word => !tone.has(word));
	const isOrdered = / (?:before|after|from|than|between|instead|replaced?|until) /.test(` ${fold(plain)} `);
	return isOrdered || content.length < 2 ? null : [...new Set(content)].sort().join(' ');
}

/**
 * Whether a sentence of a text says just what is told of it: the same words, articles and forms of `be` and `have` aside,
 * or the same that matter in another order (`Enter a valid address`: that a valid address must be entered).
 */
export function tellsText(told: string): (one: string) => boolean {
	const wanted = toldWords(told);
	const meant = gist(told);
	const tells = (sentence: string) => toldWords(sentence) === wanted || (meant !== null && gist(sentence) === meant);
	return one =>
		wanted !== '' &&
		one
			.split(/[.!?:;…](?=\s|$)/u)
			.some(sentence => tells(sentence) || (!/\d/.test(told) && tells(withoutReferences(sentence))));
}

/** `Issue #7 created` says that the issue was created, and `Project "Harbour" deleted` that the project was deleted: which one is left out. */
const withoutReferences = (sentence: string): string =>
	sentence.replace(
		/(?<=\p{L} )(?:#[\p{L}\d-]{1,40}|"[^"]{1,80}"|“[^”]{1,80}”|„[^“]{1,80}“|«[^»]{1,80}»)(?=\s|$)/gu,
		'',
	);

/** The same as a regular expression, for a file that runs without us. */
export function toldPattern(told: string): string {
	const aside = `(?:(?:${untold.join('|')})\\W+)*`;
	const inWords = toldWords(told).split(' ').map(literalPattern);
	const meant = gist(told)?.split(' ') ?? null;
	// Quotes as numbers: Playwright reads those of a pattern as its own.
	const quotation = String.raw`[\x22\u201c\u201e][^\x22\u201c\u201d]{1,80}[\x22\u201c\u201d]`;
	const reference = /\d/.test(told) ? '' : String.raw`(?: (?:#[\w-]{1,40}|${quotation}))?`;
	const same = `(?:^|[.!?:;…]\\s)\\W*${aside}${inWords.join(`${reference}\\W+${aside}`)}\\W*(?:\\W+(?:${untold.join('|')}))*\\W*(?:$|[.!?:;…])`;
	// Without us words are known by their beginnings.
	return meant === null || meant.some(word => !fold(told).includes(word))
		? same
		: `${same}|^${meant.map(word => `(?=.*\\b${literalPattern(word)})`).join('')}.{0,200}$`;
}

/** `Inactive` does not say `active`, nor `unavailable` `available`. */
const denying = /(?:^|[^\p{L}])(?:un|in|dis|non|im|ir|il|mis|de)$/u;

function isInWord(said: string, wanted: string): boolean {
	for (let at = said.indexOf(wanted); at >= 0; at = said.indexOf(wanted, at + 1))
		if (!denying.test(said.slice(0, at))) return true;
	return false;
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
