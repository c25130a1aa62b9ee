import {type AddressInfo, createServer, type Socket} from 'node:net';
import process from 'node:process';
import {describe, expect, it, onTestFinished} from 'vitest';
import {getMe} from '../../../contract/routes/account.ts';
import {getRun, cancelRun, triggerRun} from '../../../contract/routes/runs.ts';
import {createTest, listTests} from '../../../contract/routes/tests.ts';
import {canaryKey, createClient, kindsOf} from './create-client.ts';
import {meAnswer, runAnswer} from './samples.ts';
import {sendError, sendJson, startServer} from './start-server.ts';

/** An address of this machine where nobody listens: the port is never given out. */
const nobody = 'http://127.0.0.1:1';

describe('a request', () => {
	it('carries the headers of the API and nothing else', async () => {
		const server = await startServer((_, response) => sendJson(response, meAnswer));
		const {client, run} = createClient(server.url);
		await run(client.call(getMe, {headers: {'x-cli-command': 'init'}}));
		const {host, connection, ...headers} = server.received[0]!.headers;
		expect(headers).toEqual({
			'x-api-key': canaryKey,
			'x-request-id': expect.stringMatching(
				/^cli_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
			),
			accept: 'application/json',
			'user-agent': 'svc/1.2.3',
			'x-cli-command': 'init',
		});
	});

	it('has a content type only with a body, and the idempotency key as given', async () => {
		const server = await startServer((_, response) =>
			sendJson(response, {
				runId: 'run_1',
				batchId: 'bat_1',
				status: 'queued',
				enqueuedAt: '2026-01-31T09:30:00.000Z',
				codeVersion: null,
				targetUrl: null,
			}),
		);
		const {client, run} = createClient(server.url);
		const params = {testId: 'tst_1'};
		await run(client.call(triggerRun, {params, body: {source: 'cli'}, idempotencyKey: 'cli-run-1'}));
		await run(client.call(triggerRun, {params, idempotencyKey: 'cli-run-2'}));
		expect(server.received[0]).toMatchObject({
			method: 'POST',
			url: '/api/cli/v1/tests/tst_1/runs',
			body: '{"source":"cli"}',
			headers: {'content-type': 'application/json', 'idempotency-key': 'cli-run-1'},
		});
		expect(server.received[1]?.body).toBe('');
		expect(server.received[1]?.headers).not.toHaveProperty('content-type');
	});

	it('goes below the path of the endpoint', async () => {
		const server = await startServer((_, response) => sendJson(response, meAnswer));
		const {client, run} = createClient(`${server.url}/team`);
		await run(client.call(getMe));
		expect(server.received[0]?.url).toBe('/team/api/cli/v1/me');
	});

	it('sends no key when there is none', async () => {
		const server = await startServer((_, response) => sendJson(response, meAnswer));
		const {client, run} = createClient(server.url, {apiKey: null});
		await run(client.call(getMe));
		expect(server.received[0]?.headers).not.toHaveProperty('x-api-key');
	});

	it.each(['', 'a\nb', 'ü', 'x'.repeat(257)])(
		'refuses the idempotency key %j before it is sent',
		async idempotencyKey => {
			const server = await startServer((_, response) => sendJson(response, meAnswer));
			const {client, run} = createClient(server.url);
			await expect(run(client.call(createTest, {idempotencyKey}))).rejects.toMatchObject({
				code: 'VALIDATION_ERROR',
				details: {field: 'idempotency-key'},
			});
			expect(server.received).toEqual([]);
		},
	);

	it('refuses a line break in a header without repeating it', async () => {
		const {client, run} = createClient('http://127.0.0.1:9', {apiKey: `${canaryKey}\r\nx: y`});
		const failure = run(client.call(getMe));
		await expect(failure).rejects.toMatchObject({code: 'VALIDATION_ERROR', details: {field: 'x-api-key'}});
		expect(JSON.stringify(await failure.catch(error => error.toEnvelope()))).not.toContain('CANARY');
	});

	it('refuses an empty id before it is sent', async () => {
		const {client, run, events} = createClient('http://127.0.0.1:9');
		await expect(run(client.call(getRun, {params: {runId: '..'}}))).rejects.toMatchObject({requestId: 'local'});
		expect(events).toEqual([]);
	});
});

