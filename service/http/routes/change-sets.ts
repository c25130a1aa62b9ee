import type {ChangeSet} from '../../../contract/change-set.ts';
import type {AccountId, ProjectId} from '../../../contract/ids.ts';
import * as routes from '../../../contract/routes/change-sets.ts';
import {notFound, ServiceError} from '../../domain/service-error.ts';
import {noPlan} from '../../domain/plans.ts';
import {latestPlan} from '../../store/plans/plans.ts';
import {findProject} from '../../store/projects/projects.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

const defaultPageSize = 25;

export function changeSetRoutes(on: On, {database, changeSets, settling, now}: Services): void {
	async function requireProject(accountId: AccountId, projectId: ProjectId): Promise<void> {
		if (!(await findProject(database, accountId, projectId))) throw notFound('project', projectId);
	}

	on(routes.listChangeSets, async ({caller, params: {projectId}, query}) => {
		await requireProject(caller.accountId, projectId);
		const list = `change-sets ${projectId}`;
		const after = readCursor(list, query, now());
		const {items, next} = await changeSets.list(projectId, {pageSize: query.pageSize ?? defaultPageSize, after});
		return {items, nextToken: next === null ? null : writeCursor(list, query, next, now())};
	});

	on(routes.getChangeSet, async ({caller, params: {projectId, changeSetId}, query, hold}) => {
		await requireProject(caller.accountId, projectId);
		const {since = 0, waitSeconds} = query;
		const read = async (): Promise<ChangeSet> => {
			const found = await changeSets.view(projectId, changeSetId);
			if (!found) throw notFound('change_set', changeSetId);
			return found;
		};
		const view = await read();
		if (waitSeconds === undefined || view.version > since || view.status !== 'drafting') return view;
		await hold(waitSeconds, (waitMs, signal) => changeSets.waitForChange(changeSetId, since, waitMs, signal));
		return read();
	});

	on(routes.settlePlan, async ({caller, params: {projectId}, body}) => {
		await requireProject(caller.accountId, projectId);
		if (!(await latestPlan(database, projectId))) throw noPlan(projectId);
		return settling.settle(caller.accountId, projectId, {apply: body?.apply ?? false});
	});

	on(routes.applyChangeSet, async ({caller, params, body}) => {
		await requireProject(caller.accountId, params.projectId);
		return changeSets.apply(params.projectId, params.changeSetId, body?.only ?? null);
	});

	on(routes.undoChangeSet, async ({caller, params}) => {
		await requireProject(caller.accountId, params.projectId);
		return changeSets.undo(params.projectId, params.changeSetId);
	});

	on(routes.discardChangeSet, async ({caller, params}) => {
		await requireProject(caller.accountId, params.projectId);
		return changeSets.discard(params.projectId, params.changeSetId);
	});

	on(routes.undoPlan, async ({caller, params: {projectId}}) => {
		await requireProject(caller.accountId, projectId);
		const undone = await changeSets.undoLast(projectId);
		if (!undone)
			throw new ServiceError('NOT_FOUND', 'No change set is applied that could be taken back.', {
				nextAction: `See what there is: svc plan changes --project ${projectId}`,
				details: {resource: 'change_set', id: 'last', reason: 'nothing_applied'},
			});
		return undone;
	});
}
