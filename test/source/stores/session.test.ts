import {describe, expect, it} from 'vitest';
import {getMe} from '../../../contract/routes/account.ts';
import {cancelBatch, getBatch} from '../../../contract/routes/batches.ts';
import type {TestId} from '../../../contract/ids.ts';
import {listProjects} from '../../../contract/routes/projects.ts';
import {deleteTest} from '../../../contract/routes/tests.ts';
import {ApiError} from '../../../source/errors/api-error.ts';
import {createTestStores} from '../../helpers/store-context.ts';
import {StrictClient} from '../../helpers/strict-client.ts';
import {sampleBatch, sampleProject} from '../../helpers/wire-samples.ts';

const page = () => ({items: [sampleProject()], nextToken: null});
const unavailable = () => new ApiError('UNAVAILABLE', 'Connection refused.');

describe('the session', () => {
	it('tells how fast the service answers', async () => {
		const client = new StrictClient();
		const {session, clock} = createTestStores(client);
		client.once(listProjects, async () => {
			await clock.advance(42);
			return page();
		});
		await session.call(listProjects);
		expect(session.store.getState()).toMatchObject({latencyMs: 42, connection: {kind: 'online'}});
		client.check();
	});

	it('sends what changes something with a fresh key of its route, and with the one that it is given', async () => {
		const client = new StrictClient();
		const {session} = createTestStores(client);
		const keys: Array<string | undefined> = [];
		const note = ({idempotencyKey}: {idempotencyKey?: string | undefined}) => {
			keys.push(idempotencyKey);
			return {testId: 'tst_1' as TestId, deletedAt: '2026-11-28T10:00:00.000Z'};
		};
		for (const _ of [1, 2, 3]) client.once(deleteTest, note);
		const params = {testId: 'tst_1' as TestId};
		await session.call(deleteTest, {params});
		await session.call(deleteTest, {params});
		await session.call(deleteTest, {params, idempotencyKey: 'own'});
		expect(keys).toEqual([expect.stringMatching(/^cli-delete-id-/), expect.stringMatching(/^cli-delete-id-/), 'own']);
		expect(keys[0]).not.toBe(keys[1]);
		client.check();
	});

	it('says live while a request is held, and does not take that time for latency', async () => {
		const client = new StrictClient();
		const {session, clock} = createTestStores(client);
		const seen: boolean[] = [];
		client.once(getBatch, () => {
			seen.push(session.store.getState().isHeld);
			return sampleBatch([]);
		});
		await session.call(getBatch, {params: {batchId: 'bat_1'}, query: {since: 1, waitSeconds: 25}});
		expect(seen).toEqual([true]);
		await clock.advance(50);
		expect(session.store.getState()).toMatchObject({isHeld: false, latencyMs: null});
	});

	it('goes on saying live when one of two held requests ends', async () => {
		const client = new StrictClient();
		const {session, clock} = createTestStores(client);
		const answers: Array<() => void> = [];
		client.always(getBatch, () => new Promise(resolve => answers.push(() => resolve(sampleBatch([])))));
		const input = {params: {batchId: 'bat_1'}, query: {since: 1, waitSeconds: 25}};
		const calls = [session.call(getBatch, input), session.call(getBatch, input)];
		answers[0]?.();
		await calls[0];
		expect(session.store.getState().isHeld).toBe(true);
		answers[1]?.();
		await calls[1];
		await clock.advance(50);
		expect(session.store.getState().isHeld).toBe(false);
	});

	it('changes nothing while one long poll follows the other, so that news cost one frame', async () => {
		const client = new StrictClient();
		const {session, clock} = createTestStores(client);
		client.always(getBatch, () => sampleBatch([]));
		const input = {params: {batchId: 'bat_1'}, query: {since: 1, waitSeconds: 25}};
		await session.call(getBatch, input);
		const {connection} = session.store.getState();
		const seen: boolean[] = [];
		session.store.subscribe(({isHeld}) => seen.push(isHeld));
		await session.call(getBatch, input);
		expect(seen).not.toContain(false);
		expect(session.store.getState().connection).toBe(connection);
		await clock.advance(50);
		expect(session.store.getState().isHeld).toBe(false);
	});

	it('is offline when there is no answer, and online again with the next one', async () => {
		const client = new StrictClient();
		const {session} = createTestStores(client);
		client.once(listProjects, () => {
			throw unavailable();
		});
		await expect(session.call(listProjects)).rejects.toThrow('Connection refused.');
		expect(session.store.getState().connection).toMatchObject({kind: 'offline', retryAt: null});
		client.once(listProjects, page);
		await session.call(listProjects);
		expect(session.store.getState().connection).toEqual({kind: 'online'});
	});

	it('takes a service for away that says nothing, from its last word on, and for back with its answer', async () => {
		const client = new StrictClient();
		const {session, clock} = createTestStores(client);
		client.once(listProjects, page);
		await session.call(listProjects);
		const heardAt = clock.now();
		await clock.advance(1000);
		let answer: () => void = () => undefined;
		client.once(getBatch, () => new Promise(resolve => (answer = () => resolve(sampleBatch([])))));
		const waiting = session.call(getBatch, {params: {batchId: 'bat_1'}, query: {since: 1, waitSeconds: 5}});
		// It may hold the request that long, and take a moment more.
		await clock.advance(9900);
		expect(session.store.getState().connection).toEqual({kind: 'online'});
		await clock.advance(200);
		expect(session.store.getState().connection).toMatchObject({
			kind: 'offline',
			error: {message: 'It has not answered within 10 s.', nextAction: 'svc doctor'},
			since: heardAt,
			retryAt: null,
		});
		answer();
		await waiting;
		expect(session.store.getState().connection).toEqual({kind: 'online'});
		await clock.advance(50);
		expect(clock.pending()).toBe(0);
	});

	it('takes a service for away that has never said anything', async () => {
		const client = new StrictClient();
		const {session, clock} = createTestStores(client);
		let answer: () => void = () => undefined;
		client.once(listProjects, () => new Promise(resolve => (answer = () => resolve(page()))));
		const waiting = session.call(listProjects);
		await clock.advance(4900);
		expect(session.store.getState().connection).toEqual({kind: 'connecting'});
		await clock.advance(200);
		expect(session.store.getState().connection).toMatchObject({
			kind: 'offline',
			error: {message: 'It has not answered within 5 s.', nextAction: 'svc doctor'},
		});
		answer();
		await waiting;
		expect(session.store.getState().connection).toEqual({kind: 'online'});
	});

	it('does not take a service for away that answers others, or that says what is wrong', async () => {
		const client = new StrictClient();
		const {session, clock} = createTestStores(client);
		client.always(listProjects, page);
		await session.call(listProjects);
		const answers: Array<() => void> = [];
		client.once(getBatch, () => new Promise((_, reject) => answers.push(() => reject(missing))));
		const missing = new ApiError('NOT_FOUND', 'There is no such batch.', {requestId: 'req_1'});
		const waiting = session.call(getBatch, {params: {batchId: 'bat_1'}});
		waiting.catch(() => undefined);
		for (let second = 0; second < 8; second++) {
			await clock.advance(1000);
			await session.call(listProjects);
		}
		expect(session.store.getState().connection).toEqual({kind: 'online'});
		await clock.advance(6000);
		expect(session.store.getState().connection.kind).toBe('offline');
		answers[0]?.();
		await expect(waiting).rejects.toThrow('There is no such batch.');
		expect(session.store.getState().connection).toEqual({kind: 'online'});
	});

	it('gives what changes something the time it takes', async () => {
		const client = new StrictClient();
		const {session, clock} = createTestStores(client);
		client.once(listProjects, page);
		await session.call(listProjects);
		client.once(cancelBatch, () => new Promise(() => undefined));
		void session.call(cancelBatch, {params: {batchId: 'bat_1'}});
		await clock.advance(60_000);
		expect(session.store.getState().connection).toEqual({kind: 'online'});
	});

	it('sends no write while it is offline, and asks again at once', async () => {
		const client = new StrictClient();
		const {session} = createTestStores(client);
		const sleeping = session.backOff(unavailable(), 4, new AbortController().signal);
		const cancelling = session.call(cancelBatch, {params: {batchId: 'bat_1'}});
		await expect(cancelling).rejects.toThrow('The service does not answer: nothing was sent.');
		expect(await sleeping).toBe(true);
		client.check();
	});

	it('waits longer after each failure, and says when it tries next', async () => {
		const {session, clock} = createTestStores(new StrictClient());
		const waits: number[] = [];
		for (let attempt = 0; attempt < 7; attempt++) {
			const before = clock.now();
			const waiting = session.backOff(unavailable(), attempt, new AbortController().signal);
			const {connection} = session.store.getState();
			if (connection.kind === 'offline') waits.push((connection.retryAt ?? 0) - before);
			await clock.advance(20_000);
			expect(await waiting).toBe(true);
		}
		expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
	});

	it('waits as long as the service asks for', async () => {
		const {session, clock} = createTestStores(new StrictClient());
		const limited = new ApiError('RATE_LIMITED', 'Too many requests.', {details: {retryAfterSeconds: 30}});
		let isOver = false;
		const waiting = session.backOff(limited, 0, new AbortController().signal).then(() => {
			isOver = true;
		});
		await clock.advance(29_000);
		expect(isOver).toBe(false);
		await clock.advance(1000);
		await waiting;
		expect(isOver).toBe(true);
	});

	it('tries at once when the user asks for it', async () => {
		const {session, clock} = createTestStores(new StrictClient());
		const waiting = session.backOff(unavailable(), 4, new AbortController().signal);
		session.retryNow();
		expect(await waiting).toBe(true);
		expect(clock.pending()).toBe(0);
	});

	it('does not try again what cannot get better', async () => {
		const {session} = createTestStores(new StrictClient());
		const signal = new AbortController().signal;
		for (const code of ['NOT_FOUND', 'AUTH_INVALID', 'AUTH_FORBIDDEN', 'VALIDATION_ERROR'] as const)
			expect(await session.backOff(new ApiError(code, code), 0, signal), code).toBe(false);
		expect(await session.backOff(new Error('a bug'), 0, signal)).toBe(false);
	});

	it('remembers that the key is refused', async () => {
		const client = new StrictClient();
		const {session} = createTestStores(client);
		client.once(listProjects, () => {
			throw new ApiError('AUTH_INVALID', 'The key was revoked.', {nextAction: 'svc setup'});
		});
		await expect(session.call(listProjects)).rejects.toThrow();
		expect(session.store.getState().connection).toMatchObject({kind: 'refused', error: {nextAction: 'svc setup'}});
	});

	it('stops waiting when the place is left', async () => {
		const {session, clock} = createTestStores(new StrictClient());
		const left = new AbortController();
		const waiting = session.backOff(unavailable(), 0, left.signal);
		left.abort(new Error('left'));
		await expect(waiting).rejects.toThrow('left');
		expect(clock.pending()).toBe(0);
	});

	it('knows the credits of a metered account only', async () => {
		const client = new StrictClient();
		const {session} = createTestStores(client);
		const me = {userId: 'usr_1', keyId: 'key_1', scopes: [], env: 'production'};
		client.once(getMe, () => me).once(getMe, () => ({...me, credits: 12.5}));
		await session.loadAccount();
		expect(session.store.getState().credits).toBe(null);
		await session.loadAccount();
		expect(session.store.getState().credits).toBe(12.5);
		client.check();
	});
});
