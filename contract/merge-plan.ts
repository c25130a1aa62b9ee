import {mergeRows} from './merge-batch.ts';
import type {Plan} from './plan.ts';

/**
 * The plan after an answer of the long poll: changed rows take the places of the known ones, removed ones go, and all stand
 * by their order. An answer older than the copy changes nothing.
 */
export function mergePlan(known: Plan | null, answer: Plan): Plan {
	if (known === null || !answer.delta) return answer;
	if (answer.version <= known.version) return known;
	const gone = new Set(answer.removedRowIds);
	const merged = mergeRows(known.proposals, answer.proposals, ({rowId}) => rowId);
	const kept = gone.size === 0 ? merged : merged.filter(({rowId}) => !gone.has(rowId));
	const proposals = answer.proposals.length === 0 ? kept : [...kept].sort((one, other) => one.order - other.order);
	// While it is made again a plan tells nothing of its endpoints: what was known of them stays in sight.
	const subPlans = answer.status === 'generating' && answer.subPlans.length === 0 ? known.subPlans : answer.subPlans;
	return {...answer, delta: false, removedRowIds: [], proposals, subPlans};
}
