import type {RecordedCall} from '../../runners/runner.ts';
import {contentType, formOf} from '../answer-text.ts';
import {apiCode, testCode} from '../fix-target.ts';
import {excerpt} from '../excerpt.ts';
import {responseHeader, responseJson} from '../json-body.ts';
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

/** How HTTP libraries say that a body is not in the form that `content-encoding` names. */
const undecoded = /^(?:ContentDecodingError|DecodingError|DecodeError|BadGzipFile)$/;

/** The answer says that its body is compressed, and it is not. */
export const notCompressed: Rule = symptoms => {
	const {exception, run, nameOf, atLine} = symptoms;
	if (!exception || !undecoded.test(exception.name)) return null;
	const call = run.calls.findLast(answer => answer.status !== null && responseHeader(answer, 'content-encoding'));
	if (!call) return null;
	const encoding = excerpt(responseHeader(call, 'content-encoding') ?? '', 40);
	const before = symptoms.earlierOf(call);
	const then =
		before === null
			? ''
			: responseHeader(before, 'content-encoding')
				? ' In the last passing run it could be read.'
				: ' In the last passing run it had no such header.';
	return {
		cause: `${nameOf(call)} answered ${call.status} with \`content-encoding: ${encoding}\`, and its body is not ${encoding}: the test could not read it${atLine}.${then}`,
		fix: apiCode(
			symptoms,
			call,
			`it, or a proxy in front of it, sends \`content-encoding: ${encoding}\` with a body that is not.`,
		),
		call,
	};
};

/** Whether such an answer has no body by its method or status. */
const saysNothing = ({method, status}: RecordedCall): boolean =>
	method.toUpperCase() === 'HEAD' || status === 204 || status === 205 || status === 304;
