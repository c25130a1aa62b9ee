import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {type Lookup, openConnections} from '../../../source/client/dispatcher.ts';
import {attempt, mintRequestId} from '../../../source/client/request.ts';
import fc from '../../helpers/properties.ts';

it.each(['time', 'signal'])('nothing is sent when the %s ended the call before the connection was made', async end => {
	let received = 0;
	const server = createServer((_, response) => {
		received++;
		response.end();
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const {port} = server.address() as AddressInfo;

	// The name is looked up only after the call has ended.
	let connect = () => {};
	const isOver = new Promise<void>(resolve => {
		connect = resolve;
	});
	const lookup: Lookup = async (_, options, callback) => {
		await isOver;
		if (options.all) callback(null, [{address: '127.0.0.1', family: 4}]);
		else callback(null, '127.0.0.1', 4);
	};
	const origin = `http://slow.example:${port}`;
	const connections = await openConnections(origin, {}, lookup);
	onTestFinished(() => connections.close());
	const request = {origin, path: '/', method: 'POST', headers: {}, body: '{}'} as const;
	if (end === 'time') {
		expect(await attempt(connections.dispatcher, {...request, timeoutMs: 20})).toEqual({kind: 'timeout'});
	} else {
		const abort = new AbortController();
		const call = attempt(connections.dispatcher, {...request, timeoutMs: 60_000, signal: abort.signal});
		abort.abort('enough');
		await expect(call).rejects.toBe('enough');
	}

	const connected = once(server, 'connection');
	connect();
	await connected;
	// A further call on the same way shows that whatever was queued before it has been dealt with.
	const next = await attempt(connections.dispatcher, {...request, path: '/next', timeoutMs: 120_000});
	expect(next).toMatchObject({kind: 'answer', status: 200});
	expect(received).toBe(1);
});

const uuid4 = /^cli_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('is a UUID of version 4 whatever chance gives', () => {
	fc.assert(
		fc.property(fc.infiniteStream(fc.double({min: 0, max: 1, maxExcluded: true, noNaN: true})), chances => {
			expect(mintRequestId(() => chances.next().value as number)).toMatch(uuid4);
		}),
	);
});

it('differs from one request to the next', () => {
	const ids = Array.from({length: 1000}, () => mintRequestId(Math.random));
	expect(new Set(ids).size).toBe(1000);
});
