import type {Look, LookElement} from './look.ts';
import {isInteractive, rowRoles} from './roles.ts';
import {isInListRecord, isListRecord, isPartOrFrame, listRecordIn} from './list-records.ts';
import {areAlike, shapeOf} from './shapes.ts';
import {type Tree, treeOf, upwards} from './tree.ts';
import {fold, hasWords} from './words.ts';

/**
 * Rows, list items, cards and other repeated groups of a look, and the columns of its tables. A group
 * is repeated when its parent has at least two children of its role that are built alike.
 */

const groupMembers = new WeakMap<Look, Map<number, boolean>>();

/** Whether the element is one of several alike. */
export function isRow(look: Look, element: LookElement): boolean {
	if (element.role === 'list') return isListRecord(look, element);
	if (rowRoles.has(element.role)) return !isHeaderRow(look, element) && !isPartOrFrame(look, element);
	if (!['generic', 'group', 'link', 'region', 'figure', 'paragraph', 'button'].includes(element.role)) return false;
	const known = groupMembers.get(look) ?? new Map<number, boolean>();
	groupMembers.set(look, known);
	const decided = known.get(element.index);
	if (decided !== undefined) return decided;
	const result = isRepeated(treeOf(look), element) && !isBoxHead(look, element);
	known.set(element.index, result);
	return result;
}

function isRepeated(tree: Tree, element: LookElement): boolean {
	if (element.parent === null || tree.children[element.index]!.length < 2) return false;
	const shape = shapeOf(tree, element.index);
	if (!hasWords(tree.textOf(element.index))) return false;
	return tree.children[element.parent]!.some(
		other =>
			other !== element.index &&
			tree.look.elements[other]!.role === element.role &&
			areOfOneKind(element, tree.look.elements[other]!) &&
			areAlike(shape, shapeOf(tree, other)),
	);
}

/** Boxes that share no class are built alike by chance: the records of a list, and the numbers of its pages below. */
const areOfOneKind = (one: LookElement, other: LookElement): boolean =>
	one.role !== 'generic' ||
	one.classes.length === 0 ||
	other.classes.length === 0 ||
	one.classes.some(name => other.classes.includes(name));

/** A row of headings; among them may be a cell with a button that adds a column, and what is called the heading of its row. */
export function isHeaderRow(look: Look, element: LookElement): boolean {
	const below = treeOf(look).children[element.index]!.map(child => look.elements[child]!.role);
	const headings = below.filter(role => role === 'columnheader').length;
	const isInHead = element.parent !== null && look.elements[element.parent]!.tag === 'thead';
	// The only heading of a table is in the tree the text of its row.
	const isOnly = isInHead && below.length === 0;
	if (element.role !== 'row') return false;
	return isOnly || (headings > 0 ? isInHead || headings > below.length / 2 : isInHead && saysHeadings(look, element));
}

/** Headings that their authors have written as cells: short words, no number among them. */
const saysHeadings = (look: Look, row: LookElement): boolean => {
	const tree = treeOf(look);
	const said = tree.children[row.index]!.map(child => tree.textOf(child).trim());
	return said.some(hasWords) && said.every(text => text.length <= 30 && !/\d/.test(text));
};

const headClass = /(?:^|[-_])(?:t?head|header|headings?|hdr|headrow|columns)(?:[-_]|$)/i;

/** A line of captions above records that are made of boxes. */
function isBoxHead(look: Look, element: LookElement): boolean {
	if (element.role !== 'generic' || !element.classes.some(name => headClass.test(name))) return false;
	const captions = boxCells(look, element);
	return captions.length > 1 && captions.every(({text}) => text.length <= 30 && !/\d/.test(text));
}

/** What stands side by side in a line of boxes. */
const boxCells = (look: Look, row: LookElement): Array<{index: number; text: string; x: number | null}> => {
	const tree = treeOf(look);
	return tree.children[row.index]!.map(index => ({
		index,
		text: tree.textOf(index).trim(),
		x: look.elements[index]!.box?.x ?? null,
	})).filter(({text}) => text !== '');
};

/** The line of captions above a record that is made of boxes, in the same list or right before it. */
function boxHeadOf(look: Look, row: LookElement): LookElement | null {
	if (row.role !== 'generic' || row.parent === null) return null;
	const tree = treeOf(look);
	const list = look.elements[row.parent]!;
	const around = [list.index, ...(list.parent === null ? [] : [list.parent])];
	for (const place of around) {
		const head = tree.children[place]!.filter(index => index < row.index)
			.map(index => look.elements[index]!)
			.findLast(one => isBoxHead(look, one));
		if (head) return head;
	}
	return null;
}

