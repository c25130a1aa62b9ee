import {isGenerationOver} from '../../../contract/generation.ts';
import * as routes from '../../../contract/routes/generations.ts';
import {invalid, notFound, ServiceError} from '../../domain/service-error.ts';
import {requireProjectOf} from '../../store/projects/projects.ts';
import {findTest} from '../../store/tests/tests.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

export function generationRoutes(on: On, {database, generations, changeSets, now}: Services): void {
	on(routes.generateTests, async ({caller, params, body}) => {
		await requireProjectOf('backend', 'Plans', database, caller.accountId, params.projectId);
		return generations.start(caller.accountId, params.projectId, body?.rowIds ?? null);
	});

	on(routes.acceptPlan, async ({caller, params, body}) => {
		await requireProjectOf('backend', 'Plans', database, caller.accountId, params.projectId);
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
		await requireProjectOf('backend', 'Plans', database, caller.accountId, projectId);
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

	on(routes.putTestRecipe, async ({caller, params: {testId}, body, headers}) => {
		const test = await findTest(database, caller.accountId, testId);
		if (!test) throw notFound('test', testId);
		if (!(await generations.recipeOf(testId))) throw notFound('test', testId, 'no_recipe');
		const expected = /^"?v(\d+)"?$/.exec(headers['if-match']?.trim() ?? '')?.[1];
		const current = `v${test.code_version}`;
		if (expected !== undefined && `v${expected}` !== current)
			throw new ServiceError(
				'PRECONDITION_FAILED',
				`The code of the test is ${current}, not the version that was read.`,
				{
					nextAction: 'Read the recipe again, then apply the change to it.',
					details: {currentCodeVersion: current},
				},
			);
		const done = await changeSets.proposeFor(testId, test.project_id, {
			source: 'words',
			text: 'recipe replaced',
			reply: 'the recipe is the one that was sent',
			operations: [{op: 'recipe.set', target: testId, recipe: body, reason: 'the recipe is the one that was sent'}],
			autoApply: true,
		});
		const isSame = done.status === 'failed' && done.errorMessage?.startsWith('Nothing would change');
		if (done.status !== 'applied' && !isSame)
			throw done.status === 'failed'
				? invalid('body', 'refused', done.errorMessage ?? 'The recipe cannot be used.')
				: new ServiceError('CONFLICT', 'The test is being run: its recipe waits as a refinement.', {
						nextAction: `Apply it when the run has ended: svc test refine ${testId} --apply ${done.refinementId}`,
						details: {reason: 'run_in_flight', refinementId: done.refinementId},
					});
		const recipe = await generations.recipeOf(testId);
		return recipe ?? body;
	});
}
