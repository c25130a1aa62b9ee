import {describe, expect, it} from 'vitest';
import {cancelBatch} from '../../contract/routes/batches.ts';
import {
	createCleanupRule,
	deleteCleanupRule,
	dismissCleanup,
	getCleanup,
	listCleanupRules,
	retryCleanup,
} from '../../contract/routes/cleanup.ts';
import {createEndpoint} from '../../contract/routes/endpoints.ts';
import {type ScriptedCall, startCleanup} from '../service/cleanup/start-cleanup.ts';

const created = (path: string, id: string): ScriptedCall => [`POST ${path}`, {answer: {id}}];

/** A batch with two orphans and a cleaned record. */
async function withOrphans() {
	const service = await startCleanup(['/users/{id}']);
	await service.addTest('makes records', [created('/letters', 'l1'), created('/notes', 'n1'), created('/users', 'u1')]);
	const batchId = await service.run();
	const view = await service.cleaned(batchId);
	const idOf = (handle: string) => view.orphaned.find(({capturedId}) => capturedId === handle)?.resourceId ?? '';
	return {service, batchId, view, idOf, params: {batchId}};
}

describe('the view of a cleanup', () => {
	it('shows what matches a text, a family or a state', async () => {
		const {service, params} = await withOrphans();
		const shown = async (query: {q?: string; family?: string; state?: 'cleaned' | 'orphaned' | 'pending'}) => {
			const {body} = await service.call(getCleanup, {params, query});
			return [...body.orphaned, ...body.cleanedUp, ...body.pending].map(({capturedId}) => capturedId);
		};
		expect(await shown({q: 'LETTER'})).toEqual(['l1']);
		expect(await shown({family: '/users'})).toEqual(['u1']);
		expect(await shown({state: 'orphaned'})).toEqual(['l1', 'n1']);
		expect(await shown({state: 'cleaned'})).toEqual(['u1']);
		expect((await service.fail(getCleanup, {params, query: {state: 'lost' as 'cleaned'}})).body.code).toBe(
			'VALIDATION_ERROR',
		);
	});

	it('is held until something changes, and then tells only that', async () => {
		const service = await startCleanup(['/users/{id}', '/letters/{id}']);
		await service.addTest('makes records', [created('/users', 'u1'), created('/letters', 'l1')]);
		service.target.reply('/letters/l1', 'hang');
		const held = service.target.holdDeletes();
		const batchId = await service.run();
		const params = {batchId};
		await held.arrived;
		const {body: first} = await service.call(getCleanup, {params});
		expect(first).toMatchObject({state: 'running', delta: false});
		const waiting = service.call(getCleanup, {params, query: {since: first.version, waitSeconds: 20}});
		held.release();
		const {body: next} = await waiting;
		expect(next).toMatchObject({delta: true, state: 'running'});
		expect(next.version).toBeGreaterThan(first.version);
		const changed = [...next.cleanedUp, ...next.pending, ...next.orphaned];
		expect(changed.every(({rev}) => rev > first.version)).toBe(true);
		await service.call(cancelBatch, {params, body: {skipCleanup: true}});
	});

	it('of another account is not there', async () => {
		const {service, params} = await withOrphans();
		const {key} = await service.newAccount();
		expect((await service.fail(getCleanup, {params, key})).body).toMatchObject({code: 'NOT_FOUND'});
		expect((await service.fail(retryCleanup, {params, key})).body).toMatchObject({code: 'NOT_FOUND'});
		const body = {resourceIds: ['res_1']};
		expect((await service.fail(dismissCleanup, {params, key, body})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'batch'},
		});
	});
});

