import {answered, requestIdText} from '../answer-text.ts';
import {addressOf, apiCode, environment} from '../fix-target.ts';
import {metTest, thenAnswered} from '../phrases.ts';
import type {Rule} from './rule.ts';

/** Statuses by which a gateway says that it got nothing from the API behind it. */
const ofGateways = [502, 503, 504];

/** The API failed with a 5xx status. */
export const serverError: Rule = symptoms => {
	const {status, nameOf} = symptoms;
	if (!status || status.status < 500) return null;
	const {call} = status;
	return {
		cause: `${nameOf(call)} ${answered(call)}${metTest(symptoms)}${thenAnswered(call, symptoms)}`,
		fix: ofGateways.includes(status.status)
			? environment(
					addressOf(call),
					`Status ${status.status} means that what stands in front of the API got no usable answer from it: check that the API is up and not overloaded.${requestIdText(call)}`,
				)
			: apiCode(
					call,
					`a 5xx status is a fault in its handler of this request; look into its log at that moment.${requestIdText(call)}`,
				),
		call,
	};
};
