import {describe, expect, it} from 'vitest';
import {runBatch} from '../../contract/routes/batches.ts';
import {listBatchChains, listProjectChains, rerunChain, rerunProjectChains} from '../../contract/routes/chains.ts';
import {updateTest} from '../../contract/routes/tests.ts';
import {pythonOfFile} from '../helpers/python-of-file.ts';
import {type Shop, startShop} from '../service/views/start-shop.ts';

const python = pythonOfFile();

const placeOrder = [
	'status, order, _ = call("POST", "/orders", {"item": "tea"})',
	'assert status == 201',
	'order_id = order["id"]',
];
const pay = [
	'status, payment, _ = call("POST", f"/orders/{order_id}/payments", {})',
	'assert status == 201, "expected 201"',
	'payment_id = payment["id"]',
];
const read = 'assert call("GET", f"/payments/{payment_id}?order={order_id}")[0] in (200, 404)';

async function startOrders() {
	const shop = await startShop(python(), ['POST /orders']);
	const ids = {
		place: await shop.add('places an order', placeOrder, {produces: ['order_id']}),
		pay: await shop.add('pays it', pay, {produces: ['payment_id'], consumes: ['order_id']}),
		read: await shop.add('reads the payment', read, {consumes: ['payment_id', 'order_id']}),
		alone: await shop.add('stands alone', 'assert call("POST", "/notes", {})[0] == 201'),
		remove: await shop.add('removes the order', 'call("DELETE", f"/orders/{order_id}")', {
			consumes: ['order_id'],
			category: 'teardown',
		}),
	};
	return {shop, ids};
}

const chainsOf = async (shop: Shop, batchId: string, query: {chainId?: string; bodies?: string} = {}) =>
	(await shop.call(listBatchChains, {params: {batchId}, query})).body.items;

describe('a chain of tests that feed each other', () => {
	it('has a step for every test in the order of execution, with wiring, request and response', async () => {
		const {shop, ids} = await startOrders();
		const {batchId} = await shop.run();
		const chains = await chainsOf(shop, batchId);
		expect(chains).toHaveLength(1);
		expect(chains[0]).toMatchObject({
			testId: ids.read,
			name: 'reads the payment',
			status: 'passed',
			label: 'Pass',
			captures: ['order_id', 'payment_id'],
			error: null,
			steps: [
				{
					index: 1,
					title: 'places an order',
					method: 'POST',
					path: '/orders',
					status: 'Pass',
					produces: ['order_id'],
					uses: [],
					response: {status: 201},
				},
				{
					index: 2,
					title: 'pays it',
					method: 'POST',
					path: '/orders/{orderId}/payments',
					produces: ['payment_id'],
					uses: [{name: 'order_id', fromStep: 1, fromTestId: ids.place, fromTitle: 'places an order'}],
					request: {body: '{}'},
				},
				{
					index: 3,
					method: 'GET',
					path: '/payments/{paymentId}',
					uses: [
						{name: 'payment_id', fromStep: 2},
						{name: 'order_id', fromStep: 1},
					],
					request: {query: [{name: 'order'}]},
				},
			],
		});
		const [again] = await chainsOf(shop, (await shop.run()).batchId, {chainId: chains[0]!.chainId, bodies: 'false'});
		expect(again).toMatchObject({
			chainId: chains[0]!.chainId,
			steps: [{request: {body: null}, response: {body: null}}, {}, {}],
		});
		const params = {batchId};
		expect((await shop.fail(listBatchChains, {params, query: {chainId: 'chn_x'}})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {resource: 'chain'},
		});
	});

	it('says which step must be fixed when one failed, and where a blocked step would have gone', async () => {
		const {shop} = await startOrders();
		await shop.run();
		shop.reply('POST /orders', 500, {error: 'down'});
		const {batchId} = await shop.run();
		const [chain] = await chainsOf(shop, batchId);
		expect(chain).toMatchObject({
			status: 'blocked',
			label: 'Blocked',
			captures: [],
			error: {
				kind: 'blocked_by_step',
				message:
					'step 2 is blocked because step 1 failed (variable "order_id" is not available); fix step 1, then step 2 runs automatically on rerun',
				stepIndex: 2,
				causeStepIndex: 1,
				variable: 'order_id',
			},
			steps: [
				{status: 'Failed', response: {status: 500}},
				{
					status: 'Blocked',
					method: 'POST',
					path: '/orders/{orderId}/payments',
					request: null,
					response: null,
					callId: null,
				},
				{status: 'Blocked', method: 'GET'},
			],
		});
	});

	it('shows what the source says of a blocked step that never called', async () => {
		const {shop} = await startOrders();
		shop.reply('POST /orders', 500);
		const {batchId} = await shop.run();
		const [chain] = await chainsOf(shop, batchId);
		expect(chain!.steps.map(({method, path}) => `${method} ${path}`)).toEqual([
			'POST /orders',
			'POST /orders/{order_id}/payments',
			'GET /payments/{payment_id}',
		]);
	});

	it('names the step whose assertion failed', async () => {
		const shop = await startShop(python());
		await shop.add('places', placeOrder, {produces: ['order_id']});
		await shop.add('reads', ['status = call("GET", f"/orders/{order_id}")[0]', 'assert status == 418, "no teapot"'], {
			consumes: ['order_id'],
		});
		const {batchId} = await shop.run();
		const [chain] = await chainsOf(shop, batchId);
		expect(chain!.error).toMatchObject({kind: 'assertion_failed', stepIndex: 2, causeStepIndex: null});
		expect(chain!.error!.message).toMatch(/^step 2 failed its assertion: .*no teapot/);
		expect(chain!.steps[1]).toMatchObject({status: 'Failed', response: {status: 200}});
	});

	it('says that a variable was not found when a step passed without giving it', async () => {
		const shop = await startShop(python());
		await shop.add('places', 'assert call("POST", "/orders", {})[0] == 201', {produces: ['order_id']});
		await shop.add('reads', 'call("GET", f"/orders/{order_id}")', {consumes: ['order_id']});
		const {batchId} = await shop.run();
		const [chain] = await chainsOf(shop, batchId);
		expect(chain!.error).toMatchObject({
			kind: 'variable_not_found',
			message: 'step 2: variable "order_id" was not found because "places" passed without producing it.',
			stepIndex: 2,
			causeStepIndex: 1,
			variable: 'order_id',
		});
	});

	it('says which two tests need each other', async () => {
		const shop = await startShop(python());
		const hen = await shop.add('hen', 'call("GET", f"/eggs/{egg}")', {produces: ['hen'], consumes: ['egg']});
		const egg = await shop.add('egg', 'call("GET", f"/hens/{hen}")', {produces: ['egg'], consumes: ['hen']});
		const {batchId} = await shop.run();
		const chains = await chainsOf(shop, batchId);
		expect(chains).toHaveLength(1);
		expect(chains[0]).toMatchObject({
			testId: hen,
			error: {
				kind: 'circular_dependency',
				message: 'the chain cannot be assembled because of a circular dependency between "hen" and "egg"',
				testIds: [hen, egg],
			},
			steps: [
				{title: 'egg', status: 'Blocked'},
				{title: 'hen', status: 'Blocked'},
			],
		});
	});
});

