import type {Exception} from '../exception.ts';
import {excerpt, valueText, counted} from '../excerpt.ts';
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

/**
 * The test's own code raised. It comes after every rule that asks the answers: here none of them explains the exception.
 */
export const brokenTest: Rule = symptoms => {
	const {exception, run, atLine} = symptoms;
	if (!exception || /^Assertion/.test(exception.name) || run.failedLine === null) return null;
	return {cause: `${said(exception, atLine)}.`, fix: testCode(symptoms, advice(exception)), call: null, isVague: true};
};

function said({name, message}: Exception, atLine: string): string {
	const key = name === 'KeyError' ? (/^(['"])(.+)\1$/s.exec(message)?.[2] ?? message) : undefined;
	if (key !== undefined)
		return `The test reads \`${excerpt(key, 60)}\`${atLine} from a dictionary that has no such key`;
	if (name === 'JSONDecodeError')
		return `The test reads JSON${atLine} from a text that is none (${excerpt(message, 120)}), and none of the answers is that text`;
	return `The test itself stopped${atLine} with ${name}${message === '' ? '' : `: ${excerpt(message, 200)}`}`;
}

function advice({name, message}: Exception): string {
	const unknown = name === 'NameError' ? /name '(\w+)' is not defined/.exec(message)?.[1] : undefined;
	if (unknown?.startsWith('VAR_'))
		return `define the environment variable ${unknown.slice(4)} of the project, or the name in the file.`;
	if (unknown) return `define \`${unknown}\`, or declare it among the values that the test needs.`;
	return 'the exception comes from its own code.';
}

/**
 * An assertion failed, and nothing that an answer said explains it: what it compared is all there is to tell, and the
 * call it followed.
 */
export const failedAssertion: Rule = ({assertion, atLine, run, place, nameOf}) => {
	if (!assertion) return null;
	const {expectation, actualText} = assertion;
	const got = actualText === null ? '' : ` and got ${excerpt(actualText, 120)}`;
	const last = run.calls.findLast(call => call.status !== null) ?? null;
	const calls = run.calls.length;
	return {
		cause: `The test expected ${excerpt(expectation, 120)}${got}${atLine}; ${
			last
				? `its last call was ${nameOf(last)}, which answered ${last.status}`
				: calls === 0
					? 'it had made no call'
					: `its ${counted(calls, 'call')} ${calls === 1 ? 'does' : 'do'} not explain it`
		}.`,
		fix: {
			kind: 'unknown',
			reference: place,
			rationale: 'Follow the value that the assertion compares back to where the test computes it.',
		},
		call: last,
		isVague: true,
	};
};
