import type {Exception} from '../exception.ts';
import {excerpt} from '../excerpt.ts';
import {testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

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
