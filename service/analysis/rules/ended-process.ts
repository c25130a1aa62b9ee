import {counted} from '../excerpt.ts';
import {environment, testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** The process of the test was over before its file was: by itself, or by a signal of another. No line can be told. */
export const endedProcess: Rule = symptoms => {
	const {run, lastAnswer, nameOf} = symptoms;
	const [, code] = /^the test ended its process with exit code (\w+) /.exec(run.error ?? '') ?? [];
	const [, signal] = /^the process of the test was ended by (SIG\w+|signal \d+)/.exec(run.error ?? '') ?? [];
	if (code === undefined && signal === undefined) return null;
	const when = lastAnswer
		? `after ${nameOf(lastAnswer)} had answered ${lastAnswer.status}`
		: run.calls.length === 0
			? 'before it made a call'
			: `after ${counted(run.calls.length, 'call')} without an answer`;
	return code === undefined
		? {
				cause: `The process of the test was ended by ${signal} ${when}; what stands after that in the file was not executed.`,
				fix: environment(null, 'The machine may be short of memory, or a library of the test may crash.'),
				call: null,
				isAboutSource: true,
			}
		: {
				cause: `The test ended its own process (exit code ${code}) ${when}; what stands after that in the file was not executed.`,
				fix: testCode(symptoms, 'let the file run to its end: an assertion that does not hold makes a test fail.'),
				call: null,
				isAboutSource: true,
			};
};
