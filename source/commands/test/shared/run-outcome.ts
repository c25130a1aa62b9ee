import type {PartialRun} from '../../../../contract/documents/run.ts';
import type {RunId, TestId} from '../../../../contract/ids.ts';
import {listHeals} from '../../../../contract/routes/heals.ts';
import {type RunWaitOutcome, waitForRun} from '../../../client/wait-for-run.ts';
import type {WaitOptions} from '../../../client/poll.ts';
import {isTerminal} from '../../../../contract/enums.ts';
import {getRun} from '../../../../contract/routes/runs.ts';
import type {Run} from '../../../../contract/run.ts';
import type {Context} from '../../../context.ts';
import {type ApiError, isApiError} from '../../../errors/api-error.ts';
import type {ProgressItem, ProgressNews} from '../../../output/progress.ts';
import {healWords} from '../../../view-model/heal-words.ts';
import {dashboardLink} from '../../dashboard-link.ts';
import {detached, negative, whyItFailed} from '../../outcome.ts';
import {caseOfRun} from '../../reported-run.ts';
import type {WaitReport} from '../../wait-report.ts';
import {shellWord} from '../../../view-model/shell-word.ts';

/** Says of a run that has repaired steps what it took for what, and how to keep it. The run itself is known without it. */
async function noteHeals({testId, runId, healedSteps}: Run, {client, notes, dryRun}: Context): Promise<void> {
	if (!healedSteps?.length || dryRun) return;
	try {
		const {items} = await client.call(listHeals, {params: {testId}, query: {status: 'proposed', pageSize: 100}});
		for (const heal of items.filter(one => one.runId === runId).reverse())
			notes.say(
				'note',
				`step ${heal.stepIndex} healed: ${healWords(heal)}. Accept: svc test heal accept ${shellWord(testId)} ${heal.healId}`,
			);
	} catch (error) {
		if (!isApiError(error)) throw error;
	}
}

/** Limit of a look beside the wait. */
const lastLookMs = 1000;

/** A wait as a command reports it: the whole run, or what is known of it, and what the process ends with. */
type SettledRun =
	| {view: 'run'; data: Run; problem?: ApiError}
	| {view: 'partial-run'; data: PartialRun; problem: ApiError};

/**
 * Follows one run to its end, showing its progress.
 * @param known what the trigger said, for a run never seen
 * @param report is told every state
 */
export async function followRun(
	known: PartialRun,
	wait: WaitOptions,
	context: Context,
	report?: WaitReport,
): Promise<SettledRun> {
	// The first answer may be held for 25 seconds; a person wants to see at once what is waited for.
	context.progress.show(
		{kind: 'run', runId: known.runId, status: known.status, steps: null},
		newsOf(known.runId, context),
	);
	const outcome = await watchRun(known.runId, wait, context, report);
	return settle(outcome, known, context);
}

/** The wait itself; a report hears of a wait that ran out of time or broke as well. */
export async function watchRun(
	runId: RunId,
	wait: WaitOptions,
	context: Context,
	report?: WaitReport,
): Promise<RunWaitOutcome> {
	try {
		const outcome = await waitForRun({
			...wait,
			runId,
			onRun(run) {
				context.progress.show(progressOf(run), isTerminal(run.status) ? undefined : newsOf(runId, context));
				if (report) report.batchId = run.batchId ?? null;
				report?.see(caseOfRun(run));
			},
		});
		if (outcome.state === 'timeout' && !isTerminal(outcome.run?.status ?? ''))
			report?.see({runId, status: 'timeout', error: outcome.error.message});
		return outcome;
	} catch (error) {
		if (isApiError(error) && !context.signal.aborted)
			report?.see({runId, status: `error:${error.code}`, error: error.message});
		throw error;
	}
}

const progressOf = ({runId, status, stepSummary: {total, completed}, steps}: Run): ProgressItem => ({
	kind: 'run',
	runId,
	status,
	steps: total === 0 ? null : {completed, last: steps?.findLast(step => step.status !== null)?.description ?? null},
});

/** How the run stands now: the wait hears of it only when it has ended. */
const newsOf =
	(runId: RunId, {client}: Context): ProgressNews =>
	async signal =>
		progressOf(
			await client.call(getRun, {params: {runId}, query: {includeSteps: 'true'}, signal, timeoutMs: lastLookMs}),
		);

async function settle(outcome: RunWaitOutcome, known: PartialRun, context: Context): Promise<SettledRun> {
	if (outcome.state === 'done') {
		const run = outcome.run;
		const link = await dashboardLink(run.dashboardUrl, async () => run, context);
		await noteHeals(run, context);
		for (const {message} of run.advisories ?? []) context.notes.say('warn', message);
		return {view: 'run', data: {...run, ...link}, problem: verdictProblem(run)};
	}
	const problem = outcome.state === 'timeout' ? outcome.error : detached(context.signal, {runIds: [known.runId]});
	const seen = outcome.run ?? (outcome.state === 'detached' ? await lastLook(known.runId, context) : null);
	return {view: 'partial-run', data: {...partialOf(known), ...(seen ? partialOf(seen) : {})}, problem};
}

/**
 * The state of a run whose wait was interrupted before its first answer, which the service may hold for 25 seconds: what
 * the trigger said is old by then. Null when it does not answer at once, or nobody would see it.
 */
async function lastLook(runId: RunId, {client, output}: Context): Promise<Run | null> {
	if (output !== 'json') return null;
	try {
		return await client.call(getRun, {params: {runId}, signal: AbortSignal.timeout(lastLookMs), timeoutMs: lastLookMs});
	} catch {
		return null;
	}
}

/** A run that did not pass is an answer, not an error: exit 1 beside the run itself. */
export const verdictProblem = ({
	runId,
	testId,
	status,
	neededHelp,
}: Pick<Run, 'runId' | 'testId' | 'status' | 'neededHelp'>): ApiError | undefined =>
	status === 'passed'
		? undefined
		: negative(
				`Run ${runId} finished: ${status}.`,
				{runId, testId, status},
				neededHelp?.command ?? hintFor(runId, testId, status),
			);

/** "Where a bundle exists, `[hint] svc test artifact get <run-id>`": a cancelled run need not have left anything. */
const hintFor = (runId: RunId, testId: TestId, status: string): string =>
	status === 'cancelled' ? `svc test result ${shellWord(testId)}` : whyItFailed({runId, testId});

/** "`{runId, status, enqueuedAt?, codeVersion?, targetUrl?}`" of a run that is not over, or whose cleanup is not. */
function partialOf({runId, status, enqueuedAt, codeVersion, targetUrl}: PartialRun): PartialRun {
	return {runId, status, ...(enqueuedAt === undefined ? {} : {enqueuedAt}), codeVersion, targetUrl};
}
