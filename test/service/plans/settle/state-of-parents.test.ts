import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning} from '../learning/learning-world.ts';

const python = pythonOfFile();

type Device = {id: string; name: string; status: 'new' | 'active' | 'retired'};
type Reading = {id: string; deviceId: string; level: number};

/** What the API is like: where a reading names its device, how it is refused, and whether devices can be deleted. */
type Form = {below: boolean; refusal: number; words: (status: string) => string; deletes: boolean};

/** Devices that take readings only while they are active. */
async function startDevices({refusal, words, deletes}: Form) {
	const devices = new Map<string, Device>();
	const readings = new Map<string, Reading>();
	let latest = 0;
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const say = (status: number, value?: unknown) => {
				response.writeHead(status, value === undefined ? {} : {'content-type': 'application/json'});
				response.end(value === undefined ? undefined : JSON.stringify(value));
			};
			let sent: Record<string, unknown> = {};
			try {
				sent = JSON.parse(Buffer.concat(parts).toString() || '{}') as typeof sent;
			} catch {
				return say(400, {error: 'no JSON'});
			}
			const [first, id, action, more] = (request.url ?? '').split('?', 1)[0]!.split('/').slice(1);
			const ofReading = (one: Reading | undefined) => {
				if (!one) return say(404, {error: 'no such reading'});
				if (request.method === 'GET') return say(200, one);
				readings.delete(one.id);
				return say(204);
			};
			const measure = (deviceId: unknown) => {
				const device = devices.get(String(deviceId));
				if (!device) return say(404, {error: 'no such device'});
				if (typeof sent['level'] !== 'number') return say(400, {error: 'level is required'});
				if (device.status !== 'active') return say(refusal, {error: words(device.status)});
				const made = {id: `r-${++latest}`, deviceId: device.id, level: sent['level']};
				readings.set(made.id, made);
				return say(201, made);
			};
			if (first === 'readings' && id === undefined)
				return request.method === 'GET' ? say(200, [...readings.values()]) : measure(sent['deviceId']);
			if (first === 'readings') return ofReading(readings.get(id!));
			if (id === undefined && request.method === 'GET') return say(200, [...devices.values()]);
			if (id === undefined) {
				if (typeof sent['name'] !== 'string' || sent['name'] === '') return say(400, {error: 'name is required'});
				const made: Device = {id: `d-${++latest}`, name: sent['name'], status: 'new'};
				devices.set(made.id, made);
				return say(201, made);
			}
			const device = devices.get(id);
			if (!device) return say(404, {error: 'no such device'});
			if (action === 'readings' && more !== undefined) {
				const one = readings.get(more);
				return ofReading(one?.deviceId === id ? one : undefined);
			}
			if (action === 'readings')
				return request.method === 'GET'
					? say(
							200,
							[...readings.values()].filter(({deviceId}) => deviceId === id),
						)
					: measure(id);
			if (action !== undefined) {
				if (action === 'activate' && device.status !== 'new') return say(409, {error: `it is ${device.status}`});
				device.status = action === 'activate' ? 'active' : 'retired';
				// 200 is documented.
				return say(201, device);
			}
			if (request.method === 'DELETE' && deletes) {
				for (const one of readings.values()) if (one.deviceId === id) readings.delete(one.id);
				devices.delete(id);
				return say(204);
			}
			return say(200, device);
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, devices, readings};
}

const json = (schema: object) => ({content: {'application/json': {schema}}});
const text = {type: 'string'};
const parameter = (name: string) => ({name, in: 'path', required: true, schema: text});
const device = {
	type: 'object',
	properties: {id: text, name: text, status: {type: 'string', enum: ['new', 'active', 'retired']}},
};
const reading = {type: 'object', properties: {id: text, deviceId: text, level: {type: 'number'}}};
const refusals = {400: {description: 'Invalid'}, 404: {description: 'None'}, 409: {description: 'Not now'}};

function documentOf({below, deletes}: Form) {
	const act = (name: string) => ({
		[`/devices/{deviceId}/${name}`]: {
			parameters: [parameter('deviceId')],
			post: {responses: {200: {description: 'Done', ...json(device)}, 404: {description: 'None'}}},
		},
	});
	const level = {level: {type: 'number'}};
	const sent = below
		? {type: 'object', required: ['level'], properties: level}
		: {type: 'object', required: ['deviceId', 'level'], properties: {deviceId: text, ...level}};
	const collection = below ? '/devices/{deviceId}/readings' : '/readings';
	const parents = below ? [parameter('deviceId')] : [];
	return {
		openapi: '3.0.3',
		info: {title: 'Devices', version: '1'},
		paths: {
			'/devices': {
				get: {responses: {200: {description: 'All', ...json({type: 'array', items: device})}}},
				post: {
					requestBody: {required: true, ...json({type: 'object', required: ['name'], properties: {name: text}})},
					responses: {201: {description: 'Made', ...json(device)}, ...refusals},
				},
			},
			'/devices/{deviceId}': {
				parameters: [parameter('deviceId')],
				get: {responses: {200: {description: 'One', ...json(device)}, 404: {description: 'None'}}},
				...(deletes ? {delete: {responses: {204: {description: 'Gone'}, 404: {description: 'None'}}}} : {}),
			},
			...act('retire'),
			...act('activate'),
			[collection]: {
				...(below ? {parameters: parents} : {}),
				get: {responses: {200: {description: 'All', ...json({type: 'array', items: reading})}}},
				post: {
					requestBody: {required: true, ...json(sent)},
					responses: {201: {description: 'Made', ...json(reading)}, ...refusals},
				},
			},
			[`${collection}/{readingId}`]: {
				parameters: [...parents, parameter('readingId')],
				get: {responses: {200: {description: 'One', ...json(reading)}, 404: {description: 'None'}}},
				delete: {responses: {204: {description: 'Gone'}, 404: {description: 'None'}}},
			},
		},
	};
}

const says = (status: string) => `Device is ${status}`;

it.each<[string, Form]>([
	['below it, refused with 409', {below: true, refusal: 409, words: says, deletes: true}],
	['that its body names, refused with 422', {below: false, refusal: 422, words: says, deletes: true}],
	['below one that cannot be deleted', {below: true, refusal: 409, words: says, deletes: false}],
	[
		'that its body names, refused in words of the action',
		{below: false, refusal: 400, words: () => 'Activate it first', deletes: true},
	],
])('a record that needs another one in a state is made of one that was brought there: %s', async (_, form) => {
	const api = await startDevices(form);
	const {run, codes, settle} = await startLearning(python(), api.url, documentOf(form));
	expect(redOf(await run()).length).toBeGreaterThan(0);
	const set = await settle();
	expect(set).toMatchObject({status: 'applied', errorMessage: null});
	const creator = form.below ? 'POST /devices/{deviceId}/readings' : 'POST /readings';
	expect(set.settled).toContainEqual(
		expect.objectContaining({endpoint: creator, after: ['POST /devices/{deviceId}/activate'], neededHelp: null}),
	);
	expect(redOf(await run())).toEqual([]);
	expect(api.readings.size).toBe(0);
	if (form.deletes) expect(api.devices.size).toBe(0);
	const created = [...(await codes())].find(([name]) => name.endsWith('creates a reading that can be read back'))?.[1];
	expect(created).toContain('activate');
});
