import {cancelBatch, getBatch, listBatches, runBatch} from '../../../contract/routes/batches.ts';
import {listRunTargets} from '../../store/runs/run-targets.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {requireTrigger} from '../trigger-input.ts';

const defaultPageSize = 25;

export function batchRoutes(on: On, {database, engine, checkTarget, now}: Services): void {
	on(runBatch, async ({caller, body}) => {
		const {projectId, testIds} = body;
		const request = await requireTrigger(body, checkTarget, wish =>
			listRunTargets(database, caller.accountId, {projectId}, wish),
		);
		return engine.triggerBatch(caller.accountId, {
			...request,
			projectId,
			testIds,
			trigger: testIds === undefined ? 'run_all' : 'run',
		});
	});

	on(listBatches, async ({caller, params, query}) => {
		const list = `batches ${params.projectId}`;
		const page = await engine.listBatches(caller.accountId, params.projectId, {
			status: query.status,
			source: query.source,
			pageSize: query.pageSize ?? defaultPageSize,
			after: readCursor(list, query, now()),
		});
		return {items: page.items, nextToken: page.nextToken && writeCursor(list, query, page.nextToken, now())};
	});

	on(getBatch, async ({caller, params, query, hold}) => {
		const since = query.since ?? 0;
		const batch = await engine.readBatch(caller.accountId, params.batchId, since);
		// A caller that knows another version than the present one is behind (or ahead of a restored store): no waiting.
		// A batch that is done changes only while its cleanup was started again.
		const isDone = batch.phase === 'done';
		const isOver = isDone && batch.cleanup.state !== 'running';
		if (query.waitSeconds === undefined || batch.version !== since || isOver) return batch;
		await hold(query.waitSeconds, (waitMs, signal) =>
			isDone
				? engine.waitForChange(params.batchId, since, waitMs, signal)
				: engine.waitForBatch(params.batchId, since, waitMs, signal),
		);
		return engine.readBatch(caller.accountId, params.batchId, since);
	});

	on(cancelBatch, ({caller, params, body}) =>
		engine.cancelBatch(caller.accountId, params.batchId, {skipCleanup: body.skipCleanup ?? false}),
	);
}
