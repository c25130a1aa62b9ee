import {describe, expect, it} from 'vitest';
import {listBatchCalls} from '../../../contract/routes/calls.ts';
import {ApiError} from '../../../source/errors/api-error.ts';
import {otherRowId, selectCallRows} from '../../../source/stores/call-rows.ts';
import {type Calls, createCalls, selectCallLinks} from '../../../source/stores/calls.ts';
import {familyRowId, selectFlowRows} from '../../../source/stores/flow-rows.ts';
import {answerCalls, flowCall, flowGroup, flowView, shopFlow} from '../../helpers/flow-world.ts';
import {createTestStores} from '../../helpers/store-context.ts';
import {StrictClient} from '../../helpers/strict-client.ts';

const forever = new AbortController().signal;

function setUp() {
	const client = new StrictClient();
	const {session, context} = createTestStores(client);
	return {client, calls: createCalls({session, context})};
}

async function shop(): Promise<Calls> {
	const {client, calls} = setUp();
	client.always(listBatchCalls, ({query}) => answerCalls(shopFlow(), query as Record<string, unknown>));
	await calls.load({batchId: 'bat_1'}, forever);
	const {data} = calls.store.getState();
	if (!data) throw new Error('Nothing was read.');
	return data;
}

describe('the calls of a batch', () => {
	it('are put together from pages, also an endpoint that goes over several of them', async () => {
		const {client, calls} = setUp();
		const view = shopFlow();
		const payments = view.items[3];
		const [first, second] = payments?.items ?? [];
		if (!payments || !first || !second) throw new Error('The sample has no payments.');
		client.once(listBatchCalls, () => ({...view, items: [{...payments, items: [first]}], nextToken: 'next'}));
		client.once(listBatchCalls, () => ({...view, items: [{...payments, items: [second]}, ...view.items.slice(4)]}));
		expect(await calls.load({batchId: 'bat_1'}, forever)).toBe(2);
		const {data} = calls.store.getState();
		expect(data?.groups.map(({groupKey, items}) => [groupKey, items.length])).toEqual([
			['POST /orders/{orderId}/payments', 2],
			['DELETE /orders/{orderId}', 0],
		]);
		expect(data?.count).toBe(3);
		expect(client.calls[1]?.input.query).toMatchObject({cursor: 'next', bodies: 'false'});
		client.check();
	});

	it('keep no headers in the list', async () => {
		const data = await shop();
		expect(JSON.stringify(data.groups)).not.toContain('authorization');
	});

	it('stay when a later reading fails', async () => {
		const {client, calls} = setUp();
		client.once(listBatchCalls, () => shopFlow());
		await calls.load({batchId: 'bat_1'}, forever);
		const failure = new ApiError('NOT_FOUND', 'There is no such batch.');
		client.once(listBatchCalls, () => {
			throw failure;
		});
		await expect(calls.load({batchId: 'bat_1'}, forever)).rejects.toBe(failure);
		expect(calls.store.getState()).toMatchObject({error: failure, data: {count: 6}});
	});

	it('are read whole one by one, over pages, and once', async () => {
		const {client, calls} = setUp();
		const view = shopFlow();
		client.once(listBatchCalls, () => view);
		await calls.load({batchId: 'bat_1'}, forever);
		const deletion = view.items[4]?.other.items[0];
		if (!deletion) throw new Error('The sample has no cleanup.');
		client.once(listBatchCalls, () => ({...view, items: [], nextToken: 'next'}));
		client.once(listBatchCalls, ({query}) => answerCalls(view, query as Record<string, unknown>));
		expect(calls.known(deletion.callId)).toBe(null);
		await calls.open('DELETE /orders/{orderId}', deletion, forever);
		expect(calls.known(deletion.callId)).toEqual(deletion);
		await calls.open('DELETE /orders/{orderId}', deletion, forever);
		expect(client.calls.slice(1).map(({input}) => input.query)).toEqual([
			{endpoint: 'DELETE /orders/{orderId}', kind: 'cleanup', pageSize: 100, cursor: undefined},
			{endpoint: 'DELETE /orders/{orderId}', kind: 'cleanup', pageSize: 100, cursor: 'next'},
		]);
		client.check();
	});

	it('keep as many bodies as are bearable, the latest', async () => {
		const {client, calls} = setUp();
		const large = (test: number) => flowCall(test, 'GET', '/large', {}, {responseBody: 'x'.repeat(5_000_000)});
		const view = flowView([flowGroup('GET', '/large', [large(1), large(2)])]);
		client.once(listBatchCalls, () => view);
		await calls.load({batchId: 'bat_1'}, forever);
		client.always(listBatchCalls, ({query}) => answerCalls(view, query as Record<string, unknown>));
		await calls.open('GET /large', large(1), forever);
		await calls.open('GET /large', large(2), forever);
		expect(calls.known(large(1).callId)).toBe(null);
		expect(calls.known(large(2).callId)?.responseBody).toHaveLength(5_000_000);
	});

	it('say so when one is gone', async () => {
		const {client, calls} = setUp();
		client.always(listBatchCalls, () => flowView([]));
		await calls.load({batchId: 'bat_1'}, forever);
		await calls.open('GET /gone', flowCall(1, 'GET', '/gone'), forever);
		expect(String(calls.opened.getState().error)).toContain('This call is gone.');
	});

	it('tell for every value who gave it and who used it', async () => {
		const links = selectCallLinks()(await shop());
		const names = (calls: readonly {call: {testTitle: string | null}}[] = []) => calls.map(({call}) => call.testTitle);
		expect(names(links.get('var_token')?.producers)).toEqual(['test 000']);
		expect(names(links.get('var_token')?.consumers)).toEqual(['test 001', 'test 003']);
	});
});

