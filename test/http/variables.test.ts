import {describe, expect, it} from 'vitest';
import {runBatch} from '../../contract/routes/batches.ts';
import type {QueryInput} from '../../contract/route.ts';
import {getCleanup} from '../../contract/routes/cleanup.ts';
import {listBatchVariables, listProjectVariables} from '../../contract/routes/variables.ts';
import {pythonOfFile} from '../helpers/python-of-file.ts';
import {startShop} from '../service/views/start-shop.ts';

const python = pythonOfFile();

const placeOrder = [
	'status, order, _ = call("POST", "/orders", {"item": "tea"})',
	'assert status == 201',
	'order_id = order["id"]',
];
const readOrder = ['status, order, _ = call("GET", f"/orders/{order_id}")', 'assert order["id"] == order_id'];

/** Two producers of one name, consumers, a header, a token, a name that nobody gives, and a record without a DELETE. */
async function startOrders() {
	const shop = await startShop(python(), ['DELETE /orders/{orderId}']);
	const ids = {
		place: await shop.add('places an order', placeOrder, {produces: ['order_id']}),
		second: await shop.add('places another order', placeOrder, {produces: ['order_id']}),
		login: await shop.add(
			'logs in',
			['_, answer, _ = call("POST", "/login", {})', 'session_token = answer["access_token"]', 'assert session_token'],
			{produces: ['session_token']},
		),
		read: await shop.add(
			'reads the order',
			[
				'status, order, _ = call("GET", f"/orders/{order_id}", headers={"authorization": "Bearer " + session_token})',
				'assert status == 200',
			],
			{consumes: ['order_id', 'session_token']},
		),
		letter: await shop.add(
			'writes a letter',
			[
				'status, letter, headers = call("POST", "/letters", {"to": "Ada"})',
				'letter_id = headers["location"].split("/")[-1]',
				'produce("note", {"to": letter["to"]})',
				'assert status == 201',
			],
			{produces: ['letter_id']},
		),
		lost: await shop.add('reads what nobody made', ['assert call("GET", f"/orders/{orderId}")[0] == 200'], {
			consumes: ['orderId'],
		}),
	};
	return {shop, ids, batch: await shop.run()};
}

