import type {Ref} from '../../contract/fields.ts';
import type {RunId, TestId} from '../../contract/ids.ts';

export type FlakyVerdict = 'stable' | 'flaky' | 'failing';

export type FlakyAttempt = {
	/** From 1. */
	attempt: number;
	/** Null when the attempt could not be started. */
	runId: RunId | null;
	/** Status of the run, or `timeout`, or `error`. */
	outcome: string;
	failureKind: string | null;
};

/** How often a test passes. */
export type FlakyReport = {
	testId: TestId;
	/** Attempts made. */
	runs: number;
	passed: number;
	failed: number;
	/** 0 to 1, four decimals. */
	stableRatio: number;
	verdict: FlakyVerdict;
	/** Attempts that did not pass. */
	failures: FlakyAttempt[];
	/** Tests that use the same values and took no part in the attempts: what they do was not repeated. */
	notRepeated: Ref[];
};

/** As the command tells it. */
export type NamedReport = FlakyReport & {testName: string};

/** "`stable` all passed, `failing` none passed, else `flaky`"; "`stableRatio` = passed / attempts made, 4 decimals" */
export function judge(
	testId: TestId,
	attempts: readonly FlakyAttempt[],
	notRepeated: readonly Ref[] = [],
): FlakyReport {
	const passed = attempts.filter(({outcome}) => outcome === 'passed').length;
	const runs = attempts.length;
	const verdict: FlakyVerdict = passed === 0 ? 'failing' : passed === runs ? 'stable' : 'flaky';
	return {
		testId,
		runs,
		passed,
		failed: runs - passed,
		stableRatio: runs === 0 ? 0 : Number((passed / runs).toFixed(4)),
		verdict,
		failures: attempts.filter(({outcome}) => outcome !== 'passed'),
		notRepeated: [...notRepeated],
	};
}
