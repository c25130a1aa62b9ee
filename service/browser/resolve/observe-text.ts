import type {AssertionPart, Target} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {fieldRoles, pressableRoles} from '../page/roles.ts';
import {isRow} from '../page/rows.ts';
import {isShown, treeOf, upwards} from '../page/tree.ts';
import {compare, expectation} from './compare.ts';
import {listOf, placesOf, type Seen} from './observe-rows.ts';
import {markOn} from './marks.ts';
import {placeAt} from './record-at.ts';
import {rank, type ResolveOptions} from './resolve.ts';
import {dialogTitleOf} from './subject.ts';
import {tellingOf} from './told.ts';
import {holdingText, tellsText, textMatcher} from './written.ts';

/** Whether a text stands on the page, or in the place that is said. */
export function seeText(part: Extract<AssertionPart, {op: 'text'}>, look: Look, options: ResolveOptions): Seen {
	const text = options.expand(part.text.text);
	const expected = expectation(part.comparison, JSON.stringify(text));
	if (part.isTold) {
		const telling = tellingOf(look, text);
		return {
			is: telling !== null,
			expected,
			actual: telling && treeOf(look).textOf(telling.index),
			subject: telling?.index ?? null,
			where: telling?.role ?? 'page',
		};
	}
	const title = part.within === null ? null : dialogTitleOf(part.within, look);
	if (title !== null) {
		const is = compare(title.text, part.comparison, {...part.text, text});
		return {is, expected, actual: title.text, subject: title.index, where: 'dialog title'};
	}
	const places = part.within === null ? null : placesOf(part.within, look, options);
	const [place] = places ?? [];
	const isOfRecord = place !== undefined && part.within?.role === 'row' && part.within.phrase === '';
	const list =
		(part.within && placeAt(part.within, look, options)?.list) ?? (isOfRecord ? listOf(look, place.from) : null);
	if (places !== null && places.length === 0) return {is: false, expected, actual: null, isAbsent: true};
	const tree = treeOf(look);
	const isInside = (index: number) => places === null || places.some(({from, to}) => index >= from && index < to);
	const where = part.isOfAccount
		? 'the account'
		: part.within === null
			? 'page'
			: options.expand(part.within.phrase) || part.within.role;
	if (part.comparison === 'contains' || (part.comparison === 'equals' && places === null)) {
		const holds = part.isReported ? tellsText(text) : textMatcher(text);
		const isMeant = ({index}: LookElement) =>
			(!part.isOfAccount || isOfAccount(look, index)) && (!part.isReported || isMessage(look, index, holds));
		const [written] = holdingText(look, text, isInside, holds).filter(isMeant);
		const mark =
			written === undefined && isOfRecord && place && part.comparison === 'contains'
				? markOn(look, place.from, text)
				: null;
		if (mark !== null && place)
			return {
				is: true,
				expected,
				actual: text,
				subject: place.from,
				where,
				list,
				note: `it is marked as ${text} ${mark}`,
			};
		const found =
			written ?? (part.text.isQuoted || part.isReported ? undefined : calledByKind(look, text, isInside, options));
		return {
			is: found !== undefined,
			expected,
			// A message that says something else is there: nothing is told by what stands elsewhere.
			actual: found
				? tree.textOf(found.index) || found.name
				: part.within?.role === 'message'
					? tree.textOf(places![0]!.from)
					: part.isReported
						? messageOn(look, isInside)
						: null,
			subject: found?.index ?? null,
			where,
			list,
		};
	}
	const texts = places === null ? [tree.textOf(0)] : places.map(({from}) => tree.textOf(from));
	const fitting = texts.find(one => compare(one, part.comparison, {...part.text, text}));
	return {is: fitting !== undefined, expected, actual: fitting ?? texts[0] ?? null, where, list};
}

/** `the Printer node`, where a box is a node by its class and says no more than the name. */
function calledByKind(look: Look, phrase: string, isInside: (index: number) => boolean, options: ResolveOptions) {
	const target: Target = {phrase, isQuoted: false, role: null, scopes: [], ordinal: null};
	const {scored} = rank(target, 'visible', look, options);
	const found = scored.find(({index, isOfKind}) => isOfKind === true && isInside(index));
	return found && look.elements[found.index];
}

/** What an alert, or what the page marks as an error, says; null: there is none. */
function messageOn(look: Look, isInside: (index: number) => boolean): string | null {
	const found = look.elements.find(
		one => (one.role === 'alert' || one.isError === true) && isInside(one.index) && isShown(look, one),
	);
	return (found && treeOf(look).textOf(found.index).slice(0, 200)) || null;
}

/** Names in records, fields and headings are those of anybody; a menu of the head of a page is no list of records. */
function isOfAccount(look: Look, index: number): boolean {
	const around = [...upwards(look, index)];
	if (around.some(({role}) => ['banner', 'navigation', 'menu', 'menubar'].includes(role))) return true;
	return !around.some(element => fieldRoles.has(element.role) || element.role === 'heading' || isRow(look, element));
}

/** What a control is called is told by nobody, nor is what a record says among other things. */
function isMessage(look: Look, index: number, tells: (text: string) => boolean): boolean {
	const tree = treeOf(look);
	return [...upwards(look, index)].every(
		element =>
			!fieldRoles.has(element.role) &&
			!pressableRoles.has(element.role) &&
			(!isRow(look, element) || tells(tree.textOf(element.index))),
	);
}
