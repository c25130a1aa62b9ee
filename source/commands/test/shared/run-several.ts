import type {ProjectId} from '../../../../contract/ids.ts';
import type {WaitOptions} from '../../../client/poll.ts';
import type {Context} from '../../../context.ts';
import {ApiError, isApiError, refusedFlag} from '../../../errors/api-error.ts';
import {dashboardLink} from '../../dashboard-link.ts';
import type {CommandResult} from '../../define-command.ts';
import {withKnownPlaces} from '../../known-places.ts';
import {derivedKey} from '../../shared-flags.ts';
import type {WaitReport} from '../../wait-report.ts';
import {withWholeErrors} from '../../whole-errors.ts';
import {
	conflictError,
	decidingProblem,
	describeBatches,
	leftDeferred,
	notFoundError,
	testCount,
} from './batch-outcome.ts';
import {followBatch, followJoined, type Followed} from './follow-batch.ts';
import {type Dispatched, mergeTickets, type SeveralTicket} from './several-ticket.ts';

type SeveralOptions = {
	/**
	 * Starts the tests of the command, or those that a full queue has sent back, and says what the service has to say.
	 * Without a test: no ticket.
	 */
	send(deferred: readonly string[] | null, idempotencyKey: string): Promise<Dispatched>;
	/** The result when nothing was sent. */
	empty: SeveralTicket;
	/** The flag that is refused when there is nothing to run. */
	nothingFlag: string;
	/** The project a dashboard link leads to; null where there is none. */
	subject: (() => Promise<{projectId: ProjectId}>) | null;
	idempotencyKey: string;
	wait: boolean;
	/** Seconds. */
	timeout: number;
	maxConcurrency: number;
	allowEmpty: boolean;
};

/** Runs several tests, or a whole project. */
export async function runSeveral(
	options: SeveralOptions,
	report: WaitReport,
	context: Context,
): Promise<CommandResult> {
	const waiting = context.wait(options.timeout);
	const {tickets, error} = await options.send(null, options.idempotencyKey);
	const ticket = mergeTickets(tickets, options.empty);
	report.batchId = ticket.batchId;
	if (!error && tickets.length > 0) report.settleExpected(ticket.accepted);
	adviseAboutSkipped(ticket, context);
	const nothing = nothingToRun(ticket, options);
	// What was skipped is an answer; where nothing was even found there is none.
	if (nothing && !skips(ticket)) throw nothing;
	if (isEmpty(ticket) && !skips(ticket)) context.notes.say('advisory', 'no test matches: nothing was started');
	if (options.wait) {
		const ended = await waitForAll(ticket, {tickets, error}, waiting, options, report, context);
		return nothing ? {...ended, problem: nothing} : ended;
	}
	const {subject} = options;
	const link = subject ? await dashboardLink(ticket.dashboardUrl, subject, context) : {};
	const problem = error ?? nothing ?? dispatchProblem(ticket);
	const known = {project: report.projectId ?? undefined};
	return {view: 'batch-ticket', data: {...ticket, ...link}, problem: problem && withKnownPlaces(problem, known)};
}

const isEmpty = ({accepted, conflicts, deferred, notFound = []}: SeveralTicket): boolean =>
	[accepted, conflicts, deferred, notFound].every(list => list.length === 0);

const skips = ({skippedFrontend = []}: SeveralTicket): boolean => skippedFrontend.length > 0;

/** "Exit 5 unless `--allow-empty`" */
function nothingToRun(ticket: SeveralTicket, {allowEmpty, nothingFlag}: SeveralOptions): ApiError | undefined {
	if (allowEmpty || !isEmpty(ticket)) return undefined;
	const why = skips(ticket) ? 'it selects frontend tests only, and this service runs none of them' : 'no test matches';
	return refusedFlag(nothingFlag, {
		reason: 'nothing_to_run',
		text: `${why}; --allow-empty makes that a success`,
	});
}

/** "Then one `[advisory]` with the number": ours, where the service has not told it already. */
function adviseAboutSkipped({skippedFrontend = [], advisories = []}: SeveralTicket, {notes}: Context): void {
	if (skippedFrontend.length === 0 || advisories.some(({feature}) => feature === 'frontend_runner')) return;
	const what = skippedFrontend.length === 1 ? '1 frontend test was' : `${skippedFrontend.length} frontend tests were`;
	notes.say('advisory', `${what} skipped by this service`);
}

