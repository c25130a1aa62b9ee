import type {BatchId, RunId, TestId} from '../../../contract/ids.ts';
import {countsText, type OutcomeCounts} from '../../../contract/outcome-counts.ts';
import type {Batch, BatchRunTicket, BatchTicket} from '../../../contract/batch.ts';
import type {BatchRerunTicket} from '../../../contract/rerun.ts';
import type {Advisory, NeededHelp} from '../../../contract/run.ts';
import {cleanLine} from '../clean.ts';
import {paddedBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {memberTable, neededHelp} from './batch.ts';

/** What was started, whichever way; only reruns and test lists can name tests that do not exist. */
export type StartedBatch = BatchTicket &
	Partial<Pick<BatchRunTicket, 'skippedFrontend' | 'skippedIntegration'>> &
	Partial<Pick<BatchRerunTicket, 'notFound' | 'closure'>> & {
		/** Every batch, when it took several. */
		batchIds?: BatchId[];
	};

/** Several tests triggered and not waited for. */
export function batchTicket(ticket: StartedBatch, look: Look): string {
	const counts = paddedBlock(
		[
			['batchId', ticket.batchId],
			['accepted', ticket.accepted.length],
			['conflicts', ticket.conflicts.length],
			['deferred', ticket.deferred.length],
			['skippedFE', ticket.skippedFrontend?.length ?? 0],
			['skippedIntegr', ticket.skippedIntegration?.length ?? 0],
			['not found', ticket.notFound?.length],
		],
		look,
	);
	const rows = ticket.accepted.map(
		({testId, name, runId, enqueuedAt}) =>
			`${cleanLine(testId)}${name === undefined ? '' : ` (${cleanLine(name)})`} runId: ${cleanLine(runId)} enqueuedAt: ${cleanLine(enqueuedAt)}\n`,
	);
	return counts + rows.join('') + conflictRows(ticket) + paddedBlock([['dashboard', ticket.dashboardUrl]]);
}

/** Why tests were not started. */
const conflictRows = ({conflicts}: Pick<StartedBatch, 'conflicts'>): string =>
	conflicts.map(({testId, message}) => `${cleanLine(testId)} conflict: ${cleanLine(message)}\n`).join('');

/** Several tests triggered and waited for. */
export type BatchOutcome = Pick<
	BatchRunTicket,
	'batchId' | 'conflicts' | 'deferred' | 'skippedFrontend' | 'skippedIntegration'
> & {
	/** `status` of the run, or `timeout`, or `error:<CODE>`. */
	accepted: {
		testId: TestId;
		/** Name of the test and why it is in the batch, where the service has said so. */
		name?: string;
		runId: RunId;
		role?: string;
		status: string;
		error?: string;
		neededHelp?: NeededHelp;
		advisories?: Advisory[];
		dashboardUrl?: string | null;
	}[];
	/** `deferred` and `conflicts` are part of `skipped`. */
	summary: OutcomeCounts & {deferred: number; conflicts: number};
	cleanup: {state: string; captured: number; cleaned: number; orphaned: number};
} & Pick<StartedBatch, 'notFound' | 'closure' | 'batchIds'>;

/** @param shape the batches as last seen, for the member table */
export function batchOutcome(outcome: BatchOutcome, look: Look, {batches}: {batches: readonly Batch[]}): string {
	const members = batches.flatMap(batch => batch.members);
	return `${neededHelp(members)}${memberTable(members, look)}
${countsText(outcome.summary, outcome.summary)}
${conflictRows(outcome)}${paddedBlock([['not found', outcome.notFound?.length]])}`;
}
