import type {AssertionPart, Comparison, Target, Value} from '../../../source/plan-language/reading.ts';
import type {Look, LookElement} from '../page/look.ts';
import {cellsOf, type Collection, collectionsOf} from '../page/rows.ts';
import {sectionsAround} from '../page/sections.ts';
import {isShown, isWithin, treeOf, upwards} from '../page/tree.ts';
import {fold, hasWords, words} from '../page/words.ts';
import {isPressable} from './candidates.ts';
import {compare, expectation} from './compare.ts';
import {nameScore} from './label-score.ts';
import {recordAt} from './record-at.ts';
import {rank, type Resolved, type ResolveOptions} from './resolve.ts';
import {areasOf} from './areas.ts';
import {rowsWith} from './scope.ts';
import {columnIn} from './subject.ts';
import {textMatcher} from './written.ts';

/** What was seen of one assertion. */
export type Seen = {
	/** What it came down to on this page, for the script. */
	as?: AssertionPart;
	is: boolean;
	expected: string;
	actual: string | null;
	subject?: number | null;
	where?: string | null;
	note?: string | null;
	/** What it is claimed of is not there, so that the opposite does not hold either. */
	isAbsent?: boolean;
	/** What was counted, or what the record that it is claimed of is one of. */
	list?: Collection | null;
};

/** It may speak of several things. */
export type Unclear = {unclear: string; choices: string[]};

/** One element, or how many there are. */
export type Found = Exclude<Resolved, {found: number}> | {found: number};

export const unclear = (tied: Array<{sentence: string}>): Unclear => ({
	unclear: 'which one is meant',
	choices: tied.map(({sentence}) => sentence),
});

const recordRoles = new Set<Target['role']>(['row', 'item', 'card']);

/** Where the text is to be: of several places the one that the ordinal says. */
export function placesOf(within: Target, look: Look, options: ResolveOptions): Array<{from: number; to: number}> {
	const {ordinal, ...unordered} = within;
	if (ordinal === null) return allPlaces(within, look, options);
	const record = recordAt(within, look, options);
	if (record !== null) return [{from: record.index, to: treeOf(look).end[record.index]!}];
	if (within.phrase === '' && recordRoles.has(within.role)) {
		const scopes = [...within.scopes, {kind: 'row_at' as const, ordinal}];
		return allPlaces({...unordered, role: 'row', ordinal: null, scopes}, look, options);
	}
	const places = allPlaces({...unordered, ordinal: null}, look, options, true).sort(
		(one, other) => one.from - other.from,
	);
	const chosen = ordinal === 'last' ? places.at(-1) : places[ordinal - 1];
	return chosen ? [chosen] : [];
}

/** Areas of that name or kind, else the element called so, or with `every` all that are called so. */
function allPlaces(
	within: Target,
	look: Look,
	options: ResolveOptions,
	every = false,
): Array<{from: number; to: number}> {
	const areas = areasOf(
		look,
		{kind: 'area', role: within.role, name: within.phrase === '' ? null : within.phrase},
		options.expand,
	);
	const {scopes} = rank({...within, phrase: ''}, 'visible', look, options);
	const tree = treeOf(look);
	// `the row of 1041`: the row itself is what its scope names.
	if (within.phrase === '' && within.role === 'row' && scopes.rows.length > 0)
		return scopes.rows.map(row => ({from: row, to: tree.end[row]!}));
	if (within.phrase === '' && within.role === 'list') {
		const content = contentLists(look).filter(({from}) => within.scopes.length === 0 || scopes.isInside(from));
		if (content.length > 0) return content;
	}
	const menus = within.role === 'menu' && within.phrase === '' && areas.length === 0 ? linkMenus(look) : [];
	if (menus.length > 0) return menus;
	const tabs = within.role === 'tab' && within.phrase !== '' ? tabsCalled(look, options.expand(within.phrase)) : [];
	if (tabs.length > 0) return [...areas.filter(({element}) => element.role === 'tabpanel'), ...tabs];
	// Where a page will say something is no message as long as it says nothing.
	const says = ({from}: {from: number}) => within.role !== 'message' || tree.textOf(from).trim() !== '';
	const inScope = areas.filter(one => (within.scopes.length === 0 || scopes.isInside(one.from)) && says(one));
	if (inScope.length > 0) return inScope;
	const {scored} = rank(within, 'text', look, options);
	const best = scored[0]?.score ?? 0;
	// Of several messages any one may be the one that says it.
	const isAny = every || (within.role === 'message' && within.phrase === '');
	return scored
		.filter(({index}) => says({from: index}))
		.filter((one, place) => (isAny ? best - one.score < 0.05 : place === 0))
		.map(({index}) => ({from: index, to: tree.end[index]!}));
}

