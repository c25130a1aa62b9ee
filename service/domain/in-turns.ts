/** How many are under way at once. */
const together = 4;

/** Does the same with each of many, a few at once. */
export async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
	let next = 0;
	const turn = async () => {
		while (next < all.length) await work(all[next++]!);
	};
	await Promise.all(Array.from({length: together}, turn));
}
