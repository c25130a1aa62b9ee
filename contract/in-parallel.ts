/** How many are under way at once where nothing speaks for another number. */
export const usualLimit = 4;

/**
 * Does something for every item, at most `limit` at a time; results in the order of the items. Rejects at the first
 * error. A library would replace these few lines with a dependency of both wings.
 */
export async function inParallel<Item, Result>(
	items: readonly Item[],
	limit: number,
	work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = new Array(items.length);
	const waiting = items.entries();
	const worker = async () => {
		for (const [index, item] of waiting) results[index] = await work(item);
	};
	await Promise.all(Array.from({length: Math.min(limit, items.length)}, worker));
	return results;
}
