import type {Look, LookElement} from '../page/look.ts';
import {fieldRoles} from '../page/roles.ts';
import {cellsOf, collectionsOf, isHeaderRow, isRow} from '../page/rows.ts';
import {dialogOf, dialogTitle, sectionsAround} from '../page/sections.ts';
import {isShown, treeOf, upwards} from '../page/tree.ts';
import {keyOf, keysOf, plainWords, stem, withNot} from '../page/words.ts';
import {textMatcher} from './written.ts';

/**
 * Claims that are told in the words of whoever wrote them: they hold where one record or one sentence of the page has every
 * word of them. Words that say how something is shown do not count; every other does, so that what is denied, counted or
 * pointed at is not proved by a text that leaves it out.
 */

/** What is claimed, cut where the words change from one thing to another. `written`: its words as they are in the claim. */
type Piece = {words: string[]; written: string[]; texts: string[]; isSubject: boolean};

const longestRecord = 500;
const longestSentence = 240;

const shown =
	'shown displayed displays listed visible found seen see sees appear appears appeared there now already still again also too just successfully'.split(
		' ',
	);
const little =
	`the a an of to for in on at and your my this that these those with is are was were be been has have had it its
	their her his our we us you i as by from says say states state tells tell mentions mention confirms reads read contains contain
	includes include shows show lists indicates explains informs announces reports that which who each`.split(/\s+/);
const kinds =
	'message messages text tag badge hint label toast notification note notice banner line lines entry item row card section area box panel page screen value field number range version'.split(
		' ',
	);
const empty = new Set([...shown, ...little, ...kinds]);
/** Words that turn a sentence, so that one that has them says something else than one that has not. */
const turning = new Set(
	'not no never cannot without will would can could may might if unless until before when soon failed fails'.split(' '),
);
const connector =
	/^(?:with|for|over|by|and|at|in|on|from|to|is|are|was|were|has|have|as|that|shows?|says?|lists?|contains?|includes?)$/i;

/** The smallest record or sentence that says all of it; null: none does. */
export function tellingOf(look: Look, claim: string): LookElement | null {
	// `Snap to grid is on` is a state, which its own name does not prove.
	if (/\b(?:is|are|was|were|be|been|turned|switched|set to) (?:\p{L}+ )?on[.!]?$/iu.test(claim)) return null;
	const [placed, ordinal] = placeOf(claim);
	const pieces = piecesOf(placed);
	const own = pieces.filter(({isSubject}) => !isSubject);
	if (own.length === 0 || !own.some(({words, texts}) => words.length + texts.length > 0)) return null;
	if (pieces.flatMap(({words, texts}) => [...words, ...texts.flatMap(plainWords)]).length < 2) return null;
	const tree = treeOf(look);
	if (ordinal !== null) {
		const record = recordAt(look, ordinal);
		return record && recordTells(look, record, pieces) ? record : null;
	}
	const found = look.elements.filter(
		element =>
			element.ref !== null &&
			isShown(look, element) &&
			!isControl(look, element.index) &&
			(recordTells(look, element, pieces) || sentenceTells(look, element, pieces)),
	);
	return found.find(one => !found.some(other => other.index > one.index && other.index < tree.end[one.index]!)) ?? null;
}

const places: Record<string, number> = {
	first: 0,
	top: 0,
	second: 1,
	third: 2,
	fourth: 3,
	fifth: 4,
	last: -1,
	bottom: -1,
};

/** `The first row is A for B`: what is said, and of which record by its place; null: of any. */
function placeOf(claim: string): [string, number | null] {
	const [said, place] =
		/^(?:the )?(first|top|second|third|fourth|fifth|last|bottom) (?:row|entry|item|result|line|record)(?: (?:in|of) the (?:table|list))? (?:is|shows|reads|contains|lists|has) /i.exec(
			claim,
		) ?? [];
	return said && place ? [claim.slice(said.length), places[place.toLowerCase()]!] : [claim, null];
}

/** The record at that place of the only table, or of the only list where there is no table. */
function recordAt(look: Look, place: number): LookElement | null {
	const all = collectionsOf(look).filter(({members}) => members.length > 1);
	const tables = all.filter(({container}) => ['table', 'grid', 'treegrid'].includes(container.role));
	const [only, ...others] = tables.length > 0 ? tables : all;
	return only && others.length === 0 ? (only.members.at(place) ?? null) : null;
}