/** The rows that the element stands in, the nearest first. */
export function rowsAround(look: Look, index: number): LookElement[] {
	return [...upwards(look, index)].slice(1).filter(element => isRow(look, element));
}

/** The row that tells the element from its like: the nearest that says more than the element itself. */
export function rowOf(look: Look, index: number): LookElement | null {
	const tree = treeOf(look);
	const own = fold(tree.textOf(index)).length;
	return rowsAround(look, index).find(row => fold(tree.textOf(row.index)).length > own) ?? null;
}

/** Cells of a table's row with the heading of their column. */
export function cellsOf(look: Look, row: LookElement): Array<{index: number; column: string | null}> {
	const tree = treeOf(look);
	const head = boxHeadOf(look, row);
	if (head) {
		const captions = boxCells(look, head);
		return boxCells(look, row).map(({index, x}) => ({
			index,
			column: x === null ? null : (captions.findLast(one => one.x !== null && one.x <= x + 8)?.text ?? null),
		}));
	}
	const headings = headingsOf(look, row.index);
	return tree.children[row.index]!.filter(child =>
		['cell', 'gridcell', 'rowheader', 'columnheader'].includes(look.elements[child]!.role),
	).map((index, place) => ({index, column: headings[place] ?? null}));
}

/** Names of the columns of the table around the element, from the left. */
export function headingsOf(look: Look, index: number): string[] {
	const table = [...upwards(look, index)].find(element => ['table', 'grid', 'treegrid'].includes(element.role));
	if (!table) return [];
	const tree = treeOf(look);
	for (let at = table.index + 1; at < tree.end[table.index]!; at++) {
		const element = look.elements[at]!;
		if (element.role !== 'row') continue;
		const own = tree.children[at]!;
		const heads = own.filter(child => look.elements[child]!.role === 'columnheader');
		const cells = heads.length === 0 && isHeaderRow(look, element) ? own : heads;
		if (cells.length > 0) return cells.map(cell => tree.textOf(cell) || look.elements[cell]!.name);
	}
	return [];
}

/** The heading of the column that the element stands in; null: it is in no cell, or the column has none. */
export function columnOf(look: Look, index: number): string | null {
	for (const element of upwards(look, index)) {
		if (element.parent === null || !['cell', 'gridcell', 'rowheader'].includes(element.role)) continue;
		const cell = cellsOf(look, look.elements[element.parent]!).find(one => one.index === element.index);
		if (cell) return hasWords(cell.column) ? cell.column : null;
	}
	return null;
}

/** Something that repeats: a list, a table or a group of cards, with its members. */
export type Collection = {container: LookElement; members: LookElement[]};

export function collectionsOf(look: Look): Collection[] {
	const tree = treeOf(look);
	const found: Collection[] = [];
	for (const container of look.elements) {
		if (isInListRecord(look, container)) continue;
		const members = membersOf(look, tree, container);
		if (members !== null) found.push({container, members});
	}
	return found;
}

function membersOf(look: Look, tree: Tree, container: LookElement): LookElement[] | null {
	if (container.box === null) return null;
	const below = tree.children[container.index]!.map(child => look.elements[child]!);
	const shown = (role: string) => below.filter(element => element.role === role && element.box !== null);
	switch (container.role) {
		case 'list': {
			// A list of articles or links is one, whatever its members are.
			const items = shown('listitem');
			if (items.length > 0 || below.every(({box}) => box === null)) return items;
			const members = below.filter(
				element => element.box !== null && ['article', 'link', 'group'].includes(element.role),
			);
			return members;
		}
		case 'listbox':
			return shown('option');
		case 'tree':
			return shown('treeitem');
		case 'tablist':
			return shown('tab');
		case 'table':
		case 'grid':
		case 'treegrid': {
			const rows = descendants(look, tree, container).filter(element => element.role === 'row');
			if (rows.some(row => isPartOrFrame(look, row))) return null;
			return rows.filter(row => !isHeaderRow(look, row));
		}
		case 'feed':
			return shown('article');
		default: {
			const records = below.flatMap(one => listRecordIn(look, tree, one) ?? []);
			if (records.length > 1) return records;
			const rows = below.filter(
				element =>
					element.box !== null &&
					!['row', 'listitem', 'option', 'treeitem'].includes(element.role) &&
					isRow(look, element),
			);
			return rows.length >= 2 && !rows.every(isInteractive) ? rows : null;
		}
	}
}

export const descendants = (look: Look, tree: Tree, element: LookElement): LookElement[] =>
	look.elements.slice(element.index + 1, tree.end[element.index]);
