import type {AccountId, BatchId} from '../../contract/ids.ts';
import {ServiceError} from '../domain/service-error.ts';
import {planRerun} from '../graph/plan-rerun.ts';
import {planFreshRun} from '../graph/plan-batch.ts';
import type {RunStore} from '../store/runs/run-store.ts';
import type {ScheduleRequest} from './engine.ts';
import {advisoriesOf, environmentWish, runnable, select, type Selection, type Here} from './selection.ts';
import {projectsOfTests} from './run-list.ts';
import {newBatch, type Triggered} from './trigger.ts';

/**
 * Stores one batch for a fire of a schedule, together with the fire itself: a whole project, or tests of a list. When
 * nothing can run the ticket is null and nothing is stored.
 *
 * Members are never deferred: nobody would send them again, and one schedule has one batch under way at most.
 */
export async function runSchedule(
	store: Pick<RunStore, 'createBatch' | 'findProjectsOf'>,
	accountId: AccountId,
	request: ScheduleRequest,
	options: Here,
): Promise<Triggered<{batchId: BatchId} | null>> {
	const {scheduleId, scheduleRunId, target, skipDependencies, fire} = request;
	const whole = 'projectId' in target;
	const projects = whole
		? [{projectId: target.projectId, testIds: null, environment: environmentWish(request.environment, 'default')}]
		: await projectsOfTests(store, accountId, target.testIds, target.environments);
	const {stored} = await store.createBatch({accountId, projects, forRerun: skipDependencies}, snapshots => {
		const parts = snapshots.map(snapshot => {
			const asked = projects.find(({projectId}) => projectId === snapshot.project.id);
			const selection = select(snapshot, asked?.testIds ?? null, {...options, rerun: false});
			const tests = runnable(snapshot, selection.accepted);
			const plan =
				skipDependencies && snapshot.project.type === 'backend'
					? planRerun(tests, selection.accepted, {whole, earlier: snapshot.earlier, capacity: Number.POSITIVE_INFINITY})
					: planFreshRun(tests, selection.accepted);
			return {snapshot, plan, selection};
		});
		refuseAllInFlight(parts.map(({selection}) => selection));
		return {
			parts: parts.filter(({selection}) => selection.accepted.length > 0),
			batch: newBatch(
				{source: 'schedule'},
				{
					trigger: 'schedule',
					advisories: advisoriesOf(
						parts.flatMap(({plan}) => plan.cycles),
						parts.flatMap(({selection}) => selection.skippedFrontend),
					),
					rerun: skipDependencies,
					skipDependencies,
					autoHeal: request.autoHeal,
					testListId: whole ? null : target.testListId,
					schedule: {id: scheduleId, runId: scheduleRunId, projectId: whole ? target.projectId : null, fire},
				},
			),
			extra: null,
		};
	});
	return {stored, ticket: stored && {batchId: stored.batchId}};
}

/** Nothing of what was asked for can start while every test has a run in flight. */
function refuseAllInFlight(selections: readonly Selection[]): void {
	const conflict = selections.flatMap(({conflicts}) => conflicts).find(({reason}) => reason === 'in_flight');
	if (!conflict || selections.some(({accepted}) => accepted.length > 0)) return;
	throw new ServiceError('CONFLICT', conflict.message, {
		nextAction: `Wait for ${conflict.currentRunId} or cancel it.`,
		details: {reason: 'run_in_flight', currentRunId: conflict.currentRunId, testId: conflict.testId},
	});
}
