import {cellWidth, graphemesOf, takeCells, takeLastCells, truncateName} from './cell-text.ts';

/** The part of a name, in characters as people count them, that has to stay when it is cut. */
export type KeptPart = {from: number; to: number};

/** A name that is too long for its room. */
export type LongName = {text: string; width: number};

/** Of a word or number that differs, so many characters before and after are shown with it. */
const wordReach = 6;

/**
 * Which part of which name has to stay where names that stand below each other are cut: those that would look alike, cut as
 * always, keep what differs between them. Names that look different as they are stay out of it.
 */
export function tellApart(names: readonly LongName[], ellipsis: string): ReadonlyMap<string, KeptPart> {
	const kept = new Map<string, KeptPart>();
	const visit = (group: readonly LongName[]): void => {
		const texts = new Set(group.map(({text}) => text));
		if (texts.size < 2) return;
		for (const [text, part] of differencesOf([...texts])) kept.set(text, part);
		// As many as before: nothing more can be told.
		for (const alike of groupsOf(group, one => truncateApart(one, kept.get(one.text), ellipsis)))
			if (alike.length < group.length) visit(alike);
	};
	for (const alike of groupsOf(names, one => truncateApart(one, undefined, ellipsis))) visit(alike);
	return kept;
}

/** A name cut to its width so that a part of it stays; without one as every name is. */
export function truncateApart({text, width}: LongName, kept: KeptPart | undefined, ellipsis: string): string {
	const usual = truncateName(text, width, ellipsis);
	if (kept === undefined || usual === text || width < leastForThreeParts) return usual;
	const all = graphemesOf(text);
	const [before, after] = [all.slice(0, kept.from).join(''), all.slice(kept.to).join('')];
	const differing = all.slice(kept.from, kept.to).join('');
	const room = width - 2;
	const middle = takeCells(differing, room - leastStart);
	const left = room - cellWidth(middle);
	// What one side has no use for the other one gets, with the cell of an ellipsis that is not needed.
	const start = cellWidth(before) <= left * 0.4 + 1 ? before : takeCells(before, Math.floor(left * 0.4));
	const isWhole = start === before;
	const rest = left - cellWidth(start) + (isWhole ? 1 : 0);
	const end = takeLastCells(after, Math.max(0, rest));
	const hasAll = end === after && middle === differing;
	return `${start}${isWhole ? '' : ellipsis}${middle}${hasAll ? '' : ellipsis}${end}`;
}

/** Fewer cells than this show no three parts that say anything. */
const leastForThreeParts = 15;
const leastStart = 4;

function groupsOf(names: readonly LongName[], keyOf: (name: LongName) => string): LongName[][] {
	const groups = new Map<string, LongName[]>();
	for (const name of names) {
		const key = keyOf(name);
		const group = groups.get(key);
		if (group) group.push(name);
		else groups.set(key, [name]);
	}
	return [...groups.values()].filter(group => group.length > 1);
}

/** Where each of several texts differs from the others: between what all begin and what all end with. */
function differencesOf(texts: readonly string[]): Map<string, KeptPart> {
	const all = texts.map(text => graphemesOf(text));
	const shortest = Math.min(...all.map(({length}) => length));
	const isCommon = (at: (characters: string[]) => string | undefined) => new Set(all.map(at)).size === 1;
	let start = 0;
	while (start < shortest && isCommon(one => one[start])) start++;
	let end = 0;
	while (end < shortest - start && isCommon(one => one.at(-1 - end))) end++;
	return new Map(
		all.map((characters, index): [string, KeptPart] => {
			let [from, to] = [start, characters.length - end];
			const isWord = (at: number) => /^[\p{L}\p{N}]$/u.test(characters[at] ?? '');
			while (from > 0 && start - from < wordReach && isWord(from - 1)) from--;
			while (to < characters.length && to - (characters.length - end) < wordReach && isWord(to)) to++;
			return [texts[index]!, {from, to}];
		}),
	);
}
