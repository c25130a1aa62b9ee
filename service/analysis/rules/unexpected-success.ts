import {answered} from '../answer-text.ts';
import {apiCode} from '../fix-target.ts';
import {metTest, thenAnswered} from '../phrases.ts';
import type {Rule} from './rule.ts';

/** The test expects a refusal and the API obliges. */
export const unexpectedSuccess: Rule = symptoms => {
	const {status, nameOf} = symptoms;
	if (!status || status.status < 200 || status.status > 299) return null;
	const wanted = /(?<!\d)4(?:\d\d|xx)(?!\d)/.exec(status.expectation ?? '')?.[0];
	if (!wanted || /(?<!\d)[23](?:\d\d|xx)(?!\d)/.test(status.expectation ?? '')) return null;
	const {call} = status;
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)} The API accepted what the test wants refused.${thenAnswered(call, symptoms)}`,
		fix: apiCode(call, `a check that should answer ${wanted} is missing or lets this request through.`),
		call,
	};
};
