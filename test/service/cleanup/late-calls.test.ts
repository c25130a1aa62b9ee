import {describe, expect, it} from 'vitest';
import {cancelBatch, getBatch} from '../../../contract/routes/batches.ts';
import {getCleanup, retryCleanup} from '../../../contract/routes/cleanup.ts';
import {lostExecution} from '../../../service/engine/execution.ts';
import {createIds} from '../../../service/store/ids.ts';
import {createRunStore} from '../../../service/store/runs/run-store.ts';
import {testProtection} from '../../helpers/protection.ts';
import {recordedCall, startCleanup} from './start-cleanup.ts';
import {created, outcomes, paths} from './swept-batch.ts';

describe('a cancelled batch', () => {
	it('is still cleaned up', async () => {
		const service = await startCleanup(['/users/{id}']);
		await service.addTest('makes a user', [created('/users', 1)]);
		await service.addTest('hangs', []);
		const held = service.runner.hold('hangs');
		const batchId = await service.run();
		await held.started;
		await service.call(cancelBatch, {params: {batchId}});
		const view = await service.cleaned(batchId);
		expect(outcomes(view)).toEqual(['1 auto']);
		expect((await service.call(getBatch, {params: {batchId}})).body.outcome).toBe('cancelled');
	});

	it('without a cleanup still tells what it has left, which a retry deletes', async () => {
		const service = await startCleanup(['/users/{id}']);
		await service.addTest('makes a user', [created('/users', 'u1'), created('/notes', 'n1')]);
		await service.addTest('hangs', []);
		const held = service.runner.hold('hangs');
		const batchId = await service.run();
		await held.started;
		const params = {batchId};
		await service.call(cancelBatch, {params, body: {skipCleanup: true}});
		const left = await service.cleaned(batchId);
		expect(left.pending.map(({capturedId}) => capturedId)).toEqual(['u1']);
		expect(left.orphaned.map(({capturedId}) => capturedId)).toEqual(['n1']);
		expect(paths(service)).toEqual([]);
		await service.call(retryCleanup, {params});
		for (let since = 0; ; ) {
			const {body} = await service.call(getCleanup, {params, query: {since, waitSeconds: 20}});
			if (body.state !== 'running') break;
			since = body.version;
		}
		expect(paths(service)).toEqual(['/users/u1']);
		expect(outcomes(await service.cleaned(batchId))).toEqual(['n1 orphaned', 'u1 auto']);
	});

	it('is not, when its cleanup is cancelled with it: records stay pending', async () => {
		const service = await startCleanup(['/users/{id}']);
		await service.addTest('makes users', [created('/users', 1), ...[2, 3, 4, 5, 6].map(id => created('/users', id))]);
		const held = service.target.holdDeletes();
		const batchId = await service.run();
		await held.arrived;
		const {body} = await service.call(cancelBatch, {params: {batchId}, body: {skipCleanup: true}});
		expect(body.status).toBe('passed');
		held.release();
		const view = await service.cleaned(batchId);
		expect(view.progress.pending).toBeGreaterThan(0);
		expect(service.target.deletes.length).toBeLessThanOrEqual(4);
	});

	it('shows no DELETE as running once its cleanup is cancelled; one that was left is sent when it is named', async () => {
		const service = await startCleanup(['/users/{id}']);
		const ids = [1, 2, 3, 4, 5, 6];
		await service.addTest(
			'makes users',
			ids.map(id => created('/users', id)),
		);
		const held = service.target.holdDeletes();
		const batchId = await service.run();
		await held.arrived;
		const params = {batchId};
		await service.call(cancelBatch, {params, body: {skipCleanup: true}});
		const left = (await service.call(getCleanup, {params})).body;
		expect(left.tests.map(({status}) => status)).toEqual(ids.map(() => 'Pending'));
		held.release();
		// At most four are under way, the newest first: the oldest two have not been sent.
		const oldest = left.pending.find(({capturedId}) => capturedId === '1')?.cleanupTest;
		expect(oldest).toMatchObject({attempts: 0});
		const cleanupTestIds = [oldest?.cleanupTestId ?? ''];
		expect((await service.call(retryCleanup, {params, body: {cleanupTestIds}})).body).toMatchObject({cleanupTestIds});
		let view = (await service.call(getCleanup, {params})).body;
		while (view.state === 'running')
			view = (await service.call(getCleanup, {params, query: {since: view.version, waitSeconds: 20}})).body;
		const after = (await service.call(getCleanup, {params})).body;
		expect(outcomes(after)).toContain('1 auto');
		expect(outcomes(after)).toContain('2 pending');
		expect(paths(service)).not.toContain('/users/2');
	});
});

