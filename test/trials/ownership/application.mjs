import {createServer} from 'node:http';
import {sweepAgent} from '../../targets/counting-proxy.mjs';
import {Ledger} from './ledger.mjs';

const maxBodyBytes = 64 * 1024;

/** `/orgs/{org}/teams` as something a path is tried on; a parameter may end in the middle: `{id}.json`. */
function patternOf(template) {
	const names = [];
	const source = template.replace(/[.$]/g, '\\$&').replace(/\{(\w+)\}/g, (_, name) => {
		names.push(name);
		return '([^/]+?)';
	});
	return {names, expression: new RegExp(`^${source}$`)};
}

/** What a request carried, as far as its content type can be read. */
function bodyOf(raw, type) {
	if (raw === '') return {};
	if (type.includes('json')) return JSON.parse(raw);
	if (type.includes('x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(raw));
	return {};
}

/**
 * The application of the trial: plain HTTP on loopback, in memory, with a ledger of everything it ever held.
 *
 * @param {ReadonlyArray<object>} shapes kinds of resources, each with its routes and records that are there before
 */
export async function startApplication(shapes) {
	const ledger = new Ledger();
	const seen = [];
	const routes = shapes.flatMap(shape =>
		shape.routes.map(({route, handle}) => {
			const [method, template] = route.split(' ');
			return {shape: shape.name, method, handle, ...patternOf(template)};
		}),
	);
	for (const shape of shapes) shape.seed(seeder(ledger, shape.name));

	const server = createServer(async (incoming, outgoing) => {
		const url = new URL(incoming.url, 'http://127.0.0.1');
		let raw = '';
		for await (const part of incoming.setEncoding('latin1')) if (raw.length < maxBodyBytes) raw += part;
		const request = {
			method: incoming.method,
			path: decodeURIComponent(url.pathname),
			query: url.searchParams,
			headers: incoming.headers,
			raw,
			isSweep: incoming.headers['user-agent'] === sweepAgent,
			batch: ledger.batch,
		};
		let answer = [404, {error: 'no such route'}];
		try {
			request.body = bodyOf(raw, incoming.headers['content-type'] ?? '');
			for (const {shape, method, names, expression, handle} of routes) {
				const match = method === request.method && expression.exec(request.path);
				if (!match) continue;
				const params = Object.fromEntries(names.map((name, place) => [name, match[place + 1]]));
				const make = one => ledger.make({...one, request, shape});
				answer = await handle({...request, params, ledger, request, make});
				break;
			}
		} catch (error) {
			answer = [400, {error: String(error)}];
		}
		const [status, value, headers = {}] = answer;
		seen.push({batch: ledger.batch, method: request.method, path: request.path, status, isSweep: request.isSweep});
		const isText = typeof value === 'string';
		outgoing.writeHead(status, {
			...(value === undefined ? {} : {'content-type': isText ? 'text/plain' : 'application/json'}),
			...headers,
		});
		outgoing.end(value === undefined ? '' : isText ? value : JSON.stringify(value));
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		ledger,
		seen,
		/** Somebody else works with the application, too: one more record of every kind that is theirs. */
		colleague() {
			for (const shape of shapes) shape.colleague?.(seeder(ledger, shape.name));
		},
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

const seeder = (ledger, shape) => ({
	ledger,
	put: (collection, key, value, parent = null) => ledger.make({collection, key, value, parent, shape}),
});

/** The description that the application gives of itself, as an OpenAPI document. */
export function documentOf(shapes, url) {
	const paths = {};
	for (const {routes} of shapes)
		for (const {route, isHidden, query = [], headers = [], body, answers = {}} of routes) {
			if (isHidden) continue;
			const [method, path] = route.split(' ');
			const parameters = [
				...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({name, in: 'path', required: true, schema: text})),
				...query.map(name => ({name, in: 'query', required: true, schema: text})),
				...headers.map(name => ({name, in: 'header', required: true, schema: text})),
			];
			paths[path] ??= {};
			paths[path][method.toLowerCase()] = {
				summary: route,
				...(parameters.length > 0 ? {parameters} : {}),
				...(body ? {requestBody: {content: {'application/json': {schema: schemaOf(body)}}}} : {}),
				responses: Object.fromEntries(
					Object.entries(Object.keys(answers).length > 0 ? answers : {default: null}).map(([status, example]) => [
						status,
						{
							description: 'answer',
							...(example ? {content: {'application/json': {schema: schemaOf(example)}}} : {}),
						},
					]),
				),
			};
		}
	return {openapi: '3.0.3', info: {title: 'Trial', version: '1.0.0'}, servers: [{url}], paths};
}

const text = {type: 'string'};

/** The schema of an example. */
function schemaOf(example) {
	if (Array.isArray(example)) return {type: 'array', items: schemaOf(example[0] ?? '')};
	if (example !== null && typeof example === 'object')
		return {
			type: 'object',
			properties: Object.fromEntries(Object.entries(example).map(([name, value]) => [name, schemaOf(value)])),
		};
	if (typeof example === 'number') return {type: 'integer'};
	return typeof example === 'boolean' ? {type: 'boolean'} : text;
}
