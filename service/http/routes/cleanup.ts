import {
	createCleanupRule,
	deleteCleanupRule,
	deleteRecords,
	dismissCleanup,
	getCleanup,
	getCleanupPlan,
	getCleanupSettings,
	listCleanupRules,
	retryCleanup,
	startCleanup,
	updateCleanupSettings,
} from '../../../contract/routes/cleanup.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {timestamp} from '../../domain/timestamp.ts';

export function cleanupRoutes(on: On, {cleanup, engine, now}: Services): void {
	on(getCleanup, async ({caller, params, query, hold}) => {
		const {waitSeconds, since = 0, ...filter} = query;
		const read = () => cleanup.view(caller.accountId, params.batchId, {...filter, since});
		const view = await read();
		// A caller that knows another version than the present one is behind: no waiting. One that waits behind a cleanup
		// that has ended waits for somebody who dismisses, deletes or tries again.
		if (waitSeconds === undefined || view.version !== since) return view;
		await hold(waitSeconds, (waitMs, signal) => engine.waitForChange(params.batchId, since, waitMs, signal));
		return read();
	});

	on(dismissCleanup, ({caller, params, body}) =>
		cleanup.dismiss(caller.accountId, params.batchId, body.resourceIds, body.restore ?? false),
	);

	on(retryCleanup, ({caller, params, body}) => cleanup.retry(caller.accountId, params.batchId, body));

	on(getCleanupPlan, ({caller, params}) => cleanup.plan(caller.accountId, params.batchId));

	on(startCleanup, ({caller, params, body}) =>
		cleanup.start(caller.accountId, params.batchId, body.resourceIds ?? null),
	);

	on(deleteRecords, ({caller, params, body}) =>
		cleanup.deleteRecords(caller.accountId, params.batchId, body.resourceIds),
	);

	on(getCleanupSettings, ({caller, params}) => cleanup.settings(caller.accountId, params.projectId));

	on(updateCleanupSettings, ({caller, params, body}) =>
		cleanup.changeSettings(caller.accountId, params.projectId, body),
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
