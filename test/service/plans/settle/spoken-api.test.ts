import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {updateProject} from '../../../../contract/routes/projects.ts';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning} from '../learning/learning-world.ts';

const python = pythonOfFile();

type Client = {id: number; name: string};
type Sent = Record<string, unknown>;
/** The paths of one way to say what is done, and how a request names its record. */
type Style = {
	paths: Record<'make' | 'change' | 'read' | 'list' | 'remove', string>;
	readBy: 'GET' | 'POST';
	removes: 'ids' | 'client_id';
	id: string;
	/** What was made is answered as `{data: 8}`, and every other record in `data`. */
	isEnveloped?: boolean;
};

const styles: ReadonlyArray<[string, Style]> = [
	[
		'whose records are named in a query and in lists',
		{
			paths: {
				make: '/api/client/add',
				change: '/api/client/update',
				read: '/api/client/detail',
				list: '/api/client/page',
				remove: '/api/client/remove',
			},
			readBy: 'GET',
			removes: 'ids',
			id: 'id',
		},
	],
	[
		'whose every call is a POST with a body',
		{
			paths: {
				make: '/rpc/crm.addClient',
				change: '/rpc/crm.updateClient',
				read: '/rpc/crm.getClient',
				list: '/rpc/crm.listClients',
				remove: '/rpc/crm.deleteClient',
			},
			readBy: 'POST',
			removes: 'client_id',
			id: 'client_id',
		},
	],
	[
		'that answers the number of what it has made in an envelope',
		{
			paths: {
				make: '/admin/client/create',
				change: '/admin/client/update',
				read: '/admin/client/get',
				list: '/admin/client/page',
				remove: '/admin/client/delete',
			},
			readBy: 'GET',
			removes: 'ids',
			id: 'id',
			isEnveloped: true,
		},
	],
];

const firstId = 7;

/** Clients behind one style; records that were there before have a name without a tag. */
async function startClients({paths, readBy, removes, id, isEnveloped = false}: Style, keepsAll: () => boolean) {
	const clients = new Map<number, Client>([[firstId, {id: firstId, name: 'Old Mill'}]]);
	let latest = firstId;
	const shown = (client: Client) => ({[id]: client.id, name: client.name});
	const answer = (path: string, method: string, sent: Sent): [number, unknown] => {
		const isName = typeof sent['name'] === 'string' && sent['name'] !== '' && sent['name'].length <= 60;
		const named = clients.get(Number(sent[id]));
		const isRead = method === readBy;
		if (path === paths.list && isRead) {
			const [page, size] = [Number(sent['page'] ?? 1), Number(sent['size'] ?? 20)];
			if (!(page >= 1 && size >= 1 && size <= 50)) return [422, {message: 'page'}];
			const all = [...clients.values()].map(shown);
			return [200, {list: all.slice((page - 1) * size, page * size), total: all.length}];
		}
		if (path === paths.read && isRead) return named ? [200, shown(named)] : [404, {message: 'no client'}];
		if (method !== 'POST') return [405, {message: 'method'}];
		if (path === paths.make) {
			if (!isName) return [422, {message: 'name'}];
			const client = {id: ++latest, name: sent['name'] as string};
			clients.set(client.id, client);
			return isEnveloped ? [200, client.id] : [201, shown(client)];
		}
		if (path === paths.change) {
			if (!named) return [404, {message: 'no client'}];
			if (!isName) return [422, {message: 'name'}];
			named.name = sent['name'] as string;
			return [200, isEnveloped ? true : shown(named)];
		}
		if (path !== paths.remove) return [404, {message: 'path'}];
		const wanted = removes === 'ids' ? (Array.isArray(sent['ids']) ? sent['ids'] : []) : [sent[removes]];
		if (wanted.length === 0 || !wanted.every(one => clients.has(Number(one)))) return [404, {message: 'no client'}];
		if (!keepsAll()) for (const one of wanted) clients.delete(Number(one));
		return [200, {removed: wanted.length}];
	};
	const server = createServer((request: IncomingMessage, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const url = new URL(request.url ?? '/', 'http://127.0.0.1');
			const text = Buffer.concat(chunks).toString();
			let said: [number, unknown];
			try {
				const body = text === '' ? {} : (JSON.parse(text) as unknown);
				const sent = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Sent) : {};
				said = answer(url.pathname, request.method ?? '', {...Object.fromEntries(url.searchParams), ...sent});
			} catch {
				said = [400, {message: 'no JSON'}];
			}
			response.writeHead(said[0], {'content-type': 'application/json'});
			const isData = isEnveloped && said[0] === 200;
			response.end(JSON.stringify(isData ? {code: 0, message: 'success', data: said[1]} : said[1]));
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, clients};
}

