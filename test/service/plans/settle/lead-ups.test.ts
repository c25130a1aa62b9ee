import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {afterAnother} from '../../../../service/plans/settle/lead-ups.ts';
import type {Recipe, Step} from '../../../../service/plans/recipe.ts';
import {redOf, startLearning} from '../learning/learning-world.ts';

const python = pythonOfFile();

type Order = {id: number; note: string; starts_at: string | null; state: string};
/** What an action makes of an order, and from which states. */
const moves: Record<string, {from: string[]; to: string}> = {
	pay: {from: ['open'], to: 'paid'},
	cancel: {from: ['open', 'paid'], to: 'cancelled'},
	ship: {from: ['paid'], to: 'shipped'},
	refund: {from: ['paid'], to: 'refunded'},
};
/** What an action is sent: its document names it, and any is taken. */
const sends: Record<string, object> = {
	refund: {type: 'object', properties: {reason: {type: 'string', maxLength: 200}}},
};

const mostAnHour = 2;

/** Orders below a base path, whose creator answers nothing but their address, and that go from state to state. */
async function startOrders({
	mayGo = (state: string): boolean => state !== '',
	isBooked = true,
	refusal = 'cancel it first',
	/** A deleted order is hidden, and can be brought back. */
	keepsDeleted = false,
} = {}) {
	const orders = new Map<number, Order>();
	let latest = 0;
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const say = (status: number, value?: unknown, headers: Record<string, string> = {}) => {
				response.writeHead(status, {...(value === undefined ? {} : {'content-type': 'application/json'}), ...headers});
				response.end(value === undefined ? undefined : JSON.stringify(value));
			};
			const [base, collection, name, action] = (request.url ?? '').split('?', 1)[0]!.split('/').slice(1);
			if (base !== 'v2' || collection !== 'orders') return say(404, {error: 'nothing is here'});
			const isShown = ({state}: Order) => state !== 'deleted';
			if (name === undefined && request.method === 'GET') return say(200, [...orders.values()].filter(isShown));
			if (name === undefined) {
				let sent: Partial<Order> | null = null;
				try {
					sent = JSON.parse(Buffer.concat(parts).toString()) as Partial<Order>;
				} catch {}
				if (typeof sent?.note !== 'string') return say(400, {error: 'note is required'});
				// Hours follow from seeds that differ from run to run: now and then two tests book the same one, hardly three.
				const ofHour = [...orders.values()].filter(
					one => one.starts_at === sent.starts_at && one.state !== 'cancelled',
				);
				if (isBooked && ofHour.length >= mostAnHour) return say(409, {error: 'that hour is booked'});
				const id = ++latest;
				orders.set(id, {id, note: sent.note, starts_at: sent.starts_at ?? null, state: 'open'});
				return say(201, undefined, {location: `/v2/orders/${id}`});
			}
			const order = orders.get(Number(name));
			if (!order || (!isShown(order) && action !== 'restore')) return say(404, {error: 'no such order'});
			if (action === 'restore') {
				if (isShown(order)) return say(409, {error: 'the order is not deleted'});
				order.state = 'open';
				return say(200, order);
			}
			if (action === undefined && request.method === 'GET') return say(200, order);
			if (action === undefined && request.method === 'DELETE') {
				if (!mayGo(order.state)) return say(409, {error: refusal});
				if (keepsDeleted) order.state = 'deleted';
				else orders.delete(order.id);
				return say(204);
			}
			if (action === undefined && request.method === 'PATCH') {
				const {state = order.state} = JSON.parse(Buffer.concat(parts).toString()) as Partial<Order>;
				if (!['open', 'cancelled'].includes(state)) return say(400, {error: 'no such state'});
				order.state = state;
				return say(200, order);
			}
			const move = moves[action ?? ''];
			if (!move) return say(404, {error: 'nothing is here'});
			if (!move.from.includes(order.state)) return say(409, {error: `the order is ${order.state}`});
			order.state = move.to;
			return say(200, order);
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, orders};
}

