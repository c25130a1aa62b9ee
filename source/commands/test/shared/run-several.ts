import type {WaitOptions} from '../../../client/poll.ts';
import type {BatchRunTicket} from '../../../contract/batch.ts';
import {runBatch} from '../../../contract/routes/batches.ts';
import type {Context} from '../../../context.ts';
import {ApiError, isApiError} from '../../../errors/api-error.ts';
import {refusedFlag} from '../../../errors/usage-error.ts';
import {dashboardLink} from '../../dashboard-link.ts';
import type {CommandResult} from '../../define-command.ts';
import {describeBatches, leftDeferred} from './batch-outcome.ts';
import {followBatch, followJoined, type Followed} from './follow-batch.ts';
import type {Selection} from './select-tests.ts';
import {sayAbout} from './trigger.ts';

export type SeveralOptions = {
	selection: Selection;
	targetUrl: string | undefined;
	environment: string | undefined;
	idempotencyKey: string;
	wait: boolean;
	/** Seconds. */
	timeout: number;
	maxConcurrency: number;
	allowEmpty: boolean;
};

/** Runs several tests, or the whole project, as one batch. */
export async function runSeveral(options: SeveralOptions, context: Context): Promise<CommandResult> {
	if (options.selection.testIds?.length === 0) return nothingToRun(options, context);
	const waiting = context.wait(options.timeout);
	const ticket = await dispatch(options, options.selection, options.idempotencyKey, context);
	const isEmpty = ticket.accepted.length + ticket.conflicts.length + ticket.deferred.length === 0;
	if (isEmpty && !options.allowEmpty) throw nothingError();
	if (ticket.skippedFrontend.length > 0)
		context.notes.say('advisory', `${ticket.skippedFrontend.length} frontend tests were skipped by this service`);
	if (!options.wait || isEmpty) {
		const link = await dashboardLink(ticket.dashboardUrl, async () => options.selection, context);
		return {view: 'batch-ticket', data: {...ticket, ...link}, problem: dispatchProblem(ticket)};
	}
	return waitForAll(ticket, waiting, options, context);
}

async function dispatch(
	{targetUrl, environment}: SeveralOptions,
	selection: Selection,
	idempotencyKey: string,
	context: Context,
): Promise<BatchRunTicket> {
	const body = {...selection, source: 'cli' as const, targetUrl, environment};
	const ticket = await context.client.call(runBatch, {body, idempotencyKey});
	sayAbout(ticket, context);
	return ticket;
}

/**
 * Follows the batch, the runs that stood in the way ("polled, not reported as conflict"), and the batches that tests
 * deferred by the service end up in.
 */
async function waitForAll(
	ticket: BatchRunTicket,
	waiting: WaitOptions,
	options: SeveralOptions,
	context: Context,
): Promise<CommandResult> {
	const joined = ticket.conflicts.filter(({currentRunId}) => currentRunId !== undefined);
	const [first, runs, later] = await Promise.all([
		followBatch(ticket, waiting, context),
		followJoined(joined, waiting, options.maxConcurrency, context),
		sendDeferred(ticket, waiting, options, context),
	]);
	return describeBatches(
		{
			ticket,
			batches: [first, ...later.batches],
			joined: runs,
			conflicts: [...ticket.conflicts.filter(conflict => !joined.includes(conflict)), ...later.conflicts],
			deferred: later.deferred,
			error: later.error,
		},
		context,
	);
}

const deferralMs = 61_000;

type Later = {
	batches: Followed[];
	conflicts: BatchRunTicket['conflicts'];
	deferred: BatchRunTicket['deferred'];
	/** What stopped the sending. */
	error: ApiError | null;
};

/**
 * "Under `--wait` the deferred ids are sent again, 61 s apart, as long as `timeout − min(60 s, timeout/3)` is not used
 * up; each retry has the key `<key>:deferred-retry<n>`."
 */
async function sendDeferred(
	ticket: BatchRunTicket,
	waiting: WaitOptions,
	options: SeveralOptions,
	context: Context,
): Promise<Later> {
	const timeoutMs = waiting.timeoutSeconds * 1000;
	const lastDispatchAt = waiting.deadlineAt - Math.min(60_000, timeoutMs / 3);
	const follows: Promise<Followed>[] = [];
	const conflicts: BatchRunTicket['conflicts'] = [];
	let {deferred} = ticket;
	let stopped: ApiError | null = null;
	for (let retry = 1; deferred.length > 0 && waiting.now() + deferralMs <= lastDispatchAt; retry++) {
		context.notes.say('deferred', `${deferred.length} tests wait for room in the queue; sent again in 61 s`);
		try {
			await waiting.sleep(deferralMs, waiting.signal);
			const selection = {projectId: options.selection.projectId, testIds: deferred.map(({testId}) => testId)};
			const next = await dispatch(options, selection, `${options.idempotencyKey}:deferred-retry${retry}`, context);
			if (next.batchId) follows.push(followBatch(next, waiting, context));
			conflicts.push(...next.conflicts);
			deferred = next.deferred;
		} catch (error) {
			// The runs that are under way are reported in any case.
			if (!isApiError(error)) throw error;
			stopped = error;
			break;
		}
	}
	return {batches: await Promise.all(follows), conflicts, deferred, error: stopped};
}

/** "0 when everything was accepted; 7 when members stayed deferred; 6 when nothing was accepted because of conflicts" */
function dispatchProblem({accepted, conflicts, deferred}: BatchRunTicket): ApiError | undefined {
	if (deferred.length > 0) return leftDeferred(deferred);
	if (accepted.length > 0 || conflicts.length === 0) return undefined;
	const [first] = conflicts;
	return new ApiError('CONFLICT', `None of ${conflicts.length} tests was started: ${first?.message}`, {
		nextAction: first?.currentRunId ? `svc test wait ${first.currentRunId}` : '',
		details: {reason: first?.reason, ...(first?.currentRunId ? {currentRunId: first.currentRunId} : {})},
	});
}

const nothingError = () =>
	refusedFlag('all', {reason: 'nothing_to_run', text: 'no test matches; --allow-empty makes that a success'});

function nothingToRun({allowEmpty}: SeveralOptions, {notes}: Context): CommandResult {
	if (!allowEmpty) throw nothingError();
	notes.say('advisory', 'no test matches: nothing was started');
	const data: BatchRunTicket = {
		batchId: null,
		accepted: [],
		conflicts: [],
		deferred: [],
		skippedFrontend: [],
		skippedIntegration: [],
	};
	return {view: 'batch-ticket', data};
}