describe('an answer', () => {
	it('keeps unknown fields and unknown values', async () => {
		const answer = {...meAnswer, scopes: ['read:everything'], news: {is: 'kept'}};
		const server = await startServer((_, response) => sendJson(response, answer));
		const {client, run} = createClient(server.url);
		expect(await run(client.call(getMe))).toEqual(answer);
	});

	it('is told to the observer with status and request ids, without headers or bodies', async () => {
		const server = await startServer((_, response) =>
			sendJson(response, {items: [], nextToken: null}, {headers: {'x-request-id': 'req_7'}}),
		);
		const {client, run, events} = createClient(server.url);
		await run(client.call(listTests, {query: {projectId: 'prj_1'}}));
		const requestId = server.received[0]?.headers['x-request-id'];
		const exchange = {method: 'GET', url: '/api/cli/v1/tests?projectId=prj_1', attempt: 1, requestId};
		expect(events).toEqual([
			{kind: 'request', ...exchange},
			{kind: 'response', ...exchange, status: 200, durationMs: expect.any(Number), serverRequestId: 'req_7'},
		]);
	});

	it('for which tests wait without a worker is told once, and so is the end of that', async () => {
		const said = ['backend', 'backend', 'robots', undefined];
		const server = await startServer((_, response) => {
			const value = said.shift();
			sendJson(response, meAnswer, {headers: value === undefined ? {} : {'x-svc-unserved': value}});
		});
		const {client, run, events} = createClient(server.url);
		for (let call = 0; call < 4; call++) await run(client.call(getMe));
		expect(events.filter(({kind}) => kind === 'unserved')).toEqual([
			{kind: 'unserved', kinds: ['backend']},
			{kind: 'unserved', kinds: []},
		]);
	});

	it('that has verdicts it cannot store is told, and so is the end of that', async () => {
		const said = ['waiting', 'waiting', undefined, '\u001b[2J'];
		const server = await startServer((_, response) => {
			const value = said.shift();
			sendJson(response, meAnswer, {headers: value === undefined ? {} : {'x-svc-store': encodeURI(value)}});
		});
		const {client, run, events} = createClient(server.url);
		for (let call = 0; call < 4; call++) await run(client.call(getMe));
		expect(events.filter(({kind}) => kind === 'store')).toEqual([
			{kind: 'store', state: 'waiting'},
			{kind: 'store', state: 'writing'},
		]);
	});

	it('that advises a newer client is told once', async () => {
		const server = await startServer((_, response) =>
			sendJson(response, meAnswer, {headers: {'x-svc-cli-min-version': '1.3.0'}}),
		);
		const {client, run, events} = createClient(server.url);
		await run(client.call(getMe));
		await run(client.call(getMe));
		expect(events.filter(({kind}) => kind === 'min-version')).toEqual([
			{kind: 'min-version', minVersion: '1.3.0', version: '1.2.3'},
		]);
	});

	it('that advises this version or an older one is silent', async () => {
		const server = await startServer((_, response) =>
			sendJson(response, meAnswer, {headers: {'x-svc-cli-min-version': '1.2.3'}}),
		);
		const {client, run, events} = createClient(server.url);
		await run(client.call(getMe));
		expect(kindsOf(events)).toEqual(['request', 'response']);
	});
});

describe('a failed request', () => {
	it('is repeated on the schedule with the same request id and idempotency key', async () => {
		const server = await startServer((_, response, count) =>
			count < 3 ? sendError(response, 503, 'UNAVAILABLE') : sendJson(response, {}),
		);
		const {client, run, clock, events} = createClient(server.url);
		// The last answer has not the promised shape: it was accepted, and is not sent again.
		await expect(run(client.call(createTest, {idempotencyKey: 'k'}))).rejects.toMatchObject({code: 'INTERNAL'});
		expect(clock.slept).toEqual([375, 625, 1125]);
		expect(server.received).toHaveLength(4);
		expect(new Set(server.received.map(({headers}) => headers['x-request-id'])).size).toBe(1);
		expect(new Set(server.received.map(({headers}) => headers['idempotency-key']))).toEqual(new Set(['k']));
		expect(events.filter(({kind}) => kind === 'retry')[1]).toMatchObject({
			errorCode: 'UNAVAILABLE',
			reason: '503',
			attempt: 2,
			retry: 2,
			maxRetries: 3,
			delayMs: 625,
		});
	});

	it('gives up after four attempts and says what the service said', async () => {
		const server = await startServer((_, response) => sendError(response, 503, 'UNAVAILABLE', {dependency: 'store'}));
		const {client, run} = createClient(server.url);
		await expect(run(client.call(getMe))).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			exitCode: 10,
			requestId: 'req_server',
			details: {dependency: 'store'},
		});
		expect(server.received).toHaveLength(4);
	});

	it('waits as long as a 429 asks', async () => {
		const server = await startServer((_, response, count) =>
			count === 0 ? sendError(response, 429, 'RATE_LIMITED', {}, {'retry-after': '17'}) : sendJson(response, meAnswer),
		);
		const {client, run, clock} = createClient(server.url);
		await run(client.call(getMe));
		expect(clock.slept).toEqual([17_000]);
	});

	it('without an idempotency key is not repeated when it may have had an effect', async () => {
		const server = await startServer((_, response) => sendError(response, 503, 'UNAVAILABLE'));
		const {client, run} = createClient(server.url);
		await expect(run(client.call(cancelRun, {params: {runId: 'run_1'}}))).rejects.toMatchObject({code: 'UNAVAILABLE'});
		expect(server.received).toHaveLength(1);
	});

	it('is UNAVAILABLE when nobody listens, with the address and a next step', async () => {
		const {client, run, clock, events} = createClient(nobody);
		await expect(run(client.call(getMe))).rejects.toMatchObject({
			code: 'UNAVAILABLE',
			message: `The service at ${nobody} could not be reached: connection refused.`,
			nextAction: expect.stringContaining('svc doctor'),
			requestId: 'unknown',
		});
		expect(clock.slept).toEqual([375, 625, 1125]);
		expect(events.find(({kind}) => kind === 'error')).toMatchObject({errorCode: 'TRANSPORT'});
	});

	it('looks for a service that has moved before it tries again', async () => {
		const server = await startServer((_, response) => sendJson(response, meAnswer));
		const addresses = [nobody, server.url];
		const {client, run} = createClient(async () => addresses.shift()!);
		expect(await run(client.call(getMe))).toEqual(meAnswer);
	});

	it('asks for the endpoint once as long as it answers', async () => {
		const server = await startServer((_, response) => sendJson(response, meAnswer));
		let asked = 0;
		const {client, run} = createClient(async () => {
			asked++;
			return server.url;
		});
		await run(Promise.all([client.call(getMe), client.call(getMe)]));
		await run(client.call(getMe));
		expect(asked).toBe(1);
	});
});

