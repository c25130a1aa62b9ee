import type {BrowserRule} from './browser-rule.ts';

const alikeScore = 0.5;
const lostPlace = /; there is no (?:row|item|card|section|table|list|dialog) /;

/** "Element gone, nearest match ≥ 0.5": it was renamed, moved or replaced. */
export const browserGone: BrowserRule = ({step, failure}) => {
	if (failure.case !== 'not_found' && failure.case !== 'hidden') return null;
	const [nearest] = failure.nearest.toSorted((a, b) => b.score - a.score);
	if (!nearest || nearest.score < alikeScore) return null;
	// Elements of other rows are no other names for what a lost row held.
	if (lostPlace.test(step.error ?? '')) return null;
	const target = failure.target ?? `what step ${step.index} means`;
	const why = nearest.why ? `: ${nearest.why}` : '';
	return {
		cause: `The ${target} is ${failure.case === 'hidden' ? 'hidden' : 'gone'}; nearest: ${nearest.role} "${nearest.name}" (${nearest.score.toFixed(2)})${why}.`,
		fix: {
			kind: 'selector',
			reference: `planSteps[${step.index - 1}]`,
			rationale: `When "${nearest.name}" is the same thing under a new name, change the step; else the page has lost it.`,
		},
		call: null,
	};
};
