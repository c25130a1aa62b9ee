import {excerpt} from '../excerpt.ts';
import {data} from '../fix-target.ts';
import type {BrowserRule} from './browser-rule.ts';

/** What an assertion looks for is nowhere on the page, and nothing else explains it: where it looked, and what the step before noted. */
export const browserAbsent: BrowserRule = ({step, failure, browser}) => {
	if (failure.case !== 'assertion' || failure.expected === null || failure.actual !== null) return null;
	const place = failure.heading === null ? failure.url : `"${failure.heading}" (${failure.url})`;
	const before = browser.steps.find(({index}) => index === step.index - 1);
	const noted = before?.note ? `; in step ${before.index} ${excerpt(before.note, 200)}` : '';
	const reference = `planSteps[${(noted && before ? before.index : step.index) - 1}]`;
	return {
		cause: `Nothing on ${place} is as step ${step.index} expects: ${excerpt(failure.expected, 80)}${noted}.`,
		fix:
			browser.lastPassed === null
				? data(reference, 'Look at the picture of the step before: did it do what the plan means?')
				: {kind: 'code', reference: failure.url, rationale: 'The last passing run had it on the page.'},
		call: null,
	};
};
