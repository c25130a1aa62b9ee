import {describe, expect, it} from 'vitest';
import type {Batch, BatchMember} from '../../../contract/batch.ts';
import {cancelBatch, getBatch} from '../../../contract/routes/batches.ts';
import {ApiError} from '../../../source/errors/api-error.ts';
import {createBatches} from '../../../source/stores/batch.ts';
import {settle} from '../../helpers/fake-clock.ts';
import {createTestStores} from '../../helpers/store-context.ts';
import {StrictClient} from '../../helpers/strict-client.ts';
import {sampleBatch, sampleMember} from '../../helpers/wire-samples.ts';

const member = (status: string, rev = 1) => sampleMember({status, rev});
const running = sampleBatch([member('running')], {version: 3});
const delta = (version: number, status: string) => ({
	...sampleBatch([member(status, version)], {version}),
	delta: true,
});

function setUp() {
	const client = new StrictClient();
	const stores = createTestStores(client);
	const changes: BatchMember[][] = [];
	const ended: Batch[] = [];
	const batches = createBatches(stores.context, stores.session, {
		onChange: (_batch, changed) => changes.push([...changed]),
		onEnd: batch => ended.push(batch),
	});
	return {client, batches, changes, ended, ...stores};
}

describe('following a batch', () => {
	it('reads it once, then waits for news with its version, until it is done', async () => {
		const {client, batches, changes, ended} = setUp();
		client
			.once(getBatch, () => running)
			.once(getBatch, () => delta(4, 'running'))
			.once(getBatch, () => delta(5, 'passed'));
		await batches.follow('bat_1', new AbortController().signal);
		expect(client.calls.map(({input}) => input.query)).toEqual([
			{},
			{since: 3, waitSeconds: 5},
			{since: 4, waitSeconds: 5},
		]);
		expect(batches.store.getState()).toMatchObject({isFollowing: false, error: null, batch: {phase: 'done'}});
		expect(changes.map(rows => rows.map(({status}) => status))).toEqual([['running'], ['running'], ['passed']]);
		expect(ended.map(({status}) => status)).toEqual(['passed']);
		client.check();
	});

	it('says nothing when the time passes without news', async () => {
		const {client, batches, changes} = setUp();
		client
			.once(getBatch, () => running)
			.once(getBatch, () => ({...running, delta: true, members: [], waves: []}))
			.once(getBatch, () => delta(4, 'passed'));
		await batches.follow('bat_1', new AbortController().signal);
		expect(changes).toHaveLength(2);
	});

	it('keeps the last good state while the service is lost, and goes on from it', async () => {
		const {client, batches, clock, session} = setUp();
		client
			.once(getBatch, () => running)
			.once(getBatch, () => {
				throw new ApiError('UNAVAILABLE', 'Connection refused.');
			})
			.once(getBatch, () => delta(4, 'passed'));
		const following = batches.follow('bat_1', new AbortController().signal);
		await settle();
		expect(batches.store.getState()).toMatchObject({batch: {version: 3}, error: {code: 'UNAVAILABLE'}});
		expect(session.store.getState().connection.kind).toBe('offline');
		await clock.advance(1000);
		await following;
		// Not held: it answers at once, so that the service is seen to be back.
		expect(client.calls.at(-1)?.input.query).toEqual({since: 3});
		expect(batches.store.getState()).toMatchObject({batch: {phase: 'done'}, error: null});
		expect(session.store.getState().connection.kind).toBe('online');
	});

	it('ends with what cannot be read at all', async () => {
		const {client, batches} = setUp();
		client.once(getBatch, () => {
			throw new ApiError('NOT_FOUND', 'There is no such batch.');
		});
		await batches.follow('bat_9', new AbortController().signal);
		expect(batches.store.getState()).toMatchObject({batch: null, isFollowing: false, error: {code: 'NOT_FOUND'}});
	});

	it('takes an answer that is not a delta for the whole truth', async () => {
		const {client, batches} = setUp();
		client
			.once(getBatch, () => running)
			.once(getBatch, () => sampleBatch([sampleMember({runId: 'run_9', status: 'passed'})], {version: 1}));
		await batches.follow('bat_1', new AbortController().signal);
		expect(batches.store.getState().batch?.members.map(({runId}) => runId)).toEqual(['run_9']);
	});

	it('stops when the screen is left', async () => {
		const {client, batches} = setUp();
		const left = new AbortController();
		client
			.once(getBatch, () => running)
			.once(
				getBatch,
				({signal}) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
			);
		const following = batches.follow('bat_1', left.signal);
		await settle();
		left.abort();
		await following;
		expect(batches.store.getState()).toMatchObject({isFollowing: false, error: null, batch: {version: 3}});
	});

	it('of another batch forgets the first one', async () => {
		const {client, batches} = setUp();
		const done = sampleBatch([member('passed')]);
		client.once(getBatch, () => done).once(getBatch, () => ({...done, batchId: 'bat_2'}));
		await batches.follow('bat_1', new AbortController().signal);
		const following = batches.follow('bat_2', new AbortController().signal);
		expect(batches.store.getState().batch).toBe(null);
		await following;
		expect(batches.store.getState().batch?.batchId).toBe('bat_2');
	});

	it('is not told an end that was there from the start', async () => {
		const {client, batches, ended} = setUp();
		client.once(getBatch, () => sampleBatch([member('passed')]));
		await batches.follow('bat_1', new AbortController().signal);
		expect(ended).toEqual([]);
	});
});

describe('cancelling a batch', () => {
	it.each([
		[false, undefined],
		[true, {skipCleanup: true}],
	])('with skipCleanup %s', async (skipCleanup, body) => {
		const {client, batches} = setUp();
		client
			.once(getBatch, () => sampleBatch([member('passed')]))
			.once(cancelBatch, input => {
				expect(input.body).toEqual(body);
				expect(input.idempotencyKey).toBeUndefined();
				return {
					batchId: 'bat_1',
					status: 'cancelled',
					cancelled: ['run_1'],
					alreadyFinished: [],
					alreadyCancelled: false,
				};
			});
		await batches.follow('bat_1', new AbortController().signal);
		expect((await batches.cancel({skipCleanup})).cancelled).toEqual(['run_1']);
		client.check();
	});
});