/** What is a menu for everybody's eyes: several links beside each other and nothing else but what the site is called. */
function linkMenus(look: Look): Array<{from: number; to: number}> {
	const tree = treeOf(look);
	return look.elements
		.filter(({index, role}) => {
			if (role !== 'generic' && role !== 'list') return false;
			const inside = tree.children[index]!.map(child => look.elements[child]!);
			const links = inside.filter(one => one.role === 'link' && isShown(look, one));
			return links.length >= 2 && inside.length - links.length <= 1;
		})
		.map(({index}) => ({from: index, to: tree.end[index]!}));
}

/** What is said of a tab stands on it, or in what it opens. */
function tabsCalled(look: Look, name: string): Array<{from: number; to: number}> {
	const tree = treeOf(look);
	return look.elements
		.filter(element => element.role === 'tab' && isShown(look, element) && nameScore(name, element.name) >= 0.6)
		.map(({index}) => ({from: index, to: tree.end[index]!}));
}

const isAside = (look: Look, index: number): boolean =>
	[...upwards(look, index)].some(one =>
		['navigation', 'menu', 'menubar', 'banner', 'contentinfo', 'tablist'].includes(one.role),
	);

/**
 * `the list` is what the page lists, be it a table or boxes that repeat; ways to other pages are none of it. Of several
 * any may be meant: what is gone from the list is in none of them.
 */
function contentLists(look: Look): Array<{from: number; to: number}> {
	const tree = treeOf(look);
	const repeated = new Set(
		collectionsOf(look).flatMap(({container, members}) => (members.length > 1 ? [container.index] : [])),
	);
	return look.elements
		.filter(
			one =>
				(listRoles.includes(one.role) || repeated.has(one.index)) && isShown(look, one) && !isAside(look, one.index),
		)
		.map(({index}) => ({from: index, to: tree.end[index]!}));
}

export function seeCell(
	part: Extract<AssertionPart, {op: 'cell'}>,
	wanted: Value,
	look: Look,
	options: ResolveOptions,
): Seen | Unclear {
	const expected = expectation(part.comparison, wanted.text);
	const column = options.expand(part.column);
	const tables = part.table === null ? null : placesOf(part.table, look, options);
	const isInside = (index: number) => tables === null || tables.some(({from, to}) => index >= from && index < to);
	const rows = rowsOfScope(part.scope, look, options).filter(isInside);
	if (column === '') return seeInRow(rows, expected, wanted, look);
	const cells = rows.flatMap(row => columnIn(look, row, column));
	const priced = cells.length === 0 ? priceIn(rows, column, look) : null;
	if (priced)
		return {
			// `€120.00 per night`: what it is for is written behind it.
			is: compare(priced.text, part.comparison, wanted) || isPricedSo(look, priced, part.comparison, wanted.text),
			expected,
			actual: priced.text,
			subject: priced.index,
			where: 'the row',
		};
	// A list has no columns: what stands in its row and is just this is it.
	const isColumnless = rows.length === 1 && cellsOf(look, look.elements[rows[0]!]!).every(cell => cell.column === null);
	if (cells.length === 0 && isColumnless && part.comparison === 'equals' && /^\p{L}/u.test(wanted.text)) {
		const seen = seeInRow(rows, expected, wanted, look);
		if ('unclear' in seen || seen.is)
			return 'unclear' in seen ? seen : {...seen, note: `no "${column}" in the row; "${wanted.text}" stands in it`};
	}
	const beside =
		cells.length === 0 && part.comparison === 'equals' ? besideInCell(look, rows, column, wanted.text) : null;
	if (beside !== null)
		return {
			is: true,
			expected,
			actual: wanted.text,
			subject: beside,
			where: 'the row',
			note: `no column "${column}"; "${wanted.text}" stands in the row`,
			as: {
				isNegated: false,
				op: 'text',
				text: part.value,
				comparison: 'contains',
				within: {phrase: '', isQuoted: false, role: 'row', scopes: [part.scope], ordinal: null},
			},
		};
	if (cells.length === 0) return {is: false, expected, actual: null, where: `column ${column}`};
	if (cells.length > 1 && new Set(cells.map(cell => cell.text)).size > 1) {
		return {
			unclear: 'which row is meant',
			choices: rows.map(row => treeOf(look).textOf(cellsOf(look, look.elements[row]!)[0]?.index ?? row)).slice(0, 5),
		};
	}
	const [cell] = cells;
	return {
		is: compare(cell!.text, part.comparison, wanted),
		expected,
		actual: cell!.text,
		subject: cell!.index,
		where: `column ${column}`,
	};
}

