import type {Look, LookElement} from './look.ts';
import {areAlike, shapeOf} from './shapes.ts';
import {isWithin, type Tree, treeOf} from './tree.ts';

/**
 * Lists that are no collection but one record of it: `<ul>` for each package with its name, author and licence as items.
 */

const listRecords = new WeakMap<Look, ReadonlySet<number>>();

/** Lists that are records themselves: several of one class, each with items that are unlike one another. */
function listRecordsOf(look: Look): ReadonlySet<number> {
	const known = listRecords.get(look);
	if (known) return known;
	const tree = treeOf(look);
	const lists = look.elements.filter(
		({index, role, classes}) => role === 'list' && classes.length > 0 && hasUnlikeItems(tree, index),
	);
	const isAlike = (one: LookElement, other: LookElement) =>
		one.index !== other.index &&
		one.classes.join(' ') === other.classes.join(' ') &&
		!isWithin(tree, one.index, other.index) &&
		!isWithin(tree, other.index, one.index);
	const found = new Set(lists.filter(one => lists.some(other => isAlike(one, other))).map(({index}) => index));
	listRecords.set(look, found);
	return found;
}

/** The first two items of a list are built in different ways. */
function hasUnlikeItems(tree: Tree, list: number): boolean {
	const [first, second] = tree.children[list]!.filter(child => tree.look.elements[child]!.role === 'listitem');
	if (first === undefined || second === undefined) return false;
	return !areAlike(shapeOf(tree, first), shapeOf(tree, second));
}

export const isListRecord = (look: Look, {index}: LookElement): boolean => listRecordsOf(look).has(index);

/** A record, or something in it: its parts are no collection that anybody speaks of. */
export const isInListRecord = (look: Look, {index}: LookElement): boolean =>
	[...listRecordsOf(look)].some(record => record === index || isWithin(treeOf(look), index, record));

/** An item of a record, or the frame around several. */
export function isPartOrFrame(look: Look, {index, parent, role}: LookElement): boolean {
	const records = listRecordsOf(look);
	if (records.size === 0) return false;
	if (role === 'listitem') return parent !== null && records.has(parent);
	return [...records].filter(record => record > index && record < treeOf(look).end[index]!).length > 1;
}

/** The record that an element is, also within a box of its own; null: none. */
export function listRecordIn(look: Look, tree: Tree, {index}: LookElement): LookElement | null {
	const inside = [...listRecordsOf(look)].filter(record => record >= index && record < tree.end[index]!);
	return inside.length === 1 ? look.elements[inside[0]!]! : null;
}
