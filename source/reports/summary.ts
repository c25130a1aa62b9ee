import {cleanupCounts, countCases, type Report, type ReportCleanup} from './report.ts';

/** Content of `--summary-file`. */
export type ReportSummary = {
	total: number;
	passed: number;
	failed: number;
	timedOut: number;
	/** What became of the records that the runs made; absent where nobody has told. */
	cleanup?: ReportCleanup;
	runs: Array<{testId: string; runId?: string; status: string; dashboardUrl?: string; error?: string}>;
};

export function summaryOf({cases, cleanup}: Report): ReportSummary {
	const {total, passed, failed, timedOut} = countCases(cases);
	return {
		total,
		passed,
		failed,
		timedOut,
		...(cleanup ? {cleanup: cleanupCounts(cleanup)} : {}),
		runs: cases.map(({testId, runId, status, dashboardUrl, error}) => ({
			testId,
			...(runId ? {runId} : {}),
			status,
			...(dashboardUrl ? {dashboardUrl} : {}),
			...(error ? {error} : {}),
		})),
	};
}
