import type {PagingFlags} from '../client/paginate.ts';
import {refusedFlag} from '../errors/api-error.ts';
import {integer, list, onUnlessNo, text, missingFlag, toggle, choice, type FlagValues, refuseWithout} from './flag.ts';

/** Flags that several groups write the same way. */

export const projectFlag = text('Project; else SVC_PROJECT_ID or .svc/config.json', {placeholder: '<id>'});

export const pagingFlags = {
	pageSize: integer('Items per request, 1 to 100 (25); alone: one page', {min: 1, max: 100}),
	startingToken: text('Begin at this nextToken', {placeholder: '<token>'}),
	maxItems: integer('Stop after that many items', {min: 1}),
};

/** The paging flags out of a command's options. */
export const pagingOf = ({pageSize, startingToken, maxItems}: PagingFlags): PagingFlags => ({
	pageSize,
	startingToken,
	maxItems,
});

/** `--columns` and `--no-header` of a list. @param keys every column, those that are not shown by default last */
export const columnFlags = <const Keys extends readonly string[]>(keys: Keys) => ({
	columns: list('Columns to show, in this order', keys),
	header: onUnlessNo('Leave out the heading'),
});

export const seedFlag = text('Makes up the same values as the run with this seed', {
	placeholder: '<seed>',
	pattern: /^[A-Za-z0-9._-]{1,64}$/,
	patternText: 'must be 1 to 64 letters, digits, dots, dashes or underscores',
});

export const maxKeyLength = 256;

export const idempotencyKeyFlag = text('Makes repeating the command safe (fresh each time)', {
	placeholder: '<token>',
	pattern: /^[\x20-\x7E]{1,256}$/,
	patternText: 'must be 1 to 256 printable ASCII characters',
});

/** "own key then at most 252 characters": a trigger that is chained to a creation adds `:run`. */
export function refuseLongKey(key: string | undefined): void {
	if (key !== undefined && key.length > maxKeyLength - 4)
		throw refusedFlag('idempotency-key', {reason: 'too_long', text: 'must be at most 252 characters with --run'});
}

export const waitTimeoutFlag = (defaultSeconds = 600) =>
	integer('Give up waiting after that many seconds, 1 to 3600', {
		min: 1,
		max: 3600,
		default: defaultSeconds,
		placeholder: '<s>',
	});

/** "`--confirm`: the command never prompts". */
export const confirmFlag = toggle('Yes, delete it: nothing is asked, and there is no way back');

/** Refuses to go on without `--confirm`; "not needed" in a dry run. */
export function requireConfirm(isConfirmed: boolean, {dryRun}: {dryRun: boolean}): void {
	if (!isConfirmed && !dryRun) throw missingFlag('confirm', ': what is deleted cannot be restored');
}

/** A key made from another one: "the base is cut so that the whole stays ≤ 256". */
export const derivedKey = (key: string, suffix: string): string => key.slice(0, maxKeyLength - suffix.length) + suffix;

/** Rule of a flag that names a header or cookie: an RFC 9110 token. */
export const headerNameRule = {
	max: 128,
	pattern: /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/,
	patternText: "must be a header name: letters, digits and !#$%&'*+-.^_`|~",
};

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
	refuseWithout('report-file', reportFile !== undefined, 'report junit', report !== undefined);
	refuseWithout('report-suite-name', reportSuiteName !== undefined, 'report junit', report !== undefined);
	refuseWithout('report', report !== undefined, waitFlags, isWaiting);
	refuseWithout('summary-file', summaryFile !== undefined, waitFlags, isWaiting);
	refuseWithout('gh-output', ghOutput, waitFlags, isWaiting);
}