describe('a chain of one test that makes several calls', () => {
	it('has a step for every call, with the values they hand forward and the waits between them', async () => {
		const shop = await startShop(python(), ['POST /orders', 'GET /orders/{orderId}']);
		const testId = await shop.add(
			'orders and reads',
			[
				'import time',
				'_, order, _ = call("POST", "/orders", {})',
				'order_id = order["id"]',
				'time.sleep(0.2)',
				'status = call("GET", f"/orders/{order_id}")[0]',
				'assert status == 200',
				'assert call("GET", "/orders/1")[0] == 200',
			],
			{produces: ['order_id']},
		);
		const {batchId} = await shop.run();
		const [chain] = await chainsOf(shop, batchId);
		expect(chain).toMatchObject({
			testId,
			label: 'Failed',
			error: {kind: 'assertion_failed', stepIndex: 3},
			steps: [
				{title: 'POST /orders', status: 'Pass', produces: ['order_id'], waitBeforeMs: 0},
				{title: 'GET /orders/{orderId}', status: 'Pass', uses: [{name: 'order_id', fromStep: 1, fromTestId: testId}]},
				{status: 'Failed', response: {status: 404}, uses: []},
			],
		});
		const [, slept, last] = chain!.steps.map(({waitBeforeMs}) => waitBeforeMs);
		expect(slept).toBeGreaterThan(150);
		// The pauses of a busy machine are waits, too; what is shorter is none.
		expect(last === 0 || last! >= 100).toBe(true);
	});

	it('of kind integration is a chain with a single call, too', async () => {
		const shop = await startShop(python());
		await shop.add('one call', 'assert call("POST", "/orders", {})[0] == 201', {kind: 'integration'});
		const {batchId} = await shop.run();
		expect(await chainsOf(shop, batchId)).toMatchObject([{name: 'one call', steps: [{title: 'one call'}]}]);
	});
});

