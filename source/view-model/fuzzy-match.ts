/**
 * How well a query's letters occur in a text in their order: 0 = not at all; matches at word starts and in a row count
 * more, shorter texts win among equals. Case does not matter.
 */
export function fuzzyScore(query: string, text: string): number {
	const wanted = query.toLowerCase().replaceAll(' ', '');
	if (wanted === '') return 1;
	// Jumping to word starts can run past the letters that remain; the plain search finds whatever there is.
	return scoreWith(nextWordStart, wanted, text.toLowerCase()) || scoreWith(nextOccurrence, wanted, text.toLowerCase());
}

type Search = (text: string, letter: string, from: number) => number;

function scoreWith(search: Search, wanted: string, text: string): number {
	let score = 0;
	let at = -1;
	for (const letter of wanted) {
		const next = text[at + 1] === letter ? at + 1 : search(text, letter, at + 1);
		if (next < 0) return 0;
		score += 1 + (next === at + 1 ? 2 : 0) + (isWordStart(text, next) ? 3 : 0);
		at = next;
	}
	return score + 1 / (1 + text.length);
}

const isWordStart = (text: string, index: number) => index === 0 || /[\s.:/_-]/.test(text[index - 1] ?? '');

const nextOccurrence: Search = (text, letter, from) => text.indexOf(letter, from);

function nextWordStart(text: string, letter: string, from: number): number {
	let next = text.indexOf(letter, from);
	while (next >= 0 && !isWordStart(text, next)) next = text.indexOf(letter, next + 1);
	return next >= 0 ? next : text.indexOf(letter, from);
}

/** Items that match, best first; all of them in their own order for an empty query. */
export function fuzzyFilter<Item>(items: readonly Item[], query: string, textOf: (item: Item) => string): Item[] {
	return items
		.map((item, index) => ({item, index, score: fuzzyScore(query, textOf(item))}))
		.filter(({score}) => score > 0)
		.sort((a, b) => b.score - a.score || a.index - b.index)
		.map(({item}) => item);
}
