import type {Look, LookElement} from './look.ts';
import {rowRoles} from './roles.ts';
import {type Collection, collectionsOf, isHeaderRow, isRow} from './rows.ts';
import {sectionsOf} from './sections.ts';
import {isShown, isWithin, treeOf, upwards} from './tree.ts';

/** Lists of links for finding one's way are not what a step counts. */
export function contentOnly(look: Look, collections: Collection[]): Collection[] {
	const isAside = ({container, members}: Collection) =>
		container.role === 'search' ||
		// Steps, or pages: one of them is where one is.
		(container.role === 'list' && members.some(({states}) => states.current)) ||
		[...upwards(look, container.index)].some(element =>
			['navigation', 'banner', 'contentinfo', 'menu', 'menubar', 'toolbar', 'tablist'].includes(element.role),
		) ||
		['tablist', 'menu', 'listbox', 'radiogroup'].includes(container.role) ||
		isChoice(look, {container, members}) ||
		isForm(look, container);
	return collections.filter(one => !isAside(one));
}

/** Boxes and buttons to choose from: a fieldset, a row of filters. */
const isChoice = (look: Look, {container, members}: Collection): boolean =>
	(container.role === 'group' &&
		members.every(member =>
			look.elements
				.slice(member.index, treeOf(look).end[member.index])
				.some(({role}) => ['checkbox', 'radio', 'switch'].includes(role)),
		)) ||
	members.every(({role}) => role === 'button');

/** Fields below each other are built alike and are no list. */
export function isForm(look: Look, container: LookElement): boolean {
	if (!['generic', 'group', 'form'].includes(container.role)) return false;
	const tree = treeOf(look);
	const members = tree.children[container.index]!.map(index => look.elements[index]!).filter(element =>
		isRow(look, element),
	);
	if (members.every(({role}) => role === 'article')) return false;
	return (
		members.every(member =>
			look.elements
				.slice(member.index, tree.end[member.index])
				.some(element => ['textbox', 'combobox', 'radio', 'spinbutton'].includes(element.role)),
		) ||
		members.some(
			member =>
				sectionsOf(look).some(
					section => section.element.role === 'heading' && isWithin(tree, section.element.index, member.index),
				) && members.length < 3,
		)
	);
}

export function outermost(look: Look, collections: Collection[]): Collection[] {
	const tree = treeOf(look);
	const inner = (one: Collection) =>
		collections.some(other => other !== one && isWithin(tree, one.container.index, other.container.index));
	return collections.filter(one => !inner(one));
}

/** The list that is meant where nothing says which: tables and lists come before groups of things that are built alike. */
export function onlyList(lists: Collection[]): Collection | null {
	const plain = lists.filter(({container}) => plainLists.has(container.role));
	const [only, ...others] = lists.length > 1 ? plain : lists;
	return only && others.length === 0 ? only : null;
}

const tableRoles = new Set(['table', 'grid', 'treegrid']);
const plainLists = new Set([...tableRoles, 'list', 'feed']);

/**
 * `the last card`, `the second row`: of the one table or list in the place, else of all records there in the order of
 * reading. What is the last in one of several columns is not the last of the page.
 */
export function recordAtPlace(
	look: Look,
	ordinal: number | 'last',
	isInside: (index: number) => boolean,
): LookElement | null {
	const all = collectionsOf(look)
		.map(one => ({...one, members: one.members.filter(({index}) => isInside(index))}))
		.filter(({members}) => members.length > 0);
	const content = contentOnly(look, all);
	const lists = content.length > 0 ? content : all;
	const isOfRecords = ({members}: Collection) => members.every(({role}) => rowRoles.has(role));
	// Beside lists of other things, the rows of the one table are what has a place.
	const tables = lists.filter(({container}) => tableRoles.has(container.role));
	const kinds = [
		tables.length === 1 ? tables : [],
		lists.filter(({container}) => plainLists.has(container.role)),
		lists.filter(isOfRecords),
		lists,
	];
	// Sections that are built alike hold tables and cards, and are none themselves.
	const meant = outermost(look, kinds.find(({length}) => length > 0) ?? []);
	const members =
		meant.length === 1
			? meant[0]!.members
			: withLoneKin(
					look,
					meant.flatMap(one => one.members),
					isInside,
				);
	return members.at(ordinal === 'last' ? -1 : ordinal - 1) ?? null;
}

/** With what is built as a record and is alone in its column; in the order of reading. */
function withLoneKin(look: Look, members: LookElement[], isInside: (index: number) => boolean): LookElement[] {
	const [first] = members;
	if (first === undefined || members.some(({role}) => role !== first.role)) return members;
	const shared = first.classes.filter(name => members.every(one => one.classes.includes(name)));
	const isKin = ({role, classes}: LookElement) =>
		role === first.role && (rowRoles.has(role) || (shared.length > 0 && shared.every(name => classes.includes(name))));
	const tree = treeOf(look);
	const kin = look.elements.filter(
		one =>
			members.includes(one) ||
			(isKin(one) &&
				isShown(look, one) &&
				isInside(one.index) &&
				!isHeaderRow(look, one) &&
				!members.some(({index}) => isWithin(tree, one.index, index))),
	);
	return kin;
}
