// The API under test of the trial: POSTs and PUTs that take their time, and records of others that look like those of tests.
import {randomUUID} from 'node:crypto';
import {createServer} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';

const pageSize = 10;
/** What stood there before any test: fields that some tests send as well. */
const former = ['Ada', 'Ada', 'Grace'].map(name => ({name, color: 'blue'}));

/**
 * Starts the target on loopback. `POST /things?ms=300&early=1` makes its record before it waits, else after; nobody who
 * hangs up stops it. `GET /things` answers page by page, and `?tag=` finds parts of words. Beside every record of a test
 * others make theirs in the same moment: with the same name, and with texts that hold the one that was sent.
 */
export async function startTarget() {
	const records = {things: new Map(), shelves: new Map()};
	const canaries = new Set();
	const counts = {posts: 0, deletes: 0};
	/** How often a value that one call alone has drawn was sent. */
	const sent = new Map();
	let working = 0;
	let nextId = 1000;

	const makeCanary = fields => {
		const id = `t${nextId++}`;
		canaries.add(id);
		records.things.set(id, {...fields, id});
	};
	const others = body => {
		makeCanary({name: body.name, color: body.color});
		makeCanary({name: body.name, color: body.color, tag: randomUUID().replaceAll('-', '')});
		if (body.tag) makeCanary({name: body.name, color: body.color, tag: `${body.tag}0`});
		if (body.tag) makeCanary({name: `about ${body.tag}`, color: body.color, tag: 'x', note: body.tag});
	};
	async function create(family, id, body, query) {
		const drawn = body.tag ?? (family === 'shelves' ? id : null);
		if (drawn !== null) sent.set(drawn, (sent.get(drawn) ?? 0) + 1);
		const made = () => records[family].set(id, {...body, id});
		counts.posts++;
		working++;
		if (family === 'things' && counts.posts % 3 === 0) others(body);
		if (query.get('early')) made();
		await sleep(Number(query.get('ms') ?? 0));
		if (!query.get('early')) made();
		working--;
		return [201, records[family].get(id) ?? {...body, id}];
	}
	function list(family, query) {
		const wanted = query.get('tag');
		const all = [...family.values()].filter(({tag}) => wanted === null || String(tag).includes(wanted));
		const page = Number(query.get('page') ?? 1);
		const items = all.slice((page - 1) * pageSize, page * pageSize);
		return [200, {items, total: all.length, page}];
	}
	const routes = {
		'POST things': (_, body, query) => create('things', `t${nextId++}`, body, query),
		'PUT shelves': (id, body, query) => create('shelves', id, body, query),
		GET: (family, id, query) =>
			id === undefined ? list(family, query) : family.has(id) ? [200, family.get(id)] : [404, {error: 'not found'}],
		DELETE: (family, id) => {
			counts.deletes++;
			return family.delete(id) ? [204] : [404, {error: 'not found'}];
		},
	};
	const server = createServer(async (request, response) => {
		let text = '';
		try {
			for await (const part of request) text += part;
		} catch {
			// Whoever sent it was killed before its end: it was never asked for.
			return;
		}
		const url = new URL(request.url, 'http://target');
		const [, family, id] = url.pathname.split('/');
		const write = routes[`${request.method} ${family}`];
		const [status, value] = write
			? await write(id, text ? JSON.parse(text) : {}, url.searchParams)
			: (routes[request.method]?.(records[family], id, url.searchParams) ?? [404, {error: 'no such route'}]);
		response.writeHead(status, {'content-type': 'application/json'});
		response.end(value === undefined ? '' : JSON.stringify(value));
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	const target = {
		url: `http://127.0.0.1:${server.address().port}`,
		counts,
		/** Records that no canary is, once nothing is under way any more. */
		async left() {
			while (working > 0) await sleep(20);
			return [...records.things.values(), ...records.shelves.values()].filter(({id}) => !canaries.has(id));
		},
		canariesLost: () => [...canaries].filter(id => !records.things.has(id)).length,
		canaries: () => canaries.size,
		doubled: () => [...sent.values()].filter(times => times > 1).length,
		clear() {
			records.things.clear();
			records.shelves.clear();
			canaries.clear();
			sent.clear();
			for (const fields of former) makeCanary(fields);
		},
		close: () => {
			server.closeAllConnections();
			return new Promise(resolve => server.close(resolve));
		},
	};
	target.clear();
	return target;
}
