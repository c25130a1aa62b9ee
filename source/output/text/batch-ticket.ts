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
	const joined = joinedRows(outcome, new Set(members.map(({runId}) => runId)));
	// What is waited for elsewhere is no member here.
	const own = members.length > 0 || joined === '' ? memberTable(members, look) : '';
	return `${neededHelp(members)}${own}${joined}
${countsText(outcome.summary, outcome.summary)}
${conflictRows(outcome)}${paddedBlock([['not found', outcome.notFound?.length]])}`;
}

/** Runs of earlier batches that were waited for in place of new ones: they have no part in the batch, and count. */
const joinedRows = ({accepted}: BatchOutcome, own: ReadonlySet<string>): string =>
	accepted
		.filter(({role, runId}) => role === undefined && !own.has(runId))
		.map(
			({testId, runId, status, error}) =>
				`${cleanLine(testId)} was running already, in ${cleanLine(runId)}: ${cleanLine(error ? `${status}, ${error}` : status)}\n`,
		)
		.join('');
