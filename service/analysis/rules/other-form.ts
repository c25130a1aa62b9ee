import type {RecordedCall} from '../../runners/runner.ts';
import {formOf} from '../answer-text.ts';
import {excerpt} from '../excerpt.ts';
import {apiCode} from '../fix-target.ts';
import {responseJson} from '../json-body.ts';
import {metTest} from '../phrases.ts';
import {redirectOf, signInFirst} from '../redirect.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** What was JSON in the last passing run is a page, a redirect, or nothing at all now: whatever the test then stumbled over. */
export const otherForm: Rule = symptoms => {
	const {status, value, body, exception, run} = symptoms;
	if (status || value || body || !exception) return null;
	const call = run.calls.findLast(one => hasLostJson(symptoms, one));
	if (!call) return null;
	const redirect = redirectOf(call, run.calls);
	const where = redirect
		? ` and sends to ${excerpt(redirect.location, 120)}${redirect.landed ? `, where ${symptoms.nameOf(redirect.landed)} ${formOf(redirect.landed)}` : ''}`
		: '';
	const form = redirect ? `answered ${call.status}` : formOf(call);
	return {
		cause: `${symptoms.nameOf(call)} ${form}${where}; in the last passing run it answered ${symptoms.earlierOf(call)?.status} with JSON${metTest(symptoms)}`,
		fix: redirect?.isSignIn ? signInFirst : apiCode(symptoms, call, 'it no longer answers with JSON.'),
		call,
	};
};

function hasLostJson({earlierOf}: Symptoms, call: RecordedCall): boolean {
	const earlier = earlierOf(call);
	if (!earlier || call.status === null || call.truncated) return false;
	return responseJson(earlier) !== undefined && responseJson(call) === undefined;
}
