import {answered} from '../answer-text.ts';
import {excerpt} from '../excerpt.ts';
import {apiCode, testCode} from '../fix-target.ts';
import {responseHeader} from '../json-body.ts';
import {metTest, succeededBefore, thenAnswered} from '../phrases.ts';
import type {Rule} from './rule.ts';

/** Any other status than the expected one, such as 200 in place of 201, or a redirect. */
export const otherStatus: Rule = symptoms => {
	const {status, nameOf} = symptoms;
	if (!status) return null;
	const {call} = status;
	const location =
		call.status !== null && call.status >= 300 && call.status < 400 ? responseHeader(call, 'location') : null;
	const redirect = location ? ` It points to ${excerpt(location, 120)}.` : '';
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)}${redirect}${thenAnswered(call, symptoms)}`,
		fix: succeededBefore(call, symptoms)
			? apiCode(call, 'the status has changed since the test last passed.')
			: testCode(symptoms, 'one of the two is wrong: compare the expected status with the document of the API.'),
		call,
	};
};
