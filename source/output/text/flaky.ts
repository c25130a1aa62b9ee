import {cleanLine} from '../clean.ts';
import type {Look} from '../look.ts';

export type FlakyVerdict = 'stable' | 'flaky' | 'failing';

export type FlakyAttempt = {
	/** From 1. */
	attempt: number;
	/** Null when the attempt could not be started. */
	runId: string | null;
	/** Status of the run, or `timeout`, or `error`. */
	outcome: string;
	failureKind: string | null;
};

/** How often a test passes. */
export type FlakyReport = {
	testId: string;
	/** Attempts made. */
	runs: number;
	passed: number;
	failed: number;
	/** 0 to 1, four decimals. */
	stableRatio: number;
	verdict: FlakyVerdict;
	/** Attempts that did not pass. */
	failures: FlakyAttempt[];
};

const statusOf: Record<FlakyVerdict, string> = {stable: 'passed', flaky: 'blocked', failing: 'failed'};

export function flakyReport({testId, runs, passed, stableRatio, verdict, failures}: FlakyReport, look: Look): string {
	const percent = Math.round(stableRatio * 100);
	const head = `${cleanLine(testId)}: ${look.status(verdict.toUpperCase(), statusOf[verdict])} ${percent}% (${passed}/${runs} passed)\n`;
	const rows = failures.map(({attempt, outcome, runId, failureKind}) => {
		const cells = [look.status(cleanLine(outcome)), cleanLine(runId ?? '-'), cleanLine(failureKind ?? '-')];
		return `attempt ${attempt}  ${cells.join('  ')}\n`;
	});
	return head + rows.join('');
}
