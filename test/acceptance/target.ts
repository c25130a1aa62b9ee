import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/**
 * The API under test of the stories: items that are created, read and deleted, an address that is broken, and one that
 * takes its time. Resolves with its address and how to close it.
 */
export async function startTarget(): Promise<{url: string; close(): Promise<void>}> {
	const items = new Set<string>();
	const server = createServer((request, response) => {
		const {method, url = ''} = request;
		const id = url.split('/')[2];
		const answer = (status: number, body?: object) => {
			response.writeHead(status, {'content-type': 'application/json'});
			response.end(body ? JSON.stringify(body) : undefined);
		};
		if (url === '/health') answer(200, {status: 'ok'});
		else if (url === '/broken') answer(500, {error: 'broken'});
		else if (url === '/slow') response.writeHead(200).write('{');
		else if (method === 'POST' && url === '/items') {
			const created = `item-${items.size + 1}`;
			items.add(created);
			answer(201, {id: created});
		} else if (method === 'GET' && id && items.has(id)) answer(200, {id});
		else if (method === 'DELETE' && id && items.delete(id)) answer(204);
		else answer(404, {error: 'not found'});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.closeAllConnections();
			await new Promise(resolve => server.close(resolve));
		},
	};
}
