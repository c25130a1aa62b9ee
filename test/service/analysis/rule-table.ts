import {expect, it} from 'vitest';
import {analyse} from '../../../service/analysis/analyse.ts';
import type {FailureFacts} from '../../../service/analysis/facts.ts';

/** What is found of a failure: the cause in words, and what is to be looked at first. */
type Case = [claim: string, facts: FailureFacts, cause: string, kind: string | null, reference: string | null];

/** A statement that compares a status. */
export const status = 'assert r.status_code == 201';

export const read = (facts: FailureFacts) => {
	const {rootCauseHypothesis, recommendedFixTarget: fix} = analyse(facts);
	return {cause: rootCauseHypothesis, kind: fix?.kind ?? null, reference: fix?.reference ?? null};
};

/** One test for each case. */
export const table = (cases: Case[]) =>
	it.each(cases)('%s', (_, facts, cause, kind, reference) => {
		expect(read(facts)).toEqual({cause, kind, reference});
	});
