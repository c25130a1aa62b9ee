/** Chance that is the same for the same seed. */
export type Seeded = {
	/** A whole number from 0 to below `count`. */
	below(count: number): number;
	pick<T>(values: readonly T[]): T;
};

/** A generator of its own for every seed, so that a changed row changes the values of no other one. */
export function seeded(seed: string): Seeded {
	let state = 2_166_136_261;
	for (let place = 0; place < seed.length; place++) state = Math.imul(state ^ seed.charCodeAt(place), 16_777_619) >>> 0;
	const next = () => {
		state = (state + 0x6d_2b_79_f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const below = (count: number) => Math.floor(next() * count);
	return {below, pick: values => values[below(values.length)]!};
}

/** Eight hexadecimal characters that follow from a seed. */
export function shortHash(text: string): string {
	const {below} = seeded(text);
	return Array.from({length: 8}, () => below(16).toString(16)).join('');
}