/**
 * Follows the batches, the runs that stood in the way ("polled, not reported as conflict"), and the batches that tests
 * deferred by the service end up in.
 */
async function waitForAll(
	ticket: SeveralTicket,
	{tickets, error}: Dispatched,
	waiting: WaitOptions,
	options: SeveralOptions,
	report: WaitReport,
	context: Context,
): Promise<CommandResult> {
	const joined = ticket.conflicts.filter(({currentRunId}) => currentRunId !== undefined);
	const [batches, runs, later] = await Promise.all([
		Promise.all(tickets.map(one => followBatch(one, waiting, context))),
		followJoined(joined, waiting, options.maxConcurrency, context),
		sendDeferred(ticket, waiting, options, context),
	]);
	return describeBatches(
		{
			ticket,
			batches: await Promise.all([...batches, ...later.batches].map(one => withReasons(one, context))),
			joined: runs,
			conflicts: [...ticket.conflicts.filter(conflict => !joined.includes(conflict)), ...later.conflicts],
			deferred: later.deferred,
			errors: [error, later.error].flatMap(one => one ?? []),
		},
		report,
		context,
	);
}

const withReasons = async (followed: Followed, context: Context): Promise<Followed> => ({
	...followed,
	batch: followed.batch && (await withWholeErrors(followed.batch, context)),
});

const deferralMs = 61_000;

type Later = {
	batches: Followed[];
	conflicts: SeveralTicket['conflicts'];
	deferred: SeveralTicket['deferred'];
	/** What stopped the sending. */
	error: ApiError | null;
};

/**
 * "Under `--wait` the deferred ids are sent again, 61 s apart, as long as `timeout − min(60 s, timeout/3)` is not used
 * up; each retry has the key `<key>:deferred-retry<n>`."
 */
async function sendDeferred(
	ticket: SeveralTicket,
	waiting: WaitOptions,
	options: SeveralOptions,
	context: Context,
): Promise<Later> {
	const timeoutMs = waiting.timeoutSeconds * 1000;
	const lastDispatchAt = waiting.deadlineAt - Math.min(60_000, timeoutMs / 3);
	const follows: Promise<Followed>[] = [];
	const conflicts: SeveralTicket['conflicts'] = [];
	let {deferred} = ticket;
	let stopped: ApiError | null = null;
	for (let retry = 1; deferred.length > 0 && !stopped && waiting.elapsed() + deferralMs <= lastDispatchAt; retry++) {
		context.notes.say('deferred', `${testCount(deferred)} for later: the queue is full; sent again in 61 s`);
		try {
			await waiting.sleep(deferralMs, waiting.signal);
			const key = derivedKey(options.idempotencyKey, `:deferred-retry${retry}`);
			const {tickets, error} = await options.send(
				deferred.map(({testId}) => testId),
				key,
			);
			stopped = error;
			const next = mergeTickets(tickets, options.empty);
			for (const one of tickets) if (one.batchId) follows.push(followBatch(one, waiting, context));
			conflicts.push(...next.conflicts);
			deferred = next.deferred;
		} catch (error) {
			// The runs that are under way are reported in any case.
			if (!isApiError(error)) throw error;
			stopped = error;
		}
	}
	return {batches: await Promise.all(follows), conflicts, deferred, error: stopped};
}

/**
 * "0 when everything was accepted; 7 when members stayed deferred; 6 when nothing was accepted because of conflicts". A
 * test that does not exist or cannot be run at all is no conflict that passes.
 */
function dispatchProblem({accepted, conflicts, deferred, notFound = []}: SeveralTicket): ApiError | undefined {
	const refusals = conflicts.map(conflictError).filter(({code}) => code !== 'CONFLICT');
	const lasting = decidingProblem([...refusals, ...(notFound.length > 0 ? [notFoundError(notFound)] : [])]);
	if (lasting) return lasting;
	if (deferred.length > 0) return leftDeferred(deferred);
	if (accepted.length > 0 || conflicts.length === 0) return undefined;
	const [first] = conflicts;
	return new ApiError('CONFLICT', `None of ${conflicts.length} tests was started: ${first?.message}`, {
		nextAction: first?.currentRunId ? `svc test wait ${first.currentRunId}` : '',
		details: {reason: first?.reason, ...(first?.currentRunId ? {currentRunId: first.currentRunId} : {})},
	});
}
