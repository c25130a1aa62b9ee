import type {BatchId, RunId, TestId} from '../../contract/ids.ts';
import type {NeededHelp} from '../../contract/run.ts';
import type {Context} from '../context.ts';
import {ApiError} from '../errors/api-error.ts';
import {shellWord} from '../view-model/shell-word.ts';

/** The negative answer of a command that has worked: exit 1 beside a result. @param nextAction a command that helps */
export const negative = (message: string, details: Record<string, unknown>, nextAction = ''): ApiError =>
	new ApiError('NEGATIVE_RESULT', message, {details, nextAction});

/**
 * What ends a wait that was interrupted: "the run keeps executing and billing", and how to come back to it.
 * @param signal the aborted signal of the context
 */
export function detached(signal: AbortSignal, running: {runIds: readonly RunId[]; batchId?: BatchId | null}): ApiError {
	const reason: unknown = signal.reason;
	const details = reason instanceof ApiError ? reason.details : {};
	const batchId = running.batchId ?? undefined;
	const resume = batchId ? `svc batch watch ${batchId}` : `svc test wait ${running.runIds.join(' ')}`;
	return new ApiError('INTERRUPTED', reason instanceof ApiError ? reason.message : 'Interrupted.', {
		nextAction: running.runIds.length > 0 || batchId ? resume : '',
		details: {...details, runIds: [...running.runIds], ...(batchId ? {batchId} : {})},
	});
}

/** The command that goes on from a step of a longer way, for whoever reads; a program knows its way. */
export const sayNext = (text: string, {notes, output}: Pick<Context, 'notes' | 'output'>): void => {
	if (output === 'text') notes.say('hint', text);
};

/** The commands that say why a run did not pass: its bundle on disk, and on one screen. */
export const whyItFailed = ({runId, testId}: Pick<JudgedMember, 'runId' | 'testId'>): string =>
	`svc test artifact get ${runId}${testId === undefined ? '' : `\nsvc test failure summary ${shellWord(testId)}`}`;

/** A member as far as the next step depends on it. */
type JudgedMember = {
	runId: RunId;
	testId?: TestId | undefined;
	status: string;
	isCleanup: boolean;
	neededHelp?: NeededHelp | null | undefined;
};

/**
 * The command that helps after a batch that did not pass: the failure bundle of its first failed run, or what gives the
 * first one the example that it needs when there is no other, or the bundle of the first blocked one when nothing failed; where runs were cancelled the list of the members that did not run. Empty: nothing
 * to look at.
 */
export function nextLook(batchId: BatchId | null, members: readonly JudgedMember[]): string {
	const judged = members.filter(({isCleanup}) => !isCleanup);
	const failures = judged.filter(({status}) => status === 'failed');
	// What nobody has accepted yet says nothing about the API: whatever else failed is looked at first.
	const failed = failures.find(({neededHelp}) => !neededHelp);
	const helped = failures[0]?.neededHelp;
	if (!failed && helped) return helped.settle ?? helped.command;
	const stopped = ['blocked', 'cancelled'].filter(wanted => judged.some(({status}) => status === wanted));
	const telling =
		failed ?? (stopped.includes('cancelled') ? undefined : judged.find(({status}) => status === 'blocked'));
	if (telling) return whyItFailed(telling);
	return batchId && stopped.length > 0 ? `svc batch get ${batchId} --status ${stopped.join(',')}` : '';
}
