import {unknownQueryText} from './documented.ts';
import type {Finding} from './facts.ts';
import type {Symptoms} from './symptoms.ts';

/**
 * A test that has never passed says as little of the API as of itself: its expectation is looked at first, and what it
 * asks for that the document does not know.
 */
export function neverPassed(symptoms: Symptoms, finding: Finding | null): Finding | null {
	if (!finding || symptoms.lastPassed !== null) return finding;
	const {call, fix} = finding;
	const isFault = (call?.status ?? 0) >= 500;
	const unknown = call && !isFault ? unknownQueryText(symptoms.facts, call) : null;
	const cause = unknown ? `${finding.cause} ${unknown}` : finding.cause;
	const ofApi = /^Code of the API: (.*)$/s.exec(fix?.rationale ?? '')?.[1];
	if (!fix || ofApi === undefined || isFault) return {...finding, cause};
	return {
		...finding,
		cause,
		fix: {
			...fix,
			rationale: `This test has never passed: check first what it expects${symptoms.atLine}. Where that is right, code of the API: ${ofApi}`,
		},
	};
}
