import {data} from '../fix-target.ts';
import type {BrowserRule} from './browser-rule.ts';

/** "Element gone, no match": its row or section is gone too, or the page has nothing like it. */
export const browserMissing: BrowserRule = ({step, failure}) => {
	if (failure.case !== 'not_found' && failure.case !== 'hidden') return null;
	const target = failure.target ?? `what step ${step.index} means`;
	const place = failure.heading === null ? failure.url : `"${failure.heading}" (${failure.url})`;
	const scope = /\bin (?:the )?(row|item|card|section|table|list|dialog)\b.*/is.exec(target);
	if (failure.case === 'hidden')
		return {
			cause: `The ${target} is there and hidden on ${place}.`,
			fix: {kind: 'code', reference: failure.url, rationale: 'Code of the page: what should have shown it did not.'},
			call: null,
		};
	if (scope)
		return {
			cause: `Nothing on ${place} is the ${target}: there is no such ${scope[1]!.toLowerCase()} any more.`,
			fix: data(null, 'A step before it, or another test, makes the record that this step works on.'),
			call: null,
		};
	return {
		cause: `Nothing on ${place} resembles the ${target}.`,
		fix: {
			kind: 'selector',
			reference: `planSteps[${step.index - 1}]`,
			rationale: 'Either the page before it is not the one that was meant, or the page has lost it.',
		},
		call: null,
	};
};
