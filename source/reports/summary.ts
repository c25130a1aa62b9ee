import type {OutcomeCounts} from '../../contract/documents/run.ts';
import type {RunId, TestId} from '../../contract/ids.ts';
import {countOutcomes} from '../../contract/outcome-counts.ts';
import {cleanupCounts, type Report, type ReportCleanup, type ReportRefusal} from './report.ts';

/** Content of `--summary-file`. */
type ReportSummary = OutcomeCounts & {
	/** What became of the records that the runs made; absent where nobody has told. */
	cleanup?: ReportCleanup;
	/** What ended the command before its runs did; absent where the runs ended it. */
	error?: ReportRefusal;
	runs: Array<{
		testId: TestId;
		name?: string;
		runId?: RunId;
		status: string;
		dashboardUrl?: string;
		error?: string;
		warnings?: string[];
	}>;
};

export function summaryOf({cases, cleanup, refusal}: Report): ReportSummary {
	return {
		...countOutcomes(cases),
		...(cleanup ? {cleanup: cleanupCounts(cleanup)} : {}),
		...(refusal ? {error: refusal} : {}),
		runs: cases.map(({testId, name, runId, status, dashboardUrl, error, warnings}) => ({
			testId,
			...(name === testId ? {} : {name}),
			...(runId ? {runId} : {}),
			status,
			...(dashboardUrl ? {dashboardUrl} : {}),
			...(error ? {error} : {}),
			...(warnings ? {warnings} : {}),
		})),
	};
}
