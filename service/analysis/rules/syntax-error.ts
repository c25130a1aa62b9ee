import {excerpt} from '../excerpt.ts';
import {testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** Python cannot read the file. */
export const syntaxError: Rule = symptoms => {
	const {exception, run, atLine} = symptoms;
	if (!exception || !/^(SyntaxError|IndentationError|TabError)$/.test(exception.name) || run.calls.length > 0)
		return null;
	// The message ends with file and line, which the sentence already says.
	const message = excerpt(exception.message.replace(/ \([^()]*, line \d+\)$/, ''), 160);
	return {
		cause: `Python cannot read the test${atLine}: ${message} (${exception.name}). No statement of it was executed.`,
		fix: testCode(symptoms, 'Correct the line; nothing else was tried.'),
		call: null,
		isAboutSource: true,
	};
};
