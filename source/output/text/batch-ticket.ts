import type {BatchOutcome, StartedBatch} from '../../../contract/documents/run.ts';
import {countsText} from '../../../contract/outcome-counts.ts';
import type {Batch} from '../../../contract/batch.ts';
import {cleanLine} from '../clean.ts';
import {paddedBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {memberTable, neededHelp} from './batch.ts';

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

/** @param shape the batches as last seen, for the member table */
export function batchOutcome(outcome: BatchOutcome, look: Look, {batches}: {batches: readonly Batch[]}): string {
	const members = batches.flatMap(batch => batch.members);
	return `${neededHelp(members)}${memberTable(members, look)}
${countsText(outcome.summary, outcome.summary)}
${conflictRows(outcome)}${paddedBlock([['not found', outcome.notFound?.length]])}`;
}