/** `A says that B` and `A is B`: what stands in front of the first verb may be what a heading says. */
function piecesOf(claim: string): Piece[] {
	const pieces: Piece[] = [{words: [], written: [], texts: [], isSubject: true}];
	let hasVerb = false;
	let isNamed = false;
	const next = (isSubject: boolean) => pieces.push({words: [], written: [], texts: [], isSubject});
	for (const part of claim.match(/"[^"]*"|[^\s"]+/gu) ?? []) {
		if (part.startsWith('"')) {
			pieces.at(-1)!.texts.push(part.slice(1, -1));
			continue;
		}
		const bare = part.replace(/^[(]{1,3}|[),:;.]{1,3}$/gu, '');
		if (/^\(/.test(part)) next(pieces.at(-1)!.isSubject);
		if (connector.test(bare)) {
			const isVerb = !/^(?:with|for|over|by|and|at|in|on|from|to|as)$/i.test(bare);
			hasVerb ||= isVerb;
			next(!hasVerb);
		} else if (/\d|@/.test(bare)) pieces.at(-1)!.texts.push(bare);
		else {
			// `Studio Kiwi due …`: behind a name begins something else.
			if (/^\p{Ll}/u.test(bare) && isNamed) next(pieces.at(-1)!.isSubject);
			for (const word of plainWords(withNot(bare))) {
				if (empty.has(word) || !hasLetter(word)) continue;
				pieces.at(-1)!.words.push(keyOf(word));
				pieces.at(-1)!.written.push(word);
			}
		}
		isNamed = /^\p{Lu}/u.test(bare) && pieces.flatMap(({written}) => written).length > 1;
		if (/[),:;]$/u.test(part)) next(pieces.at(-1)!.isSubject);
	}
	const said = pieces.filter(({words, texts}) => words.length + texts.length > 0);
	return hasVerb && said.some(({isSubject}) => !isSubject) ? said : said.map(piece => ({...piece, isSubject: false}));
}
const hasLetter = (word: string) => /[\p{L}\p{N}]/u.test(word);

/** What can be pressed or filled in says what it does, and not what is so; a link in a record names it. */
const isControl = (look: Look, index: number): boolean =>
	[...upwards(look, index)].some(
		({role}) =>
			fieldRoles.has(role) || ['button', 'tab', 'menuitem', 'option', 'navigation', 'columnheader'].includes(role),
	);

type Unit = {text: string; heading: string};

/** What a record says, cell by cell, or text by text with the label in front of it. */
function unitsOf(look: Look, record: LookElement): Unit[] {
	const tree = treeOf(look);
	const cells = cellsOf(look, record);
	if (cells.length > 0) return cells.map(({index, column}) => ({text: tree.textOf(index), heading: column ?? ''}));
	const leaves = look.elements
		.slice(record.index, tree.end[record.index])
		.filter(
			element =>
				isShown(look, element) && tree.children[element.index]!.length === 0 && !isControl(look, element.index),
		)
		.map(({index}) => tree.textOf(index))
		.filter(text => text !== '');
	return leaves.map((text, at) => {
		const before = leaves[at - 1] ?? '';
		return {text, heading: /\d/.test(before) || before.length > 30 ? '' : before};
	});
}

function recordTells(look: Look, element: LookElement, pieces: readonly Piece[]): boolean {
	if (!isRow(look, element) || isHeaderRow(look, element)) return false;
	if (treeOf(look).textOf(element.index).length > longestRecord || holdsRows(look, element)) return false;
	const units = unitsOf(look, element);
	const around = new Set(aroundOf(look, element).flatMap(keysOf));
	return pieces.every(
		piece => units.some(unit => unitSays(unit, piece)) || (piece.isSubject && isCovered(piece, around)),
	);
}

const insideOf = (look: Look, {index}: LookElement) => look.elements.slice(index + 1, treeOf(look).end[index]);
const holdsRows = (look: Look, element: LookElement): boolean => insideOf(look, element).some(one => isRow(look, one));

/** What stands in the line, and does not begin one of its own. */
const inline = new Set([
	'text',
	'strong',
	'emphasis',
	'link',
	'code',
	'time',
	'mark',
	'subscript',
	'superscript',
	'img',
]);

