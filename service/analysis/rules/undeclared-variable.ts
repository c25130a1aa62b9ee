import {excerpt} from '../excerpt.ts';
import {testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/**
 * `variables["x"]` of a value that the test does not declare to need: nothing was handed to it, whatever the API
 * answered. A declared one that is missing blocks the run before it starts.
 */
export const undeclaredVariable: Rule = symptoms => {
	const {exception, statement, atLine} = symptoms;
	if (exception?.name !== 'KeyError' || !/\bvariables\s*\[/.test(statement?.text ?? '')) return null;
	const key = /^(['"])(.+)\1$/s.exec(exception.message)?.[2];
	if (key === undefined) return null;
	const name = excerpt(key, 60);
	return {
		cause: `The test reads \`variables["${name}"]\`${atLine}, but does not declare that it needs \`${name}\`, so no other test handed it over.`,
		fix: testCode(symptoms, `declare it: svc test update <test> --needs ${name}, or take the value out of the code.`),
		call: null,
		isAboutSource: true,
	};
};
