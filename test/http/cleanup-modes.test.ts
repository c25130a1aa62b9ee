import {describe, expect, it} from 'vitest';
import {getBatch} from '../../contract/routes/batches.ts';
import {
	createCleanupRule,
	deleteRecords,
	getCleanup,
	getCleanupPlan,
	getCleanupSettings,
	startCleanup as sayYes,
	updateCleanupSettings,
} from '../../contract/routes/cleanup.ts';
import {type CleanupUnderTest, type ScriptedCall, startCleanup} from '../service/cleanup/start-cleanup.ts';

const created = (path: string, id: string): ScriptedCall => [`POST ${path}`, {answer: {id}}];

async function inMode(mode: 'auto' | 'ask' | 'off', more: {teardown?: boolean} = {}) {
	const service = await startCleanup(['/users/{id}', '/users/{userId}/letters/{id}']);
	await service.call(updateCleanupSettings, {params: {projectId: service.projectId}, body: {mode}});
	await service.addTest(
		'makes records',
		[created('/users', 'u1'), created('/users/u1/letters', 'l1'), created('/notes', 'n1')],
		{script: {produces: {user_id: 'u1'}}, produces: ['user_id']},
	);
	if (more.teardown)
		await service.addTest('deletes a user', [['DELETE /users/u1', {status: 204}]], {
			consumes: ['user_id'],
			category: 'teardown',
		});
	const batchId = await service.run();
	const view = await service.cleaned(batchId);
	return {service, batchId, params: {batchId}, view};
}

const ids = (cards: ReadonlyArray<{capturedId: string | null}>) => cards.map(({capturedId}) => capturedId);

/** The view once nothing of the cleanup runs any more. */
async function settled(service: CleanupUnderTest, batchId: string) {
	for (let since = 0; ; ) {
		const {body} = await service.call(getCleanup, {params: {batchId}, query: {since, waitSeconds: 20}});
		if (body.state !== 'running') return (await service.call(getCleanup, {params: {batchId}})).body;
		since = body.version;
	}
}

describe('a cleanup that asks', () => {
	it('ends its batch without a DELETE, and says what it would send', async () => {
		const {service, batchId, params, view} = await inMode('ask');
		expect(view.state).toBe('asking');
		expect(view.totals.deleteCalls).toBe(0);
		expect(await service.deleteCalls(batchId)).toEqual([]);
		const {body: batch} = await service.call(getBatch, {params});
		expect(batch).toMatchObject({phase: 'done', status: 'passed', cleanup: {state: 'asking', pending: 2}});
		const {body: plan} = await service.call(getCleanupPlan, {params});
		expect(plan).toMatchObject({mode: 'ask', state: 'asking'});
		// Children before parents.
		expect(plan.deletes.map(({deletion}) => deletion.url.replace(service.target.url, ''))).toEqual([
			'/users/u1/letters/l1',
			'/users/u1',
		]);
		expect(plan.notSent).toMatchObject([{capturedId: 'n1', reason: 'no_delete_endpoint'}]);
	});

	it.each(['ask', 'off'] as const)('in mode %s the target gets no request at all, not even a read', async mode => {
		const {service, batchId, params, view} = await inMode(mode);
		// One without a DELETE endpoint, whose page a sweep that deletes would read.
		expect(view.orphaned.map(({capturedId}) => capturedId)).toEqual(['n1']);
		expect(service.target.seen).toEqual([]);
		await service.call(getCleanupPlan, {params});
		expect(service.target.seen).toEqual([]);
		if (mode === 'off') return;
		await service.call(sayYes, {params});
		await settled(service, batchId);
		expect(service.target.seen.filter(line => line.startsWith('DELETE '))).toEqual([
			'DELETE /users/u1/letters/l1',
			'DELETE /users/u1',
		]);
		expect(service.target.seen).toContain('GET /notes/n1');
	});

	it('sends everything at a word, and nothing twice', async () => {
		const {service, batchId, params} = await inMode('ask');
		const {status, body} = await service.call(sayYes, {params});
		expect(status).toBe(202);
		expect(body.resourceIds).toHaveLength(2);
		const view = await settled(service, batchId);
		expect(view).toMatchObject({state: 'failed', progress: {cleaned: 2, orphaned: 1}, totals: {deleteCalls: 2}});
		expect((await service.fail(sayYes, {params})).body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'cleanup_not_asking'},
		});
		expect((await service.call(getCleanupPlan, {params})).body.deletes).toEqual([]);
	});

	it('sends the named ones, and goes on asking for the others', async () => {
		const {service, batchId, params, view} = await inMode('ask');
		const letter = view.pending.find(({capturedId}) => capturedId === 'l1')!.resourceId;
		await service.call(sayYes, {params, body: {resourceIds: [letter]}});
		const after = await settled(service, batchId);
		expect(after.state).toBe('asking');
		expect(ids(after.cleanedUp)).toEqual(['l1']);
		expect(ids(after.pending)).toEqual(['u1']);
		const {body} = await service.fail(sayYes, {params, body: {resourceIds: ['res_x']}});
		expect(body).toMatchObject({code: 'NOT_FOUND', details: {resource: 'cleanup_resource'}});
	});

	it('lets teardown tests run: they are the tests of its owner', async () => {
		const {view} = await inMode('ask', {teardown: true});
		expect(view.state).toBe('asking');
		expect(ids(view.cleanedUp)).toEqual(['u1']);
		expect(ids(view.pending)).toEqual(['l1']);
	});
});

