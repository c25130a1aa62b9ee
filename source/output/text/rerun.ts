import type {RerunOutcome} from '../../../contract/documents/run.ts';
import type {RerunTicket} from '../../../contract/rerun.ts';
import type {Closure, Run} from '../../../contract/run.ts';
import {cleanLine} from '../clean.ts';
import {paddedBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {run as runBlock} from './run.ts';

/** `n members (m producers, c consumers, k teardowns added)` */
const closureText = ({members, addedProducers, addedConsumers, addedTeardowns}: Closure): string =>
	`${members.length} members (${addedProducers.length} producers, ${addedConsumers.length} consumers, ${addedTeardowns.length} teardowns added)`;

/** A rerun of one test that is not waited for. */
export const rerunTicket = (ticket: RerunTicket, look: Look): string =>
	paddedBlock(
		[
			['runId', ticket.runId],
			['status', {status: ticket.status}],
			['enqueuedAt', ticket.enqueuedAt],
			['codeVersion', ticket.codeVersion],
			['autoHeal', ticket.autoHeal],
			['closure', ticket.closure ? closureText(ticket.closure) : null],
			['batchId', ticket.batchId],
			['dashboard', ticket.dashboardUrl],
		],
		look,
	);

/** @param shape the named run, null when it is not over or not to be had; the last status of every member by run id */
export function rerunOutcome(
	{runId, testId, namedStatus, closure}: RerunOutcome,
	look: Look,
	{run, statuses}: {run: Run | null; statuses: ReadonlyMap<string, string>},
): string {
	const block = run
		? runBlock(run, look)
		: paddedBlock(
				[
					['runId', runId],
					['testId', testId],
					['status', {status: namedStatus}],
				],
				look,
			);
	const rows = closure.members.map(member => {
		const status = look.status(cleanLine(statuses.get(member.runId) ?? 'unknown'));
		return `${[member.role, member.testId, member.name ?? '', member.runId].filter(Boolean).map(cleanLine).join('  ')}  ${status}\n`;
	});
	return `${block}\nclosure\n${rows.join('')}`;
}
