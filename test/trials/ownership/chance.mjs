/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function randomFrom(seed) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Some of a list, in random order. */
export function someOf(list, number, random) {
	const rest = [...list];
	const taken = [];
	while (rest.length > 0 && taken.length < number) taken.push(...rest.splice(Math.floor(random() * rest.length), 1));
	return taken;
}
