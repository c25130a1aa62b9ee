import {
	createCleanupRule,
	deleteCleanupRule,
	dismissCleanup,
	getCleanup,
	listCleanupRules,
	retryCleanup,
} from '../../../source/contract/routes/cleanup.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {timestamp} from '../../domain/timestamp.ts';

export function cleanupRoutes(on: On, {cleanup, engine, now}: Services): void {
	on(getCleanup, async ({caller, params, query, hold}) => {
		const {waitSeconds, since = 0, ...filter} = query;
		const read = () => cleanup.view(caller.accountId, params.batchId, {...filter, since});
		const view = await read();
		const isOver = view.state !== 'waiting' && view.state !== 'running';
		// A caller that knows another version than the present one is behind: no waiting.
		if (waitSeconds === undefined || view.version !== since || isOver) return view;
		await hold(waitSeconds, (waitMs, signal) => engine.waitForChange(params.batchId, since, waitMs, signal));
		return read();
	});

	on(dismissCleanup, ({caller, params, body}) =>
		cleanup.dismiss(caller.accountId, params.batchId, body.resourceIds, body.restore ?? false),
	);

	on(retryCleanup, ({caller, params, body}) =>
		cleanup.retry(caller.accountId, params.batchId, body.cleanupTestIds ?? null),
	);

	on(listCleanupRules, async ({caller, params}) => ({
		items: await cleanup.listRules(caller.accountId, params.projectId),
		nextToken: null,
	}));

	on(createCleanupRule, ({caller, params, body}) =>
		cleanup.addRule(caller.accountId, params.projectId, body.instruction),
	);

	on(deleteCleanupRule, async ({caller, params}) => {
		await cleanup.removeRule(caller.accountId, params.projectId, params.ruleId);
		return {ruleId: params.ruleId, deletedAt: timestamp(now())};
	});
}
