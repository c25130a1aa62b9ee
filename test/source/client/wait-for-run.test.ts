import type {ServerResponse} from 'node:http';
import {describe, expect, it} from 'vitest';
import type {Client} from '../../../source/client/client.ts';
import type {ClientEvent} from '../../../source/client/client-events.ts';
import {waitForRun} from '../../../source/client/wait-for-run.ts';
// Loaded by the wait itself when it needs it; here beforehand, so that fake time does not pass meanwhile.
import '../../../contract/routes/results.ts';
import {getRun} from '../../../contract/routes/runs.ts';
import {createClient} from './create-client.ts';
import {runAnswer} from './samples.ts';
import {type Received, sendError, sendJson, startServer} from './start-server.ts';

type Answer = (response: ServerResponse, request: Received) => void;

const running = (response: ServerResponse) => sendJson(response, runAnswer());
const passed = (response: ServerResponse) => sendJson(response, runAnswer({status: 'passed', batchPhase: 'done'}));
const error =
	(status: number, code: string, details = {}) =>
	(response: ServerResponse) =>
		sendError(response, status, code, details);

/** Waits for a run on a server that gives these answers in order, the last one for ever. */
async function wait(
	answers: [Answer, ...Answer[]],
	{
		timeoutSeconds = 600,
		signal,
		requestTimeoutMs = 120_000,
		before,
	}: {
		timeoutSeconds?: number;
		signal?: AbortSignal;
		requestTimeoutMs?: number;
		/** What the same client has asked for before it waits. */
		before?(client: Client, run: <T>(work: Promise<T>) => Promise<T>): Promise<unknown>;
	} = {},
) {
	const server = await startServer((request, response, count) =>
		(answers[Math.min(count, answers.length - 1)] as Answer)(response, request),
	);
	const {client, clock, run} = createClient(server.url);
	const events: ClientEvent[] = [];
	await before?.(client, run);
	const outcome = run(
		waitForRun({
			client,
			runId: 'run_1',
			deadlineAt: clock.elapsed() + timeoutSeconds * 1000,
			timeoutSeconds,
			requestTimeoutMs,
			signal,
			now: clock.now,
			elapsed: clock.elapsed,
			sleep: clock.sleep,
			random: clock.random,
			observer: event => events.push(event),
		}),
	);
	outcome.catch(() => {});
	return {outcome, clock, events, received: server.received};
}

const query = (request: Received | undefined) =>
	Object.fromEntries(new URL(request?.url ?? '', 'http://x').searchParams);

describe('long poll', () => {
	it('asks to be held until the batch has ended and goes on at once', async () => {
		const {outcome, received, clock, events} = await wait([
			response => sendJson(response, runAnswer({status: 'queued', batchPhase: 'queued'})),
			running,
			passed,
		]);
		expect(await outcome).toMatchObject({state: 'done', run: {status: 'passed'}});
		expect(received.map(query)).toEqual(Array.from({length: 3}, () => ({until: 'batch', waitSeconds: '25'})));
		expect(clock.slept).toEqual([]);
		expect(events).toEqual([
			{kind: 'poll-status', id: 'run_1', from: null, to: 'queued'},
			{kind: 'poll-status', id: 'run_1', from: 'queued', to: 'running'},
			{kind: 'poll-status', id: 'run_1', from: 'running', to: 'passed'},
		]);
	});

	it('asks to be held no longer than what remains', async () => {
		const {outcome, received} = await wait([passed], {timeoutSeconds: 7});
		await outcome;
		expect(query(received[0]).waitSeconds).toBe('7');
	});

	it('a service that does not hold is not asked more than once a second', async () => {
		const {outcome, clock} = await wait([running, running, running, passed]);
		await outcome;
		expect(clock.slept).toEqual([1000, 1000]);
	});

	it('is not over before the cleanup of the batch', async () => {
		const {outcome, received} = await wait([
			response => sendJson(response, runAnswer({status: 'failed', batchPhase: 'cleanup'})),
			response => sendJson(response, runAnswer({status: 'failed', batchPhase: 'done'})),
		]);
		expect(await outcome).toMatchObject({state: 'done', run: {status: 'failed', batchPhase: 'done'}});
		expect(received).toHaveLength(2);
	});

	it.each(['passed', 'failed', 'blocked', 'cancelled'])('%s ends a run of a service without batches', async status => {
		const {outcome} = await wait([response => sendJson(response, runAnswer({status, batchPhase: undefined}))]);
		expect(await outcome).toMatchObject({state: 'done', run: {status}});
	});

	it('first sleeps as long as the run asks', async () => {
		const {outcome, clock} = await wait([response => sendJson(response, runAnswer({retryAfterSeconds: 9})), passed]);
		await outcome;
		expect(clock.slept).toEqual([9000]);
	});
});