describe('an orphan', () => {
	it('is dismissed and restored', async () => {
		const {service, idOf, params} = await withOrphans();
		const resourceIds = [idOf('l1'), idOf('n1')];
		expect((await service.call(dismissCleanup, {params, body: {resourceIds}})).body).toEqual({
			batchId: params.batchId,
			dismissed: resourceIds,
			restored: [],
			unchanged: [],
		});
		const {body: view} = await service.call(getCleanup, {params});
		expect(view.orphaned).toEqual([]);
		expect(view.progress).toMatchObject({orphaned: 0, dismissed: 2});
		const again = await service.call(dismissCleanup, {params, body: {resourceIds: [idOf('l1')]}});
		expect(again.body).toMatchObject({dismissed: [], unchanged: [idOf('l1')]});
		const {body} = await service.call(dismissCleanup, {params, body: {resourceIds: [idOf('l1')], restore: true}});
		expect(body.restored).toEqual([idOf('l1')]);
		expect((await service.call(getCleanup, {params})).body.orphaned).toHaveLength(1);
	});

	it('is the only thing that can be dismissed', async () => {
		const {service, view, params} = await withOrphans();
		const cleaned = view.cleanedUp[0]?.resourceId ?? '';
		expect((await service.fail(dismissCleanup, {params, body: {resourceIds: [cleaned]}})).body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'not_orphaned'},
		});
		expect((await service.fail(dismissCleanup, {params, body: {resourceIds: ['res_x']}})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'cleanup_resource'},
		});
	});

	it('is deleted by a retry once its DELETE endpoint is known', async () => {
		const {service, params, idOf} = await withOrphans();
		await service.call(createEndpoint, {
			params: {projectId: service.projectId},
			body: {method: 'DELETE', path: '/letters/{letterId}'},
		});
		const {status, body} = await service.call(retryCleanup, {params});
		expect(status).toBe(202);
		expect(body.cleanupTestIds).toHaveLength(1);
		const view = await ended(service, params.batchId);
		expect(view.cleanedUp.map(({resourceId, capturedId}) => [resourceId, capturedId])).toContainEqual([
			idOf('l1'),
			'l1',
		]);
		expect(view.orphaned.map(({capturedId}) => capturedId)).toEqual(['n1']);
		expect(view.state).toBe('failed');
	});
});

type Service = Awaited<ReturnType<typeof startCleanup>>;

/** The view once nothing of the cleanup runs any more. */
async function ended(service: Service, batchId: string) {
	for (let since = 0; ; ) {
		const {body} = await service.call(getCleanup, {params: {batchId}, query: {since, waitSeconds: 20}});
		if (body.state !== 'running' && body.state !== 'waiting')
			return (await service.call(getCleanup, {params: {batchId}})).body;
		since = body.version;
	}
}

describe('a retry', () => {
	it('runs failed cleanup tests again, all or the named ones, and counts their calls', async () => {
		const service = await startCleanup(['/users/{id}']);
		await service.addTest('makes users', [created('/users', 'u1'), created('/users', 'u2')]);
		service.target.reply('/users/u1', 403);
		service.target.reply('/users/u2', 403);
		const batchId = await service.run();
		const params = {batchId};
		const failed = await service.cleaned(batchId);
		expect(failed.state).toBe('failed');
		service.target.reply('/users/u1', 204);
		service.target.reply('/users/u2', 204);
		const one = failed.orphaned.find(({capturedId}) => capturedId === 'u1')?.cleanupTest?.cleanupTestId ?? '';
		const retry = await service.call(retryCleanup, {params, body: {cleanupTestIds: [one]}});
		expect(retry.body).toEqual({batchId, cleanupTestIds: [one], runIds: []});
		expect(await ended(service, batchId)).toMatchObject({state: 'failed', progress: {cleaned: 1, failed: 1}});
		await service.call(retryCleanup, {params});
		const view = await ended(service, batchId);
		expect(view).toMatchObject({state: 'done', progress: {cleaned: 2, failed: 0}, totals: {deleteCalls: 4}});
		expect(view.tests.map(({attempts, status}) => [attempts, status])).toEqual([
			[2, 'Passed'],
			[2, 'Passed'],
		]);
		// Nothing is left to do.
		expect((await service.call(retryCleanup, {params})).body.cleanupTestIds).toEqual([]);
	});

	it('sends, of what is new alone, nothing that failed before', async () => {
		const service = await startCleanup(['/users/{id}']);
		await service.addTest('makes records', [created('/users', 'u1'), created('/letters', 'l1')]);
		service.target.reply('/users/u1', 403);
		const batchId = await service.run();
		const params = {batchId};
		const before = await service.cleaned(batchId);
		expect((await service.call(retryCleanup, {params, body: {onlyNew: true}})).body.cleanupTestIds).toEqual([]);
		await service.call(createEndpoint, {
			params: {projectId: service.projectId},
			body: {method: 'DELETE', path: '/letters/{letterId}'},
		});
		const {body} = await service.call(retryCleanup, {params, body: {onlyNew: true}});
		expect(body.cleanupTestIds).toHaveLength(1);
		const view = await ended(service, batchId);
		expect(view.cleanedUp.map(({capturedId}) => capturedId)).toEqual(['l1']);
		expect(view.orphaned.map(({capturedId}) => capturedId)).toEqual(['u1']);
		expect(view.totals.deleteCalls).toBe(before.totals.deleteCalls + 1);
	});

	it('is told to whoever waits behind a cleanup that has ended', async () => {
		const {service, params, view, idOf} = await withOrphans();
		const waiting = service.call(getCleanup, {params, query: {since: view.version, waitSeconds: 20}});
		await service.call(dismissCleanup, {params, body: {resourceIds: [idOf('l1')]}});
		const {body} = await waiting;
		expect(body.version).toBeGreaterThan(view.version);
		expect(body.pending.map(({capturedId, outcome}) => [capturedId, outcome])).toEqual([['l1', 'dismissed']]);
	});

	it('sends the DELETE of a failed teardown test again, also when nothing but that test told of it', async () => {
		const service = await startCleanup();
		await service.addTest('makes a letter', [created('/letters', 'l1')], {
			produces: ['letter_id'],
			script: {produces: {letter_id: 'l1'}},
		});
		await service.addTest('removes the letter', [['DELETE /letters/l1', {status: 403}]], {
			consumes: ['letter_id'],
			category: 'teardown',
			script: {status: 'failed'},
		});
		const batchId = await service.run();
		const failed = await service.cleaned(batchId);
		expect(failed.orphaned).toMatchObject([{capturedId: 'l1', outcome: 'failed', cleanupTest: {kind: 'planned'}}]);
		expect(await service.deleteCalls(batchId)).toHaveLength(1);
		const cleanupTestIds = failed.orphaned.flatMap(({cleanupTest}) => cleanupTest?.cleanupTestId ?? []);
		const retry = await service.call(retryCleanup, {params: {batchId}, body: {cleanupTestIds}});
		expect(retry.body.cleanupTestIds).toHaveLength(1);
		const view = await ended(service, batchId);
		expect(view).toMatchObject({state: 'done', progress: {cleaned: 1, failed: 0}, totals: {deleteCalls: 2}});
		expect(service.target.deletes.map(({path}) => path)).toEqual(['/letters/l1']);
	});

	it('is refused while tests or a cleanup run, and for a test that is not there', async () => {
		const service = await startCleanup(['/users/{id}']);
		await service.addTest('makes users', [created('/users', 'u1')]);
		const run = service.runner.hold('makes users');
		const batchId = await service.run();
		const params = {batchId};
		await run.started;
		expect((await service.fail(retryCleanup, {params})).body.details).toMatchObject({reason: 'run_in_flight'});
		run.release();
		await service.cleaned(batchId);
		expect((await service.fail(retryCleanup, {params, body: {cleanupTestIds: ['ctn_x']}})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'cleanup_test', id: 'ctn_x'},
		});
	});
});

