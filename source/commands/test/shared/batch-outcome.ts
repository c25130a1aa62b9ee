import type {BatchOutcome} from '../../../../contract/documents/run.ts';
import type {Batch, BatchMember} from '../../../../contract/batch.ts';
import {isTerminal, type MemberConflict} from '../../../../contract/enums.ts';
import type {ErrorCode} from '../../../../contract/error.ts';
import type {Context} from '../../../context.ts';
import {withKnownPlaces} from '../../known-places.ts';
import {ApiError} from '../../../errors/api-error.ts';
import {sumCleanups} from '../../../reports/report.ts';
import type {RunId, TestId} from '../../../../contract/ids.ts';
import {countOutcomes, isSkippedMember} from '../../../../contract/outcome-counts.ts';
import type {CommandResult} from '../../define-command.ts';
import {detached, negative, nextLook} from '../../outcome.ts';
import {caseOfMember} from '../../reported-run.ts';
import type {WaitReport} from '../../wait-report.ts';
import type {Followed, Joined} from './follow-batch.ts';
import type {SeveralTicket} from './several-ticket.ts';
import {shellWord} from '../../../view-model/shell-word.ts';

/** Everything that several tests came to. */
type Ended = {
	ticket: SeveralTicket;
	batches: readonly Followed[];
	joined: readonly Joined[];
	/** Tests that were not started and are not waited for. */
	conflicts: SeveralTicket['conflicts'];
	deferred: SeveralTicket['deferred'];
	/** What stopped the sending of tests. */
	errors: readonly ApiError[];
};

type Row = BatchOutcome['accepted'][number];
/** A row with what decides whether it counts. */
type CountedRow = Row & {isCleanup: boolean; isSkipped: boolean; member: BatchMember | undefined};

export function describeBatches(ended: Ended, report: WaitReport, context: Context): CommandResult {
	const rows = [...ended.batches.flatMap(batch => rowsOf(batch, context)), ...ended.joined.map(rowOfJoined)];
	const {ticket, conflicts, deferred} = ended;
	tellReport(report, rows, ended);
	const data: BatchOutcome = {
		batchId: ticket.batchId,
		...(ticket.batchIds ? {batchIds: ticket.batchIds} : {}),
		accepted: rows.map(({isCleanup, isSkipped, member, ...row}) => row),
		conflicts,
		deferred,
		skippedFrontend: ticket.skippedFrontend ?? [],
		skippedIntegration: ticket.skippedIntegration ?? [],
		...(ticket.notFound ? {notFound: ticket.notFound} : {}),
		...(ticket.closure ? {closure: ticket.closure} : {}),
		summary: summarise(report, ended),
		cleanup: cleanupOf(ended.batches),
	};
	const batches = ended.batches.flatMap(({batch}) => batch ?? []);
	for (const {batchId, cleanup} of batches) report.seeCleanup(batchId, cleanup);
	tellWarnings(rows, batches, context);
	tellOrphans(batches, context);
	return {view: 'batch-outcome', data, shape: {batches}, problem: problemOf(data, rows, ended, report, context)};
}

/** One row for each accepted run, with the state it was last seen in. */
function rowsOf({ticket, batch, error}: Followed, {signal}: Context): CountedRow[] {
	const members = new Map(batch?.members.map(member => [member.runId, member]));
	return ticket.accepted.map(({testId, runId, role, name = undefined, dashboardUrl}) => {
		const member = members.get(runId);
		const status = member?.status ?? 'unknown';
		const broken = !isTerminal(status) && !signal.aborted ? error : null;
		const why = broken?.message ?? member?.error;
		return {
			testId,
			...named(member?.name ?? name),
			runId,
			role: member?.role ?? role,
			status: broken ? openStatus(broken) : status,
			...(why ? {error: why} : {}),
			...(member?.neededHelp ? {neededHelp: member.neededHelp} : {}),
			...(member?.advisories ? {advisories: member.advisories} : {}),
			...(dashboardUrl === undefined ? {} : {dashboardUrl}),
			isCleanup: (member?.role ?? role) === 'teardown',
			isSkipped: isSkippedMember(member),
			member,
		};
	});
}

const named = (name: string | undefined) => (name === undefined ? {} : {name});

