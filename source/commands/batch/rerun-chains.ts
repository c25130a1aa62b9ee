import type {BatchId, ChainId, ProjectId} from '../../../contract/ids.ts';
import type {RerunTicket} from '../../../contract/rerun.ts';
import {rerunChain, rerunProjectChains} from '../../../contract/routes/chains.ts';
import type {Context} from '../../context.ts';
import {refusedFlag} from '../../errors/api-error.ts';
import type {CommandResult} from '../define-command.ts';
import {followRerun} from '../test/shared/follow-rerun.ts';
import {sendReruns} from '../test/shared/rerun-several.ts';
import {runSeveral} from '../test/shared/run-several.ts';
import type {Dispatched, SeveralTicket} from '../test/shared/several-ticket.ts';
import {nameRunInFlight, sayAbout} from '../test/shared/trigger.ts';
import type {WaitReport} from '../wait-report.ts';

type ChainRerun = {
	skipDependencies: boolean;
	wait: boolean;
	/** Seconds. */
	timeout: number;
	idempotencyKey: string;
};

const bodyOf = ({skipDependencies}: ChainRerun) => ({
	source: 'cli' as const,
	...(skipDependencies ? {skipDependencies} : {}),
});

/** Runs one chain again, as `test rerun` does with its last test. */
export async function rerunOneChain(
	params: {batchId: BatchId; chainId: ChainId},
	wish: ChainRerun,
	report: WaitReport,
	context: Context,
): Promise<CommandResult> {
	const waiting = context.wait(wish.timeout);
	const {idempotencyKey} = wish;
	const ticket = await context.client
		.call(rerunChain, {params, body: bodyOf(wish), idempotencyKey})
		.catch(nameRunInFlight);
	sayAbout(ticket, context);
	if (!wish.wait) return {view: 'rerun-ticket', data: ticket};
	return followRerun({...ticket, testId: testOf(ticket)}, waiting, report, context);
}

/** The test that a rerun is of: its run is the one of the ticket. */
const testOf = ({closure, runId}: RerunTicket): string =>
	closure?.members.find(member => member.runId === runId)?.testId ?? '';

/** Runs every chain of the project of a batch again. */
export async function rerunChains(
	projectIds: readonly ProjectId[],
	wish: ChainRerun,
	report: WaitReport,
	context: Context,
): Promise<CommandResult> {
	const [projectId, ...others] = projectIds;
	if (projectId === undefined || others.length > 0)
		throw refusedFlag('chain', {reason: 'required', text: 'name one chain: the batch spans several projects'});
	report.projectId = projectId;
	return runSeveral(
		{
			...wish,
			maxConcurrency: 50,
			allowEmpty: false,
			send: (deferred, key) =>
				deferred
					? sendReruns(deferred, {...wish, autoHeal: false, environment: undefined}, key, context)
					: send(projectId, {...wish, idempotencyKey: key}, context),
			empty: nothing,
			nothingFlag: 'rerun',
			subject: async () => ({projectId}),
		},
		report,
		context,
	);
}

async function send(projectId: ProjectId, wish: ChainRerun, context: Context): Promise<Dispatched> {
	const {idempotencyKey} = wish;
	const ticket = await context.client.call(rerunProjectChains, {
		params: {projectId},
		body: bodyOf(wish),
		idempotencyKey,
	});
	sayAbout(ticket, context);
	return {tickets: [{...nothing, ...ticket}], error: null};
}

const nothing: SeveralTicket = {batchId: null, accepted: [], conflicts: [], deferred: []};
