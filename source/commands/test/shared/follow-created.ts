import type {WaitOptions} from '../../../client/poll.ts';
import {waitForRun} from '../../../client/wait-for-run.ts';
import type {Context} from '../../../context.ts';
import {isTerminal} from '../../../../contract/enums.ts';
import {inParallel} from '../../../../contract/in-parallel.ts';
import type {Run} from '../../../../contract/run.ts';
import {type ApiError, isApiError} from '../../../errors/api-error.ts';
import {caseOfRun} from '../../reported-run.ts';
import type {WaitReport} from '../../wait-report.ts';
import type {Triggered} from './trigger-created.ts';

/** How far the run of a created test was followed. `error`: it was not started, or the wait ended before the run did. */
export type FollowedSpec = Omit<Triggered, 'error'> & {last: Run | null; error: ApiError | null; isTimedOut: boolean};

/** Waits for the runs of all tests, at most `limit` at a time; "all members share one `--timeout`". */
export async function followAll(
	triggered: readonly Triggered[],
	waiting: WaitOptions,
	limit: number,
	report: WaitReport,
	context: Context,
): Promise<FollowedSpec[]> {
	const started = triggered.flatMap(({run}) => (run ? [run.runId] : []));
	const statuses = new Map(started.map(runId => [runId, 'queued']));
	return inParallel(triggered, limit, async (spec): Promise<FollowedSpec> => {
		const {testId, run: known} = spec;
		if (known === null) return {...spec, last: null, isTimedOut: false};
		const {runId} = known;
		let last: Run | null = null;
		try {
			const outcome = await waitForRun({
				...waiting,
				runId,
				onRun(run) {
					last = run;
					statuses.set(runId, run.status);
					report.see(caseOfRun(run));
					const done = [...statuses.values()].filter(isTerminal).length;
					context.progress.show({kind: 'runs', statuses, total: started.length, done});
				},
			});
			const isTimedOut = outcome.state === 'timeout';
			if (isTimedOut && !isTerminal(outcome.run?.status ?? ''))
				report.see({testId, runId, status: 'timeout', error: outcome.error.message});
			return {...spec, last: outcome.run, error: isTimedOut ? outcome.error : null, isTimedOut};
		} catch (error) {
			if (!isApiError(error)) throw error;
			report.see({testId, runId, status: `error:${error.code}`, error: error.message});
			return {...spec, last, error, isTimedOut: false};
		}
	});
}
