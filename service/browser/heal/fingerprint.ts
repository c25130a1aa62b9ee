import type {Fingerprint} from '../../../contract/script.ts';
import type {Look, LookElement} from '../page/look.ts';
import {isInteractive} from '../page/roles.ts';
import {columnOf, rowsAround} from '../page/rows.ts';
import {areaOf, dialogOf, dialogTitle, headingOf, sectionsAround} from '../page/sections.ts';
import {isWithin, treeOf} from '../page/tree.ts';
import {fold, hasWords} from '../page/words.ts';
import {rowKeyOf} from '../resolve/describe.ts';
import {nameScore} from '../resolve/label-score.ts';

/** Most of what stood on the page that is kept; beyond it the census is not full and says less. */
export const censusLimit = 400;

/** Row and section that the step itself named, with the values of its variables. */
export type NamedPlaces = {row: string | null; section: string | null};

/** What an element is at the moment its locator is saved. */
export function fingerprintOf(look: Look, index: number, named: NamedPlaces = {row: null, section: null}): Fingerprint {
	const element = look.elements[index]!;
	const {previous, next} = neighboursOf(look, index);
	const area = areaOf(look, index);
	const dialog = dialogOf(look, index);
	const siblings = siblingsOf(look, element);
	// A text that can be pressed is told from texts that cannot.
	const isPeer = (other: LookElement) =>
		counts(other) || (other.role === element.role && other.ref !== null && hasWords(labelOf(other)));
	const namesakes = look.elements.filter(other => other.index !== index && isPeer(other) && isSame(other, element));
	const alike = namesakes.length;
	const heading = headingOf(look, index);
	const isOnly = (value: string, of: (one: LookElement) => string | null | undefined) =>
		!look.elements.some(other => other.index !== index && of(other) === value);
	const flagged = (value: string | null, of: (one: LookElement) => string | null) =>
		value === null ? null : {value, unique: isOnly(value, of)};
	return {
		role: element.role,
		name: ownName(element),
		placeholder: element.placeholder,
		nearLabel: element.nearLabel,
		title: element.title,
		tag: element.tag,
		type: element.type,
		id: flagged(element.id, one => one.id),
		nameAttribute: flagged(element.nameAttribute, one => one.nameAttribute),
		testIds: Object.entries(element.testIds).map(([attribute, value]) => ({
			attribute,
			value,
			unique: isOnly(value, one => one.testIds[attribute]),
		})),
		classes: element.classes,
		heading,
		area: area ? {role: area.role, name: area.name} : null,
		dialog: dialog ? dialogTitle(look, dialog) : null,
		// Where nothing else is called so, the row is no part of what it is.
		row: namedRow(look, index, named.row) ?? (alike > 0 ? rowKeyOf(look, index) : null),
		column: columnOf(look, index),
		section: namedSection(look, index, named.section) ?? (tellsApart(look, heading, namesakes) ? heading : null),
		previous: previous && {role: previous.role, name: labelOf(previous)},
		next: next && {role: next.role, name: labelOf(next)},
		siblingIndex: siblings.indexOf(index),
		siblingCount: siblings.length,
		box: element.box,
		disabled: element.states.disabled === true,
		alike,
		census: look.elements
			.filter(other => other.index !== index && isPeer(other) && !isPartOf(look, other.index, index))
			.slice(0, censusLimit)
			.map(other => ({role: other.role, name: labelOf(other), id: other.id})),
	};
}

/**
 * The words of the step, if the row has them as they are; else they cannot be looked for again. Words that are in its
 * own name say which row only as long as it is called so.
 */
const namedRow = (look: Look, index: number, row: string | null): string | null =>
	row !== null && rowHolds(look, index, row) && !` ${fold(labelOf(look.elements[index]!))} `.includes(` ${fold(row)} `)
		? row
		: null;

/** The heading over an element that others are called as, if it stands over none of them. */
const tellsApart = (look: Look, heading: string | null, namesakes: LookElement[]): boolean =>
	namesakes.length > 0 && namesakes.every(other => fold(headingOf(look, other.index) ?? '') !== fold(heading ?? ''));

/** The title on the page of the section that the step named in its own words. */
function namedSection(look: Look, index: number, section: string | null): string | null {
	if (section === null) return null;
	return sectionsAround(look, index).find(one => nameScore(section, one.title) > 0)?.title ?? null;
}

/** The nearest row or card around it that tells it from others says these words. */
export function rowHolds(look: Look, index: number, row: string): boolean {
	const tree = treeOf(look);
	const wanted = ` ${fold(row)} `;
	return rowsAround(look, index).some(one => ` ${fold(tree.textOf(one.index))} `.includes(wanted));
}

/** A control that has no name is called by what is written in it. */
const ownName = (element: LookElement): string => (element.name === '' ? element.text : element.name);

/** What tells an element from others of its role, in the census and among neighbours. */
export function labelOf(element: LookElement): string {
	const labels = [ownName(element), element.nearLabel, element.placeholder, element.title, element.alt];
	return labels.find(hasWords) ?? ownName(element);
}

const isSame = (one: LookElement, other: LookElement) =>
	one.role === other.role && fold(labelOf(one)) === fold(labelOf(other));

/** Interactive, or with a name that a person would look for. */
const counts = (element: LookElement): boolean =>
	element.ref !== null && (isInteractive(element) || (hasWords(element.name) && element.role !== 'text'));

const isPartOf = (look: Look, index: number, of: number) =>
	isWithin(treeOf(look), index, of) || isWithin(treeOf(look), of, index);

const interactive = new WeakMap<Look, number[]>();

function interactiveOf(look: Look): number[] {
	const known =
		interactive.get(look) ?? look.elements.filter(one => isInteractive(one) && one.box !== null).map(one => one.index);
	interactive.set(look, known);
	return known;
}

/** The interactive elements before and after it in the order of reading, none of them around it or inside it. */
export function neighboursOf(look: Look, index: number): {previous: LookElement | null; next: LookElement | null} {
	const tree = treeOf(look);
	const all = interactiveOf(look);
	const previous = all.findLast(other => other < index && !isWithin(tree, index, other));
	const next = all.find(other => other >= tree.end[index]!);
	return {
		previous: previous === undefined ? null : look.elements[previous]!,
		next: next === undefined ? null : look.elements[next]!,
	};
}

/** The elements under the same parent. */
export const siblingsOf = (look: Look, element: LookElement): number[] =>
	element.parent === null
		? [element.index]
		: treeOf(look).children[element.parent]!.filter(child => look.elements[child]!.ref !== null);
