import {countOutcomes, type OutcomeCounts} from '../contract/outcome-counts.ts';
import {cleanupCounts, type Report, type ReportCleanup} from './report.ts';

/** Content of `--summary-file`. */
export type ReportSummary = OutcomeCounts & {
	/** What became of the records that the runs made; absent where nobody has told. */
	cleanup?: ReportCleanup;
	runs: Array<{testId: string; name?: string; runId?: string; status: string; dashboardUrl?: string; error?: string}>;
};

export function summaryOf({cases, cleanup}: Report): ReportSummary {
	return {
		...countOutcomes(cases),
		...(cleanup ? {cleanup: cleanupCounts(cleanup)} : {}),
		runs: cases.map(({testId, name, runId, status, dashboardUrl, error}) => ({
			testId,
			...(name === testId ? {} : {name}),
			...(runId ? {runId} : {}),
			status,
			...(dashboardUrl ? {dashboardUrl} : {}),
			...(error ? {error} : {}),
		})),
	};
}
