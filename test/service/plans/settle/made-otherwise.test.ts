import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning} from '../learning/learning-world.ts';

const python = pythonOfFile();

type Hold = {id: string; amount: number; flow: 'direct' | 'twoStep'; unit: 'kg' | 'lb'; status: string};

/** Whether holds can be deleted, their bodies wrap them, and any of them is ever taken. */
type Form = {deletes: boolean; wrapped: boolean; takes?: boolean};

/** Holds that are taken as soon as they are made, unless they are made in two steps. */
async function startHolds({wrapped, takes = true}: Form) {
	const holds = new Map<string, Hold>();
	let latest = 0;
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const say = (status: number, value?: unknown) => {
				response.writeHead(status, value === undefined ? {} : {'content-type': 'application/json'});
				response.end(value === undefined ? undefined : JSON.stringify(value));
			};
			let body: Record<string, unknown> = {};
			const isJson = request.headers['content-type']?.startsWith('application/json') ?? parts.length === 0;
			if (!isJson) return say(415, {error: 'no JSON'});
			try {
				body = JSON.parse(Buffer.concat(parts).toString() || '{}') as typeof body;
			} catch {
				return say(400, {error: 'no JSON'});
			}
			const sent = (wrapped ? body['hold'] : body) as Partial<Hold> | undefined;
			const [, id, action] = (request.url ?? '').split('?', 1)[0]!.split('/').slice(1);
			if (id === undefined && request.method === 'GET') return say(200, [...holds.values()]);
			if (id === undefined) {
				const {amount, flow = 'direct', unit = 'kg'} = sent ?? {};
				if (!Number.isInteger(amount) || amount! < 1) return say(400, {error: 'amount is required'});
				if (!['direct', 'twoStep'].includes(flow) || !['kg', 'lb'].includes(unit))
					return say(400, {error: 'no such word'});
				const made = {
					id: `h-${++latest}`,
					amount: amount!,
					flow,
					unit,
					status: flow === 'direct' ? 'taken' : 'reserved',
				};
				holds.set(made.id, made);
				return say(201, made);
			}
			const hold = holds.get(id);
			if (!hold) return say(404, {error: 'no such hold'});
			if (action !== undefined) {
				if (hold.status !== 'reserved' || !takes) return say(409, {error: `Hold is ${hold.status}, not reserved`});
				const {amount = hold.amount} = body as Partial<Hold>;
				if (!Number.isInteger(amount) || amount < 1 || amount > hold.amount)
					return say(400, {error: 'amount is too much'});
				hold.status = action === 'take' ? 'taken' : 'dropped';
				return say(200, hold);
			}
			if (request.method !== 'DELETE') return say(200, hold);
			holds.delete(id);
			return say(204);
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, holds};
}

const json = (schema: object) => ({content: {'application/json': {schema}}});
const text = {type: 'string'};
const flow = {type: 'string', enum: ['direct', 'twoStep'], description: 'twoStep only sets it aside; take it later.'};
const unit = {type: 'string', enum: ['kg', 'lb']};
const amount = {type: 'integer', minimum: 1};
const status = {type: 'string', enum: ['reserved', 'taken', 'dropped']};
const hold = {type: 'object', properties: {id: text, amount, flow, unit, status}};
const refusals = {400: {description: 'Invalid'}, 404: {description: 'None'}, 409: {description: 'Not now'}};

function documentOf({deletes, wrapped}: Form) {
	const parameters = [{name: 'holdId', in: 'path', required: true, schema: text}];
	const act = (name: string) => ({
		[`/holds/{holdId}/${name}`]: {
			parameters,
			post: {
				...(name === 'take' ? {requestBody: json({type: 'object', properties: {amount}})} : {}),
				responses: {200: {description: 'Done', ...json(hold)}, ...refusals},
			},
		},
	});
	const made = {type: 'object', required: ['amount'], properties: {amount, flow, unit}};
	const sent = wrapped ? {type: 'object', required: ['hold'], properties: {hold: made}} : made;
	return {
		openapi: '3.0.3',
		info: {title: 'Holds', version: '1'},
		paths: {
			'/holds': {
				get: {responses: {200: {description: 'All', ...json({type: 'array', items: hold})}}},
				post: {
					requestBody: {required: true, ...json(sent)},
					responses: {201: {description: 'Made', ...json(hold)}, ...refusals},
				},
			},
			'/holds/{holdId}': {
				parameters,
				get: {responses: {200: {description: 'One', ...json(hold)}, 404: {description: 'None'}}},
				...(deletes ? {delete: {responses: {204: {description: 'Gone'}, 404: {description: 'None'}}}} : {}),
			},
			...act('take'),
			...act('drop'),
		},
	};
}

it.each<[string, Form]>([
	['that can be deleted', {deletes: true, wrapped: false}],
	['that nobody can delete', {deletes: false, wrapped: false}],
	['whose body wraps it', {deletes: true, wrapped: true}],
])('a choice in how a record is made is found where an action asks for it: a record %s', async (_, form) => {
	const api = await startHolds(form);
	const {run, codes, settle} = await startLearning(python(), api.url, documentOf(form));
	expect(redOf(await run()).length).toBeGreaterThan(0);
	const set = await settle();
	expect(set).toMatchObject({status: 'applied', errorMessage: null});
	const after = [`POST /holds ${JSON.stringify(form.wrapped ? {hold: {flow: 'twoStep'}} : {flow: 'twoStep'})}`];
	for (const name of ['take', 'drop'])
		expect(set.settled).toContainEqual(
			expect.objectContaining({endpoint: `POST /holds/{holdId}/${name}`, after, neededHelp: null}),
		);
	expect(redOf(await run())).toEqual([]);
	if (form.deletes) expect(api.holds.size).toBe(0);
	// What is not about the action is made as before.
	const made = [...(await codes())].find(([name]) => name.endsWith('creates a hold that can be read back'))?.[1];
	expect(made).toContain('"direct"');
});

it('where no choice helps, records are made as before, and help is asked for their maker', async () => {
	const form = {deletes: true, wrapped: false, takes: false};
	const api = await startHolds(form);
	const {run, codes, settle} = await startLearning(python(), api.url, documentOf(form));
	const {members} = await run();
	const dropped = members.find(({neededHelp}) => neededHelp?.endpoint === 'POST /holds/{holdId}/drop');
	expect(dropped?.neededHelp?.command).toContain('svc endpoint edit "POST /holds" --sample-body');
	const created = async () => [...(await codes())].filter(([name]) => /creates a hold/.test(name));
	const before = await created();
	const set = await settle();
	expect(set.status).toBe('failed');
	expect(await created()).toEqual(before);
	expect(api.holds.size).toBe(0);
});
