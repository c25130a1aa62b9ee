import type {AccountId, RunId} from '../../contract/ids.ts';
import type {BlockedBy} from '../../contract/run.ts';
import type {ScheduleRun} from '../../contract/schedule.ts';
import type {Failures} from '../domain/failures.ts';
import {ServiceError} from '../domain/service-error.ts';
import type {Database} from '../store/database.ts';
import {listBroken, listOrphans} from '../store/schedules/schedule-report.ts';
import type {DueMail} from '../store/schedules/schedule-mails.ts';
import type {RunReport} from './mail-text.ts';

/** Failures whose hypothesis is looked for: more than a mail shows need none. */
const studiedFailures = 20;

/** Reads what the mail of a completed run tells. Null: its batch has gone. */
export async function runReport(
	{database, failures}: {database: Database; failures: Pick<Failures, 'ofRun'>},
	run: DueMail,
): Promise<RunReport | null> {
	if (run.batch_id === null || run.stats === null || run.outcome === null) return null;
	const broken = await listBroken(database, run.batch_id);
	const failed = broken.filter(({status}) => status === 'failed');
	const hypotheses = new Map<string, string | null>();
	for (const {id} of failed.slice(0, studiedFailures))
		hypotheses.set(id, await hypothesisOf(failures, run.account_id, id));
	return {
		schedule: {id: run.schedule_id, name: run.name},
		target: run.target_name ?? 'a target that is gone',
		batchId: run.batch_id,
		outcome: run.outcome,
		stats: JSON.parse(run.stats) as ScheduleRun['stats'],
		newlyFailed: run.newly_failed === null ? null : JSON.parse(run.newly_failed),
		newlyRecovered: run.newly_recovered === null ? null : JSON.parse(run.newly_recovered),
		failures: failed.map(({id, name, error}) => ({
			runId: id,
			title: name,
			error: error?.split('\n', 1)[0] ?? null,
			hypothesis: hypotheses.get(id) ?? null,
		})),
		blocked: broken
			.filter(({status}) => status === 'blocked')
			.map(({name, blocked_by}) => {
				const reason = blocked_by === null ? null : (JSON.parse(blocked_by) as BlockedBy);
				return {title: name, variable: reason?.variable ?? null, producer: reason?.producer?.title ?? null};
			}),
		orphans: (await listOrphans(database, run.batch_id)).map(({variable, family, handle}) => ({
			label: variable ?? family,
			handle,
		})),
		paused: run.paused === 1,
	};
}

/** A failure without a hypothesis is told by its error. */
async function hypothesisOf(
	failures: Pick<Failures, 'ofRun'>,
	accountId: AccountId,
	runId: RunId,
): Promise<string | null> {
	try {
		return (await failures.ofRun(accountId, runId)).failure.rootCauseHypothesis;
	} catch (error) {
		if (error instanceof ServiceError) return null;
		throw error;
	}
}