const isTimeout = ({code}: ApiError) => code === 'UNSUPPORTED' || code === 'REQUEST_TIMEOUT';
const openStatus = (error: ApiError) => (isTimeout(error) ? 'timeout' : `error:${error.code}`);

const rowOfJoined = ({testId, runId, status, message}: Joined): CountedRow => ({
	testId,
	runId,
	status,
	...(message ? {error: message} : {}),
	isCleanup: false,
	isSkipped: false,
	member: undefined,
});

/** Every run, and every test that has none: "deferred, conflict, skipped: `skipped`". */
function tellReport(report: WaitReport, rows: readonly CountedRow[], {ticket, conflicts, deferred}: Ended): void {
	for (const {testId, runId, status, error, dashboardUrl, isSkipped, member} of rows)
		report.see({
			...(member ? caseOfMember(member) : {testId, runId}),
			error: error ?? null,
			status: isSkipped ? 'skipped' : status,
			dashboardUrl: dashboardUrl ?? null,
		});
	for (const {testId, message} of conflicts) report.see({testId, status: 'skipped', error: message});
	for (const {testId, reason} of deferred) report.see({testId, status: 'skipped', error: reason});
	for (const testId of [...(ticket.skippedFrontend ?? []), ...(ticket.notFound ?? [])])
		report.see({testId, status: 'skipped'});
}

/** Warnings shown of one wait; the batch has them all. */
const mostWarnings = 20;

/** What passed and still wants to be looked at. */
function tellWarnings(rows: readonly CountedRow[], batches: readonly Batch[], {notes}: Context): void {
	const all = rows.flatMap(({member}) => (member?.advisories ?? []).map(({message}) => `${member?.name}: ${message}`));
	for (const warning of all.slice(0, mostWarnings)) notes.say('warn', warning);
	if (all.length > mostWarnings)
		notes.say(
			'warn',
			`${all.length - mostWarnings} more warnings: see svc batch get ${batches[0]?.batchId ?? '<batch-id>'}`,
		);
}

/** What a run leaves behind in the API under test is easily missed: the table is about tests. */
function tellOrphans(batches: readonly Batch[], {notes}: Context): void {
	for (const {batchId, cleanup} of batches) {
		if (cleanup.orphaned > 0)
			notes.say('advisory', `records that might be orphaned: ${cleanup.orphaned}; see svc batch cleanup ${batchId}`);
		if (cleanup.state === 'asking')
			notes.say(
				'advisory',
				`records that wait for your word: ${cleanup.pending}; see svc batch cleanup ${batchId} --plan`,
			);
	}
}

/** What a report counts: every run, and every test that has none. */
const summarise = (report: WaitReport, {conflicts, deferred}: Ended): BatchOutcome['summary'] => ({
	...countOutcomes(report.cases()),
	deferred: deferred.length,
	conflicts: conflicts.length,
});

function cleanupOf(batches: readonly Followed[]): BatchOutcome['cleanup'] {
	const known = sumCleanups(batches.flatMap(({batch}) => (batch ? [batch.cleanup] : [])));
	const {state = 'none', captured = 0, cleaned = 0, orphaned = 0} = known ?? {};
	return {state, captured, cleaned, orphaned};
}

/** "3, 14 · 12, 13 · 4, 5, 6 (in this order) · 11, 10 (in this order) · 7 (timeout or left deferred) · 1 · 0" */
const precedence = [3, 14, 12, 13, 4, 5, 6, 11, 10, 7, 1];

/** Of everything that went wrong with several runs, what the process ends with. */
export const decidingProblem = (problems: readonly ApiError[]): ApiError | undefined =>
	[...problems].sort((a, b) => precedence.indexOf(a.exitCode) - precedence.indexOf(b.exitCode))[0];

function problemOf(
	data: BatchOutcome,
	rows: readonly CountedRow[],
	ended: Ended,
	report: WaitReport,
	context: Context,
): ApiError | undefined {
	const open = rows.filter(({status}) => !isTerminal(status)).map(({runId}) => runId);
	if (context.signal.aborted) return detached(context.signal, {runIds: open, batchId: data.batchId});
	const verdict = verdictProblem(data, rows);
	const problems = [
		...[...ended.batches, ...ended.joined].flatMap(({error}) => (error ? [withOpenRuns(error, open)] : [])),
		...ended.conflicts.map(conflictError),
		...ended.errors,
		...(ended.ticket.notFound?.length ? [notFoundError(ended.ticket.notFound)] : []),
		...(ended.deferred.length > 0 ? [leftDeferred(ended.deferred)] : []),
		...verdict,
	];
	const deciding = decidingProblem(problems);
	if (!deciding || verdict.includes(deciding)) return deciding;
	const others = ended.conflicts.length - 1;
	return withKnownPlaces(
		besides(deciding, [
			...(deciding.details['testId'] !== undefined && others > 0
				? [negative(`${others} more ${others === 1 ? 'was' : 'were'} not started.`, {})]
				: []),
			...verdict,
		]),
		{project: report.projectId ?? undefined},
	);
}

