import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning} from '../learning/learning-world.ts';

const python = pythonOfFile();

type Part = {id: string; name: string; revision: number};
type Naming = (part: Part) => {headers?: Record<string, string>; body?: unknown};

/** Parts whose creator answers 201 with what `naming` says, and that change by JSON Patch and only with their ETag. */
async function startParts(naming: Naming) {
	const parts = new Map<string, Part>();
	/** Every call in order, for whoever has to find out why one of them is left. */
	const calls: string[] = [];
	let latest = 0;
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const say = (status: number, value?: unknown, headers: Record<string, string> = {}) => {
				response.writeHead(status, {...(value === undefined ? {} : {'content-type': 'application/json'}), ...headers});
				response.end(value === undefined ? undefined : JSON.stringify(value));
			};
			calls.push(`${Date.now()} ${request.method} ${request.url} ${Buffer.concat(chunks).toString().slice(0, 60)}`);
			const bodyOf = (): unknown => {
				try {
					return JSON.parse(Buffer.concat(chunks).toString());
				} catch {
					return null;
				}
			};
			const isName = (name: unknown) => typeof name === 'string' && name !== '';
			const [collection, key] = (request.url ?? '').split('?', 1)[0]!.split('/').slice(1);
			if (collection !== 'parts') return say(404, {error: 'nothing is here'});
			const shown = ({id, name}: Part) => ({id, name});
			if (key === undefined && request.method === 'GET') return say(200, [...parts.values()].map(shown));
			if (key === undefined) {
				const name = (bodyOf() as Partial<Part> | null)?.name;
				if (!isName(name)) return say(400, {error: 'name is required'});
				const part = {id: `p-${++latest}`, name: name!, revision: 1};
				parts.set(part.id, part);
				const {headers = {}, body} = naming(part);
				return say(201, body, headers);
			}
			const part = parts.get(key);
			if (!part) return say(404, {error: 'no such part'});
			if (request.method === 'GET') return say(200, shown(part), {etag: `"${part.revision}"`});
			if (request.method === 'DELETE') {
				parts.delete(part.id);
				return say(204);
			}
			if (request.headers['content-type'] !== 'application/json-patch+json') return say(415, {error: 'a JSON Patch'});
			if (request.headers['if-match'] !== `"${part.revision}"`) return say(412, {error: 'that is not its state'});
			const operations = bodyOf() as Array<{op: string; path: string; value: unknown}> | null;
			const isGood = ({op, path, value}: {op: string; path: string; value: unknown}) =>
				op === 'replace' && path === '/name' && isName(value);
			if (!Array.isArray(operations) || !operations.every(isGood)) return say(400, {error: 'no such operation'});
			for (const {value} of operations) part.name = value as string;
			part.revision++;
			return say(204);
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, parts, calls};
}

const text = {type: 'string'};
const json = (schema: object) => ({content: {'application/json': {schema}}});
const part = {type: 'object', properties: {id: text, name: text}};
/** Says of a part that was made only that it was. */
const partsDocument = (parameter: string, made: object = {}) => ({
	openapi: '3.0.3',
	info: {title: 'Parts', version: '1'},
	paths: {
		'/parts': {
			get: {responses: {200: {description: 'All', ...json({type: 'array', items: part})}}},
			post: {
				requestBody: {
					required: true,
					...json({type: 'object', required: ['name'], properties: {name: {...text, minLength: 1}}}),
				},
				responses: {201: {description: 'Made', ...made}, 400: {description: 'No'}},
			},
		},
		[`/parts/{${parameter}}`]: {
			parameters: [{name: parameter, in: 'path', required: true, schema: text}],
			get: {
				responses: {
					200: {description: 'One', headers: {ETag: {schema: text}}, ...json(part)},
					404: {description: 'None'},
				},
			},
			patch: {
				parameters: [{name: 'If-Match', in: 'header', required: true, schema: text}],
				requestBody: {
					required: true,
					content: {
						'application/json-patch+json': {
							schema: {type: 'array', items: {type: 'object', properties: {op: text, path: text, value: {}}}},
						},
					},
				},
				responses: {204: {description: 'Changed'}, 404: {description: 'None'}, 412: {description: 'Not now'}},
			},
			delete: {responses: {204: {description: 'Gone'}, 404: {description: 'None'}}},
		},
	},
});

it.each([
	['the header Location', 'partId', ({id}: Part) => ({headers: {location: `/parts/${id}`}})],
	['$.data.id', 'partId', (made: Part) => ({body: {data: made, warnings: []}})],
	['$.partKey', 'partKey', ({id}: Part) => ({body: {partKey: id}})],
])('records that are named in %s are found there, as settling finds out', async (where, parameter, naming) => {
	const api = await startParts(naming);
	const {run, codes, settle} = await startLearning(python(), api.url, partsDocument(parameter));
	expect(redOf(await run()).length).toBeGreaterThan(3);
	const set = await settle();
	expect(set).toMatchObject({status: 'applied', errorMessage: null});
	expect(set.settled).toContainEqual(expect.objectContaining({endpoint: 'POST /parts', names: where}));
	expect(redOf(await run())).toEqual([]);
	const changes = [...(await codes())].flatMap(([name, code]) => (name.startsWith('PATCH') ? [code] : []));
	const isStated = (code: string) => /"If-Match": \w+\.headers\["ETag"\]/.test(code);
	expect(changes.filter(code => code.includes('json=as_patch(') && isStated(code))).not.toEqual([]);
	const left = [...api.parts.values()];
	const aboutThem = api.calls.filter(call => left.some(({id, name}) => call.includes(id) || call.includes(name)));
	expect(left, aboutThem.join('\n')).toEqual([]);
});

it('nothing is to be found where an answer names its record as it is expected', async () => {
	const api = await startParts(({id}) => ({body: {id}}));
	const {run, settle} = await startLearning(python(), api.url, partsDocument('partId'));
	await run();
	const {settled} = await settle();
	expect((settled ?? []).filter(one => one.names !== undefined)).toEqual([]);
});

it.each([
	['shows no id', {type: 'object', properties: {name: text, colour: text}}],
	['shows its links', {type: 'object', properties: {name: text, _links: {type: 'object'}}}],
])('a record whose description %s is named by its address', async (_, schema) => {
	const api = await startParts(({id, name}) => ({
		headers: {location: `/parts/${id}`},
		body: {name, _links: {self: {href: `${id}`}}},
	}));
	const {run, settle} = await startLearning(python(), api.url, partsDocument('id', json(schema)));
	await run();
	await settle();
	expect(redOf(await run())).toEqual([]);
	expect([...api.parts.values()]).toEqual([]);
});
