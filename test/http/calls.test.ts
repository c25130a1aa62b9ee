import {describe, expect, it} from 'vitest';
import {getCleanup} from '../../contract/routes/cleanup.ts';
import {listBatchCalls, listProjectCalls} from '../../contract/routes/calls.ts';
import {listBatchChains} from '../../contract/routes/chains.ts';
import {getProject} from '../../contract/routes/projects.ts';
import {deleteTest} from '../../contract/routes/tests.ts';
import {listBatchVariables} from '../../contract/routes/variables.ts';
import {pythonOfFile} from '../helpers/python-of-file.ts';
import {startShop} from '../service/views/start-shop.ts';

const python = pythonOfFile();

const placeOrder = ['status, order, _ = call("POST", "/orders", {"item": "tea"})', 'order_id = order["id"]'];

async function startOrders() {
	const shop = await startShop(python(), ['POST /orders', 'GET /orders/{orderId}', 'DELETE /orders/{orderId}']);
	const ids = {
		place: await shop.add('places an order', placeOrder, {produces: ['order_id']}),
		login: await shop.add(
			'logs in',
			['_, answer, _ = call("POST", "/login", {"user": "ada"})', 'session_token = answer["access_token"]'],
			{produces: ['session_token']},
		),
		read: await shop.add(
			'reads the order',
			[
				'assert call("GET", f"/orders/{order_id}?full=yes&full=no&empty=", headers={"x-session": session_token})[0] == 200',
			],
			{consumes: ['order_id', 'session_token']},
		),
		fail: await shop.add('expects too much', [
			'call("POST", "/notes", {})',
			'assert call("GET", "/notes/999")[0] == 200',
		]),
		remove: await shop.add('removes the order', 'assert call("DELETE", f"/orders/{order_id}")[0] == 204', {
			consumes: ['order_id'],
			category: 'teardown',
		}),
	};
	return {shop, ids, batch: await shop.run()};
}

