/** Deterministic chance: `chance(6)` is a whole number from 0 to 5. */
export function createChance(seed: number): (below: number) => number {
	let state = seed;
	return below => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}