describe('rules of cleanup', () => {
	it('are added in words, listed and removed', async () => {
		const service = await startCleanup();
		const params = {projectId: service.projectId};
		const {status, body: rule} = await service.call(createCleanupRule, {
			params,
			body: {instruction: ' Keep records of POST /users. '},
		});
		expect(status).toBe(201);
		expect(rule).toMatchObject({
			instruction: 'Keep records of POST /users.',
			kind: 'skip_endpoint',
			method: 'POST',
			path: '/users',
			filter: null,
			order: null,
			resolved: 'Records of POST /users are kept.',
		});
		await service.call(createCleanupRule, {params, body: {instruction: 'keep the record with plan gold'}});
		await service.call(createCleanupRule, {params, body: {instruction: 'delete items before carts'}});
		const {body: list} = await service.call(listCleanupRules, {params});
		expect(list.items.map(({kind, filter, order}) => [kind, filter, order])).toEqual([
			['skip_endpoint', null, null],
			['skip_records', {field: 'plan', equals: 'gold'}, null],
			['order', null, ['/items', '/carts']],
		]);
		await service.call(deleteCleanupRule, {params: {...params, ruleId: rule.ruleId}});
		expect((await service.call(listCleanupRules, {params})).body.items).toHaveLength(2);
		expect((await service.fail(deleteCleanupRule, {params: {...params, ruleId: rule.ruleId}})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'cleanup_rule'},
		});
	});

	it('in other words are refused, naming the forms that are understood', async () => {
		const service = await startCleanup();
		const params = {projectId: service.projectId};
		const {status, body} = await service.fail(createCleanupRule, {params, body: {instruction: 'be careful please'}});
		expect(status).toBe(501);
		expect(body).toMatchObject({code: 'UNSUPPORTED', details: {feature: 'natural_language'}});
		expect(body.nextAction).toContain('"keep records of POST /users"');
	});
});
