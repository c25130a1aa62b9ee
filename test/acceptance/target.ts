import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/**
 * The API under test of the stories: items that are created, read and deleted, a note that refuses to be
 * deleted, a log that nobody can delete, logins that answer and one that refuses, tokens that are good for five calls,
 * paths that tell which credentials came with a call,
 * an address that is broken, and one that takes its time. Jars get an id, labels are put under chosen names, pads are
 * known by a secret; `/asked` tells how many requests other than those of a test's making came for them. Resolves with its address and how to close it.
 */
export async function startTarget(): Promise<{url: string; close(): Promise<void>}> {
	const items = new Set<string>();
	let made = 0;
	/** Jars, labels and pads that are there, by their paths. */
	const shelf = new Set(['/labels/red']);
	const asked: string[] = [];
	/** Calls that are left for each token. */
	const fleeting = new Map<string, number>();
	const server = createServer((request, response) => {
		const {method, url = ''} = request;
		const id = url.split('/')[2];
		const answer = (status: number, body?: object) => {
			response.writeHead(status, {'content-type': 'application/json'});
			response.end(body ? JSON.stringify(body) : undefined);
		};
		if (/^\/(jars|labels|pads)\//.test(url) && method !== 'PUT') asked.push(`${method} ${url}`);
		if (url === '/asked') answer(200, {requests: asked, there: [...shelf]});
		else if (method === 'POST' && (url === '/jars' || url === '/pads')) {
			const name = `${url.slice(1, -1)}-${shelf.size}`;
			shelf.add(`${url}/${name}`);
			answer(201, url === '/jars' ? {id: name} : {ok: true, opens: {with: name}});
		} else if (method === 'PUT' && url.startsWith('/labels/')) answer(200, {colour: shelf.add(url) && 'red'});
		else if (method === 'GET' && shelf.has(url)) answer(200, {});
		else if (method === 'DELETE' && shelf.delete(url)) answer(204);
		else if (url === '/health') answer(200, {status: 'ok'});
		else if (url === '/login' || url === '/token') answer(200, {access_token: 'story-token', token: 'story-token'});
		else if (url === '/fleeting') {
			const token = `fleeting-${fleeting.size}-token`;
			fleeting.set(token, 5);
			answer(200, {access_token: token});
		} else if (url === '/fleeting/me') {
			const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
			const left = fleeting.get(token) ?? 0;
			if (left > 0) fleeting.set(token, left - 1);
			answer(left > 0 ? 200 : 401, {});
		} else if (url.startsWith('/guarded/')) {
			const {authorization = null, 'x-admin': admin = null} = request.headers;
			answer(200, {authorization, admin});
		} else if (url === '/refused') answer(401, {error: 'refused'});
		else if (url === '/broken') answer(500, {error: 'broken'});
		else if (url.startsWith('/slow')) response.writeHead(200).write('{');
		else if (method === 'POST' && url === '/notes') answer(201, {id: 'note-1', title: 'stays'});
		else if (method === 'POST' && url === '/logs') answer(201, {id: 'log-1'});
		else if (method === 'GET' && url === '/notes/note-1') answer(200, {id: 'note-1', title: 'stays'});
		else if (method === 'DELETE' && url === '/notes/note-1') answer(409, {error: 'in use'});
		else if (method === 'POST' && url === '/items') {
			// No id comes twice: a test that runs beside another must not make again what that one has deleted.
			const created = `item-${++made}`;
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
