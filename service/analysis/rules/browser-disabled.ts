import {nameList} from '../excerpt.ts';
import {data} from '../fix-target.ts';
import type {BrowserRule} from './browser-rule.ts';

/** "Disabled": which required fields of its form are empty or invalid. */
export const browserDisabled: BrowserRule = ({step, failure}) => {
	if (failure.case !== 'disabled' && failure.case !== 'not_editable') return null;
	const target = failure.target ?? `element of step ${step.index}`;
	const state = failure.case === 'disabled' ? 'disabled' : 'read-only';
	const fields = failure.invalidFields.map(({name, message}) => (message ? `${name} (${message})` : name));
	return {
		cause: `The ${target} is ${state}${fields.length === 0 ? '' : `; not filled in rightly: ${nameList(fields)}`}.`,
		fix:
			fields.length === 0
				? {kind: 'code', reference: failure.url, rationale: 'No field of its form says why; look at what enables it.'}
				: data(`planSteps[${step.index - 1}]`, 'Fill these fields in steps before it.'),
		call: null,
	};
};
