import {countCases, type Report} from './report.ts';

/** Content of `--summary-file`. */
export type ReportSummary = {
	total: number;
	passed: number;
	failed: number;
	timedOut: number;
	runs: Array<{testId: string; runId?: string; status: string; dashboardUrl?: string; error?: string}>;
};

export function summaryOf({cases}: Report): ReportSummary {
	const {total, passed, failed, timedOut} = countCases(cases);
	return {
		total,
		passed,
		failed,
		timedOut,
		runs: cases.map(({testId, runId, status, dashboardUrl, error}) => ({
			testId,
			...(runId ? {runId} : {}),
			status,
			...(dashboardUrl ? {dashboardUrl} : {}),
			...(error ? {error} : {}),
		})),
	};
}
