import type {WaitOptions} from '../../../client/poll.ts';
import {waitForBatch} from '../../../client/wait-for-batch.ts';
import {waitForRun} from '../../../client/wait-for-run.ts';
import type {Batch} from '../../../../contract/batch.ts';
import type {RunId, TestId} from '../../../../contract/ids.ts';
import {inParallel} from '../../../../contract/in-parallel.ts';
import type {Context} from '../../../context.ts';
import {type ApiError, isApiError} from '../../../errors/api-error.ts';
import {batchProgress} from '../../wait-report.ts';
import type {SeveralTicket} from './several-ticket.ts';

/** How far a batch was followed: `batch` as last seen. `error`: the wait ended before the batch did. */
export type Followed = {ticket: SeveralTicket; batch: Batch | null; error: ApiError | null};

export async function followBatch(ticket: SeveralTicket, waiting: WaitOptions, context: Context): Promise<Followed> {
	const {batchId} = ticket;
	if (batchId === null) return {ticket, batch: null, error: null};
	let lastSeen: Batch | null = null;
	try {
		const outcome = await waitForBatch({
			...waiting,
			batchId,
			onChange({batch}) {
				lastSeen = batch;
				context.progress.show(batchProgress(batch));
			},
		});
		return {ticket, batch: outcome.batch, error: outcome.state === 'timeout' ? outcome.error : null};
	} catch (error) {
		if (!isApiError(error)) throw error;
		return {ticket, batch: lastSeen, error};
	}
}

/** A run of an earlier trigger that is waited for in place of a new one. `status` as in the rows of a result. */
export type Joined = {testId: TestId; runId: RunId; status: string; message?: string; error: ApiError | null};

/** Runs that are joined are named one by one up to so many; more of them would bury everything else. */
const mostNamed = 3;

export function followJoined(
	conflicts: SeveralTicket['conflicts'],
	waiting: WaitOptions,
	limit: number,
	{notes}: Context,
): Promise<Joined[]> {
	for (const {testId, currentRunId} of conflicts.slice(0, mostNamed))
		notes.say('advisory', `test ${testId} is running already; waiting for ${currentRunId ?? ''}`);
	const rest = conflicts.length - mostNamed;
	if (rest > 0)
		notes.say(
			'advisory',
			`${rest} more ${rest === 1 ? 'test is' : 'tests are'} running already; waiting for their runs, which go on when this command is stopped`,
		);
	return inParallel(conflicts, limit, async ({testId, currentRunId: runId = ''}) => {
		try {
			const outcome = await waitForRun({...waiting, runId});
			const message = outcome.run?.error?.split('\n')[0];
			const status = outcome.state === 'timeout' ? 'timeout' : (outcome.run?.status ?? 'unknown');
			return {testId, runId, status, message, error: outcome.state === 'timeout' ? outcome.error : null};
		} catch (error) {
			if (!isApiError(error)) throw error;
			return {testId, runId, status: `error:${error.code}`, error};
		}
	});
}
