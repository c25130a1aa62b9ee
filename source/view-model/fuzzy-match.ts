/**
 * How well a query fits a text: 0 = not at all. Its letters occur in their order, in pieces that each begin a word, so
 * that `cr` finds "compare runs" and `curl` does not. Longer pieces count more, shorter texts win among equals. Case does
 * not matter.
 */
export function fuzzyScore(query: string, text: string): number {
	const wanted = query.toLowerCase().replaceAll(' ', '');
	if (wanted === '') return 1;
	const searched = text.toLowerCase();
	let best = 0;
	for (let at = searched.indexOf(wanted[0] ?? ''); at >= 0; at = searched.indexOf(wanted[0] ?? '', at + 1))
		if (isWordStart(searched, at)) best = Math.max(best, scoreFrom(wanted, searched, at));
	// In the middle of a word only what stands there as a whole.
	return best || (searched.includes(wanted) ? wanted.length + 1 / (1 + searched.length) : 0);
}

/** Score where the first letter is taken at `first`. */
function scoreFrom(wanted: string, text: string, first: number): number {
	let score = 0;
	let at = first - 1;
	for (const letter of wanted) {
		const isInRow = at >= first && text[at + 1] === letter;
		const next = isInRow ? at + 1 : at < first ? first : nextWordStart(text, letter, at + 1);
		if (next < 0) return 0;
		score += 1 + (isInRow ? 2 : 0) + (isWordStart(text, next) ? 3 : 0);
		at = next;
	}
	return score + 1 / (1 + text.length);
}

const isWordStart = (text: string, index: number) => index === 0 || /[\s.:/_-]/.test(text[index - 1] ?? '');

function nextWordStart(text: string, letter: string, from: number): number {
	let next = text.indexOf(letter, from);
	while (next >= 0 && !isWordStart(text, next)) next = text.indexOf(letter, next + 1);
	return next;
}

/** Items that match, best first; all of them in their own order for an empty query. */
export function fuzzyFilter<Item>(items: readonly Item[], query: string, textOf: (item: Item) => string): Item[] {
	return items
		.map((item, index) => ({item, index, score: fuzzyScore(query, textOf(item))}))
		.filter(({score}) => score > 0)
		.sort((a, b) => b.score - a.score || a.index - b.index)
		.map(({item}) => item);
}
