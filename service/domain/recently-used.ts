/** Values by their key, of which only the most recently used are kept: what was used longest ago makes room. */
export class RecentlyUsed<Key, Value> {
	readonly #most: number;
	/** In the order in which they were used, which a `Map` keeps by itself. */
	readonly #kept = new Map<Key, Value>();

	/** @param most how many are kept */
	constructor(most: number) {
		this.#most = most;
	}

	/** What is kept under a key, else what `make` gives, which is kept from now on. */
	get(key: Key, make: () => Value): Value {
		const isKept = this.#kept.has(key);
		const value = isKept ? (this.#kept.get(key) as Value) : make();
		this.#kept.delete(key);
		if (this.#kept.size >= this.#most) this.#kept.delete(this.#kept.keys().next().value as Key);
		this.#kept.set(key, value);
		return value;
	}

	clear(): void {
		this.#kept.clear();
	}
}