const order = {
	type: 'object',
	properties: {
		id: {type: 'integer'},
		note: {type: 'string'},
		starts_at: {type: 'string', format: 'date-time'},
		state: {type: 'string'},
	},
};
const fresh = {
	type: 'object',
	required: ['note', 'starts_at'],
	properties: {note: {type: 'string'}, starts_at: {type: 'string', format: 'date-time'}},
};
const json = (schema: object) => ({content: {'application/json': {schema}}});
const id = {name: 'orderId', in: 'path', required: true, schema: {type: 'integer'}};
const ordersDocument = {
	openapi: '3.0.3',
	info: {title: 'Orders', version: '2'},
	servers: [{url: '/v2'}],
	paths: {
		'/orders': {
			get: {responses: {200: {description: 'All', ...json({type: 'array', items: order})}}},
			post: {
				requestBody: {required: true, ...json(fresh)},
				responses: {
					201: {description: 'Made', headers: {Location: {schema: {type: 'string'}}}},
					400: {description: 'No'},
				},
			},
		},
		'/orders/{orderId}': {
			parameters: [id],
			get: {responses: {200: {description: 'One', ...json(order)}, 404: {description: 'None'}}},
			delete: {responses: {204: {description: 'Gone'}, 404: {description: 'None'}}},
		},
		...Object.fromEntries(
			Object.keys(moves).map(name => [
				`/orders/{orderId}/${name}`,
				{
					parameters: [id],
					post: {
						...(sends[name] ? {requestBody: {required: true, ...json(sends[name])}} : {}),
						responses: {200: {description: 'Done', ...json(order)}, 409: {description: 'Not now'}},
					},
				},
			]),
		),
	},
};

it('a DELETE that is refused as it is works after an action on the record, as settling finds out', async () => {
	const api = await startOrders({mayGo: state => state === 'cancelled', isBooked: false});
	const {run, settle} = await startLearning(python(), api.url, ordersDocument);
	const ofDelete = (lines: readonly string[]) => lines.filter(line => /^DELETE|gone/.test(line));
	expect(ofDelete(redOf(await run())).length).toBeGreaterThan(0);
	const set = await settle();
	expect(set).toMatchObject({status: 'applied', errorMessage: null});
	expect(set.settled).toContainEqual(
		expect.objectContaining({endpoint: 'DELETE /orders/{orderId}', after: ['POST /orders/{orderId}/cancel']}),
	);
	expect(ofDelete(redOf(await run()))).toEqual([]);
});

it('what brings a deleted record back works after its DELETE, and what is back is deleted again', async () => {
	const api = await startOrders({isBooked: false, keepsDeleted: true});
	const one = ordersDocument.paths['/orders/{orderId}'] as Record<string, object>;
	const restore = {responses: {200: {description: 'Back', ...json(order)}, 409: {description: 'Not deleted'}}};
	const {run, settle} = await startLearning(python(), api.url, {
		...ordersDocument,
		paths: {
			'/orders': ordersDocument.paths['/orders'],
			'/orders/{orderId}': one,
			'/orders/{orderId}/restore': {parameters: [id], post: restore},
		},
	});
	const left = () => [...api.orders.values()].filter(({state}) => state !== 'deleted').length;
	expect(redOf(await run()).length).toBeGreaterThan(0);
	const set = await settle();
	expect(set.settled).toContainEqual(
		expect.objectContaining({endpoint: 'POST /orders/{orderId}/restore', after: ['DELETE /orders/{orderId}']}),
	);
	expect(redOf(await run())).toEqual([]);
	expect(left()).toBe(0);
});

it('records that refused their DELETE are deleted as soon as settling knows what has to come first', async () => {
	const api = await startOrders({mayGo: state => state === 'cancelled', isBooked: false, refusal: 'not now'});
	const {run, settle} = await startLearning(python(), api.url, ordersDocument);
	// What is shipped or refunded cannot be cancelled any more.
	const left = () => [...api.orders.values()].filter(({state}) => ['open', 'paid'].includes(state)).length;
	await run();
	expect(left()).toBeGreaterThan(0);
	await settle();
	expect(left()).toBe(0);
	await run();
	expect(left()).toBe(0);
});

