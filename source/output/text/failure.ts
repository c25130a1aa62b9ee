import {counted} from '../../view-model/counted.ts';
import type {FailureBundle, RunBundle} from '../../../contract/documents/test.ts';
import type {FailureContext, FailureSummary} from '../../../contract/result.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {fixTarget} from './result.ts';

/** A failure as `--out -` prints it. */
export function failure({result, projectId, failure}: FailureContext, look: Look): string {
	return [
		labelBlock(
			[
				['status', {status: result.status}],
				['testId', result.testId],
				['projectId', projectId],
				['failureKind', result.failureKind],
				['failedStepIndex', result.failedStepIndex],
				['snapshotId', result.snapshotId],
				['runId', result.runIdIfAvailable],
				['codeVersion', result.codeVersion],
				['targetUrl', result.targetUrl],
			],
			look,
		),
		'\n',
		labelBlock([['rootCause', failure.rootCauseHypothesis]]),
		fixTarget('recommendedFix', failure.recommendedFixTarget),
		labelBlock([
			['evidence', evidenceText(failure.evidence)],
			['videoUrl', result.videoUrl],
		]),
	].join('');
}

export const failureBundle = ({dir, files}: FailureBundle, look: Look, context: FailureContext): string =>
	failure(context, look) +
	labelBlock([
		['dir', dir],
		['files', files.length],
	]);

export const runBundle = ({out, meta, snapshotId, files}: RunBundle): string =>
	labelBlock([
		['dir', out],
		['runId', meta.runId],
		['snapshotId', snapshotId],
		['files', files.length],
	]);

/** One-screen triage card. */
export const failureSummary = (summary: FailureSummary, look: Look): string =>
	labelBlock(
		[
			['testId', summary.testId],
			['status', {status: summary.status}],
			['failureKind', summary.failureKind],
			['snapshotId', summary.snapshotId],
			['rootCauseHypothesis', summary.rootCauseHypothesis],
		],
		look,
	) + fixTarget('recommendedFixTarget', summary.recommendedFixTarget);

/** `3 items (network×1, log×2)` */
function evidenceText(evidence: FailureContext['failure']['evidence']): string {
	const counts = new Map<string, number>();
	for (const {kind} of evidence) counts.set(kind, (counts.get(kind) ?? 0) + 1);
	const kinds = [...counts].map(([kind, count]) => `${kind}×${count}`).join(', ');
	return `${counted(evidence.length, 'item')}${kinds ? ` (${kinds})` : ''}`;
}
