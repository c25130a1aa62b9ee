/** Choices that follow from a seed alone, so that a line that failed can be made again. */
export type Random = {
	/** 0 ≤ n < 1 */
	next(): number;
	/** A whole number, 0 ≤ n < `below`. */
	below(below: number): number;
	chance(probability: number): boolean;
	pick<T>(values: readonly T[]): T;
};

/** Mulberry32: 32 bits of state, evenly spread, the same on every machine. */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	return {
		next,
		below,
		chance: probability => next() < probability,
		pick: values => {
			if (values.length === 0) throw new Error('nothing to pick from');
			return values[below(values.length)]!;
		},
	};
}

/** A seed from a text (FNV-1a), to make choices depend on what is asked. */
export function seedOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	return hash >>> 0;
}
