import type {Look, LookElement} from './look.ts';
import {fieldRoles} from './roles.ts';

/** The look as a tree. Elements stand in the order of reading, so what is below one follows it without a gap. */
export type Tree = {
	look: Look;
	children: number[][];
	/** First index that is no longer below the element. */
	end: number[];
	/** What a person reads from top to bottom in it, values of fields included. */
	textOf(index: number): string;
};

const trees = new WeakMap<Look, Tree>();

export function treeOf(look: Look): Tree {
	const known = trees.get(look);
	if (known) return known;
	const children: number[][] = look.elements.map(() => []);
	const end = look.elements.map(element => element.index + 1);
	for (const {index, parent} of look.elements) if (parent !== null) children[parent]!.push(index);
	for (let index = look.elements.length - 1; index >= 0; index--) {
		const {parent} = look.elements[index]!;
		if (parent !== null) end[parent] = Math.max(end[parent]!, end[index]!);
	}
	const texts: Array<string | undefined> = [];
	const textOf = (index: number): string => {
		texts[index] ??= shownText(look.elements[index]!, children[index]!.map(textOf));
		return texts[index];
	};
	const tree = {look, children, end, textOf};
	trees.set(look, tree);
	return tree;
}

function shownText(element: LookElement, below: string[]): string {
	if (fieldRoles.has(element.role)) return element.value ?? '';
	if (below.length > 0) return below.filter(text => text !== '').join(' ');
	return element.text === '' ? element.name : element.text;
}

/** Whether `index` is `ancestor` or stands below it. */
export const isWithin = (tree: Tree, index: number, ancestor: number): boolean =>
	index >= ancestor && index < tree.end[ancestor]!;

/** From the element itself to the root. */
export function* upwards(look: Look, from: number): Generator<LookElement> {
	for (let index: number | null = from; index !== null; index = look.elements[index]!.parent)
		yield look.elements[index]!;
}

/** Whether a person can see it: fragments of text count with what they stand in. */
export const isShown = (look: Look, element: LookElement): boolean =>
	element.box !== null ||
	(element.role === 'text' && element.parent !== null && look.elements[element.parent]!.box !== null);