describe('a service that refuses to hold', () => {
	it('is asked plainly: at once, then after 2, 4, 8, 15, 15 s', async () => {
		const plain = Array.from({length: 6}, () => running) as Answer[];
		const {outcome, clock, received, events} = await wait([
			error(400, 'VALIDATION_ERROR', {field: 'waitSeconds'}),
			...plain,
			passed,
		]);
		expect((await outcome).state).toBe('done');
		expect(clock.slept).toEqual([2000, 4000, 8000, 15_000, 15_000, 15_000]);
		expect(received.slice(1).map(query)).toEqual(Array.from({length: 7}, () => ({until: 'batch'})));
		expect(events).toContainEqual({kind: 'long-poll-refused', id: 'run_1'});
	});

	it('ends the wait when it refuses the plain call too', async () => {
		const {outcome, received} = await wait([error(400, 'VALIDATION_ERROR')]);
		await expect(outcome).rejects.toMatchObject({code: 'VALIDATION_ERROR'});
		expect(received).toHaveLength(2);
	});

	it('is looked at a last time when the time is over', async () => {
		const {outcome, clock, received} = await wait([error(400, 'VALIDATION_ERROR'), running], {timeoutSeconds: 5});
		expect(await outcome).toMatchObject({state: 'timeout', run: {status: 'running'}});
		expect(clock.slept).toEqual([2000, 3000]);
		expect(received).toHaveLength(4);
	});
});

describe('errors during a wait', () => {
	const invisible = error(404, 'NOT_FOUND', {reason: 'not_yet_visible'});

	it('a run that is not yet visible is looked for once more after 1 s', async () => {
		const {outcome, clock, events} = await wait([invisible, running, invisible, passed]);
		expect((await outcome).state).toBe('done');
		expect(clock.slept).toEqual([1000, 1000]);
		expect(events.filter(({kind}) => kind === 'not-yet-visible')).toHaveLength(2);
	});

	it('twice invisible in a row ends the wait', async () => {
		const {outcome} = await wait([invisible]);
		await expect(outcome).rejects.toMatchObject({code: 'NOT_FOUND', exitCode: 4});
	});

	it('an id that no path can carry ends the wait before any request', async () => {
		const {client, clock, run, events} = createClient('http://127.0.0.1:9');
		const options = {deadlineAt: clock.elapsed() + 1000, timeoutSeconds: 1, requestTimeoutMs: 1000};
		const observed: ClientEvent[] = [];
		await expect(
			run(waitForRun({...clock, ...options, client, runId: '..', observer: event => observed.push(event)})),
		).rejects.toMatchObject({code: 'VALIDATION_ERROR', details: {field: 'runId'}});
		expect([...events, ...observed]).toEqual([]);
	});

	it('any other NOT_FOUND ends the wait at once', async () => {
		const {outcome, received} = await wait([error(404, 'NOT_FOUND', {reason: 'not_found'})]);
		await expect(outcome).rejects.toMatchObject({code: 'NOT_FOUND'});
		expect(received).toHaveLength(1);
	});

	it('RATE_LIMITED ends the wait after the retries of the request', async () => {
		const {outcome, received} = await wait([error(429, 'RATE_LIMITED')]);
		await expect(outcome).rejects.toMatchObject({code: 'RATE_LIMITED', exitCode: 11});
		expect(received).toHaveLength(3);
	});

	it('INTERNAL after its HTTP retry gets one more try, after retryAfterSec', async () => {
		const broken = error(500, 'INTERNAL', {retryAfterSec: 3});
		const {outcome, clock} = await wait([broken, broken, running, broken, broken, passed]);
		expect((await outcome).state).toBe('done');
		expect(clock.slept).toEqual([500, 3000, 500, 3000]);
	});

	it('a second broken answer in a row ends the wait', async () => {
		const {outcome, received, clock} = await wait([error(503, 'UNAVAILABLE')]);
		await expect(outcome).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			exitCode: 10,
			nextAction: expect.stringContaining('Go on waiting: svc test wait '),
			details: {runId: expect.any(String)},
		});
		expect(received).toHaveLength(8);
		expect(clock.slept).toEqual([375, 625, 1125, 1000, 375, 625, 1125]);
	});

	it.each([
		[401, 'AUTH_INVALID'],
		[403, 'AUTH_FORBIDDEN'],
		[426, 'CLIENT_TOO_OLD'],
	])('%d %s ends the wait at once', async (status, code) => {
		const {outcome, received} = await wait([error(status, code)]);
		await expect(outcome).rejects.toMatchObject({code});
		expect(received).toHaveLength(1);
	});
});

