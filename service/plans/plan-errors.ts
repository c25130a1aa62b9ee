import type {ProjectId} from '../../contract/ids.ts';
import {noPlan} from '../domain/plans.ts';
import {ServiceError} from '../domain/service-error.ts';
import type {PlanTable} from '../store/plans/plan-tables.ts';

export const generating = (projectId: ProjectId) =>
	new ServiceError('CONFLICT', 'The plan of this project is being made.', {
		nextAction: `Wait for it: svc plan list --project ${projectId}`,
		details: {reason: 'plan_generating'},
	});

export const locked = (projectId: ProjectId) =>
	new ServiceError('CONFLICT', 'The plan is locked: tests were generated from it.', {
		nextAction: `Start a new plan, which keeps your changes: svc test plan generate --project ${projectId}`,
		details: {reason: 'plan_locked'},
	});

export const noEndpoints = (projectId: ProjectId) =>
	new ServiceError('PRECONDITION_FAILED', 'No endpoint of the API is known.', {
		nextAction: `Discover them first: svc endpoint discover --project ${projectId}`,
		details: {reason: 'no_endpoints', command: `svc endpoint discover --project ${projectId}`},
	});

const stale = (currentVersion: number) =>
	new ServiceError('PRECONDITION_FAILED', `The plan is at version ${currentVersion}, not at the one that was read.`, {
		nextAction: 'Read the plan again, then apply the change to it.',
		details: {currentVersion},
	});

/** The plan when it may be changed by a caller who knows `version` of it (null: any). */
export function changeable(projectId: ProjectId, version: number | null): (plan: PlanTable | null) => PlanTable {
	return plan => {
		if (!plan) throw noPlan(projectId);
		if (plan.status === 'generating') throw generating(projectId);
		if (plan.status === 'locked') throw locked(projectId);
		if (version !== null && version !== plan.version) throw stale(plan.version);
		return plan;
	};
}