/**
 * A cell of the one row that says the text beside another (`Cancelled`, and below it `No time`), where no column of
 * the table is called so: what a whole cell says is what its column is about. Null: there is none.
 */
function besideInCell(look: Look, rows: number[], column: string, wanted: string): number | null {
	const [row, ...others] = rows;
	if (row === undefined || others.length > 0 || !/^\p{L}/u.test(wanted)) return null;
	const tree = treeOf(look);
	const cells = cellsOf(look, look.elements[row]!);
	if (cells.some(cell => cell.column !== null && nameScore(column, cell.column) > 0)) return null;
	const text = fold(wanted);
	const found = cells.filter(({index}) => {
		const said = fold(tree.textOf(index));
		return said !== text && (said.endsWith(` ${text}`) || said.startsWith(`${text} `));
	});
	return found.length === 1 ? found[0]!.index : null;
}

/** The one sum of money in a row without columns. */
export function priceIn(rows: number[], column: string, look: Look): {text: string; index: number} | null {
	const isPrice = words(column).every(word => words('price cost unit item single each amount').includes(word));
	if (!isPrice || rows.length !== 1) return null;
	const tree = treeOf(look);
	const sums = look.elements
		.slice(rows[0]! + 1, tree.end[rows[0]!])
		.filter(one => tree.children[one.index]!.length === 0)
		.flatMap(one => (tree.textOf(one.index).match(money) ?? []).map(text => ({text: text.trim(), index: one.index})));
	return new Set(sums.map(({text}) => text)).size === 1 ? sums[0]! : null;
}

/** The sum and what stands behind it, as the element has them together. */
function isPricedSo(look: Look, {text, index}: {text: string; index: number}, comparison: Comparison, wanted: string) {
	const isLonger = comparison === 'equals' && wanted.startsWith(text) && wanted.length > text.length;
	return isLonger && textMatcher(wanted)(treeOf(look).textOf(index));
}

/** A sum with its currency in front or behind. */
const money =
	/(?:[$€£¥]|\b(?:EUR|USD|GBP|CHF)) ?\d[\d.,'’]{0,15}|(?<!\d)\d[\d.,'’]{0,15} ?(?:[$€£¥]|(?:EUR|USD|GBP|CHF)\b)/g;

/** What a list of choices offers, where it is in the page. */
export const optionsIn = (look: Look, index: number): string[] =>
	['combobox', 'listbox'].includes(look.elements[index]!.role)
		? look.elements
				.slice(index + 1, treeOf(look).end[index])
				.filter(({role}) => role === 'option')
				.map(({name}) => name)
		: [];

