import type {Failures} from '../domain/failures.ts';
import {ServiceError} from '../domain/service-error.ts';

/** Why the latest run of a test failed or was blocked, and where to look first, in words; null: none did. */
export const explainTest =
	(failures: Pick<Failures, 'ofTest'>) =>
	async (accountId: string, testId: string): Promise<{why: string | null; fix: string | null} | null> => {
		try {
			const {failure} = await failures.ofTest(accountId, testId);
			const target = failure.recommendedFixTarget;
			const at = target?.reference ? ` (${target.kind}: ${target.reference})` : '';
			return {
				why: failure.rootCauseHypothesis ?? failure.trace?.trim().split('\n').at(-1) ?? null,
				fix: target?.rationale ? `${target.rationale}${at}` : at === '' ? null : `Look at${at}`,
			};
		} catch (error) {
			if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
			throw error;
		}
	};
