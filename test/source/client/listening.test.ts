import {createServer} from 'node:net';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {whyUnreachable} from '../../../source/client/listening.ts';

it('tells who listens from who does not, and sends nothing', async () => {
	const received: string[] = [];
	const server = createServer(socket => socket.on('data', data => received.push(String(data))).on('error', () => {}));
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as AddressInfo;
	expect(await whyUnreachable(`http://127.0.0.1:${port}/api?x=1`)).toBeNull();
	await new Promise(resolve => server.close(resolve));
	expect(await whyUnreachable(`http://127.0.0.1:${port}`)).toBe('connection refused');
	expect(await whyUnreachable(`http://localhost:${port}`)).toBe('connection refused');
	expect(received).toEqual([]);
});

it('names a host that nobody knows, and says nothing of what is no address', async () => {
	// Without a network nothing can be said.
	expect((await whyUnreachable('http://nowhere.invalid')) ?? 'the host nowhere.invalid is not known').toBe(
		'the host nowhere.invalid is not known',
	);
	expect(await whyUnreachable('not a url')).toBeNull();
});

it('ends with its signal', async () => {
	const stop = new AbortController();
	stop.abort(new Error('stopped'));
	onTestFinished(() => stop.abort());
	await expect(whyUnreachable('http://127.0.0.1:1', stop.signal)).rejects.toThrow('stopped');
});
