import {type AddressInfo, createServer} from 'node:net';
import {inspect} from 'node:util';
import {expect, it, onTestFinished} from 'vitest';
import {getMe} from '../../../contract/routes/account.ts';
import {triggerRun} from '../../../contract/routes/runs.ts';
import {canaryKey, createClient} from './create-client.ts';
import {sendJson, startServer} from './start-server.ts';

/** All that an error, its causes and the events could print anywhere. */
const everything = (...values: unknown[]) =>
	values.map(value => inspect(value, {depth: null, showHidden: true}) + JSON.stringify(value)).join('\n');

it.each([200, 302, 400, 401, 404, 409, 429, 500, 503])(
	'the key is in no event and no error when a service repeats it with status %d',
	async status => {
		const echo = {
			message: `your key ${canaryKey}`,
			nextAction: canaryKey,
			requestId: canaryKey,
			code: canaryKey,
			details: {[canaryKey]: [canaryKey]},
		};
		const headers = {
			location: `http://${canaryKey}.example`,
			'x-request-id': canaryKey,
			'x-svc-cli-min-version': `9.9.9-${canaryKey}`,
		};
		const server = await startServer((_, response) => sendJson(response, {error: echo}, {status, headers}));
		const {client, run, events} = createClient(server.url);
		const error = await run(client.call(getMe)).catch(error => error);
		expect(error.code).toBeDefined();
		expect(everything(error, events)).not.toContain('CANARY');
	},
);

it('the key is in no error when the other side is not an HTTP server and repeats it', async () => {
	const server = createServer(socket => {
		socket.on('error', () => {});
		socket.on('data', data => socket.write(data));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const {client, run, events} = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	const error = await run(client.call(getMe)).catch(error => error);
	expect(error.code).toBe('UNAVAILABLE');
	expect(everything(error, events)).not.toContain('CANARY');
});

it('bodies and header values are in no event', async () => {
	const server = await startServer((_, response) => sendJson(response, {secret: 'answer-canary'}, {status: 400}));
	const {client, run, events} = createClient(server.url);
	const body = {source: 'cli', environment: 'body-canary'} as const;
	await run(
		client
			.call(triggerRun, {
				params: {testId: 'tst_1'},
				body,
				idempotencyKey: 'key-canary',
				headers: {'x-a': 'header-canary'},
			})
			.catch(() => {}),
	);
	expect(events.length).toBeGreaterThan(1);
	expect(everything(events)).not.toContain('canary');
});
