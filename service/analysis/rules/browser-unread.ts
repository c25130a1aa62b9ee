import {excerpt} from '../excerpt.ts';
import {data} from '../fix-target.ts';
import type {BrowserRule} from './browser-rule.ts';

const cases = new Set(['not_read', 'needs_value', 'ambiguous', 'no_variable']);

/** "Blocked steps": the step's own remedy. */
export const browserUnread: BrowserRule = ({step, failure}) => {
	if (!cases.has(failure.case)) return null;
	return {
		cause: `Step ${step.index} was not carried out: ${excerpt(step.error ?? failure.case, 300)}`,
		fix: data(
			`planSteps[${step.index - 1}]`,
			failure.case === 'no_variable'
				? 'Store the value in the environment (svc project env update), or capture it in a step before.'
				: 'Write the step so that it can mean one thing only; svc test lint --explain shows how it is read.',
		),
		call: null,
	};
};