/** What ends the process, with what else there is to say: a test that was not started hides no failure. */
const besides = (deciding: ApiError, others: readonly ApiError[]): ApiError =>
	others.length === 0
		? deciding
		: new ApiError(deciding.code, [deciding, ...others].map(({message}) => message).join(' '), {
				nextAction: [deciding, ...others].flatMap(({nextAction}) => nextAction || []).join('\n'),
				requestId: deciding.requestId,
				details: Object.assign({}, ...others.map(({details}) => details), deciding.details),
				cause: deciding,
			});

/** A wait that ran out of time names every run that is still open. */
const withOpenRuns = (error: ApiError, open: readonly string[]): ApiError =>
	isTimeout(error)
		? new ApiError(error.code, error.message, {
				nextAction: error.nextAction,
				requestId: error.requestId,
				details: {...error.details, timedOutRunIds: [...open]},
				cause: error,
			})
		: error;

const conflictCodes: Partial<Record<MemberConflict, ErrorCode>> = {
	not_found: 'NOT_FOUND',
	no_code: 'NOT_FOUND',
	no_browser: 'FEATURE_GATED',
	local_address: 'VALIDATION_ERROR',
	in_flight: 'CONFLICT',
};

/** A test that was not started, as the error of a command that stops at it. */
export const conflictError = ({testId, reason, message, currentRunId}: SeveralTicket['conflicts'][number]): ApiError =>
	new ApiError(conflictCodes[reason as MemberConflict] ?? 'INTERNAL', `Test ${testId} was not started: ${message}`, {
		nextAction: conflictSteps[reason as MemberConflict]?.(testId, currentRunId) ?? '',
		details: {reason, testId},
	});

const conflictSteps: Partial<Record<MemberConflict, (testId: TestId, currentRunId?: RunId) => string>> = {
	not_found: () => seeTests,
	no_browser: () => 'See `svc doctor` for the command that installs a browser.',
	no_code: testId => `svc test code put ${shellWord(testId)} --code-file <python-file>`,
	in_flight: (_testId, currentRunId) => (currentRunId ? `svc test wait ${currentRunId}` : ''),
};

const seeTests = 'See what there is: svc test list --project <project-id>';

/** Cleanup tests do not decide: the outcome of a batch is that of its other members. */
function verdictProblem({summary, batchId}: BatchOutcome, rows: readonly CountedRow[]): ApiError[] {
	const isNegative = rows.some(({status, isCleanup}) => !isCleanup && isTerminal(status) && status !== 'passed');
	if (!isNegative) return [];
	const {failed, blocked, cancelled, total} = summary;
	return [
		negative(
			`${failed} failed, ${blocked} blocked, ${cancelled} cancelled of ${total}.`,
			{...summary},
			nextLook(
				batchId,
				rows.map(({member, ...row}) => ({...row, neededHelp: member?.neededHelp})),
			),
		),
	];
}

export const leftDeferred = (deferred: SeveralTicket['deferred']): ApiError =>
	new ApiError('UNSUPPORTED', `Not started: ${testCount(deferred)}, because the queue of the service is full.`, {
		nextAction: 'Run them again when the batch has ended.',
		details: {deferredTestIds: deferred.map(({testId}) => testId)},
	});

/** Tests that were named and do not exist, or do not belong there. */
export const notFoundError = (testIds: readonly TestId[]): ApiError =>
	new ApiError('NOT_FOUND', `Not found: ${testIds.join(', ')}.`, {
		nextAction: seeTests,
		details: {resource: 'test', id: testIds[0], ids: [...testIds], reason: 'not_found'},
	});

export const testCount = ({length}: readonly unknown[]): string => (length === 1 ? '1 test' : `${length} tests`);
