// The API under test of the trial: POSTs and PUTs that take their time, and records that others had made before.
import {createServer} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';

/** What stood there before any test: fields that some tests send as well. */
const canaries = ['Ada', 'Ada', 'Grace'].map((name, place) => [
	`c${place + 1}`,
	{name, color: 'blue', id: `c${place + 1}`},
]);

/**
 * Starts the target on loopback. `POST /things?ms=300&early=1` makes its record before it waits, else after; nobody who
 * hangs up stops it.
 */
export async function startTarget() {
	const records = {things: new Map(canaries), shelves: new Map()};
	const counts = {posts: 0, deletes: 0};
	let working = 0;
	let nextId = 1000;

	async function create(family, id, body, query) {
		const made = () => records[family].set(id, {...body, id});
		counts.posts++;
		working++;
		if (query.get('early')) made();
		await sleep(Number(query.get('ms') ?? 0));
		if (!query.get('early')) made();
		working--;
		return [201, records[family].get(id) ?? {...body, id}];
	}
	const routes = {
		'POST things': (_, body, query) => create('things', `t${nextId++}`, body, query),
		'PUT shelves': (id, body, query) => create('shelves', id, body, query),
		GET: (family, id) =>
			id === undefined
				? [200, [...family.values()]]
				: family.has(id)
					? [200, family.get(id)]
					: [404, {error: 'not found'}],
		DELETE: (family, id) => {
			counts.deletes++;
			return family.delete(id) ? [204] : [404, {error: 'not found'}];
		},
	};
	const server = createServer(async (request, response) => {
		let text = '';
		for await (const part of request) text += part;
		const url = new URL(request.url, 'http://target');
		const [, family, id] = url.pathname.split('/');
		const write = routes[`${request.method} ${family}`];
		const [status, value] = write
			? await write(id, text ? JSON.parse(text) : {}, url.searchParams)
			: (routes[request.method]?.(records[family], id) ?? [404, {error: 'no such route'}]);
		response.writeHead(status, {'content-type': 'application/json'});
		response.end(value === undefined ? '' : JSON.stringify(value));
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		counts,
		/** Records that no canary is, once nothing is under way any more. */
		async left() {
			while (working > 0) await sleep(20);
			return [...records.things.values(), ...records.shelves.values()].filter(({id}) => !/^c\d$/.test(id));
		},
		canariesLeft: () => canaries.filter(([id]) => records.things.has(id)).length,
		canaries: canaries.length,
		clear() {
			records.things = new Map(canaries);
			records.shelves.clear();
		},
		close: () => {
			server.closeAllConnections();
			return new Promise(resolve => server.close(resolve));
		},
	};
}
