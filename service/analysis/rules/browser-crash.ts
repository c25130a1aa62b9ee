import {excerpt} from '../excerpt.ts';
import type {BrowserRule} from './browser-rule.ts';

/** The page or the browser died under the step. */
export const browserCrash: BrowserRule = ({step, failure, failureKind}) => {
	if (failure.case !== 'crash' && failureKind !== 'browser_crash') return null;
	return {
		cause: `The browser gave up on ${failure.url || 'the page'} in step ${step.index}: ${excerpt(step.error ?? 'it crashed', 200)}`,
		fix: {
			kind: 'code',
			reference: failure.url || null,
			rationale: 'A page that takes all memory ends like this for people too.',
		},
		call: null,
	};
};
