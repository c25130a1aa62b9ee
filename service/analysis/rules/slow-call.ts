import {durationText, excerpt} from '../excerpt.ts';
import {apiCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** How much of a measured time a call must account for; what the test does around it takes some, too. */
const least = 0.6;
const most = 1.05;

/** An assertion about a time, which one recorded call accounts for: `assert seconds < 5`. */
export const slowCall: Rule = symptoms => {
	const {assertion, value, run, nameOf, atLine, earlierOf} = symptoms;
	const actual = assertion?.actual?.value;
	if (!assertion || value || typeof actual !== 'number' || !/^a value <=? /.test(assertion.expectation)) return null;
	const call = run.calls.findLast(({latencyMs}) =>
		[actual, actual * 1000].some(ms => latencyMs !== null && latencyMs >= ms * least && latencyMs <= ms * most),
	);
	if (call?.latencyMs == null) return null;
	const earlier = earlierOf(call)?.latencyMs;
	const before = earlier == null ? '' : ` In the last passing run it took ${durationText(earlier)}.`;
	return {
		cause: `${nameOf(call)} took ${durationText(call.latencyMs)}; the test measured ${excerpt(assertion.actualText ?? '', 40)} and expected ${excerpt(assertion.expectation, 60)}${atLine}.${before}`,
		fix: apiCode(call, 'the endpoint is slower than the test allows; find out what it waits for.'),
		call,
		isAboutTime: true,
	};
};