describe('the end of the time', () => {
	it('gives the last answer and an error that says how to go on', async () => {
		const {outcome, clock} = await wait([running], {timeoutSeconds: 3});
		const result = await outcome;
		expect(result).toMatchObject({
			state: 'timeout',
			run: {status: 'running'},
			error: {
				code: 'UNSUPPORTED',
				exitCode: 7,
				nextAction: 'svc test wait run_1',
				details: {runId: 'run_1', timeoutSeconds: 3},
			},
		});
		expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(3000);
	});

	it('during cleanup carries the verdict', async () => {
		const {outcome} = await wait(
			[response => sendJson(response, runAnswer({status: 'passed', batchPhase: 'cleanup'}))],
			{
				timeoutSeconds: 2,
			},
		);
		expect(await outcome).toMatchObject({state: 'timeout', run: {status: 'passed'}, error: {code: 'UNSUPPORTED'}});
	});

	it('cuts a look that is held beyond it by 2 s', async () => {
		let onHeld = () => {};
		const held = new Promise<void>(resolve => {
			onHeld = resolve;
		});
		const {outcome, clock} = await wait([running, () => onHeld()], {timeoutSeconds: 10});
		await held;
		clock.advance(11_999);
		expect(await Promise.race([outcome, Promise.resolve('waiting')])).toBe('waiting');
		clock.advance(1);
		expect(await outcome).toMatchObject({state: 'timeout', run: {status: 'running'}, error: {code: 'UNSUPPORTED'}});
	});

	it('a look that hits the limit of one request is REQUEST_TIMEOUT with the same next step', async () => {
		// A wait of 1 s may use requests of 6 s: only a larger wait with a hung request gets here, so time is real.
		const server = await startServer(() => {});
		const {client, clock} = createClient(server.url);
		const outcome = await waitForRun({
			client: {...client, call: (route, input) => client.call(route, {...input, timeoutMs: 30})},
			runId: 'run_1',
			deadlineAt: clock.elapsed() + 600_000,
			timeoutSeconds: 600,
			requestTimeoutMs: 1000,
			now: clock.now,
			elapsed: clock.elapsed,
			sleep: clock.sleep,
			random: clock.random,
		});
		expect(outcome).toMatchObject({
			state: 'timeout',
			run: null,
			error: {code: 'REQUEST_TIMEOUT', nextAction: 'svc test wait run_1', details: {runId: 'run_1', timeoutMs: 30}},
		});
	});

	it.each([
		[10, 1000, 15_000],
		[600, 120_000, 600_000],
		[10, 120_000, 120_000],
		[300, 1000, 305_000],
	])('%d s of waiting raise a request limit of %d ms to %d ms', async (timeoutSeconds, requestTimeoutMs, expected) => {
		const limits: (number | undefined)[] = [];
		const server = await startServer((_, response) => passed(response));
		const {client, clock} = createClient(server.url);
		await waitForRun({
			client: {
				...client,
				call(route, input) {
					limits.push(input?.timeoutMs);
					return client.call(route, input);
				},
			},
			runId: 'run_1',
			deadlineAt: clock.elapsed() + timeoutSeconds * 1000,
			timeoutSeconds,
			requestTimeoutMs,
			now: clock.now,
			elapsed: clock.elapsed,
			sleep: clock.sleep,
			random: clock.random,
		});
		expect(limits).toEqual([expected]);
	});
});

describe('detaching', () => {
	it('ends a held look at once and keeps the last answer', async () => {
		const detach = new AbortController();
		const {outcome} = await wait([running, () => detach.abort()], {signal: detach.signal});
		expect(await outcome).toMatchObject({state: 'detached', run: {status: 'running'}});
	});

	it('ends a pause at once', async () => {
		const detach = new AbortController();
		const {outcome, clock} = await wait(
			[
				response => {
					sendJson(response, runAnswer({retryAfterSeconds: 100}));
					response.on('close', () => detach.abort());
				},
			],
			{signal: detach.signal},
		);
		expect(await outcome).toMatchObject({state: 'detached'});
		expect(clock.slept.length).toBeLessThanOrEqual(1);
	});

	it('before the first look asks nothing', async () => {
		const {outcome, received} = await wait([passed], {signal: AbortSignal.abort()});
		expect(await outcome).toEqual({state: 'detached', run: null});
		expect(received).toEqual([]);
	});
});