describe('the calls of a batch', () => {
	it('are grouped by endpoint in the order of their first call, with what flows between them', async () => {
		const {shop, ids, batch} = await startOrders();
		const params = {batchId: batch.batchId};
		const {body} = await shop.call(listBatchCalls, {params});
		expect(body).toMatchObject({batchId: batch.batchId, available: true, nextToken: null});
		const groups = Object.fromEntries(body.items.map(group => [group.groupKey, group]));
		expect(Object.keys(groups).sort()).toEqual([
			'DELETE /orders/{orderId}',
			'GET /notes/{noteId}',
			'GET /orders/{orderId}',
			'POST /login',
			'POST /notes',
			'POST /orders',
		]);
		const firstCalls = body.items.map(({items, other}) => Date.parse((items[0] ?? other.items[0])!.startedAt));
		expect(firstCalls).toEqual([...firstCalls].sort((a, b) => a - b));
		expect(groups['POST /orders']).toMatchObject({family: '/orders', calls: 1, passed: 1, failed: 0});
		expect(groups['POST /orders']!.endpointId).toMatch(/^ep_/);
		expect(groups['GET /notes/{noteId}']).toMatchObject({endpointId: null, calls: 1, passed: 0, failed: 1});
		expect(groups['POST /notes']).toMatchObject({calls: 1, passed: 1, failed: 0});

		const {body: variables} = await shop.call(listBatchVariables, {params});
		const idOf = (name: string) => variables.items.find(item => item.name === name)?.variableId;
		expect(groups['POST /orders']!.items[0]).toMatchObject({
			testTitle: 'places an order',
			status: 201,
			statusClass: '2xx',
			passed: true,
			requestBody: '{"item": "tea"}',
			produces: [{name: 'order_id', variableId: idOf('order_id')}],
			uses: [],
		});
		const read = groups['GET /orders/{orderId}']!.items[0]!;
		expect(read.query).toEqual([
			{name: 'full', value: 'yes'},
			{name: 'full', value: 'no'},
			{name: 'empty', value: ''},
		]);
		expect(read.uses).toEqual(
			expect.arrayContaining([
				{name: 'order_id', variableId: idOf('order_id'), fromTestId: ids.place, fromTitle: 'places an order'},
				{name: 'session_token', variableId: idOf('session_token'), fromTestId: ids.login, fromTitle: 'logs in'},
			]),
		);
		expect(body.edges).toEqual(
			expect.arrayContaining([
				{
					variable: 'order_id',
					fromGroup: 'POST /orders',
					toGroup: 'GET /orders/{orderId}',
					fromTestId: ids.place,
					toTestIds: [ids.read],
				},
				{
					variable: 'session_token',
					fromGroup: 'POST /login',
					toGroup: 'GET /orders/{orderId}',
					fromTestId: ids.login,
					toTestIds: [ids.read],
				},
			]),
		);
		expect(body.edges).toHaveLength(2);
	});

	it('hide every value that is secret', async () => {
		const {shop, batch} = await startOrders();
		const {body} = await shop.call(listBatchCalls, {params: {batchId: batch.batchId}});
		const login = body.items.find(({groupKey}) => groupKey === 'POST /login')!.items[0]!;
		expect(login.responseBody).toBe('{"access_token":"•••"}');
		expect(JSON.stringify(body)).not.toContain('tok-0123456789');
	});

	it('count the DELETEs of cleanup as the view of cleanup does, and keep them apart', async () => {
		const {shop, batch} = await startOrders();
		const params = {batchId: batch.batchId};
		const {body} = await shop.call(listBatchCalls, {params});
		const {body: cleanup} = await shop.call(getCleanup, {params});
		expect(cleanup.totals.deleteCalls).toBe(1);
		// The five of the tests, one DELETE, and what the sweep has read around it.
		const reads = body.items.flatMap(({other}) => other.items).filter(({kind}) => kind === 'discovery');
		expect(body.summary).toEqual({tests: 5, calls: 6 + reads.length, endpoints: 6, cleanupDeletes: 1});
		const group = body.items.find(({groupKey}) => groupKey === 'DELETE /orders/{orderId}')!;
		expect(group).toMatchObject({
			calls: 0,
			items: [],
			other: {count: 1, counts: {cleanup: 1, auth: 0}, items: [{kind: 'cleanup', status: 204, passed: null}]},
		});
	});

	it('of the sweep count with every attempt', async () => {
		const shop = await startShop(python(), ['DELETE /orders/{orderId}']);
		await shop.add('places', placeOrder, {produces: ['order_id']});
		shop.reply('DELETE /orders/101', 403, {error: 'no'});
		const {batchId} = await shop.run();
		const {body} = await shop.call(listBatchCalls, {params: {batchId}});
		const {body: cleanup} = await shop.call(getCleanup, {params: {batchId}});
		expect(cleanup.totals.deleteCalls).toBeGreaterThan(0);
		expect(body.summary.cleanupDeletes).toBe(cleanup.totals.deleteCalls);
		const other = body.items.flatMap(group => group.other.items).filter(({kind}) => kind === 'cleanup');
		expect(other).toHaveLength(cleanup.totals.deleteCalls);
		expect(other[0]).toMatchObject({testId: null, testTitle: null, status: 403, statusClass: '4xx'});
		expect(other[0]!.uses).toMatchObject([{name: 'order_id', fromTitle: 'places'}]);
	});

	it('to another host are prerequisites of a chain, unless they hand a value on', async () => {
		const shop = await startShop(python());
		const elsewhere = await startShop(python());
		const {targetUrl} = (await elsewhere.call(getProject, {params: {projectId: elsewhere.projectId}})).body;
		const before = [
			`own, BASE_URL = BASE_URL, ${JSON.stringify(targetUrl)}`,
			'call("POST", "/mails")',
			'BASE_URL = own',
		];
		await shop.add('orders and ships', [...before, ...placeOrder, 'assert call("POST", "/parcels")[0] == 201']);
		await shop.add(
			'takes a mail',
			[before[0]!, 'mail_id = call("POST", "/letters")[1]["id"]', before[2]!, placeOrder[0]!],
			{
				produces: ['mail_id'],
			},
		);
		const {batchId} = await shop.run();
		const {body} = await shop.call(listBatchCalls, {params: {batchId}});
		const kinds = body.items.map(({groupKey, items, other}) => [groupKey, items.length, other.counts.prerequisite]);
		expect(kinds.sort()).toEqual([
			['POST /letters', 1, 0],
			['POST /mails', 0, 1],
			['POST /orders', 2, 0],
			['POST /parcels', 1, 0],
		]);
		const asked = body.items.find(({path}) => path === '/mails')!.other.items[0]!;
		const {body: chains} = await shop.call(listBatchChains, {params: {batchId}});
		const chain = chains.items.find(({name}) => name === 'orders and ships')!;
		expect(asked).toMatchObject({kind: 'prerequisite', chainId: chain.chainId, step: null, passed: null, status: 201});
		expect(chain.steps.map(({path}) => path)).toEqual(['/orders', '/parcels']);
	});

	it('are filtered by endpoint, test and kind, and come without bodies', async () => {
		const {shop, ids, batch} = await startOrders();
		const params = {batchId: batch.batchId};
		const keys = async (query: object) =>
			(await shop.call(listBatchCalls, {params, query})).body.items.map(({groupKey}) => groupKey).sort();
		expect(await keys({endpoint: 'post /o'})).toEqual(['POST /orders']);
		expect(await keys({testId: ids.fail})).toEqual(['GET /notes/{noteId}', 'POST /notes']);
		expect(await keys({kind: 'cleanup,auth'})).toEqual(['DELETE /orders/{orderId}']);
		const {body} = await shop.call(listBatchCalls, {params, query: {bodies: 'false', endpoint: 'POST /orders'}});
		expect(body.items[0]!.items[0]).toMatchObject({requestBody: null, responseBody: null, requestBytes: 15});
		expect(body.edges).toEqual([]);
	});

	it('come in pages of groups', async () => {
		const {shop, batch} = await startOrders();
		const params = {batchId: batch.batchId};
		const {body: whole} = await shop.call(listBatchCalls, {params});
		const seen: string[] = [];
		for (let cursor: string | null | undefined; cursor !== null; ) {
			const query = {pageSize: 4, ...(cursor ? {cursor} : {})};
			const {body} = await shop.call(listBatchCalls, {params, query});
			expect(body.items.length).toBeLessThanOrEqual(4);
			seen.push(...body.items.map(({groupKey}) => groupKey));
			cursor = body.nextToken;
		}
		expect(seen).toEqual(whole.items.map(({groupKey}) => groupKey));
	});
});

