import type {Target} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {cellsOf, rowOf} from '../page/rows.ts';
import {sectionsAround} from '../page/sections.ts';
import {treeOf} from '../page/tree.ts';
import {fold, hasWords} from '../page/words.ts';
import {labelsOf} from './label-score.ts';
import type {Tie} from './choose.ts';

/** An element as people are told of it. */
export type Told = {role: string; name: string; place: string | null};

/** A role in the words of people: what has none to the browser is an element. */
export const shownRole = ({role}: Pick<LookElement, 'role'>): string =>
	['generic', 'none', 'presentation', 'clickable'].includes(role) ? 'element' : role;

/** What it is called, at most 60 characters. */
export function shownName(look: Look, element: LookElement): string {
	const [label] = labelsOf(element).filter(({text}) => hasWords(text));
	const text = label?.text ?? (treeOf(look).textOf(element.index) || element.accessibleName || element.id || '');
	return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** The key of the row around it: the first text in it that is not its own. */
export function rowKeyOf(look: Look, index: number): string | null {
	const row = rowOf(look, index);
	if (!row) return null;
	const tree = treeOf(look);
	const cells = cellsOf(look, row).map(cell => tree.textOf(cell.index));
	const texts = cells.some(hasWords)
		? cells
		: look.elements
				.slice(row.index, tree.end[row.index])
				.filter(element => tree.children[element.index]!.length === 0 && element.index !== index)
				.map(element => tree.textOf(element.index));
	const own = fold(look.elements[index]!.name || tree.textOf(index));
	return texts.find(text => hasWords(text) && fold(text) !== own && text.length <= 60) ?? null;
}

/** Where it is, in the words a step can use. */
export function placeOf(look: Look, element: LookElement): {words: string; phrase: string} | null {
	const row = rowKeyOf(look, element.index);
	if (row !== null) return {words: `in row ${row}`, phrase: `in the row of ${quoted(row)}`};
	const section = sectionsAround(look, element.index).find(one => one.to - one.from < look.elements.length / 2);
	if (!section) return null;
	return {words: `in ${section.title}`, phrase: `in the ${quoted(section.title)} section`};
}

const quoted = (text: string) => (/^[\p{L}\p{N}-]+$/u.test(text) ? text : JSON.stringify(text));

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];
const ordinalOf = (place: number) => ordinals[place] ?? `${place + 1}th`;
/** Roles that are words of a step as well. */
const ownRoles = new Set(['button', 'link', 'tab', 'checkbox', 'radio', 'switch', 'heading', 'image']);

/** The tied ones, at most five, each with the step's words made unique. */
export function asTold(
	look: Look,
	target: Target,
	{tied, counted}: Tie,
): Array<Told & {index: number; sentence: string}> {
	const places = tied.map(({index}) => placeOf(look, look.elements[index]!));
	const names = tied.map(({index}) => shownName(look, look.elements[index]!));
	return tied.slice(0, 5).map(({index}, at) => {
		const element = look.elements[index]!;
		const place = places[at]!;
		const isOwnName = names.filter(name => fold(name) === fold(names[at]!)).length === 1 && hasWords(names[at]!);
		const isOwnPlace = place !== null && places.filter(other => other?.phrase === place.phrase).length === 1;
		const named = target.phrase === '' ? (target.role ?? element.role) : target.phrase;
		const role = target.phrase === '' || target.role === null ? '' : ` ${target.role}`;
		const sentence = isOwnPlace
			? `${named}${role} ${place.phrase}`
			: isOwnName
				? `the ${JSON.stringify(names[at]!)}${role || (ownRoles.has(element.role) ? ` ${element.role}` : '')}`
				: `the ${ordinalOf(counted.indexOf(index))} ${named}${role}`;
		return {index, role: shownRole(element), name: names[at]!, place: place?.words ?? null, sentence};
	});
}