describe('an aborted call', () => {
	it('rejects with the reason while the service holds the answer', async () => {
		const abort = new AbortController();
		const server = await startServer(() => abort.abort('detached'));
		const {client} = createClient(server.url);
		await expect(client.call(getMe, {signal: abort.signal})).rejects.toBe('detached');
	});

	it('rejects during the wait before a retry', async () => {
		const abort = new AbortController();
		const server = await startServer((_, response) => sendError(response, 500, 'INTERNAL'));
		const {client} = createClient(server.url, {
			sleep: async (_, signal) => {
				abort.abort('detached');
				signal?.throwIfAborted();
			},
		});
		await expect(client.call(getMe, {signal: abort.signal})).rejects.toBe('detached');
		expect(server.received).toHaveLength(1);
	});

	it('is not sent at all when it was aborted before', async () => {
		const server = await startServer((_, response) => sendJson(response, meAnswer));
		const {client} = createClient(server.url);
		await expect(client.call(getMe, {signal: AbortSignal.abort('before')})).rejects.toBe('before');
		expect(server.received).toEqual([]);
	});
});

it('sends at most fifty triggers a minute', async () => {
	const server = await startServer((_, response) => sendError(response, 409, 'CONFLICT'));
	const {client, run, clock, events} = createClient(server.url);
	for (let index = 0; index < 51; index++) {
		await run(client.call(triggerRun, {params: {testId: 'tst_1'}, idempotencyKey: 'k'}).catch(() => {}));
	}
	expect(clock.slept).toEqual([60_050]);
	expect(events.filter(({kind}) => kind === 'throttle')).toEqual([{kind: 'throttle', delayMs: 60_050}]);
	expect(server.received).toHaveLength(51);
});

it('runs calls side by side on one signal without a word from Node', async () => {
	const warnings: Error[] = [];
	const onWarning = (warning: Error) => warnings.push(warning);
	process.on('warning', onWarning);
	onTestFinished(() => void process.off('warning', onWarning));
	const {signal} = new AbortController();
	const held: (() => void)[] = [];
	const server = await startServer((_, response) => {
		held.push(() => sendJson(response, runAnswer()));
		if (held.length === 20) for (const release of held) release();
	});
	const {client} = createClient(server.url);
	const calls = Array.from({length: 20}, () => client.call(getRun, {params: {runId: 'run_1'}, signal}));
	expect(await Promise.all(calls)).toHaveLength(20);
	// Warnings are emitted in the next turn.
	await new Promise(resolve => setImmediate(resolve));
	expect(warnings).toEqual([]);
});

it('closing ends a call whose connection is still being made', async () => {
	// A server that never answers the TLS greeting.
	let onConnection = () => {};
	const connected = new Promise<void>(resolve => {
		onConnection = resolve;
	});
	let onClose = () => {};
	const closed = new Promise<void>(resolve => {
		onClose = resolve;
	});
	const sockets = new Set<Socket>();
	const server = createServer(socket => {
		sockets.add(socket);
		socket.on('error', () => {});
		socket.on('close', () => onClose());
		onConnection();
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	const {client} = createClient(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
	const call = client.call(getMe, {timeoutMs: 600_000});
	const failed = expect(call).rejects.toMatchObject({code: 'UNAVAILABLE'});
	await connected;
	await client.close();
	await failed;
	await closed;
});
