import {type FoundValue, findInAnswer, isUsedBy, type LinkedCall, type ReadableCall, readable} from './value-place.ts';
import {distance} from 'fastest-levenshtein';

/** A value that went through a run. `call` is the place among its calls; null when it made none. */
export type VariableLink = {
	name: string;
	role: 'produces' | 'uses';
	call: number | null;
	/** Of a produced value: where it stands in the answer of that call; `code` when it was made by the test itself. */
	location: 'body' | 'header' | 'code' | null;
	path: string | null;
};

type Value = {name: string; value: unknown};

/**
 * Which calls of one run gave the values it produced, and which used those it was given. A value that stands in no
 * answer was made by the code and is told of the last call; one that is seen in no request (a masked header) is told
 * of the first.
 */
export function linkVariables(
	recorded: readonly LinkedCall[],
	produced: readonly Value[],
	consumed: readonly Value[],
): VariableLink[] {
	const calls = recorded.map(readable);
	const last = calls.length === 0 ? null : calls.length - 1;
	const first = calls.length === 0 ? null : 0;
	return [
		...produced.flatMap(({name, value}): VariableLink[] => {
			const found = placeOf(name, value, calls);
			if (!found) return [{name, role: 'produces', call: last, location: 'code', path: name}];
			// "Steps hand captured values forward", also within one test.
			const users = calls.flatMap((call, place) => (place > found.call && isUsedBy(value, call) ? [place] : []));
			return [
				{name, role: 'produces', call: found.call, location: found.location, path: found.path},
				...users.map((call): VariableLink => ({name, role: 'uses', call, location: null, path: null})),
			];
		}),
		...consumed.flatMap(({name, value}): VariableLink[] => {
			const users = calls.flatMap((call, place) => (isUsedBy(value, call) ? [place] : []));
			const places: Array<number | null> = users.length > 0 ? users : [first];
			return places.map(call => ({name, role: 'uses', call, location: null, path: null}));
		}),
	];
}

/** The answer that most probably gave a value: the place named like it, then a creating call, then the earliest. */
function placeOf(name: string, value: unknown, calls: readonly ReadableCall[]): (FoundValue & {call: number}) | null {
	let best: (FoundValue & {call: number}) | null = null;
	for (const [place, call] of calls.entries()) {
		const found = findInAnswer(name, value, call);
		if (found && (best === null || found.score > best.score)) best = {...found, call: place};
	}
	return best;
}

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
