import {excerpt, valueText} from '../excerpt.ts';
import {testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** An assertion compared a value that no answer of the run contains: the test computed it, or read it from elsewhere. */
export const absentValue: Rule = symptoms => {
	const {assertion, value, status, run, atLine} = symptoms;
	if (!assertion?.actual || value || status || run.calls.length === 0) return null;
	const {value: actual} = assertion.actual;
	if (typeof actual !== 'string' && typeof actual !== 'number') return null;
	const text = typeof actual === 'string' ? actual : String(actual);
	if (text.length < 2 || run.calls.some(call => call.truncated || (call.responseBody ?? '').includes(text)))
		return null;
	return {
		cause: `The test expected ${excerpt(assertion.expectation, 120)} and had ${valueText(actual)}${atLine}; none of the answers of the run contains ${valueText(actual)}, so the test derived it.`,
		fix: testCode(symptoms, 'check how it derives the value before looking at the API.'),
		call: null,
		isVague: true,
	};
};