/** One text, or a label and its value. */
function isOneSentence(look: Look, element: LookElement): boolean {
	if (isRow(look, element) || holdsRows(look, element)) return false;
	const {children} = treeOf(look);
	const blocks = insideOf(look, element).filter(
		({index, role}) => children[index]!.length === 0 && !inline.has(role) && hasLetter(treeOf(look).textOf(index)),
	);
	return blocks.length <= 2;
}

/** All of a piece is in one text and its heading, and some of it in the text itself. */
function unitSays({text, heading}: Unit, {words: wanted, texts}: Piece): boolean {
	const said = new Set(keysOf(text));
	const called = new Set(keysOf(heading));
	if (!texts.every(one => textMatcher(one)(text))) return false;
	if (turns(text, wanted)) return false;
	return (
		wanted.every(word => said.has(word) || called.has(word)) &&
		(texts.length > 0 || wanted.some(word => said.has(word)))
	);
}

const turns = (text: string, wanted: readonly string[]): boolean => {
	const has = new Set(wanted);
	return plainWords(withNot(text)).some(word => turning.has(word) && !has.has(keyOf(word)));
};

const isCovered = ({words: wanted, texts}: Piece, around: ReadonlySet<string>): boolean =>
	texts.length === 0 && wanted.every(word => around.has(word));

/** Titles of what it stands in. */
function aroundOf(look: Look, {index}: LookElement): string[] {
	const dialog = dialogOf(look, index);
	return [
		...sectionsAround(look, index)
			.slice(0, 3)
			.map(({title}) => title),
		...(dialog ? [dialogTitle(look, dialog)] : []),
	];
}

function sentenceTells(look: Look, element: LookElement, pieces: readonly Piece[]): boolean {
	const text = treeOf(look).textOf(element.index);
	if (text.length > longestSentence || !isOneSentence(look, element)) return false;
	const around = new Set(aroundOf(look, element).flatMap(keysOf));
	return text.split(/(?<=[.!?…])\s+/u).some(sentence => sentenceSays(sentence, pieces, around));
}

function sentenceSays(sentence: string, pieces: readonly Piece[], around: ReadonlySet<string>): boolean {
	const wanted = pieces.flatMap(({words}) => words);
	if (sentence.endsWith('?') || turns(sentence, wanted)) return false;
	const tokens = keysOf(sentence);
	const said = new Set(tokens);
	const holds = ({words: some, texts}: Piece) =>
		some.every(word => said.has(word)) && texts.every(text => textMatcher(text)(sentence));
	// `Page 2 of 2` is not told by `Page 1 of 2`.
	const numbers = pieces.flatMap(({texts}) => texts.flatMap(keysOf)).filter(word => /^\d/.test(word));
	const times = (all: readonly string[], word: string) => all.filter(one => one === word).length;
	if (numbers.some(word => times(numbers, word) > 1 && times(tokens, word) < times(numbers, word))) return false;
	const inside = pieces.filter(holds);
	if (!pieces.every(piece => inside.includes(piece) || (piece.isSubject && isCovered(piece, around)))) return false;
	const [subject, rest] = [true, false].map(isSubject =>
		inside
			.filter(piece => piece.isSubject === isSubject)
			.flatMap(({words, texts}) => [...words, ...texts.flatMap(keysOf)]),
	) as [string[], string[]];
	if (rest.length === 0) return false;
	// `Overdue invoices` are a kind of invoices, and no invoice that is overdue.
	const lastOf = (some: readonly string[]) => Math.max(...some.map(word => tokens.lastIndexOf(word)));
	if (subject.length > 0 && lastOf(rest) <= lastOf(subject)) return false;
	// A number that stands between may be what is meant there.
	const places = [...subject, ...rest].map(word => tokens.indexOf(word)).filter(at => at >= 0);
	const meant = new Set(pieces.flatMap(({texts}) => texts.flatMap(keysOf)));
	return tokens.slice(Math.min(...places), Math.max(...places) + 1).every(word => !/\d/.test(word) || meant.has(word));
}

/** Beginnings of the words that a text has to have, for a file that runs without us. */
export const toldWordsOf = (claim: string): string[] => [
	...new Set(
		piecesOf(claim)
			.filter(({isSubject}) => !isSubject)
			.flatMap(({written, texts}) => [...written.map(stem), ...texts]),
	),
];