describe('the variables of a batch', () => {
	it('tell who made them, who used them and what deletes the record behind them', async () => {
		const {shop, ids, batch} = await startOrders();
		const {body} = await shop.call(listBatchVariables, {params: {batchId: batch.batchId}});
		const byName = Object.fromEntries(body.items.map(item => [item.name, item]));
		expect(body.items.map(({name}) => name)).toEqual(['letter_id', 'note', 'orderId', 'order_id', 'session_token']);
		expect(body.version).toBe(batch.version);
		const {body: cleanup} = await shop.call(getCleanup, {params: {batchId: batch.batchId}});
		const card = cleanup.cleanedUp.find(({createdBy}) => createdBy.testId === ids.place);
		expect(byName['order_id']).toMatchObject({
			tag: 'order',
			state: 'captured',
			value: card?.capturedId,
			valueType: 'number',
			secret: false,
			source: {testId: ids.place, title: 'places an order', label: 'Pass'},
			otherSources: [{testId: ids.second, title: 'places another order'}],
			nearMisses: ['orderId'],
			capturedFrom: {location: 'body', path: '$.id'},
			usedBy: [{testId: ids.read, title: 'reads the order', label: 'Pass'}],
			cleanupRelevant: true,
			deletedBy: {kind: 'sweep', cleanupTestId: card?.cleanupTest?.cleanupTestId, testId: null, status: 'Passed'},
			cleanupOutcome: 'auto',
			resourceId: card?.resourceId,
		});
		expect(byName['session_token']).toMatchObject({
			tag: 'token',
			secret: true,
			value: '•••',
			valueType: 'string',
			capturedFrom: {location: 'body', path: '$.access_token'},
			cleanupRelevant: false,
			deletedBy: null,
		});
		expect(byName['letter_id']).toMatchObject({
			tag: 'letter',
			capturedFrom: {location: 'header', path: 'location'},
			cleanupRelevant: false,
			cleanupOutcome: 'orphaned',
			usedBy: [],
		});
		expect(byName['note']).toMatchObject({
			tag: 'value',
			valueType: 'object',
			value: '{"to":"Ada"}',
			capturedFrom: {location: 'code', path: 'note'},
		});
		expect(byName['orderId']).toMatchObject({
			state: 'missing',
			value: null,
			source: null,
			nearMisses: ['order_id'],
			usedBy: [{testId: ids.lost, label: 'Blocked'}],
		});
		expect(JSON.stringify(body)).not.toContain('tok-0123456789');
	});

	it('are searched, filtered, sorted and paged', async () => {
		const {shop, batch} = await startOrders();
		const params = {batchId: batch.batchId};
		const names = async (query: QueryInput<typeof listBatchVariables>) =>
			(await shop.call(listBatchVariables, {params, query})).body.items.map(({name}) => name);
		expect(await names({q: 'ORDER'})).toEqual(['orderId', 'order_id']);
		expect(await names({cleanup: 'has-cleanup'})).toEqual(['order_id']);
		expect(await names({cleanup: 'orphaned'})).toEqual(['letter_id']);
		expect(await names({consumer: 'used'})).toEqual(['orderId', 'order_id', 'session_token']);
		expect(await names({consumer: 'unused'})).toEqual(['letter_id', 'note']);
		expect(await names({sort: 'consumers'})).toEqual(['orderId', 'order_id', 'session_token', 'letter_id', 'note']);
		expect(await names({sort: 'sources'})).toEqual(['session_token', 'order_id', 'letter_id', 'note', 'orderId']);
		const first = (await shop.call(listBatchVariables, {params, query: {pageSize: 3}})).body;
		const rest = (await shop.call(listBatchVariables, {params, query: {pageSize: 3, cursor: first.nextToken!}})).body;
		expect([...first.items, ...rest.items].map(({name}) => name)).toEqual(await names({}));
		expect(rest.nextToken).toBeNull();
		const other = await shop.fail(listBatchVariables, {params, query: {sort: 'sources', cursor: first.nextToken!}});
		expect(other.body.details).toMatchObject({field: 'cursor', reason: 'invalid'});
	});

	it('show the producer that a test was wired to as the chosen one', async () => {
		const shop = await startShop(python());
		const first = await shop.add('first', placeOrder, {produces: ['order_id']});
		const second = await shop.add('second', placeOrder, {produces: ['order_id']});
		await shop.add('reader', readOrder, {consumes: ['order_id'], wiring: {order_id: second}});
		const {batchId} = await shop.run();
		const {body} = await shop.call(listBatchVariables, {params: {batchId}});
		expect(body.items).toMatchObject([{source: {testId: second}, otherSources: [{testId: first}]}]);
	});

	it('name the teardown test that deletes a record, and do not count it as a consumer', async () => {
		const shop = await startShop(python());
		await shop.add('places', placeOrder, {produces: ['order_id']});
		const remove = await shop.add('removes', 'assert call("DELETE", f"/orders/{order_id}")[0] == 204', {
			consumes: ['order_id'],
			category: 'teardown',
		});
		const {batchId} = await shop.run();
		const {body} = await shop.call(listBatchVariables, {params: {batchId}});
		expect(body.items).toMatchObject([
			{
				usedBy: [],
				cleanupRelevant: true,
				deletedBy: {kind: 'test', testId: remove, title: 'removes', status: 'Passed'},
				cleanupOutcome: 'test',
			},
		]);
	});

	it('are pending while their producer has not ended', async () => {
		const shop = await startShop(python());
		await shop.add('places', placeOrder, {produces: ['order_id']});
		const held = shop.runner.hold('places');
		const {body: ticket} = await shop.call(runBatch, {body: {projectId: shop.projectId}});
		await held.started;
		const {body} = await shop.call(listProjectVariables, {params: {projectId: shop.projectId}});
		expect(body.items).toMatchObject([{state: 'pending', value: null, source: {label: 'Running'}, capturedAt: null}]);
		held.release({});
		await shop.ended(ticket.batchId!);
		const {body: after} = await shop.call(listProjectVariables, {params: {projectId: shop.projectId}});
		expect(after.items).toMatchObject([{state: 'missing', source: {label: 'Pass'}}]);
	});

	it('do not exist before the first batch, nor for another account', async () => {
		const shop = await startShop(python());
		const params = {projectId: shop.projectId};
		expect((await shop.fail(listProjectVariables, {params})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {reason: 'no_batch'},
		});
		await shop.add('places', placeOrder, {produces: ['order_id']});
		const {batchId} = await shop.run();
		const {key} = await shop.newAccount();
		expect((await shop.fail(listProjectVariables, {params, key})).body.code).toBe('NOT_FOUND');
		expect((await shop.fail(listBatchVariables, {params: {batchId}, key})).body.code).toBe('NOT_FOUND');
	});
});
