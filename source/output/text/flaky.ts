import type {FlakyReport, FlakyVerdict} from '../../view-model/judge-flaky.ts';
import {cleanLine} from '../clean.ts';
import type {Look} from '../look.ts';

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