describe('rows of calls', () => {
	const kinds = (rows: readonly {kind: string; id: string}[]) => rows.map(({kind, id}) => `${kind} ${id}`);

	it('fold an endpoint by its key, and unfold other behaviours by theirs', async () => {
		const data = await shop();
		const select = selectCallRows();
		const keys = (folded: string[]) => kinds(select(data, '', null, folded)).filter(id => !id.startsWith('call cal_P'));
		expect(keys([])).toContain('other other DELETE /orders/{orderId}');
		expect(keys([])).not.toContain('call cal_DELETE__orders__orderId__005');
		expect(keys([otherRowId('DELETE /orders/{orderId}')])).toContain('call cal_DELETE__orders__orderId__005');
		expect(keys(['DELETE /orders/{orderId}'])).not.toContain('other other DELETE /orders/{orderId}');
	});

	it('are the same array as long as nothing changed', async () => {
		const data = await shop();
		const select = selectCallRows();
		const folded: string[] = [];
		expect(select(data, 'order', null, folded)).toBe(select(data, 'order', null, folded));
	});

	it.each([
		['2xx', ['test 000', 'test 001', null]],
		['4xx', ['test 002']],
		['no response', ['test 004']],
		['failed', ['test 003']],
		['other behaviors', [null]],
	])('show only %s', async (only, titles) => {
		const rows = selectCallRows()(await shop(), '', only, []);
		expect(rows.flatMap(row => (row.kind === 'call' ? [row.call.testTitle] : []))).toEqual(titles);
	});
});

describe('rows of the flow', () => {
	it('shorten paths where there is no room for them', async () => {
		const data = await shop();
		const paths = (width: number) =>
			selectFlowRows()(data, '', [], width).flatMap(row => (row.kind === 'endpoint' ? [row.path] : []));
		expect(paths(100)).toContain('/orders/{orderId}/payments');
		expect(paths(50)).toContain('/orders/{}/payments');
		expect(paths(50)).toContain('/orders');
	});

	it('find an endpoint by what it gives or uses', async () => {
		const rows = selectFlowRows()(await shop(), 'order_id', [], 100);
		expect(rows.map(({id}) => id)).toEqual([
			familyRowId('/orders'),
			'POST /orders',
			'gives POST /orders',
			'GET /orders/{orderId}',
			'POST /orders/{orderId}/payments',
		]);
	});

	it('draw no arrow for what an endpoint hands to itself', async () => {
		const view = flowView([
			flowGroup('POST', '/a', [
				flowCall(1, 'POST', '/a', {gives: ['x']}),
				flowCall(2, 'POST', '/a', {takes: [['x', 1]]}),
			]),
		]);
		const {client, calls} = setUp();
		client.always(listBatchCalls, () => view);
		await calls.load({batchId: 'bat_1'}, forever);
		const rows = selectFlowRows()(calls.store.getState().data, '', [], 100);
		expect(rows.flatMap(({lanes}) => lanes)).toEqual([]);
		expect(rows.map(({kind}) => kind)).toEqual(['family', 'endpoint', 'gives']);
	});
});
