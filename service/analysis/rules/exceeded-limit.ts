import type {RecordedCall} from '../../runners/runner.ts';
import {counted, durationText} from '../excerpt.ts';
import {apiCode, testCode} from '../fix-target.ts';
import type {Rule} from './rule.ts';

/** The test's own time limit ended it. */
export const exceededLimit: Rule = symptoms => {
	const {run, nameOf, atLine} = symptoms;
	if (run.failureKind !== 'timeout') return null;
	const limit = `its limit of ${run.timeoutSeconds} s`;
	const waiting = run.calls.findLast(({status, error}) => status === null && error === null);
	if (waiting && waiting === run.calls.at(-1))
		return {
			cause: `The test reached ${limit} while it waited for the answer to ${nameOf(waiting)}${atLine}.`,
			fix: apiCode(
				waiting,
				'the endpoint had not answered when the time was up. A timeout on the request makes the test fail sooner.',
			),
			call: waiting,
		};
	const slowest = run.calls.reduce<RecordedCall | null>(
		(slow, call) => ((call.latencyMs ?? 0) > (slow?.latencyMs ?? 0) ? call : slow),
		null,
	);
	const spent = run.calls.reduce((sum, {latencyMs}) => sum + (latencyMs ?? 0), 0);
	if (slowest && spent >= run.timeoutSeconds * 500)
		return {
			cause: `The test reached ${limit}${atLine}: its ${counted(run.calls.length, 'call')} took ${durationText(spent)} together, the slowest was ${nameOf(slowest)} with ${durationText(slowest.latencyMs ?? 0)}.`,
			fix: apiCode(slowest, 'it is the slowest call. When the time is needed, raise timeoutSeconds of the test.'),
			call: slowest,
		};
	if (run.failedLine === null) return null;
	const calls =
		run.calls.length === 0
			? 'it had made no call'
			: `its ${counted(run.calls.length, 'call')} took only ${durationText(spent)}`;
	return {
		cause: `The test reached ${limit} at line ${run.failedLine}; ${calls}, so the time went by in the test itself.`,
		fix: testCode(symptoms, 'look for a wait or a loop that does not end there.'),
		call: null,
		isAboutSource: true,
	};
};
