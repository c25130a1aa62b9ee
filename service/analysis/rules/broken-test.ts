import {excerpt} from '../excerpt.ts';
import {testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** Exceptions that speak about the code they were raised in, whatever an API answered. */
const ofTheCode = new Set([
	'NameError',
	'UnboundLocalError',
	'ImportError',
	'AttributeError',
	'TypeError',
	'ValueError',
	'ZeroDivisionError',
	'RecursionError',
	'NotImplementedError',
	'FileNotFoundError',
	'PermissionError',
	'MissingSchema',
	'InvalidURL',
	'InvalidSchema',
	'UnsupportedProtocol',
]);

/** The test's own code raised. */
export const brokenTest: Rule = symptoms => {
	const {exception, run, atLine} = symptoms;
	if (!exception || !ofTheCode.has(exception.name) || run.failedLine === null) return null;
	const name = exception.name === 'NameError' ? /name '(\w+)' is not defined/.exec(exception.message)?.[1] : undefined;
	const isVariable = name !== undefined && /^VAR_/.test(name);
	return {
		cause: `The test itself stopped${atLine} with ${exception.name}: ${excerpt(exception.message, 200)}.`,
		fix: testCode(
			symptoms,
			isVariable
				? `define the environment variable ${name.slice(4)} of the project, or the name in the file.`
				: name
					? `define \`${name}\`, or declare it among the values that the test needs.`
					: 'the exception comes from its own code.',
		),
		call: null,
	};
};
