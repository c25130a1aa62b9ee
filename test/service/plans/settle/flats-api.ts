import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

type Block = {id: number; name: string};
type Flat = {id: number; block_id: number; number: string; floor: number | null};
type Fields = Record<string, unknown>;
type Said = [number, unknown?];

/** What the API shows at most of a list, whatever its document says. */
const mostShown = 20;

const invalid = (field: string, what: string): Said => [
	422,
	{message: 'The given data was invalid.', errors: {[field]: [what]}},
];
const wrapped = (sent: Fields, name: string): Fields | null => {
	const inner = sent[name];
	return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as Fields) : null;
};
const isText = (value: unknown, most: number) => typeof value === 'string' && value !== '' && value.length <= most;

/** An API whose bodies are wrapped in the name of their record; numbers of flats are unique within their block. */
export async function startFlats() {
	const blocks = new Map<number, Block>();
	const flats = new Map<number, Flat>();
	let latest = 0;
	const page = (query: URLSearchParams, all: readonly unknown[]): Said => {
		const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 10)];
		if (!Number.isInteger(number) || number < 1) return invalid('page', 'must be greater than or equal to 1');
		if (!Number.isInteger(size) || size < 1 || size > mostShown)
			return invalid('per_page', `must be between 1 and ${mostShown}`);
		return [200, {data: all.slice((number - 1) * size, number * size), meta: {total: all.length}}];
	};
	const answer = (method: string, url: URL, sent: Fields): Said => {
		const [collection, key, below] = url.pathname.slice(1).split('/');
		const id = Number(key);
		if (collection === 'flats') {
			const flat = flats.get(id);
			if (!flat) return [404, {message: 'no such flat'}];
			if (method === 'GET') return [200, {data: flat}];
			flats.delete(id);
			return [204];
		}
		if (collection !== 'blocks') return [404, {message: 'nothing is here'}];
		if (key === undefined && method === 'GET') return page(url.searchParams, [...blocks.values()]);
		if (key === undefined) {
			const block = wrapped(sent, 'block');
			if (!block) return [400, {message: 'param is missing or the value is empty: block'}];
			if (!isText(block['name'], 80)) return invalid('name', "can't be blank");
			const made = {id: ++latest, name: block['name'] as string};
			blocks.set(made.id, made);
			return [201, {data: made}];
		}
		const block = blocks.get(id);
		if (!block) return [404, {message: 'no such block'}];
		if (below === undefined && method === 'GET') return [200, {data: block}];
		if (below === undefined) {
			for (const flat of flats.values()) if (flat.block_id === id) flats.delete(flat.id);
			blocks.delete(id);
			return [204];
		}
		const own = [...flats.values()].filter(({block_id}) => block_id === id);
		if (method === 'GET') return page(url.searchParams, own);
		const flat = wrapped(sent, 'flat');
		if (!flat) return [400, {message: 'param is missing or the value is empty: flat'}];
		const {number, floor = null} = flat;
		if (!isText(number, 10)) return invalid('number', 'is too long (maximum is 10 characters)');
		if (own.some(one => one.number === number)) return invalid('number', 'has already been taken');
		if (floor !== null && !Number.isInteger(floor)) return invalid('floor', 'is not a number');
		const made = {id: ++latest, block_id: id, number: number as string, floor: floor as number | null};
		flats.set(made.id, made);
		return [201, {data: made}];
	};
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const text = Buffer.concat(parts).toString();
			let said: Said;
			try {
				const sent = text === '' ? {} : (JSON.parse(text) as Fields | null);
				said = answer(request.method ?? '', new URL(request.url ?? '/', 'http://127.0.0.1'), sent ?? {});
			} catch {
				said = [400, {message: 'no JSON'}];
			}
			response.writeHead(said[0], said[1] === undefined ? {} : {'content-type': 'application/json'});
			response.end(said[1] === undefined ? undefined : JSON.stringify(said[1]));
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, blocks, flats};
}

const json = (schema: object) => ({content: {'application/json': {schema}}});
const id = {type: 'integer'};
const block = {name: {type: 'string', maxLength: 80}};
const flat = {number: {type: 'string', maxLength: 10}, floor: {type: 'integer', minimum: -2, maximum: 80}};
const body = (name: string, properties: object, required: string[]) => ({
	requestBody: {
		required: true,
		...json({
			type: 'object',
			required: [name],
			properties: {[name]: {type: 'object', required, properties}},
		}),
	},
});
const data = (schema: object) => ({type: 'object', properties: {data: schema}});
const record = (properties: object) => data({type: 'object', properties: {id, ...properties}});
const parameter = (name: string) => ({name, in: 'path', required: true, schema: id});
const paging = ['page', 'per_page'].map(name => ({
	name,
	in: 'query',
	schema: {type: 'integer', minimum: 1, ...(name === 'page' ? {default: 1} : {maximum: 100, default: 10})},
}));
const answers = (status: number, schema?: object) => ({
	responses: {[status]: {description: 'OK', ...(schema ? json(schema) : {})}, 404: {description: 'Unknown'}},
});
const list = (properties: object) => data({type: 'array', items: {type: 'object', properties: {id, ...properties}}});

export const flatsDocument = {
	openapi: '3.0.3',
	info: {title: 'Flats', version: '1'},
	paths: {
		'/blocks': {
			get: {parameters: paging, ...answers(200, list(block))},
			post: {...body('block', block, ['name']), ...answers(201, record(block))},
		},
		'/blocks/{id}': {
			parameters: [parameter('id')],
			get: answers(200, record(block)),
			delete: answers(204),
		},
		'/blocks/{block_id}/flats': {
			parameters: [parameter('block_id')],
			get: {parameters: paging, ...answers(200, list(flat))},
			post: {...body('flat', flat, ['number']), ...answers(201, record(flat))},
		},
		'/flats/{id}': {parameters: [parameter('id')], get: answers(200, record(flat)), delete: answers(204)},
	},
};
