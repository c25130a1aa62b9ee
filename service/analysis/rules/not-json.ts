import type {RecordedCall} from '../../runners/runner.ts';
import {contentType, formOf} from '../answer-text.ts';
import {apiCode, testCode} from '../fix-target.ts';
import {responseJson} from '../json-body.ts';
import {redirectedFrom, redirectOf, signInFirst} from '../redirect.ts';
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
	const first = redirectedFrom(call, run.calls);
	const redirect = first && redirectOf(first, run.calls);
	const way = first ? `${nameOf(first)} answered ${first.status} and sends to ` : '';
	return {
		cause: `The test reads JSON${atLine}, but ${way}${nameOf(call)}${way === '' ? ' ' : ', which '}${formOf(call)}.`,
		fix: redirect?.isSignIn
			? signInFirst
			: contentType(call) === 'application/json' && !(isEmpty && saysNothing(call))
				? apiCode(symptoms, call, 'it says application/json and sends something else.')
				: testCode(
						symptoms,
						isEmpty ? 'do not read a body here.' : 'check status and content type before reading JSON.',
					),
		call,
	};
};

/** Whether such an answer has no body by its method or status. */
const saysNothing = ({method, status}: RecordedCall): boolean =>
	method.toUpperCase() === 'HEAD' || status === 204 || status === 205 || status === 304;
