import Agent from 'undici/lib/dispatcher/agent.js';
import {describe, expect, it, onTestFinished} from 'vitest';
import {cancelBatch, getBatch} from '../../../contract/routes/batches.ts';
import {retryCleanup} from '../../../contract/routes/cleanup.ts';
import {createSender} from '../../../service/cleanup/send-request.ts';
import {pythonOfFile} from '../../helpers/python-of-file.ts';
import {fates, startProject} from './clean-up.ts';
import {startApi} from './start-api.ts';

const python = pythonOfFile();

const numbers = (count: number) => Array.from({length: count}, (_, place) => place + 1);

/** `POST /users` makes users 1, 2, 3, …; DELETE removes them, and a GET afterwards answers 404. */
function userApi(more: {onDelete?: (number: number) => unknown} = {}) {
	const users = new Set<string>();
	let made = 0;
	let deleted = 0;
	const answer = async ({method, path}: {method: string; path: string}) => {
		if (method === 'POST') {
			users.add(`/users/${++made}`);
			return [201, {id: made}] as [number, unknown];
		}
		if (method === 'DELETE') {
			await more.onDelete?.(++deleted);
			return users.delete(path) ? 204 : 404;
		}
		return users.has(path) ? 200 : 404;
	};
	return {answer, users};
}

describe('a target that dies', () => {
	it('in the middle of cleanup and comes back is cleaned up without a trace', async () => {
		const {answer, users} = userApi({
			onDelete: number => {
				if (number === 3) void project.api.die().then(project.api.comeBack);
			},
		});
		const project = await startProject(python(), answer, ['/users/{id}']);
		await project.add('makes users', ["for n in range(12): post('/users', {'name': str(n)})"]);
		const batchId = await project.begin();
		const view = await project.cleaned(batchId);
		expect(fates(view)).toEqual(
			numbers(12)
				.map(id => `/users ${id} auto`)
				.sort(),
		);
		expect(users.size).toBe(0);
		const recorded = await project.recordedDeletes(batchId);
		expect(view.totals.deleteCalls).toBe(recorded.length);
		expect(recorded.length).toBeGreaterThanOrEqual(project.api.deletes().length);
	});

	it('in the middle of a run leaves orphans, which a retry deletes once it is back', async () => {
		const {answer, users} = userApi();
		const project = await startProject(
			python(),
			async asked => {
				if (asked.path !== '/die') return answer(asked);
				void project.api.die();
				return 'drop';
			},
			['/users/{id}'],
		);
		await project.add('makes users', ["post('/users')", "post('/users')", "get('/die')"]);
		const batchId = await project.begin();
		const dead = await project.cleaned(batchId);
		expect(fates(dead)).toEqual(['/users 1 orphaned', '/users 2 orphaned']);
		expect(dead.state).toBe('failed');
		expect(dead.orphaned[0]).toMatchObject({
			reason: 'delete_failed',
			cleanupTest: {attempts: 3, httpStatus: null, error: 'no connection (ECONNREFUSED)'},
		});
		// Three each, and one alone, after whose silence nobody else is asked again.
		expect(dead.totals.deleteCalls).toBe(7);

		await project.api.comeBack();
		await project.call(retryCleanup, {params: {batchId}, body: {}});
		const back = await project.cleaned(batchId);
		expect(fates(back)).toEqual(['/users 1 auto', '/users 2 auto']);
		expect(back).toMatchObject({state: 'done', totals: {deleteCalls: 9}});
		expect(users.size).toBe(0);
	});
});

describe('a target that is slow', () => {
	it('has its records deleted side by side, four of a family at a time', async () => {
		let active = 0;
		let peak = 0;
		let release = () => {};
		const isFull = new Promise<void>(resolve => {
			release = resolve;
		});
		const {answer, users} = userApi({
			async onDelete() {
				peak = Math.max(peak, ++active);
				// The first ones are answered when four have come: fewer at once would wait for ever.
				if (active === 4) release();
				await isFull;
				active--;
			},
		});
		const project = await startProject(python(), answer, ['/users/{id}']);
		await project.add('makes users', ["for n in range(8): post('/users', {'name': str(n)})"]);
		const view = await project.cleaned(await project.begin());
		expect(view.progress).toMatchObject({captured: 8, cleaned: 8});
		expect(users.size).toBe(0);
		expect(peak).toBe(4);
	});

	it.each([
		['never answers', 'hang' as const],
		['never ends its answer', 'trickle' as const],
	])('and %s is given up after the limit', async (_how, how) => {
		const api = await startApi(() => (how === 'hang' ? 'hang' : [200, undefined, {'content-length': '10'}]));
		const dispatcher = new Agent();
		onTestFinished(() => dispatcher.destroy());
		const send = createSender({
			dispatcher,
			checkTarget: async () => {},
			elapsedMs: () => performance.now(),
			timeoutMs: 200,
		});
		const answer = await send({
			method: 'DELETE',
			url: `${api.url}/users/1`,
			headers: {},
			signal: new AbortController().signal,
		});
		expect(answer).toMatchObject({status: null, error: 'no answer within 0.2 s'});
	});
});

describe('a test that is stopped after it made a record', () => {
	it('by its time limit is cleaned up after', async () => {
		const {answer, users} = userApi();
		const project = await startProject(python(), answer, ['/users/{id}']);
		await project.add('makes a user and hangs', ["post('/users')", 'import time', 'time.sleep(600)'], {
			timeoutSeconds: 10,
		});
		const batchId = await project.begin();
		expect(fates(await project.cleaned(batchId))).toEqual(['/users 1 auto']);
		expect(users.size).toBe(0);
		expect((await project.call(getBatch, {params: {batchId}})).body.outcome).toBe('failed');
	});

	it('by a cancel is cleaned up after', async () => {
		const {answer, users} = userApi();
		let arrive = () => {};
		const arrived = new Promise<void>(resolve => {
			arrive = resolve;
		});
		const project = await startProject(
			python(),
			asked => {
				if (asked.path !== '/wait') return answer(asked);
				arrive();
				return 'hang';
			},
			['/users/{id}'],
		);
		await project.add('makes a user and waits', ["post('/users')", "get('/wait')"]);
		const batchId = await project.begin();
		await arrived;
		await project.call(cancelBatch, {params: {batchId}});
		expect(fates(await project.cleaned(batchId))).toEqual(['/users 1 auto']);
		expect(users.size).toBe(0);
		expect((await project.call(getBatch, {params: {batchId}})).body.outcome).toBe('cancelled');
	});
});