/** A cell or a text of the row that is just this; what its buttons are called says nothing about it. */
export function seeInRow(rows: number[], expected: string, wanted: Value, look: Look): Seen | Unclear {
	const tree = treeOf(look);
	if (rows.length === 0) return {unclear: 'which record is meant, as no row says it', choices: []};
	const said = rows.map(row => {
		const inside = look.elements.slice(row + 1, tree.end[row]);
		// The head of a record that folds is a button around its title, and says how the record is.
		const isHead = (one: LookElement) =>
			look.elements.slice(one.index, tree.end[one.index]).some(({role}) => role === 'heading');
		const controls = inside.filter(one => isPressable(one) && !isHead(one));
		return inside
			.filter(one => !controls.some(control => isWithin(tree, one.index, control.index)))
			.filter(one => hasWords(tree.textOf(one.index)))
			.map(one => ({index: one.index, text: tree.textOf(one.index)}));
	});
	const found = said.map(texts => texts.find(({text}) => fold(text) === fold(wanted.text)));
	const isAll = found.every(one => one !== undefined);
	if (!isAll && found.some(one => one !== undefined))
		return {unclear: 'which row is meant', choices: rows.slice(0, 5).map(row => tree.textOf(row).slice(0, 60))};
	return {
		is: isAll,
		expected,
		actual: isAll ? found[0]!.text : tree.textOf(rows[0]!),
		subject: isAll ? found[0]!.index : rows[0]!,
		where: 'the row',
		list: listOf(look, rows[0]!),
	};
}

/** The list that a record is one of. */
export const listOf = (look: Look, record: number): Collection | null =>
	collectionsOf(look).find(({members}) => members.some(({index}) => index === record)) ?? null;

const listRoles = ['list', 'listbox', 'feed', 'table', 'grid', 'treegrid', 'tree'];
const saysEmpty = /^(?:(?:there (?:is|are) )?(?:no|nothing|none)\b|.{0,40}\b(?:is|are) empty\b)/i;

/**
 * `The shopping list is empty`: it has no members, or one line that says so; where it is not shown at all, its heading has
 * such a line below it. Null: no list is meant, or none is called so.
 */
export function seeEmptyList(target: Target, look: Look, options: ResolveOptions): Seen | null {
	if ((target.role !== 'list' && target.role !== 'table') || target.scopes.length > 0) return null;
	const phrase = options.expand(target.phrase);
	const tree = treeOf(look);
	const called = (name: string) =>
		hasWords(name) && Math.max(nameScore(phrase, name), nameScore(`${phrase} ${target.role}`, name)) >= 0.6;
	const titleOf = (index: number) => {
		const {name} = look.elements[index]!;
		return hasWords(name) ? name : (sectionsAround(look, index)[0]?.title ?? '');
	};
	const lists = look.elements.filter(one => listRoles.includes(one.role));
	const textsOf = ({index}: LookElement) =>
		(collectionsOf(look).find(({container}) => container.index === index)?.members ?? []).map(member =>
			tree.textOf(member.index),
		);
	const isEmpty = (texts: readonly string[]) => texts.length === 0 || (texts.length === 1 && saysEmpty.test(texts[0]!));
	const unnamed = () => {
		const content = lists.filter(one => isShown(look, one) && !isAside(look, one.index));
		const full = content.find(one => !isEmpty(textsOf(one)));
		return full ? [full] : content;
	};
	const named = phrase === '' ? unnamed() : lists.filter(({index}) => called(titleOf(index)));
	const expected = 'empty';
	const [list] = named;
	if (list && named.length === 1) {
		const texts = textsOf(list);
		const is = isEmpty(texts);
		return {
			is,
			expected,
			actual: is ? 'empty' : `${texts.length} in it, ${texts[0]!.slice(0, 60)}`,
			subject: list.index,
		};
	}
	const heading = look.elements.find(({role, name}) => role === 'heading' && called(name));
	if (named.length > 0 || !heading) return null;
	const below = look.elements.slice(heading.index + 1).filter(one => isShown(look, one));
	const next = below.findIndex(({role}) => role === 'heading');
	const line = (next < 0 ? below : below.slice(0, next)).find(one => saysEmpty.test(tree.textOf(one.index)));
	return line ? {is: true, expected, actual: tree.textOf(line.index), subject: line.index} : null;
}

function rowsOfScope(
	scope: Extract<AssertionPart, {op: 'cell'}>['scope'],
	look: Look,
	options: ResolveOptions,
): number[] {
	if (scope.kind === 'row')
		return rowsWith(
			look,
			scope.conditions.map(one => ({...one, text: options.expand(one.text)})),
		);
	if (scope.kind !== 'row_at') return [];
	return collectionsOf(look).flatMap(({container, members}) => {
		if (!['table', 'grid', 'treegrid'].includes(container.role)) return [];
		const row = scope.ordinal === 'last' ? members.at(-1) : members[scope.ordinal - 1];
		return row ? [row.index] : [];
	});
}