const json = (schema: object) => ({content: {'application/json': {schema}}});
const object = (properties: object, required: string[] = []) => ({type: 'object', properties, required});
const integer = {type: 'integer', minimum: 1};

function documentOf({paths, readBy, removes, id, isEnveloped = false}: Style) {
	const name = {type: 'string', minLength: 1, maxLength: 60};
	const client = object({[id]: {type: 'integer'}, name: {type: 'string'}}, [id, 'name']);
	const page = object({list: {type: 'array', items: client}, total: {type: 'integer'}}, ['list', 'total']);
	const body = (schema: object) => ({requestBody: {required: true, ...json(schema)}});
	const enveloped = (data: object) =>
		isEnveloped ? object({code: {type: 'integer'}, message: {type: 'string'}, data}, ['code', 'data']) : data;
	const answers = (status: number, schema: object) => ({
		responses: {
			[status]: {description: 'OK', ...json(enveloped(schema))},
			404: {description: 'Unknown'},
			422: {description: 'Bad'},
		},
	});
	const made = isEnveloped ? answers(200, {type: 'integer'}) : answers(201, client);
	const changed = answers(200, isEnveloped ? {type: 'boolean'} : client);
	const asked = (fields: Record<string, object>, required: string[]) =>
		readBy === 'POST'
			? body(object(fields, required))
			: {
					parameters: Object.entries(fields).map(([one, schema]) => ({
						in: 'query',
						name: one,
						required: required.includes(one),
						schema,
					})),
				};
	const read = readBy.toLowerCase();
	const removal = removes === 'ids' ? {ids: {type: 'array', items: integer}} : {[removes]: integer};
	return {
		openapi: '3.0.3',
		info: {title: 'Clients', version: '1'},
		paths: {
			[paths.make]: {post: {...body(object({name}, ['name'])), ...made}},
			[paths.change]: {post: {...body(object({[id]: integer, name}, [id, 'name'])), ...changed}},
			[paths.read]: {[read]: {...asked({[id]: integer}, [id]), ...answers(200, client)}},
			[paths.list]: {[read]: {...asked({page: integer, size: {...integer, maximum: 50}}, []), ...answers(200, page)}},
			[paths.remove]: {post: {...body(object(removal, Object.keys(removal))), ...answers(200, object({}))}},
		},
	};
}

it.each(styles)('an API %s is planned like one in REST, and what its tests make is taken away', async (_, style) => {
	let keepsAll = false;
	const api = await startClients(style, () => keepsAll);
	const {http, params, run, codes} = await startLearning(python(), api.url, documentOf(style));
	// Of two answers of one millisecond nobody knows which was first, and cleanup leaves what may be older.
	await http.call(updateProject, {params, body: {maxParallel: 1}});
	expect(redOf(await run())).toEqual([]);
	expect([...api.clients.values()]).toEqual([{id: firstId, name: 'Old Mill'}]);
	const names = [...(await codes()).keys()];
	expect(names).toEqual(
		expect.arrayContaining([
			`POST ${style.paths.make} creates a client that can be read back`,
			`POST ${style.paths.remove} deletes a client for good`,
			`POST ${style.paths.change} replaces its own client`,
			`${style.readBy} ${style.paths.read} refuses ids that name no client`,
			`${style.readBy} ${style.paths.list} pages through clients`,
		]),
	);
	// A removal that removes nothing is found by the tests, and cleanup does not say that it has cleaned up.
	keepsAll = true;
	expect(redOf(await run())).toEqual(
		expect.arrayContaining([expect.stringContaining(`POST ${style.paths.remove} deletes a client for good`)]),
	);
	expect(api.clients.size).toBeGreaterThan(1);
});
