/**
 * One page of a list that is computed as a whole. `after` is `<place> <id>` of the last entry of the page before; should
 * that entry be gone, the page continues at its place.
 */
export function pageOf<Item>(
	items: readonly Item[],
	idOf: (item: Item) => string,
	{pageSize, after}: {pageSize: number; after: string | null},
): {items: Item[]; next: string | null} {
	let start = 0;
	if (after !== null) {
		const space = after.indexOf(' ');
		const [place, id] = [after.slice(0, space), after.slice(space + 1)];
		const found = items.findIndex(item => idOf(item) === id);
		start = found < 0 ? Number(place) : found + 1;
	}
	const page = items.slice(start, start + pageSize);
	const last = page.at(-1);
	const end = start + page.length;
	return {items: page, next: last && end < items.length ? `${end} ${idOf(last)}` : null};
}
