import {isGenerationOver} from '../../../source/contract/generation.ts';
import * as routes from '../../../source/contract/routes/generations.ts';
import {invalid, notFound} from '../../domain/service-error.ts';
import {findProject} from '../../store/projects.ts';
import {findTest} from '../../store/tests.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

export function generationRoutes(on: On, {database, generations, now}: Services): void {
	async function requireProject(accountId: string, projectId: string): Promise<void> {
		const project = await findProject(database, accountId, projectId);
		if (!project) throw notFound('project', projectId);
		if (project.type !== 'backend')
			throw invalid('projectId', 'backend_only', 'Plans belong to backend projects only.');
	}

	on(routes.generateTests, async ({caller, params, body}) => {
		await requireProject(caller.accountId, params.projectId);
		return generations.start(caller.accountId, params.projectId, body?.rowIds ?? null);
	});

	on(routes.acceptPlan, async ({caller, params, body}) => {
		await requireProject(caller.accountId, params.projectId);
		return generations.accept(caller.accountId, params.projectId, body?.only ?? null);
	});

	on(routes.getGeneration, async ({caller, params: {generationId}, query, hold}) => {
		const {since = 0, waitSeconds} = query;
		const read = async () => {
			const found = await generations.view(caller.accountId, generationId, since);
			if (!found) throw notFound('generation', generationId);
			return found;
		};
		const view = await read();
		if (waitSeconds === undefined || view.version > since || isGenerationOver(view.status)) return view;
		await hold(waitSeconds, (waitMs, signal) => generations.waitForChange(generationId, since, waitMs, signal));
		return read();
	});

	on(routes.listGenerations, async ({caller, params: {projectId}, query}) => {
		await requireProject(caller.accountId, projectId);
		const list = `generations ${projectId}`;
		const after = readCursor(list, query, now());
		const {items, next} = await generations.list(projectId, {pageSize: query.pageSize ?? 25, after});
		return {items, nextToken: next === null ? null : writeCursor(list, query, next, now())};
	});

	on(routes.cancelGeneration, async ({caller, params: {generationId}}) => {
		if (!(await generations.view(caller.accountId, generationId, 0))) throw notFound('generation', generationId);
		return generations.cancel(caller.accountId, generationId);
	});

	on(routes.getTestRecipe, async ({caller, params: {testId}}) => {
		if (!(await findTest(database, caller.accountId, testId))) throw notFound('test', testId);
		const recipe = await generations.recipeOf(testId);
		if (!recipe) throw notFound('test', testId, 'no_recipe');
		return recipe;
	});
}
