import type {FlakyReport} from '../../../contract/documents/run.ts';
import type {FlakyVerdict} from '../../view-model/judge-flaky.ts';
import {cleanLine} from '../clean.ts';
import type {Look} from '../look.ts';

const statusOf: Record<FlakyVerdict, string> = {stable: 'passed', flaky: 'blocked', failing: 'failed'};

export function flakyReport(
	{testId, testName, runs, passed, stableRatio, verdict, failures, notRepeated}: FlakyReport,
	look: Look,
): string {
	const percent = Math.round(stableRatio * 100);
	const head = `${cleanLine(testId)} (${cleanLine(testName)}): ${look.status(verdict.toUpperCase(), statusOf[verdict])} ${percent}% (${passed}/${runs} passed)\n`;
	const rows = failures.map(({attempt, outcome, runId, failureKind}) => {
		const cells = [look.status(cleanLine(outcome)), cleanLine(runId ?? '-'), cleanLine(failureKind ?? '-')];
		return `attempt ${attempt}  ${cells.join('  ')}\n`;
	});
	return head + rows.join('') + notRepeatedText(notRepeated);
}

const mostNamed = 5;

/** A test that passes alone may fail beside others: the verdict says which ones were not there. */
function notRepeatedText(tests: FlakyReport['notRepeated']): string {
	if (tests.length === 0) return '';
	const named = tests.slice(0, mostNamed).map(({title}) => `"${cleanLine(title)}"`);
	const more = tests.length - named.length;
	const all = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
	return `not repeated: ${all}, which ${tests.length === 1 ? 'uses' : 'use'} the same values; --with-siblings repeats them, too\n`;
}
