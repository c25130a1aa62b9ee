import type {RunStatus} from '../../contract/enums.ts';

/** What a summary speaks of. */
export type SummarisedRun = {
	/** It is a plan, which looks at a site and not at an API. */
	isPlan?: boolean;
	status: RunStatus;
	skipped: boolean;
	failureKind: string | null;
	/** First line for people. */
	error: string | null;
	durationMs: number | null;
};

/** One sentence about a run. */
export function summaryOf(run: SummarisedRun): string {
	const took = run.durationMs === null ? '' : ` after ${(run.durationMs / 1000).toFixed(1)} s`;
	switch (run.status) {
		case 'queued':
			return 'The test waits for the values it needs or for a free slot.';
		case 'running':
			return 'The test is running.';
		case 'passed':
			return `The test passed${took}.`;
		case 'failed':
			return sentence(`The test failed${took}${run.failureKind ? ` (${run.failureKind})` : ''}`, run.error);
		case 'blocked':
			if (run.skipped) return run.error ?? 'The test was skipped: there is no record to remove.';
			return sentence(`The test was blocked and made no verdict about the ${run.isPlan ? 'site' : 'API'}`, run.error);
		case 'cancelled':
			return 'The run was cancelled; the last verdict of the test stands.';
	}
}

function sentence(beginning: string, reason: string | null): string {
	const line = firstLine(reason);
	if (line === null) return `${beginning}.`;
	return `${beginning}: ${line}${/[.?!]$/.test(line) ? '' : '.'}`;
}

/** First line of a text, at most `max` characters; null when there is none. */
export function firstLine(text: string | null, max = 200): string | null {
	const line = text?.trimStart().split('\n', 1)[0]?.trimEnd();
	if (!line) return null;
	return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}