describe('a cleanup that is off', () => {
	it('lists everything and sends nothing', async () => {
		const {service, batchId, params, view} = await inMode('off');
		expect(view.progress).toMatchObject({kept: 2, orphaned: 1, cleaned: 0, pending: 0});
		expect(view.pending.map(({note}) => note)).toEqual([
			'cleanup is off for this project',
			'cleanup is off for this project',
		]);
		expect(await service.deleteCalls(batchId)).toEqual([]);
		const {body: plan} = await service.call(getCleanupPlan, {params});
		expect(plan).toMatchObject({mode: 'off', deletes: []});
		expect(plan.notSent.map(({why}) => why)).toEqual([
			'cleanup is off for this project',
			'cleanup is off for this project',
			'no DELETE endpoint is known for it',
		]);
	});

	it('deletes what somebody names', async () => {
		const {service, batchId, params, view} = await inMode('off');
		const user = view.pending.find(({capturedId}) => capturedId === 'u1')!.resourceId;
		const {body} = await service.call(deleteRecords, {params, body: {resourceIds: [user]}});
		expect(body.resourceIds).toEqual([user]);
		const after = await settled(service, batchId);
		expect(ids(after.cleanedUp)).toEqual(['u1']);
		expect(ids(after.pending)).toEqual(['l1']);
	});
});

describe('a deletion on request', () => {
	it('is refused for what has no address, and for what is gone', async () => {
		const {service, params, view} = await inMode('auto');
		const left = view.orphaned.map(({resourceId}) => resourceId);
		const gone = view.cleanedUp.map(({resourceId}) => resourceId);
		for (const resourceIds of [left, gone])
			expect((await service.fail(deleteRecords, {params, body: {resourceIds}})).body).toMatchObject({
				code: 'CONFLICT',
				details: {reason: 'nothing_to_delete'},
			});
	});

	it('also takes what a rule keeps', async () => {
		const service = await startCleanup(['/users/{id}']);
		await service.call(createCleanupRule, {
			params: {projectId: service.projectId},
			body: {instruction: 'keep records of POST /users'},
		});
		await service.addTest('makes a user', [created('/users', 'u1')]);
		const batchId = await service.run();
		const view = await service.cleaned(batchId);
		const {body: plan} = await service.call(getCleanupPlan, {params: {batchId}});
		expect(plan).toMatchObject({deletes: [], notSent: [{capturedId: 'u1', why: 'a rule keeps it'}]});
		await service.call(deleteRecords, {
			params: {batchId},
			body: {resourceIds: view.pending.map(({resourceId}) => resourceId)},
		});
		expect(ids((await settled(service, batchId)).cleanedUp)).toEqual(['u1']);
	});
});

describe('a plan', () => {
	it('is there while the tests run, and is nobody else’s', async () => {
		const service = await startCleanup(['/users/{id}']);
		await service.addTest('makes a user', [created('/users', 'u1')], {
			script: {produces: {user_id: 'u1'}},
			produces: ['user_id'],
		});
		const held = service.runner.hold('uses it');
		await service.addTest('uses it', [], {consumes: ['user_id']});
		const batchId = await service.run();
		const params = {batchId};
		await held.started;
		const {body: plan} = await service.call(getCleanupPlan, {params});
		expect(plan).toMatchObject({state: 'waiting', deletes: [{resourceId: null, capturedId: 'u1'}]});
		const body = {resourceIds: ['res_x']};
		expect((await service.fail(deleteRecords, {params, body})).body).toMatchObject({
			details: {reason: 'run_in_flight'},
		});
		const {key} = await service.newAccount();
		for (const route of [getCleanupPlan, sayYes])
			expect((await service.fail(route, {params, key})).body).toMatchObject({code: 'NOT_FOUND'});
		held.release();
		await service.cleaned(batchId);
	});
});

describe('the settings of a cleanup', () => {
	it('are what was set, each as a whole', async () => {
		const {projectId, ...service} = await startCleanup();
		const params = {projectId};
		const untouched = {mode: 'auto', parallel: 4, readBefore: false, handles: [], updatedAt: null};
		expect((await service.call(getCleanupSettings, {params})).body).toMatchObject(untouched);
		const handles = [{method: 'POST' as const, path: '/pads', pointer: '$.data.secret'}];
		await service.call(updateCleanupSettings, {params, body: {handles, parallel: 1}});
		const maskedFields = {add: ['iban'], remove: ['pin']};
		const {body} = await service.call(updateCleanupSettings, {params, body: {readBefore: true, maskedFields}});
		expect(body).toMatchObject({projectId, mode: 'auto', parallel: 1, readBefore: true, handles, maskedFields});
		expect(body.updatedAt).not.toBeNull();
		expect((await service.call(getCleanupSettings, {params})).body).toEqual(body);
	});

	it.each([
		['nothing', {}],
		['a mode that does not exist', {mode: 'later' as 'ask'}],
		['too many at once', {parallel: 17}],
		['a pointer that is none', {handles: [{method: 'POST' as const, path: '/pads', pointer: 'secret'}]}],
	])('refuse %s', async (_, body) => {
		const {projectId, ...service} = await startCleanup();
		const {body: error} = await service.fail(updateCleanupSettings, {params: {projectId}, body});
		expect(error.code).toBe('VALIDATION_ERROR');
	});
});
