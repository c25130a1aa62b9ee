import * as routes from '../../../contract/routes/plans.ts';
import type {PlanPlace} from '../../domain/plans.ts';
import {invalid, notFound} from '../../domain/service-error.ts';
import {timestamp} from '../../domain/timestamp.ts';
import {requireProject} from '../../store/projects/projects.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

const defaultPageSize = 25;

export function planRoutes(on: On, {database, plans, refinements, now}: Services): void {
	on(routes.generatePlan, async ({caller, params, body}) => {
		const project = await requireProject(database, caller.accountId, params.projectId);
		if (project.type !== 'backend')
			throw invalid('projectId', 'backend_only', 'A plan is made for backend projects only.');
		return plans.generate(project, body);
	});

	on(routes.getPlan, async ({caller, params, query, hold}) => {
		const {projectId} = params;
		await requireProject(database, caller.accountId, projectId);
		const {since = 0, waitSeconds} = query;
		const view = await plans.view(projectId, since);
		if (waitSeconds === undefined || view.version > since) return view;
		await hold(waitSeconds, (waitMs, signal) => plans.waitForChange(projectId, since, waitMs, signal));
		return plans.view(projectId, since);
	});

	on(routes.listPlanRows, async ({caller, params, query}) => {
		const {projectId} = params;
		await requireProject(database, caller.accountId, projectId);
		const list = `plan-rows ${projectId}`;
		const after = readCursor(list, query, now());
		const {items, next, version} = await plans.rows(projectId, query, {
			pageSize: query.pageSize ?? defaultPageSize,
			after: after === null ? null : (JSON.parse(after) as PlanPlace),
		});
		return {items, nextToken: next && writeCursor(list, query, JSON.stringify(next), now()), version};
	});

	on(routes.addPlanRow, async ({caller, params, body, headers}) => {
		const project = await requireProject(database, caller.accountId, params.projectId);
		return plans.add(project, body, expectedVersion(headers['if-match']));
	});

	on(routes.editPlanRow, async ({caller, params, body, headers}) => {
		await requireProject(database, caller.accountId, params.projectId);
		return plans.edit(params.projectId, params.rowId, body, expectedVersion(headers['if-match']));
	});

	on(routes.deletePlanRow, async ({caller, params, headers}) => {
		await requireProject(database, caller.accountId, params.projectId);
		await plans.remove(params.projectId, params.rowId, expectedVersion(headers['if-match']));
		return {rowId: params.rowId, deletedAt: timestamp(now())};
	});

	on(routes.selectPlanRows, async ({caller, params, body, headers}) => {
		await requireProject(database, caller.accountId, params.projectId);
		return plans.select(params.projectId, body, expectedVersion(headers['if-match']));
	});

	on(routes.movePlanRow, async ({caller, params, body, headers}) => {
		await requireProject(database, caller.accountId, params.projectId);
		return plans.move(params.projectId, params.rowId, body, expectedVersion(headers['if-match']));
	});

	on(routes.getPlanRowRecipe, async ({caller, params}) => {
		await requireProject(database, caller.accountId, params.projectId);
		const recipe = await plans.recipe(params.projectId, params.rowId);
		if (!recipe) throw notFound('plan_row', params.rowId, 'no_recipe');
		return recipe;
	});

	on(routes.putPlanRowRecipe, async ({caller, params, body, headers}) => {
		await requireProject(database, caller.accountId, params.projectId);
		return plans.setRecipe(params.projectId, params.rowId, body, expectedVersion(headers['if-match']));
	});

	on(routes.refinePlan, async ({caller, params, body}) => {
		const project = await requireProject(database, caller.accountId, params.projectId);
		if (project.type !== 'backend')
			throw invalid('projectId', 'backend_only', 'A plan is made for backend projects only.');
		return refinements.refinePlan(project.id, body);
	});
}

/** The version that `if-match` names; null without one and for `*`. Surrounding double quotes are accepted. */
function expectedVersion(header: string | undefined): number | null {
	const value = header?.trim().replace(/^"(.*)"$/, '$1');
	if (!value || value === '*') return null;
	if (/^\d{1,15}$/.test(value)) return Number(value);
	throw invalid('if-match', 'invalid', 'The header if-match must be the version of the plan, a whole number.');
}
