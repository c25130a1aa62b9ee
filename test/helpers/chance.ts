import process from 'node:process';

/** `npm run test:long` repeats what goes by chance more often, and each day with another seed. */
const isLong = process.env['SVC_TEST_LONG'] === '1';

/** How often something is repeated: `usual` in `npm test`, `long` in `npm run test:long`; a variable asks for any number. */
export const amount = (usual: number, long: number, variable = ''): number =>
	Number(process.env[variable] ?? (isLong ? long : usual));

/** A seed: the same for every `npm test`, so that a change is what makes one fail. */
export const seedOf = (usual: number, variable = ''): number =>
	Number(process.env[variable] ?? (isLong ? Math.floor(Date.now() / 86_400_000) : usual));

/** Deterministic chance: `chance(6)` is a whole number from 0 to 5. */
export function createChance(seed: number): (below: number) => number {
	let state = seed;
	return below => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}
