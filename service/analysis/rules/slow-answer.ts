import {durationText} from '../excerpt.ts';
import {addressOf, apiCode, environment} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** A request timed out. */
export const slowAnswer: Rule = ({run, nameOf, atLine, earlierOf}) => {
	if (run.failureKind !== 'network_timeout') return null;
	const call = run.calls.findLast(({error, status}) => error !== null || status === null);
	if (!call) return null;
	const waited = call.latencyMs === null ? '' : ` within ${durationText(call.latencyMs)}`;
	const earlier = earlierOf(call)?.latencyMs;
	const before = earlier == null ? '' : ` In the last passing run it took ${durationText(earlier)}.`;
	const isConnecting = /connect/i.test(`${run.error ?? ''}`) && !/read/i.test(run.error ?? '');
	return {
		cause: `${nameOf(call)} gave no answer${waited}, and the request of the test timed out${atLine}.${before}`,
		fix: isConnecting
			? environment(
					addressOf(call),
					'No connection was made in time: check that the address is reachable from the service.',
				)
			: apiCode(call, 'the endpoint is too slow for the limit the test sets; find out what it waits for.'),
		call,
	};
};
