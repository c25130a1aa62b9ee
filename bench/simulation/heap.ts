/** A binary heap: the least comes first. */
export class Heap<Item> {
	readonly #items: Item[] = [];
	readonly #compare: (a: Item, b: Item) => number;

	constructor(compare: (a: Item, b: Item) => number) {
		this.#compare = compare;
	}

	get size(): number {
		return this.#items.length;
	}

	push(item: Item): void {
		const items = this.#items;
		let at = items.length;
		for (let above = (at - 1) >> 1; at > 0 && this.#compare(item, items[above]!) < 0; above = (at - 1) >> 1) {
			items[at] = items[above]!;
			at = above;
		}
		items[at] = item;
	}

	pop(): Item | undefined {
		const items = this.#items;
		const first = items[0];
		const last = items.pop();
		if (last === undefined || items.length === 0) return first;
		let at = 0;
		for (let child = 1; child < items.length; child = 2 * at + 1) {
			if (child + 1 < items.length && this.#compare(items[child + 1]!, items[child]!) < 0) child++;
			if (this.#compare(last, items[child]!) <= 0) break;
			items[at] = items[child]!;
			at = child;
		}
		items[at] = last;
		return first;
	}
}