describe('calls that are known only later', () => {
	/** A batch that has made the user `u1`, and what somebody else did for it, who tells it now: the user `u2`. */
	async function late() {
		const service = await startCleanup(['/users/{id}']);
		await service.addTest('makes a user', [created('/users', 'u1')]);
		const store = createRunStore(service.database, createIds(Date.now), Date.now, testProtection());
		const tell = async (batchId: string, by: 'a start after a kill' | 'a worker that was away') => {
			const {id: runId} = await service.database
				.selectFrom('runs')
				.select('id')
				.where('batch_id', '=', batchId)
				.executeTakeFirstOrThrow();
			const told = {calls: [recordedCall(service.target.url, created('/users', 'u2'), 50)]};
			const lost = lostExecution({executionId: `${runId}#7`, ...told});
			if (by === 'a start after a kill') return service.engine.publish(await store.reap([], [lost]));
			const end = {
				status: 'passed',
				failureKind: null,
				error: null,
				trace: null,
				apiOutput: '',
				failedLine: null,
			} as const;
			const none = {workerId: 'away', limit: 0, leaseMs: 30_000};
			const {ended, changed} = await store.finishAndClaim([{...lost, ...end, captures: [], advisories: []}], none);
			expect(ended).toEqual([false]);
			service.engine.publish(changed);
		};
		const cleaned = async (batchId: string) => {
			for (let since = 0; ; ) {
				const {body} = await service.call(getCleanup, {params: {batchId}, query: {since, waitSeconds: 20}});
				if (body.state !== 'running') break;
				since = body.version;
			}
			return (await service.call(getCleanup, {params: {batchId}})).body;
		};
		return {service, tell, cleaned};
	}

	it.each(['a start after a kill', 'a worker that was away'] as const)(
		'of %s have their records deleted, although the batch has ended',
		async by => {
			const {service, tell, cleaned} = await late();
			const batchId = await service.run();
			expect(outcomes(await service.cleaned(batchId))).toEqual(['u1 auto']);
			await tell(batchId, by);
			const view = await cleaned(batchId);
			expect([view.state, ...outcomes(view)]).toEqual(['done', 'u1 auto', 'u2 auto']);
			expect(paths(service)).toEqual(['/users/u1', '/users/u2']);
			// What is told twice is known already.
			await tell(batchId, by);
			expect((await cleaned(batchId)).version).toBe(view.version);
		},
	);

	it('while the cleanup is under way have their records deleted before it says that it is done', async () => {
		const {service, tell} = await late();
		const held = service.target.holdDeletes();
		const batchId = await service.run();
		await held.arrived;
		await tell(batchId, 'a start after a kill');
		held.release();
		const view = await service.cleaned(batchId);
		expect([view.state, ...outcomes(view)]).toEqual(['done', 'u1 auto', 'u2 auto']);
	});

	it('of a batch whose cleanup nobody wanted start none', async () => {
		const {service, tell, cleaned} = await late();
		const running = service.runner.hold('makes a user');
		const batchId = await service.run();
		await running.started;
		await service.call(cancelBatch, {params: {batchId}, body: {skipCleanup: true}});
		await service.cleaned(batchId);
		await tell(batchId, 'a start after a kill');
		expect((await cleaned(batchId)).state).toBe('none');
		expect(paths(service)).toEqual([]);
	});
});
