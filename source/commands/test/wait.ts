import type {WaitedRuns} from '../../../contract/documents/run.ts';
import {waitForRun} from '../../client/wait-for-run.ts';
import {isTerminal} from '../../../contract/enums.ts';
import type {Context} from '../../context.ts';
import {ApiError, isApiError} from '../../errors/api-error.ts';
import type {RunId, TestId} from '../../../contract/ids.ts';
import {inParallel} from '../../../contract/in-parallel.ts';
import {countOutcomes} from '../../../contract/outcome-counts.ts';
import {ids} from '../argument.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';
import {integer} from '../flag.ts';
import {detached, negative, nextLook} from '../outcome.ts';
import {reporting} from '../reports.ts';
import {caseOfRun} from '../reported-run.ts';
import {waitTimeoutFlag, checkReportFlags, reportFlags} from '../shared-flags.ts';
import type {WaitReport} from '../wait-report.ts';
import {followRun} from './shared/run-outcome.ts';

export const wait = defineCommand({
	description: 'A run is over when its batch has cleaned up. Ctrl-C only stops waiting: the run goes on.',
	args: {runIds: ids('run-id', 'Runs to wait for', {min: 1})},
	flags: {
		timeout: waitTimeoutFlag(),
		maxConcurrency: integer('Runs polled at once, 1 to 100', {min: 1, max: 100, default: 10}),
		...reportFlags,
	},
	examples: ['test wait run_1', '--output json test wait run_1 run_2 --timeout 120'],
	rules: options => checkReportFlags(options, true),
	run: ({runIds, timeout, maxConcurrency, ...options}, context) =>
		reporting(options, true, context, async report => {
			const [first = '', ...others] = new Set(runIds);
			for (const runId of [first, ...others]) report.see({runId, status: 'unknown'});
			if (others.length === 0)
				return followRun({runId: first, status: 'unknown'}, context.wait(timeout), context, report);
			return waitForSeveral([first, ...others], timeout, maxConcurrency, report, context);
		}),
});

/** How the wait for one of several runs ended. */
type Ended = {runId: RunId; status: string; testId?: TestId; name?: string; error?: ApiError};

async function waitForSeveral(
	runIds: readonly RunId[],
	timeout: number,
	limit: number,
	report: WaitReport,
	context: Context,
): Promise<CommandResult> {
	const waiting = context.wait(timeout);
	const statuses = new Map<string, string>();
	const waitForOne = async (runId: RunId): Promise<Ended> => {
		try {
			const outcome = await waitForRun({
				...waiting,
				runId,
				onRun(run) {
					const {status} = run;
					report.see(caseOfRun(run));
					statuses.set(runId, status);
					const done = [...statuses.values()].filter(isTerminal).length;
					context.progress.show({kind: 'runs', statuses, total: runIds.length, done});
				},
			});
			const {status = 'unknown', testId, testTitle} = outcome.run ?? {};
			const test = {...(testId ? {testId} : {}), ...(testTitle ? {name: testTitle} : {})};
			if (outcome.state === 'timeout') {
				if (!isTerminal(status)) report.see({runId, status: 'timeout', error: outcome.error.message});
				return {runId, status: 'timeout', ...test, error: outcome.error};
			}
			return {runId, status, ...test};
		} catch (error) {
			if (!isApiError(error) || error.exitCode === 3) throw error;
			report.see({runId, status: `error:${error.code}`, error: error.message});
			return {runId, status: `error:${error.code}`, error};
		}
	};
	const ended = await inParallel(runIds, limit, waitForOne);
	const data: WaitedRuns = {
		results: ended.map(({error: _, ...row}) => row),
		summary: countOutcomes(ended),
	};
	return {view: 'runs', data, problem: problemOf(ended, timeout, data.summary, context)};
}

/**
 * "3 authentication error (ends the whole wait) · 10 every member ended in a transport error · 7 any timeout or
 * per-member poll error · 1 any failed, blocked or cancelled · 0 all passed"
 */
function problemOf(
	ended: readonly Ended[],
	timeoutSeconds: number,
	summary: WaitedRuns['summary'],
	{signal}: Context,
): ApiError | undefined {
	if (signal.aborted) {
		const running = waitable(ended.filter(({status}) => !isTerminal(status)));
		return detached(signal, {runIds: running.map(({runId}) => runId)});
	}
	const open = ended.filter(({error}) => error);
	const errors = open.flatMap(({error}) => error ?? []);
	const [first] = errors;
	if (first && errors.length === ended.length && errors.every(({code}) => code === 'UNAVAILABLE'))
		return ofAll(first, open);
	if (first)
		return new ApiError('UNSUPPORTED', `${open.length} of ${ended.length} runs could not be followed to their end.`, {
			nextAction: nextStep(open, first),
			details: {timeoutSeconds, timedOutRunIds: open.map(({runId}) => runId)},
		});
	const notPassed = ended.filter(({status}) => isTerminal(status) && status !== 'passed').length;
	if (notPassed === 0) return undefined;
	const members = ended.map(({runId, testId, status}) => ({runId, testId, status, isCleanup: false}));
	return negative(`${notPassed} of ${ended.length} runs did not pass.`, {...summary}, nextLook(null, members));
}

/** The error of the first run as that of all of them: its next step waits for each. */
const ofAll = (error: ApiError, open: readonly Ended[]): ApiError =>
	new ApiError(error.code, error.message, {
		nextAction: error.nextAction.replace(goOn(open.slice(0, 1)), goOn(open)),
		requestId: error.requestId,
		details: {...error.details, runIds: open.map(({runId}) => runId)},
		cause: error,
	});

/** Waiting again helps where a run may still be under way; a run that does not exist stays away. */
const waitable = (open: readonly Ended[]): Ended[] => open.filter(({error}) => error?.code !== 'NOT_FOUND');

function nextStep(open: readonly Ended[], first: ApiError): string {
	const again = waitable(open);
	return again.length > 0 ? goOn(again) : first.nextAction;
}

const goOn = (open: readonly Ended[]): string => `svc test wait ${open.map(({runId}) => runId).join(' ')}`;
