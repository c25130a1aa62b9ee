import {distance} from 'fastest-levenshtein';

/** A name without case and separators: `userId` and `user_id` are one. */
export const bareName = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

/**
 * The one of `names` that was probably meant by `wanted`: differs only in case or separators (`userId`, `user_id`).
 * Null when there is none; the closest, then the first by byte order, when there are several.
 */
export function nearMiss(wanted: string, names: Iterable<string>): string | null {
	const target = bareName(wanted);
	let best: {name: string; distance: number} | null = null;
	for (const name of names) {
		if (name === wanted || bareName(name) !== target) continue;
		const candidate = {name, distance: distance(wanted, name)};
		const isBetter =
			best === null || candidate.distance < best.distance || (candidate.distance === best.distance && name < best.name);
		if (isBetter) best = candidate;
	}
	return best?.name ?? null;
}
