import {rerunBatch, rerunTest} from '../../../contract/routes/reruns.ts';
import {invalid} from '../../domain/service-error.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {requireRerunTargets, requireSource} from '../trigger-input.ts';

export function rerunRoutes(on: On, services: Services): void {
	const {engine} = services;
	on(rerunTest, async ({caller, params, body}) => {
		const source = requireSource(body.source);
		await requireRerunTargets(services, caller.accountId, {testIds: [params.testId]}, body.environment);
		return engine.rerunTest(caller.accountId, params.testId, {
			source,
			environment: body.environment,
			seed: body.seed,
			autoHeal: body.autoHeal ?? true,
			skipDependencies: body.skipDependencies ?? false,
			withSiblings: body.withSiblings ?? false,
		});
	});

	on(rerunBatch, async ({caller, body}) => {
		const source = requireSource(body.source);
		const {testIds, projectId, all} = body;
		if (testIds === undefined && (projectId === undefined || all === undefined))
			throw invalid('testIds', 'required', 'Name tests in `testIds`, or a project with `projectId` and `all: true`.');
		if (testIds !== undefined && all !== undefined)
			throw invalid('all', 'exclusive', '`all` repeats the whole project; leave `testIds` out.');
		const scope = testIds === undefined ? {projectId: projectId ?? ''} : {testIds};
		await requireRerunTargets(services, caller.accountId, scope, body.environment);
		return engine.rerunBatch(caller.accountId, {
			source,
			environment: body.environment,
			seed: body.seed,
			autoHeal: body.autoHeal ?? true,
			skipDependencies: body.skipDependencies ?? false,
			...(testIds === undefined ? {projectId} : {testIds}),
		});
	});
}
