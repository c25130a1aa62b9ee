import type {LookElement} from './look.ts';
import type {AttributeRow} from './raw-look.ts';
import {identifierWords, words} from './words.ts';

/** What a style sheet calls it: `#id`, `#test-id` and `.class`. */
export const identifiersOf = ({
	id,
	classes = [],
	testIds = {},
}: Partial<Pick<LookElement, 'id' | 'classes' | 'testIds'>>): string[] => [
	...(id ? [`#${id}`] : []),
	...Object.values(testIds).map(value => `#${value}`),
	...classes.map(name => `.${name}`),
];

/** Words of what its authors call it: its id, its test ids. */
export const identifyingWords = ({id, testIds}: Pick<LookElement, 'id' | 'testIds'>): string[] =>
	[id ?? '', ...Object.values(testIds)].flatMap(name => words(identifierWords(name)));

/** Its id and classes, and those of the boxes around nothing but it. */
export const authoredNames = ({id, classes, wrappedIn = []}: LookElement): string[] => [
	id ?? '',
	...classes,
	...wrappedIn.map(name => name.slice(1)),
];

/** A box around one element alone is left out by the tree: what it is called is said of that element. */
export function nameByWrappers(
	rows: readonly AttributeRow[],
	elementOf: ReadonlyMap<AttributeRow, number>,
	elements: readonly LookElement[],
): void {
	for (const [at, row] of rows.entries()) {
		const names = elementOf.has(row) ? [] : identifiersOf(row);
		const only = names.length === 0 ? null : onlyElementIn(rows, at, elementOf, elements);
		if (only) only.wrappedIn = [...(only.wrappedIn ?? []), ...names];
	}
}

function onlyElementIn(
	rows: readonly AttributeRow[],
	at: number,
	elementOf: ReadonlyMap<AttributeRow, number>,
	elements: readonly LookElement[],
): LookElement | null {
	const inside = new Set<number>();
	let only: LookElement | null = null;
	for (let next = at + 1; next < rows.length && rows[next]!.depth > rows[at]!.depth; next++) {
		const index = elementOf.get(rows[next]!);
		if (index === undefined) continue;
		const element = elements[index]!;
		if (!inside.has(element.parent ?? -1)) {
			if (only) return null;
			only = element;
		}
		inside.add(index);
	}
	return only;
}
