import {counted, excerpt} from '../excerpt.ts';
import type {Rule} from './rule.ts';

/**
 * An assertion failed, and nothing that an answer said explains it: what it compared is all there is to tell, and the
 * call it followed.
 */
export const failedAssertion: Rule = ({assertion, atLine, run, place, nameOf}) => {
	if (!assertion) return null;
	const {expectation, actualText} = assertion;
	const got = actualText === null ? '' : ` and got ${excerpt(actualText, 120)}`;
	const last = run.calls.findLast(call => call.status !== null) ?? null;
	const calls = run.calls.length;
	return {
		cause: `The test expected ${excerpt(expectation, 120)}${got}${atLine}; ${
			last
				? `its last call was ${nameOf(last)}, which answered ${last.status}`
				: calls === 0
					? 'it had made no call'
					: `its ${counted(calls, 'call')} ${calls === 1 ? 'does' : 'do'} not explain it`
		}.`,
		fix: {
			kind: 'unknown',
			reference: place,
			rationale: 'Follow the value that the assertion compares back to where the test computes it.',
		},
		call: last,
		isVague: true,
	};
};
