import {choice, type FlagValues, missingFlag, refuseWithout, text, toggle} from './flag.ts';

/** Flags of every command that can wait for runs. */
export const reportFlags = {
	report: choice('Write a report of the runs (with --report-file)', ['junit']),
	reportFile: text('Where to write it', {placeholder: '<path>'}),
	reportSuiteName: text('Name of the suite in it (svc:<project-id>)', {placeholder: '<name>'}),
	summaryFile: text('Write counts and runs to this file as JSON', {placeholder: '<path>'}),
	ghOutput: toggle('Write counts to GITHUB_OUTPUT, for later steps of a GitHub workflow'),
};
export type ReportOptions = FlagValues<typeof reportFlags>;

/**
 * "`--report junit` with `--report-file`: both or neither, and only with a wait".
 * @param isWaiting whether the command waits; @param waitFlags the flags that make it wait, for the message
 */
export function checkReportFlags(options: ReportOptions, isWaiting: boolean, waitFlags = 'wait'): void {
	const {report, reportFile, reportSuiteName, summaryFile, ghOutput} = options;
	if (report !== undefined && reportFile === undefined) throw missingFlag('report-file', ' with --report');
	refuseWithout('report-file', reportFile !== undefined, 'report', report !== undefined);
	refuseWithout('report-suite-name', reportSuiteName !== undefined, 'report', report !== undefined);
	refuseWithout('report', report !== undefined, waitFlags, isWaiting);
	refuseWithout('summary-file', summaryFile !== undefined, waitFlags, isWaiting);
	refuseWithout('gh-output', ghOutput, waitFlags, isWaiting);
}
