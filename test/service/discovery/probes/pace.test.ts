import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {Agent} from 'undici';
import {expect, it, onTestFinished} from 'vitest';
import {createPace} from '../../../../service/discovery/probes/pace.ts';
import {type Probed, probeApi} from '../../../../service/discovery/probes/probe-api.ts';
import {createProbeSender} from '../../../../service/discovery/probes/send-probe.ts';

const endpoint = (number: number): Probed => ({
	path: `/a${number}`,
	pathKey: `/a${number}`,
	family: `/a${number}`,
	summary: null,
	basePath: '',
	callPrefix: '',
	needsQuery: false,
	answers: [],
	body: null,
	auth: {required: null, authType: null},
});

it.each([429, 503])(
	'after a %i a real API is asked half as often, once it has had the time it asked for',
	async status => {
		let open = 0;
		let most = 0;
		const methods = new Set<string | undefined>();
		let isFirst = true;
		const server = createServer((request, response) => {
			methods.add(request.method);
			most = Math.max(most, ++open);
			const answered = isFirst ? status : 200;
			isFirst = false;
			response.writeHead(answered, {
				'content-type': 'application/json',
				...(answered === status ? {'retry-after': '7'} : {}),
			});
			response.end('[]', () => open--);
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const dispatcher = new Agent();
		onTestFinished(async () => {
			await dispatcher.close();
			server.close();
			server.closeAllConnections();
		});
		// The clock moves by waiting only.
		let now = 0;
		const wait = async (ms: number) => {
			now += ms;
		};
		const elapsedMs = () => now;
		let calls = 0;
		const results = await probeApi(
			Array.from({length: 20}, (_, number) => endpoint(number)),
			{
				baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
				credentials: {},
				pace: createPace({elapsedMs, wait}),
				send: createProbeSender({dispatcher, checkTarget: async () => {}, elapsedMs}),
				newCallId: () => `cal_${calls++}`,
				signal: new AbortController().signal,
				onCall: () => {},
				onProgress: async () => {},
			},
		);
		expect(results.size).toBe(20);
		expect(calls).toBe(20);
		expect([...methods]).toEqual(['GET']);
		expect(most).toBeLessThanOrEqual(4);
		// At least sixteen calls follow the refusal, 200 ms apart; without it all of them take 1.9 s.
		expect(now).toBeGreaterThanOrEqual(7000 + 15 * 200);
		expect(now).toBeLessThanOrEqual(7000 + 300 + 19 * 200);
	},
);
