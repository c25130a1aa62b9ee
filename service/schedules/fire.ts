import type {AccountId, BatchId, ProjectId, ScheduleId, ScheduleRunId, TestId, TestListId} from '../../contract/ids.ts';
import type {SkippedReason} from '../../contract/schedule.ts';
import type {TestList} from '../../contract/test-list.ts';
import {skippedReasonOf} from '../domain/schedule-run.ts';
import {notFound, ServiceError} from '../domain/service-error.ts';
import type {Database} from '../store/database.ts';
import type {NewId} from '../store/ids.ts';
import {findProject} from '../store/projects/projects.ts';
import {listRunTargets, listTargetsOfList} from '../store/runs/run-targets.ts';
import {FireTakenError, insertScheduleRun, refuseSecondRun} from '../store/schedules/schedule-runs.ts';
import type {Fire, ScheduleTable} from '../store/schedules/schedule-tables.ts';
import {isDue} from '../store/schedules/schedules.ts';
import {findTestList, listCases} from '../store/tests/test-lists.ts';

/** What starts the batch of a fire; null: there is nothing to run. */
export type StartBatch = (
	accountId: AccountId,
	request: {
		scheduleId: ScheduleId;
		scheduleRunId: ScheduleRunId;
		target:
			| {projectId: ProjectId}
			| {testListId: TestListId; testIds: readonly TestId[]; environments: TestList['projectEnvironments']};
		skipDependencies: boolean;
		autoHeal: boolean;
		environment: string | null;
		fire: Fire | null;
	},
) => Promise<{batchId: BatchId} | null>;

export type FireParts = {
	database: Database;
	newId: NewId;
	now(): number;
	startBatch: StartBatch;
	/** Throws when tests may not be sent there. */
	checkTarget(url: string, field: string): Promise<void>;
};

export type Fired = {runId: ScheduleRunId; batchId: BatchId | null; skipped: SkippedReason | null};

/**
 * Starts the batch of one fire and answers what came of it. A fire of the clock that cannot start is kept as skipped; a
 * person who fires it by hand gets the reason as an error. Throws a `FireTakenError` where another process has fired it.
 *
 * @param by the time of the clock that is taken in the transaction that stores what came of it: no crash and no store that is away
 *   comes between the two
 */
export async function fire(parts: FireParts, schedule: ScheduleTable, by: Fire | 'hand'): Promise<Fired> {
	const {database, newId, now} = parts;
	const taken = by === 'hand' ? null : by;
	if (taken !== null && !(await isDue(database, schedule.id, taken.due))) throw new FireTakenError();
	const runId = newId('srn');
	try {
		const batch = await start(parts, schedule, runId, taken);
		if (batch) return {runId, batchId: batch.batchId, skipped: null};
	} catch (error) {
		const reason = error instanceof ServiceError ? skippedReasonOf(error) : null;
		if (by === 'hand' || reason === null) throw error;
		return skip(reason);
	}
	return skip('no_tests');

	async function skip(reason: SkippedReason): Promise<Fired> {
		const run = {
			id: runId,
			schedule_id: schedule.id,
			batch_id: null,
			skipped_reason: reason,
			project_id: schedule.target_type === 'project' ? schedule.target_id : null,
			test_list_id: schedule.target_type === 'testList' ? schedule.target_id : null,
			created_at: now(),
		};
		const isThere = await database.transaction().execute(transaction => insertScheduleRun(transaction, run, taken));
		if (!isThere) throw notFound('schedule', schedule.id);
		return {runId, batchId: null, skipped: reason};
	}
}

async function start(
	{database, startBatch, checkTarget}: FireParts,
	schedule: ScheduleTable,
	runId: ScheduleRunId,
	fire: Fire | null,
) {
	const {account_id: accountId, target_id: targetId} = schedule;
	await refuseSecondRun(database, schedule.id);
	const request = {
		scheduleId: schedule.id,
		scheduleRunId: runId,
		skipDependencies: schedule.skip_dependencies === 1,
		autoHeal: schedule.auto_heal === 1,
		environment: schedule.environment,
		fire,
	};
	if (schedule.target_type === 'project') {
		const project = await findProject(database, accountId, targetId);
		if (!project) return null;
		// Since it was stored its name may have come to point to another address, or the policy has changed.
		const wish = schedule.environment === null ? 'default' : {name: schedule.environment};
		for (const url of await listRunTargets(database, accountId, {projectId: targetId}, wish))
			await checkTarget(url, 'targetUrl');
		return startBatch(accountId, {...request, target: {projectId: targetId}});
	}
	const testIds = (await listCases(database, accountId, targetId)).map(({id}) => id);
	if (testIds.length === 0) return null;
	const list = await findTestList(database, accountId, targetId);
	const environments = JSON.parse(list?.project_environments ?? '[]') as TestList['projectEnvironments'];
	for (const url of await listTargetsOfList(database, accountId, testIds, environments))
		await checkTarget(url, 'targetUrl');
	return startBatch(accountId, {...request, target: {testListId: targetId, testIds, environments}});
}
