import {createHash} from 'node:crypto';
import type {PlanFileStep} from '../../../contract/plan-file.ts';

/** sha256 of what a step says: its type, its text and its hints. An entry of a script never outlives it. */
export function textHash(step: PlanFileStep): string {
	const hints = Object.entries(step)
		.filter(([, value]) => value !== undefined && value !== null)
		.sort(([one], [other]) => (one < other ? -1 : 1));
	return createHash('sha256').update(JSON.stringify(hints)).digest('hex');
}
