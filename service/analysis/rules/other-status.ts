import {answered} from '../answer-text.ts';
import {excerpt} from '../excerpt.ts';
import {apiCode, testCode} from '../fix-target.ts';
import {metTest, succeededBefore, thenAnswered} from '../phrases.ts';
import {redirectOf, signInFirst} from '../redirect.ts';
import type {Rule} from './rule.ts';

/** Any other status than the expected one, such as 200 in place of 201, or a redirect. */
export const otherStatus: Rule = symptoms => {
	const {status, nameOf} = symptoms;
	if (!status) return null;
	const {call} = status;
	const redirect = redirectOf(call, symptoms.run.calls);
	const points = redirect ? ` It points to ${excerpt(redirect.location, 120)}.` : '';
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)}${points}${thenAnswered(call, symptoms)}`,
		fix: redirect?.isSignIn
			? signInFirst
			: succeededBefore(call, symptoms)
				? apiCode(call, 'the status has changed since the test last passed.')
				: testCode(symptoms, 'one of the two is wrong: compare the expected status with the document of the API.'),
		call,
	};
};
