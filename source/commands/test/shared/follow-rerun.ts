import type {RerunOutcome} from '../../../../contract/documents/run.ts';
import type {WaitOptions} from '../../../client/poll.ts';
import {type BatchWaitOutcome, waitForBatch} from '../../../client/wait-for-batch.ts';
import type {Batch} from '../../../../contract/batch.ts';
import {isTerminal} from '../../../../contract/enums.ts';
import type {BatchId, RunId, TestId} from '../../../../contract/ids.ts';
import {isSkippedMember} from '../../../../contract/outcome-counts.ts';
import type {RerunTicket} from '../../../../contract/rerun.ts';
import {getRun} from '../../../../contract/routes/runs.ts';
import type {Closure, Run} from '../../../../contract/run.ts';
import type {Context} from '../../../context.ts';
import {type ApiError, isApiError} from '../../../errors/api-error.ts';
import {batchProgress, type WaitReport} from '../../wait-report.ts';
import type {CommandResult} from '../../define-command.ts';
import {detached} from '../../outcome.ts';
import {caseOfMember} from '../../reported-run.ts';
import {followRun, verdictProblem} from './run-outcome.ts';

type Ticket = RerunTicket & {testId: TestId};

/** Waits for the rerun of one test: with a closure for its whole batch, else for the run itself. */
export async function followRerun(
	ticket: Ticket,
	waiting: WaitOptions,
	report: WaitReport,
	context: Context,
): Promise<CommandResult> {
	const {runId, testId, status, closure, batchId} = ticket;
	report.see({testId, runId, status});
	report.batchId = batchId ?? null;
	if (!closure || !batchId) {
		const {enqueuedAt, codeVersion, targetUrl} = ticket;
		const settled = await followRun({runId, status, enqueuedAt, codeVersion, targetUrl}, waiting, context, report);
		if (settled.view !== 'run') return settled;
		// A script that reruns backend tests need not know which of them stand alone.
		const closureFields = {autoHeal: ticket.autoHeal, closure: null, namedStatus: settled.data.status};
		return {...settled, data: {...settled.data, ...closureFields}};
	}
	for (const member of closure.members) report.see({testId: member.testId, runId: member.runId, status: 'queued'});
	const outcome = await watchClosure(batchId, closure, waiting, report, context);
	const statuses = statusesOf(outcome.batch);
	const namedStatus = statuses.get(runId)?.status ?? status;
	const failures = closure.members
		.filter(member => member.runId !== runId)
		.map(member => ({...member, ...(statuses.get(member.runId) ?? {status: 'unknown', isSkipped: false})}))
		.filter(member => isTerminal(member.status) && member.status !== 'passed' && !member.isSkipped);
	for (const member of failures)
		context.notes.say('warn', `${member.role} ${member.testId} (${member.runId}) finished: ${member.status}`);
	const closureFailures = failures.map(member => ({testId: member.testId, runId: member.runId, status: member.status}));
	const data: RerunOutcome = {
		runId,
		testId,
		autoHeal: ticket.autoHeal,
		closure,
		namedStatus,
		...(closureFailures.length > 0 ? {closureFailures} : {}),
		batchId,
	};
	const run = isTerminal(namedStatus) ? await namedRun(runId, context) : null;
	return {
		view: 'rerun-outcome',
		data,
		shape: {
			run,
			statuses: new Map([...statuses].map(([id, {status: last, isSkipped}]) => [id, isSkipped ? 'skipped' : last])),
		},
		problem: problemOf(outcome, {runId, testId, status: namedStatus, batchId}, context),
	};
}

async function watchClosure(
	batchId: BatchId,
	closure: Closure,
	waiting: WaitOptions,
	report: WaitReport,
	context: Context,
): Promise<BatchWaitOutcome> {
	const isOpen = (batch: Batch | null, runId: RunId) => !isTerminal(statusesOf(batch).get(runId)?.status ?? '');
	try {
		const outcome = await waitForBatch({
			...waiting,
			batchId,
			onChange({batch, answer}) {
				context.progress.show(batchProgress(batch));
				report.seeCleanup(batchId, batch.cleanup);
				for (const member of answer.members) report.see(caseOfMember(member));
			},
		});
		if (outcome.state === 'timeout')
			for (const {runId} of closure.members)
				if (isOpen(outcome.batch, runId)) report.see({runId, status: 'timeout', error: outcome.error.message});
		return outcome;
	} catch (error) {
		if (isApiError(error) && !context.signal.aborted)
			for (const {runId} of closure.members) report.see({runId, status: `error:${error.code}`, error: error.message});
		throw error;
	}
}

const statusesOf = (batch: Batch | null) =>
	new Map(
		(batch?.members ?? []).map(member => [member.runId, {status: member.status, isSkipped: isSkippedMember(member)}]),
	);

/** The whole run, for people; its verdict is known without it. */
async function namedRun(runId: RunId, {client, output, signal}: Context): Promise<Run | null> {
	if (output === 'json' || signal.aborted) return null;
	try {
		return await client.call(getRun, {params: {runId}});
	} catch (error) {
		if (!isApiError(error)) throw error;
		return null;
	}
}

/**
 * "Named run timeout 7 · named run not passed 1 · another member not finished at the deadline 7 · failures of other
 * members only warn · 0"
 */
function problemOf(
	outcome: BatchWaitOutcome,
	named: {runId: RunId; testId: TestId; status: string; batchId: BatchId},
	{signal}: Context,
): ApiError | undefined {
	if (outcome.state === 'detached') return detached(signal, {runIds: [named.runId], batchId: named.batchId});
	if (isTerminal(named.status) && named.status !== 'passed') return verdictProblem(named);
	return outcome.state === 'timeout' ? outcome.error : undefined;
}
