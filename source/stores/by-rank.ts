/** Items by rank, the lowest first, inside a rank in their own order; in one pass, as lists may be long. */
export function byRank<Item>(items: readonly Item[], rankOf: (item: Item) => number): Item[] {
	const ranks: Item[][] = [];
	for (const item of items) {
		const rank = rankOf(item);
		const own = ranks[rank];
		if (own) own.push(item);
		else ranks[rank] = [item];
	}
	return ranks.flat();
}
