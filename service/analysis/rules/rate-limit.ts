import {counted, excerpt} from '../excerpt.ts';
import {endpointOf} from '../endpoint.ts';
import {environment} from '../fix-target.ts';
import {responseHeader} from '../json-body.ts';
import {metTest} from '../phrases.ts';
import type {Rule} from './rule.ts';

/** The API asked for fewer requests. */
export const rateLimit: Rule = symptoms => {
	const {status, run, nameOf} = symptoms;
	if (status?.status !== 429) return null;
	const {call} = status;
	const wait = responseHeader(call, 'retry-after');
	const asked = wait ? `, and asks to wait ${/^\d+$/.test(wait) ? `${wait} s` : `until ${excerpt(wait, 40)}`}` : '';
	return {
		cause: `${nameOf(call)} answered 429: too many requests${asked}${metTest(symptoms)} The run had made ${counted(run.calls.length, 'call')}.`,
		fix: environment(
			endpointOf(call),
			'Raise the limit for the tests, run fewer of them at once, or let the test wait as the answer says.',
		),
		call,
	};
};
