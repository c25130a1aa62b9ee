import {answered, contentType} from '../answer-text.ts';
import {apiCode, testCode} from '../fix-target.ts';
import {responseJson} from '../json-body.ts';
import type {Rule} from './rule.ts';

/** JSONDecodeError: the test reads JSON from an answer that is none. */
export const notJson: Rule = symptoms => {
	const {exception, run, nameOf, atLine} = symptoms;
	if (exception?.name !== 'JSONDecodeError') return null;
	const call = run.calls.findLast(
		answer => answer.status !== null && !answer.truncated && responseJson(answer) === undefined,
	);
	if (!call) return null;
	const isEmpty = (call.responseBytes ?? 0) === 0;
	const type = contentType(call);
	const form = isEmpty
		? `answered ${call.status} with an empty body`
		: `${answered(call)}${type ? ` (${type})` : ''}, which is not JSON`;
	return {
		cause: `The test reads JSON${atLine}, but ${nameOf(call)} ${form}.`,
		fix:
			type === 'application/json'
				? apiCode(call, 'it says application/json and sends something else.')
				: testCode(
						symptoms,
						isEmpty ? 'do not read a body here.' : 'check status and content type before reading JSON.',
					),
		call,
	};
};
