import type {Observation, ObservedSchema} from '../../store/plans/learning-tables.ts';
import {typesOf} from './confirm.ts';

/** Whether an answer had a list without entries: "below an empty list or null is unknown". */
export function hasEmptyList(seen: ObservedSchema | null): boolean {
	if (seen === null) return false;
	if (typesOf(seen).includes('array') && (!seen.items || typesOf(seen.items).length === 0)) return true;
	return [...Object.values(seen.properties ?? {}), ...(seen.items ? [seen.items] : [])].some(hasEmptyList);
}

/** Whether lists that were empty in all that was seen before have entries now. */
export const fillsLists = (before: Observation, now: Observation): boolean =>
	Object.entries(before).some(
		([step, {body}]) => hasEmptyList(body) && now[step] !== undefined && !hasEmptyList(now[step].body),
	);
