import type {CliLatestResult, FixTarget} from '../../../contract/result.ts';
import {clean, cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';

/** `label: kind=code reference=POST /coupons` with the rationale indented on the next line; nothing for null. */
export function fixTarget(label: string, fix: FixTarget | null): string {
	if (!fix) return '';
	const line = labelBlock([[label, `kind=${fix.kind} reference=${fix.reference ?? '-'}`]]);
	return line + (fix.rationale ? `  ${cleanLine(fix.rationale)}\n` : '');
}

const tailLines = 20;

export function result(result: CliLatestResult, look: Look): string {
	const labels = labelBlock(
		[
			['verdict', result.verdict === null ? null : {status: result.verdict}],
			['executionStatus', result.executionStatus],
			['testId', result.testId],
			['test', result.testName],
			['failureKind', result.failureKind],
			['failedStepIndex', result.failedStepIndex],
			['healedSteps', result.healedSteps?.join(', ') || null],
			['startedAt', result.startedAt],
			['finishedAt', result.finishedAt],
			['snapshotId', result.snapshotId],
			['runId', result.runIdIfAvailable],
			['codeVersion', result.codeVersion],
			['targetUrl', result.targetUrl],
			['summary', result.summary || null],
			['videoUrl', result.videoUrl],
			['failureAnalysisUrl', result.failureAnalysisUrl],
		],
		look,
	);
	return (
		labels +
		warnings(result) +
		analysisText(result) +
		tailText('apiOutput', result.apiOutput) +
		tailText('trace', result.trace)
	);
}

/** What its author should look at although it passed. */
const warnings = ({advisories = []}: CliLatestResult): string =>
	advisories.map(({message}) => `warning: ${clean(message)}\n`).join('');

function analysisText({analysis}: CliLatestResult): string {
	if (!analysis) return '';
	const rows =
		labelBlock([['rootCause', analysis.rootCauseHypothesis]]) +
		fixTarget('recommendedFix', analysis.recommendedFixTarget);
	return rows ? `\n${rows}` : '';
}

/** "`--- apiOutput (last 20 of <n> lines, <bytes> bytes) ---` and the tail" */
function tailText(name: string, text: string | null | undefined): string {
	if (!text) return '';
	const lines = clean(text).replace(/\n$/, '').split('\n');
	const tail = lines.slice(-tailLines);
	const bytes = new TextEncoder().encode(text).length;
	return `--- ${name} (last ${tail.length} of ${lines.length} lines, ${bytes} bytes) ---\n${tail.join('\n')}\n`;
}