it('a DELETE that is refused as it is works after a change of the state, as settling finds out', async () => {
	const api = await startOrders({mayGo: state => state === 'cancelled', isBooked: false, refusal: 'not now'});
	const {get, delete: remove, parameters} = ordersDocument.paths['/orders/{orderId}'] as Record<string, object>;
	const change = {type: 'object', properties: {state: {type: 'string', enum: ['open', 'cancelled']}}};
	const patch = {requestBody: json(change), responses: {200: {description: 'Changed', ...json(order)}}};
	const {run, settle} = await startLearning(python(), api.url, {
		...ordersDocument,
		paths: {
			'/orders': ordersDocument.paths['/orders'],
			'/orders/{orderId}': {parameters, get, delete: remove, patch},
		},
	});
	await run();
	const set = await settle();
	expect(set.settled).toContainEqual(
		expect.objectContaining({
			endpoint: 'DELETE /orders/{orderId}',
			after: ['PATCH /orders/{orderId} {"state":"cancelled"}'],
		}),
	);
	expect(redOf(await run()).filter(line => /^DELETE|gone/.test(line))).toEqual([]);
	expect(api.orders.size).toBe(0);
});

it('an action that is refused as it is works after another one, as settling finds out', async () => {
	const api = await startOrders();
	const {run, codes, settle} = await startLearning(python(), api.url, ordersDocument);
	const before = redOf(await run());
	expect(before.length).toBeGreaterThan(0);
	expect(before.filter(line => !/\b(?:ships?|refund)\b/i.test(line))).toEqual([]);

	const set = await settle();
	expect(set).toMatchObject({status: 'applied', errorMessage: null});
	const afterPay = (action: string) => ({
		endpoint: `POST /orders/{orderId}/${action}`,
		accepted: [],
		tried: ['alone: 409', 'after POST /orders/{orderId}/pay: 200', 'after POST /orders/{orderId}/cancel: 409'],
		after: ['POST /orders/{orderId}/pay'],
		neededHelp: null,
	});
	expect(set.settled).toHaveLength(2);
	expect(set.settled).toEqual(expect.arrayContaining([afterPay('ship'), afterPay('refund')]));
	expect(set.reply).toContain('POST /orders/{orderId}/ship works after POST /orders/{orderId}/pay');
	expect(redOf(await run())).toEqual([]);
	expect(api.orders.size).toBe(0);

	// That it has to come first is shown, and the docstring says so.
	const ship = (await codes()).get('POST /orders/{orderId}/ship ships an order') ?? '';
	expect(ship).toMatch(/call\(\s*'ship before "pay"', "POST", \S+, 409/);
	expect(ship).toContain('refused at first and works after "pay"');

	// The base path of the document stands in every address, and a number out of `Location` is one.
	const texts = [...(await codes()).values()];
	expect(texts.every(text => /\{BASE_URL\}\{path\}|\{BASE_URL\}\/v2\/orders/.test(text))).toBe(true);
	expect(texts.some(text => text.includes('order_id = int(response.headers["Location"]'))).toBe(true);
});

it('is tried after an action that needs another record, which is made for the trial', () => {
	const step = (id: string, method: 'GET' | 'POST', path: string, body: object | null): Step => ({
		id,
		title: id,
		role: id === 'create' ? 'setup' : 'act',
		call: {
			operation: {method, path},
			path: path.includes('{id}') ? {id: {is: 'step', step: 'create', pointer: '$.id'}} : {},
			query: {},
			headers: {},
			body: body as Step['call']['body'],
			auth: 'project',
			timeoutSeconds: 10,
			followRedirects: false,
		},
		cases: [],
		waitBeforeMs: 0,
		repeat: null,
		asserts: [],
		captures: [],
	});
	const recipe = (steps: Step[], consumes: string[]) =>
		({
			template: 'action',
			title: 't',
			endpoint: steps.at(-1)!.call.operation,
			consumes,
			produces: [],
			steps,
		}) as unknown as Recipe;
	const vendor = {
		contentType: 'application/json',
		value: {is: 'object', fields: {vendorId: {is: 'variable', name: 'vendor_id'}}},
	};
	const create = step('create', 'POST', '/orders', null);
	const complete = step('act', 'POST', '/orders/{id}/complete', null);
	const assign = step('act', 'POST', '/orders/{id}/assign', vendor);
	const refused = {recipe: recipe([create, complete], ['unit_id']), step: complete, operation: complete.call.operation};
	const trial = afterAnother(refused as never, recipe([create, assign], ['unit_id', 'vendor_id']), 0);
	expect(trial?.steps.map(({call}) => call.operation.path)).toEqual([
		'/orders',
		'/orders/{id}/assign',
		'/orders/{id}/complete',
	]);
	expect(trial?.consumes).toEqual(['unit_id', 'vendor_id']);
});