describe('a service without batches that leaves a run queued', () => {
	const queued = (response: ServerResponse) => sendJson(response, runAnswer({status: 'queued', batchPhase: undefined}));
	const result = (changes = {}) => ({
		testId: 'tst_1',
		snapshotId: 'snp_1',
		status: 'failed',
		verdict: 'failed',
		executionStatus: 'completed',
		summary: '',
		startedAt: null,
		finishedAt: '2026-01-31T09:31:00.000Z',
		videoUrl: null,
		failureAnalysisUrl: null,
		runIdIfAvailable: 'run_1',
		codeVersion: null,
		targetUrl: null,
		failedStepIndex: null,
		failureKind: 'assertion',
		...changes,
	});
	const answering =
		(value: unknown): Answer =>
		(response, request) =>
			request.url.includes('/result') ? sendJson(response, value) : queued(response);

	it('is asked for the result of the test from the second look on', async () => {
		const {outcome, received} = await wait([answering(result())]);
		expect(await outcome).toMatchObject({
			state: 'done',
			run: {runId: 'run_1', status: 'failed', failureKind: 'assertion'},
		});
		expect(received.map(({url}) => url.split('?')[0])).toEqual([
			'/api/cli/v1/runs/run_1',
			'/api/cli/v1/runs/run_1',
			'/api/cli/v1/tests/tst_1/result',
		]);
	});

	it('accepts a result without run id that is newer than the run', async () => {
		const {outcome} = await wait([answering(result({runIdIfAvailable: null}))]);
		expect(await outcome).toMatchObject({state: 'done', run: {status: 'failed'}});
	});

	it.each([
		{runIdIfAvailable: 'run_2'},
		{runIdIfAvailable: null, finishedAt: '2026-01-31T09:29:59.000Z'},
		{runIdIfAvailable: null, finishedAt: null},
		{status: 'running'},
	])('does not take another result for it: %j', async changes => {
		const {outcome} = await wait([answering(result(changes))], {timeoutSeconds: 3});
		expect(await outcome).toMatchObject({state: 'timeout', run: {status: 'queued'}});
	});

	it('goes on when there is no result yet', async () => {
		const {outcome} = await wait(
			[
				(response, request) =>
					request.url.includes('/result') ? sendError(response, 404, 'NOT_FOUND') : queued(response),
			],
			{timeoutSeconds: 3},
		);
		expect(await outcome).toMatchObject({state: 'timeout', run: {status: 'queued'}});
	});
});

describe('a service that does not answer any more', () => {
	const gone: Answer = response => void response.destroy();

	it('is waited for, because the run goes on', async () => {
		const away = Array.from({length: 14}, () => gone);
		const {outcome, events} = await wait([running, ...away, passed]);
		expect(await outcome).toMatchObject({state: 'done', run: {status: 'passed'}});
		// Said once, however often nothing answers.
		expect(events.filter(({kind}) => kind.startsWith('wait-'))).toEqual([
			{kind: 'wait-away', id: 'run_1', message: expect.stringContaining('could not be reached')},
			{kind: 'wait-back', id: 'run_1'},
		]);
	});

	it('is waited for from the first look on, when it has answered the trigger', async () => {
		const away = Array.from({length: 14}, () => gone);
		const {outcome} = await wait([running, ...away, passed], {
			before: (client, run) => run(client.call(getRun, {params: {runId: 'run_1'}})),
		});
		expect(await outcome).toMatchObject({state: 'done', run: {status: 'passed'}});
	});

	it('until the time of the wait is over, which says why and how to go on', async () => {
		const {outcome} = await wait([running, gone], {timeoutSeconds: 120});
		await expect(outcome).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			nextAction: expect.stringContaining('svc test wait run_1'),
		});
	});

	it('is no reason to wait when it never has', async () => {
		const {outcome, clock} = await wait([gone]);
		await expect(outcome).rejects.toMatchObject({code: 'UNAVAILABLE'});
		expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(30_000);
	});
});

it.each([36_000_000, -36_000_000])('a clock of the machine that is set by %d ms does not end a wait', async by => {
	const {outcome, clock} = await wait([running, running, running, passed], {timeoutSeconds: 30});
	clock.jump(by);
	expect(await outcome).toMatchObject({state: 'done', run: {status: 'passed'}});
	expect(clock.slept).toEqual([1000, 1000]);
});
