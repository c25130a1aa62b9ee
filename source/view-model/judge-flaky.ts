import type {FlakyAttempt, FlakyReport as NamedReport} from '../../contract/documents/run.ts';
import type {Ref} from '../../contract/fields.ts';
import type {TestId} from '../../contract/ids.ts';

export type FlakyVerdict = NamedReport['verdict'];

/** How often a test passes; a command names it. */
export type FlakyReport = Omit<NamedReport, 'testName'>;

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
