import {excerpt} from '../excerpt.ts';
import type {BrowserRule} from './browser-rule.ts';

/** The step's time was over while the page never answered: a script of it does not end, or opens dialogs for ever. */
export const browserBusy: BrowserRule = ({step, failure}) => {
	if (failure.case !== 'timeout' || !/never answered/.test(step.error ?? '')) return null;
	return {
		cause: `A script of ${failure.url || 'the page'} did not end in step ${step.index}: ${excerpt(step.error!, 300)}.`,
		fix: {
			kind: 'code',
			reference: failure.url || null,
			rationale: 'Code of the page: what the step has set off blocks the page for people too.',
		},
		call: null,
	};
};
