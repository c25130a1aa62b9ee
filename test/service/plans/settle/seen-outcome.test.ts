import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning} from '../learning/learning-world.ts';

const python = pythonOfFile();
const credential = 'tok-1234';

type Part = {id: number; name: string};
/** What is answered to everything, with status 200. */
type Envelope = {accepted(data: unknown): unknown; refused(status: number, words: string): unknown};

/** Parts whose every answer is 200; `locked`: a change is refused as well, although its record is there. */
async function startParts({accepted, refused}: Envelope, locked: () => boolean = () => false) {
	const parts = new Map<number, Part>();
	let latest = 0;
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const say = (value: unknown) => {
				response.writeHead(200, {'content-type': 'application/json'});
				response.end(JSON.stringify(value));
			};
			if (request.headers.authorization !== `Bearer ${credential}`) return say(refused(401, 'not logged in'));
			let name: unknown;
			try {
				name = (JSON.parse(Buffer.concat(chunks).toString() || '{}') as Partial<Part> | null)?.name;
			} catch {
				return say(refused(400, 'no JSON'));
			}
			const isName = typeof name === 'string' && name !== '' && name.length <= 40;
			const key = (request.url ?? '').split('?', 1)[0]!.split('/')[2];
			const writes = request.method === 'POST' || request.method === 'PUT';
			if (writes && !isName) return say(refused(400, 'name is 1 to 40 characters'));
			if (key === undefined && request.method === 'GET') return say(accepted([...parts.values()]));
			if (key === undefined) {
				const part = {id: ++latest, name: name as string};
				parts.set(part.id, part);
				return say(accepted(part));
			}
			const part = parts.get(Number(key));
			if (!part) return say(refused(404, 'no such part'));
			if (request.method === 'DELETE') {
				parts.delete(part.id);
				return say(accepted(null));
			}
			if (request.method === 'PUT' && locked()) return say(refused(423, 'the part is locked'));
			if (request.method === 'PUT') part.name = name as string;
			return say(accepted(part));
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, parts};
}

const json = (schema: object) => ({content: {'application/json': {schema}}});
const part = {type: 'object', properties: {id: {type: 'integer'}, name: {type: 'string'}}};
const ok = (data: object) => ({200: {description: 'OK', ...json({type: 'object', properties: {data}})}});
const body = {
	required: true,
	...json({type: 'object', required: ['name'], properties: {name: {type: 'string', minLength: 1, maxLength: 40}}}),
};
const document = {
	openapi: '3.0.3',
	info: {title: 'Parts', version: '1'},
	components: {securitySchemes: {bearer: {type: 'http', scheme: 'bearer'}}},
	security: [{bearer: []}],
	paths: {
		'/parts': {
			get: {responses: ok({type: 'array', items: part})},
			post: {requestBody: body, responses: ok(part)},
		},
		'/parts/{id}': {
			parameters: [{name: 'id', in: 'path', required: true, schema: {type: 'integer'}}],
			get: {responses: ok(part)},
			put: {requestBody: body, responses: ok(part)},
			delete: {responses: ok({})},
		},
	},
};

const httpCodes: Envelope = {
	accepted: data => ({code: 0, msg: 'ok', data}),
	refused: (status, msg) => ({code: status * 100 + 1, msg, data: null}),
};

it.each<[string, string, Envelope]>([
	['begins with a status', 'code', httpCodes],
	[
		'names no status',
		'errcode',
		{accepted: data => ({errcode: 0, errmsg: 'ok', data}), refused: (_, errmsg) => ({errcode: 7, errmsg})},
	],
	[
		'says only whether it went well',
		'success',
		{accepted: data => ({success: true, data}), refused: (_, message) => ({success: false, message})},
	],
	['is there when it went wrong', 'error', {accepted: data => ({data}), refused: (_, message) => ({error: {message}})}],
])(
	'an API that answers 200 to everything, and whose refusal %s, is tested by what it says',
	async (_, field, envelope) => {
		let isLocked = false;
		const api = await startParts(envelope, () => isLocked);
		const {run, settle, codes} = await startLearning(python(), api.url, document, credential);
		expect(redOf(await run()).length).toBeGreaterThan(3);
		const set = await settle();
		expect(set).toMatchObject({status: 'applied', errorMessage: null});
		expect(set.settled).toEqual([expect.objectContaining({outcome: field})]);
		expect([...(await codes()).values()].every(code => !/\.status_code (?:==|in)/.test(code))).toBe(true);
		expect(redOf(await run())).toEqual([]);
		expect(redOf(await run())).toEqual([]);
		expect([...api.parts.values()]).toEqual([]);
		// What used to be accepted is refused, with the same status as before.
		isLocked = true;
		expect(redOf(await run()).filter(one => one.startsWith('PUT /parts/{id} replaces its own part'))).not.toEqual([]);
	},
);

it('nothing is found where no answer says that it refuses', async () => {
	const api = await startParts({accepted: data => ({code: 0, data}), refused: () => ({code: 0, data: {}})});
	const {run, settle} = await startLearning(python(), api.url, document, credential);
	await run();
	const {settled} = await settle();
	expect((settled ?? []).filter(one => one.outcome !== undefined)).toEqual([]);
});
