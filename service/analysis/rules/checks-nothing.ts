import {testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** "No HTTP call and no `assert` executed." */
export const checksNothing: Rule = symptoms => {
	const {run} = symptoms;
	if (run.error !== 'this test checks nothing' || run.calls.length > 0) return null;
	const definesTests = /^[ \t]*(?:async[ \t]+)?def[ \t]+\w/m.test(run.code ?? '');
	return {
		cause: 'The test made no HTTP call and executed no assertion, so it says nothing about the API.',
		fix: testCode(
			symptoms,
			definesTests
				? 'Call the functions it defines, or name them test_* and give them no parameters.'
				: 'Make a request and assert what it answers.',
		),
		call: null,
		isAboutSource: true,
	};
};
