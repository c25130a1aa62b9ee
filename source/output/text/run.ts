import type {PartialRun} from '../../../contract/documents/run.ts';
import {tellPlaces} from '../../view-model/places.ts';
import type {CancelledRun, Run, RunTicket} from '../../../contract/run.ts';
import {paddedBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {cleanLine, isCutError, shortened} from '../clean.ts';

/**
 * The first line of why a run did not pass, whole, or at most so many characters of it; nothing for one that is not failed or
 * blocked.
 */
export function errorLine(
	{status, error}: {status: string; error: string | null},
	maxLength = Number.POSITIVE_INFINITY,
): string | undefined {
	if (status !== 'failed' && status !== 'blocked') return undefined;
	const [first] = (error ?? '').split('\n');
	if (!first) return undefined;
	return shortened(first, maxLength);
}

type Link = {dashboardUrl?: string | null};

export const partialRun = (run: PartialRun, look: Look): string =>
	paddedBlock(
		[
			['runId', run.runId],
			['status', {status: run.status}],
			['enqueuedAt', run.enqueuedAt],
			['targetUrl', run.targetUrl],
			['codeVersion', run.codeVersion],
		],
		look,
	);

export const runTicket = (ticket: RunTicket & Link, look: Look): string =>
	paddedBlock(
		[
			['runId', ticket.runId],
			['status', {status: ticket.status}],
			['enqueuedAt', ticket.enqueuedAt],
			['targetUrl', ticket.targetUrl],
			['codeVersion', ticket.codeVersion],
			['batchId', ticket.batchId],
			['dashboard', ticket.dashboardUrl],
		],
		look,
	);

/** Whether the line does not show all of it. */
const hasMore = ({status, error}: Pick<Run, 'status' | 'error'>): boolean => {
	const line = errorLine({status, error});
	return line !== undefined && (isCutError(line) || (error ?? '').trim().includes('\n'));
};

/** Steps of a backend run are its calls; one that made none has no steps. */
function stepsText({stepSummary: {total, completed, passedCount, failedCount}, healedSteps}: Run): string {
	if (total === 0) return 'n/a (backend)';
	const healed = healedSteps?.length ? `, healed=${healedSteps.length}` : '';
	return `${completed}/${total} (passed=${passedCount}, failed=${failedCount}${healed})`;
}

/** The block of a finished run: `test run --wait`, `test wait`, `test cancel`. */
export const run = (run: (Run | CancelledRun) & Link, look: Look): string =>
	paddedBlock(
		[
			['runId', run.runId],
			['testId', run.testId],
			['test', run.testTitle],
			['status', {status: run.status}],
			['targetUrl', run.targetUrl],
			['codeVersion', run.codeVersion],
			['createdAt', run.createdAt],
			['startedAt', run.startedAt],
			['finishedAt', run.finishedAt],
			['failureKind', run.failureKind],
			// Never cut: what helps stands at its end.
			['error', errorLine(run)],
			['whole error', hasMore(run) ? `svc test result ${run.testId}` : null],
			['needs help', run.neededHelp && `${run.neededHelp.endpoint} answers ${run.neededHelp.said}`],
			['help', run.neededHelp && tellPlaces(run.neededHelp.command)],
			['steps', stepsText(run)],
			['note', run.note ? cleanLine(run.note) : null],
			['dashboard', run.dashboardUrl],
		],
		look,
	);