describe('the calls of a project', () => {
	it('are not available before a batch is done, and then those of the latest one', async () => {
		const shop = await startShop(python());
		const params = {projectId: shop.projectId};
		const {body: none} = await shop.call(listProjectCalls, {params});
		expect(none).toEqual({
			batchId: null,
			available: false,
			summary: {tests: 0, calls: 0, endpoints: 0, cleanupDeletes: 0},
			items: [],
			edges: [],
			nextToken: null,
		});
		await shop.add('places', placeOrder, {produces: ['order_id']});
		await shop.run();
		const {batchId} = await shop.run();
		const {body} = await shop.call(listProjectCalls, {params});
		expect(body).toMatchObject({batchId, available: true, summary: {calls: 1}});
		const {key} = await shop.newAccount();
		expect((await shop.fail(listProjectCalls, {params, key})).body.code).toBe('NOT_FOUND');
		expect((await shop.fail(listBatchCalls, {params: {batchId}, key})).body.code).toBe('NOT_FOUND');
	});

	it('are gone with the test that made them', async () => {
		const shop = await startShop(python());
		const made = await shop.add('places', placeOrder, {produces: ['order_id']});
		await shop.add('notes', 'assert call("POST", "/notes", {})[0] == 201');
		const {batchId} = await shop.run();
		const seen = async () => {
			const {body} = await shop.call(listBatchCalls, {params: {batchId}});
			return body.items.map(({groupKey}) => groupKey).sort();
		};
		expect(await seen()).toEqual(['POST /notes', 'POST /orders']);
		await shop.call(deleteTest, {params: {testId: made}});
		await expect.poll(seen).toEqual(['POST /notes']);
		expect(await shop.database.selectFrom('call_variables').selectAll().execute()).toEqual([]);
	});
});
