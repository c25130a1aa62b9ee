import {rerunBatch, rerunTest} from '../../../source/contract/routes/reruns.ts';
import {invalid} from '../../domain/service-error.ts';
import {findProject, findTargetOfTest, listTargetsOfTests} from '../../store/projects.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {requireSource, requireStoredTargets} from '../trigger-input.ts';

export function rerunRoutes(on: On, {database, engine, checkTarget}: Services): void {
	on(rerunTest, async ({caller, params, body}) => {
		const source = requireSource(body.source);
		await requireStoredTargets(checkTarget, [await findTargetOfTest(database, caller.accountId, params.testId)]);
		return engine.rerunTest(caller.accountId, params.testId, {
			source,
			environment: body.environment,
			seed: body.seed,
			skipDependencies: body.skipDependencies ?? false,
		});
	});

	on(rerunBatch, async ({caller, body}) => {
		const source = requireSource(body.source);
		const {testIds, projectId, all} = body;
		if (testIds === undefined && (projectId === undefined || all === undefined))
			throw invalid('testIds', 'required', 'Name tests in `testIds`, or a project with `projectId` and `all: true`.');
		if (testIds !== undefined && all !== undefined)
			throw invalid('all', 'exclusive', '`all` repeats the whole project; leave `testIds` out.');
		const targets =
			testIds === undefined
				? [(await findProject(database, caller.accountId, projectId ?? ''))?.target_url ?? null]
				: await listTargetsOfTests(database, caller.accountId, testIds);
		await requireStoredTargets(checkTarget, targets);
		return engine.rerunBatch(caller.accountId, {
			source,
			environment: body.environment,
			seed: body.seed,
			skipDependencies: body.skipDependencies ?? false,
			...(testIds === undefined ? {projectId} : {testIds}),
		});
	});
}