describe('the chains of a project', () => {
	it('are there before they have run, and then with their latest run', async () => {
		const {shop, ids} = await startOrders();
		const params = {projectId: shop.projectId};
		const {body: before} = await shop.call(listProjectChains, {params});
		expect(before).toMatchObject({
			batchId: null,
			items: [
				{
					testId: ids.read,
					runId: null,
					status: null,
					label: null,
					steps: [
						{title: 'places an order', method: 'POST', path: '/orders', status: 'Pending'},
						{title: 'pays it', path: '/orders/{order_id}/payments', uses: [{name: 'order_id', fromStep: 1}]},
						{title: 'reads the payment', uses: [{fromStep: 2}, {fromStep: 1}]},
					],
				},
			],
		});
		await shop.run();
		const {body: after} = await shop.call(listProjectChains, {params});
		expect(after.items).toMatchObject([
			{chainId: before.items[0]!.chainId, label: 'Pass', steps: [{status: 'Pass'}, {}, {}]},
		]);
	});
});

describe('a rerun', () => {
	it('of a chain runs its last test with everything it needs', async () => {
		const {shop, ids} = await startOrders();
		shop.reply('POST /orders', 500);
		const {batchId} = await shop.run();
		const [chain] = await chainsOf(shop, batchId);
		shop.reply('POST /orders', 201, {id: 7});
		const params = {batchId, chainId: chain!.chainId};
		const {body} = await shop.call(rerunChain, {params, body: {}});
		expect(body.closure).toMatchObject({addedProducers: [ids.place, ids.pay], addedTeardowns: [ids.remove]});
		const batch = await shop.ended(body.batchId!);
		expect(batch.outcome).toBe('passed');
		expect((await shop.fail(rerunChain, {params: {...params, chainId: 'chn_x'}, body: {}})).body.code).toBe(
			'NOT_FOUND',
		);
	});

	it('of a chain with skipped dependencies uses what was captured', async () => {
		const shop = await startShop(python());
		await shop.add('places', placeOrder, {produces: ['order_id']});
		await shop.add('reads', 'assert call("GET", f"/orders/{order_id}")[0] == 200', {consumes: ['order_id']});
		const {batchId} = await shop.run();
		const [chain] = await chainsOf(shop, batchId);
		const params = {batchId, chainId: chain!.chainId};
		const {body} = await shop.call(rerunChain, {params, body: {skipDependencies: true}});
		expect((await shop.ended(body.batchId!)).members).toHaveLength(1);
		expect(await chainsOf(shop, body.batchId!)).toMatchObject([
			{
				steps: [
					{title: 'places', status: 'Pass'},
					{title: 'reads', status: 'Pass'},
				],
			},
		]);
	});

	it('of all chains of a project leaves tests alone that are no part of one', async () => {
		const {shop, ids} = await startOrders();
		await shop.run();
		const params = {projectId: shop.projectId};
		const {body} = await shop.call(rerunProjectChains, {params, body: {}});
		const tests = body.accepted.map(({testId}) => testId);
		expect(tests).toEqual(expect.arrayContaining([ids.place, ids.pay, ids.read, ids.remove]));
		expect(tests).not.toContain(ids.alone);
		await shop.ended(body.batchId!);
	});

	it('of all chains that skips dependencies runs no producer whose values still hold', async () => {
		const shop = await startShop(python());
		const place = await shop.add('places', placeOrder, {produces: ['order_id']});
		const reader = await shop.add('reads', 'assert call("GET", f"/orders/{order_id}")[0] == 200', {
			consumes: ['order_id'],
		});
		await shop.run();
		const params = {projectId: shop.projectId};
		const {body: kept} = await shop.call(rerunProjectChains, {params, body: {skipDependencies: true}});
		expect(kept.accepted.map(({testId}) => testId)).toEqual([reader]);
		await shop.ended(kept.batchId!);
		await shop.call(updateTest, {params: {testId: place}, body: {produces: ['order_id', 'more']}});
	});

	it('of all chains of a project without any starts nothing', async () => {
		const shop = await startShop(python());
		await shop.add('stands alone', 'assert call("POST", "/notes", {})[0] == 201');
		const {body} = await shop.call(rerunProjectChains, {params: {projectId: shop.projectId}, body: {}});
		expect(body).toMatchObject({batchId: null, accepted: []});
		const params = {projectId: 'prj_x'};
		expect((await shop.fail(rerunProjectChains, {params, body: {}})).body.code).toBe('NOT_FOUND');
	});

	it('of a chain that is running is a conflict', async () => {
		const shop = await startShop(python());
		await shop.add('places', placeOrder, {produces: ['order_id']});
		await shop.add('reads', 'assert call("GET", f"/orders/{order_id}")[0] == 200', {consumes: ['order_id']});
		const {batchId} = await shop.run();
		const [chain] = await chainsOf(shop, batchId);
		const held = shop.runner.hold('reads');
		await shop.call(runBatch, {body: {projectId: shop.projectId}});
		await held.started;
		const params = {batchId, chainId: chain!.chainId};
		expect((await shop.fail(rerunChain, {params, body: {}})).body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'run_in_flight'},
		});
		held.release({});
	});
});
