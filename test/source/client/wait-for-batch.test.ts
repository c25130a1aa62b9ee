import type {ServerResponse} from 'node:http';
import {describe, expect, it} from 'vitest';
import {type BatchChange, waitForBatch} from '../../../source/client/wait-for-batch.ts';
import {mergeBatch} from '../../../contract/merge-batch.ts';
import type {Batch} from '../../../contract/batch.ts';
import {createClient} from './create-client.ts';
import {batchAnswer, memberAnswer} from './samples.ts';
import {sendError, sendJson, startServer} from './start-server.ts';

const wave = (number: number, changes = {}) => ({
	wave: number,
	kind: 'tests',
	status: 'pending',
	total: 1,
	finished: 0,
	rev: 1,
	...changes,
});

async function follow(answers: ((response: ServerResponse) => void)[], timeoutSeconds = 600) {
	const server = await startServer((_, response, count) => answers[Math.min(count, answers.length - 1)]?.(response));
	const {client, clock, run} = createClient(server.url);
	const changes: BatchChange[] = [];
	const outcome = run(
		waitForBatch({
			client,
			batchId: 'bat_1',
			deadlineAt: clock.elapsed() + timeoutSeconds * 1000,
			timeoutSeconds,
			requestTimeoutMs: 120_000,
			now: clock.now,
			elapsed: clock.elapsed,
			sleep: clock.sleep,
			random: clock.random,
			onChange: change => changes.push(change),
		}),
	);
	outcome.catch(() => {});
	return {outcome, changes, clock, received: server.received};
}

const answer = (changes: Partial<Batch>) => (response: ServerResponse) => sendJson(response, batchAnswer(changes));

describe('following a batch', () => {
	it('reads all of it first, then what changed since the version at hand, until the phase is done', async () => {
		const {outcome, received} = await follow([
			answer({version: 3, members: [memberAnswer('run_1'), memberAnswer('run_2')]}),
			answer({version: 5, delta: true, members: [memberAnswer('run_2', {status: 'passed'})], phase: 'cleanup'}),
			answer({version: 9, delta: true, phase: 'done', status: 'passed', outcome: 'passed'}),
		]);
		const result = await outcome;
		expect(result).toMatchObject({state: 'done', batch: {version: 9, delta: false, status: 'passed'}});
		expect(result.batch?.members.map(({runId, status}) => [runId, status])).toEqual([
			['run_1', 'queued'],
			['run_2', 'passed'],
		]);
		expect(received.map(({url}) => url.split('?')[1])).toEqual([
			undefined,
			'since=3&waitSeconds=25',
			'since=5&waitSeconds=25',
		]);
	});

	it('goes on during the cleanup of a batch whose tests have ended', async () => {
		const {outcome, received} = await follow([
			answer({phase: 'cleanup', outcome: 'failed'}),
			answer({phase: 'done', status: 'failed', outcome: 'failed', version: 2}),
		]);
		expect(await outcome).toMatchObject({state: 'done', batch: {status: 'failed'}});
		expect(received).toHaveLength(2);
	});

	it('tells each new version once, with the rows that changed', async () => {
		const delta = {version: 2, delta: true, members: [memberAnswer('run_1', {status: 'running', rev: 2})]};
		const {outcome, changes} = await follow([
			answer({members: [memberAnswer('run_1')]}),
			answer({version: 1, delta: true}),
			answer(delta),
			answer({version: 3, delta: true, phase: 'done'}),
		]);
		await outcome;
		expect(changes.map(({batch}) => batch.version)).toEqual([1, 2, 3]);
		expect(changes[0]?.previous).toBeNull();
		expect(changes[1]?.answer.members).toEqual(delta.members);
		expect(changes[1]?.previous?.members[0]?.status).toBe('queued');
		expect(changes[1]?.batch.members[0]?.status).toBe('running');
	});

	it('takes an answer without delta as the whole truth', async () => {
		const {outcome} = await follow([
			answer({version: 7, members: [memberAnswer('run_1'), memberAnswer('run_2')]}),
			answer({version: 1, delta: false, members: [memberAnswer('run_3')], phase: 'done'}),
		]);
		const result = await outcome;
		expect(result.batch?.members.map(({runId}) => runId)).toEqual(['run_3']);
	});

	it('does not ask more than once a second when nothing is held', async () => {
		const {outcome, clock} = await follow([answer({}), answer({delta: true}), answer({version: 2, phase: 'done'})]);
		await outcome;
		expect(clock.slept).toEqual([1000]);
	});

	it('falls back to plain reads when the service refuses to hold', async () => {
		const {outcome, clock, received} = await follow([
			answer({}),
			response => sendError(response, 400, 'VALIDATION_ERROR', {field: 'waitSeconds'}),
			answer({delta: true}),
			answer({version: 2, phase: 'done'}),
		]);
		expect((await outcome).state).toBe('done');
		expect(clock.slept).toEqual([2000]);
		expect(received.slice(2).map(({url}) => url.split('?')[1])).toEqual(['since=1', 'since=1']);
	});

	it('ends with the last copy when the time is over', async () => {
		const {outcome} = await follow([answer({members: [memberAnswer('run_1')]})], 2);
		expect(await outcome).toMatchObject({
			state: 'timeout',
			batch: {members: [{runId: 'run_1'}]},
			error: {
				code: 'UNSUPPORTED',
				nextAction: 'svc batch watch bat_1',
				details: {batchId: 'bat_1', timeoutSeconds: 2},
			},
		});
	});

	it('ends when the batch is unknown', async () => {
		const {outcome} = await follow([response => sendError(response, 404, 'NOT_FOUND', {reason: 'not_found'})]);
		await expect(outcome).rejects.toMatchObject({code: 'NOT_FOUND'});
	});
});

it('asks at most four times a second once a batch changes all the time', async () => {
	const changes = Array.from({length: 60}, (_, n) => answer({version: n + 1, delta: n > 0}));
	const {outcome, clock, received} = await follow([...changes, answer({version: 61, delta: true, phase: 'done'})]);
	const startedAt = clock.now();
	await outcome;
	expect(received).toHaveLength(61);
	// Thirty at once, the others 250 ms apart.
	expect(clock.now() - startedAt).toBe(31 * 250 - 250);
});

describe('mergeBatch', () => {
	it('replaces changed waves and members, keeps the order and adds new ones at the end', () => {
		const known = batchAnswer({
			members: [memberAnswer('run_1'), memberAnswer('run_2')],
			waves: [wave(1), wave(2)],
		});
		const {batch: merged} = mergeBatch(
			known,
			batchAnswer({
				version: 4,
				delta: true,
				currentWave: 2,
				members: [memberAnswer('run_3'), memberAnswer('run_1', {status: 'failed'})],
				waves: [wave(1, {status: 'done'})],
			}),
		);
		expect(merged).toMatchObject({version: 4, delta: false, currentWave: 2});
		expect(merged.members.map(({runId, status}) => `${runId} ${status}`)).toEqual([
			'run_1 failed',
			'run_2 queued',
			'run_3 queued',
		]);
		expect(merged.waves.map(({status}) => status)).toEqual(['done', 'pending']);
		expect(known.members[0]?.status).toBe('queued');
	});
});
