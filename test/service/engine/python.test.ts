import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, expect, it, onTestFinished} from 'vitest';
import {pythonOfFile} from '../../helpers/python-of-file.ts';
import {accountId, byName, labels, openStore, startEngineWith} from '../../helpers/start-engine.ts';

const python = pythonOfFile();

/** An API that remembers orders, and the engine with the real Python runner aimed at it. */
async function startShop() {
	const orders = new Map<string, object>();
	const requests: string[] = [];
	const server = createServer((request, response) => {
		const id = request.url?.split('/')[2];
		requests.push(`${request.method} ${request.url}`);
		const answer = (status: number, body: object) => {
			response.writeHead(status, {'content-type': 'application/json'});
			response.end(JSON.stringify(body));
		};
		if (request.method === 'POST') {
			const order = {id: `ord-${orders.size + 1}`};
			orders.set(order.id, order);
			answer(201, order);
		} else if (!id || !orders.has(id)) answer(404, {error: 'no such order'});
		else if (request.method === 'DELETE') answer(orders.delete(id) ? 200 : 404, {});
		else answer(200, orders.get(id)!);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const store = await openStore();
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	await store.database.updateTable('environments').set({url}).execute();
	return {...(await startEngineWith(python(), {store})), orders, requests};
}

const call = `
import json, urllib.request
def call(method, path):
    request = urllib.request.Request(TARGET_URL + path, method=method)
    with urllib.request.urlopen(request) as response:
        return response.status, json.load(response)
`;

describe('a batch of real Python tests', () => {
	it('hands a captured id to the consumer and to the teardown test, and records the calls', async () => {
		const {addTest, runAll, batchEnd, orders, requests, database} = await startShop();
		await addTest('Create order', {
			produces: ['order_id'],
			code: `${call}\nstatus, order = call('POST', '/orders')\nassert status == 201\norder_id = order['id']\n`,
		});
		await addTest('Read order', {
			consumes: ['order_id'],
			code: `${call}\nstatus, order = call('GET', '/orders/' + order_id)\nassert order['id'] == order_id\n`,
		});
		await addTest('Delete order', {
			category: 'teardown',
			consumes: ['order_id'],
			code: `${call}\nassert call('DELETE', '/orders/' + variables['order_id'])[0] == 200\n`,
		});
		const batch = await batchEnd(await runAll());
		expect(labels(batch)).toEqual({'Create order': 'Pass', 'Read order': 'Pass', 'Delete order': 'Pass'});
		expect(orders.size).toBe(0);
		expect(requests).toEqual(['POST /orders', 'GET /orders/ord-1', 'DELETE /orders/ord-1']);
		const calls = await database.selectFrom('calls').select(['method', 'status']).orderBy('id').execute();
		expect(calls).toEqual([
			{method: 'POST', status: 201},
			{method: 'GET', status: 200},
			{method: 'DELETE', status: 200},
		]);
	});

	it('hands identifiers of 64 bits and whole floats on as they are', async () => {
		const {addTest, runAll, batchEnd, database} = await startShop();
		await addTest('Give', {
			produces: ['big', 'rate', 'both'],
			code: 'assert True\nbig = 1234567890123456789\nrate = 12.0\nboth = {"ids": [9007199254740993], "name": "é"}\n',
		});
		await addTest('Take', {
			consumes: ['big', 'rate', 'both'],
			code: [
				'assert big == variables["big"] == 1234567890123456789, big',
				'assert type(rate) is float and both == {"ids": [9007199254740993], "name": "é"}',
			].join('\n'),
		});
		expect(labels(await batchEnd(await runAll()))).toEqual({Give: 'Pass', Take: 'Pass'});
		const stored = await database.selectFrom('captures').select('value').orderBy('name').execute();
		expect(stored.map(({value}) => value)).toEqual([
			'1234567890123456789',
			'{"ids":[9007199254740993],"name":"é"}',
			'12.0',
		]);
	});

	it('fails a wrong assertion with its kind, blocks what needs it, and keeps the output', async () => {
		const {addTest, runAll, batchEnd, engine} = await startShop();
		const create = await addTest('Create order', {
			produces: ['order_id'],
			code: `${call}\nprint('before the call')\nstatus, order = call('POST', '/orders')\nassert status == 200\norder_id = order['id']\n`,
		});
		await addTest('Read order', {consumes: ['order_id'], code: `${call}\ncall('GET', '/orders/' + order_id)\n`});
		const batch = await batchEnd(await runAll());
		expect(byName(batch)['Create order']).toMatchObject({label: 'Failed', failureKind: 'assertion'});
		expect(byName(batch)['Read order']?.blockedBy).toMatchObject({reason: 'producer_failed', variable: 'order_id'});
		const result = await engine.readResult(accountId, create);
		expect(result.apiOutput).toContain('before the call');
		expect(result.trace).toContain('assert status == 200');
	});

	it('kills an endless test when its run is cancelled, and at its own time limit', async () => {
		const {addTest, runAll, batchUntil, batchEnd, engine} = await startShop();
		const endless = `import time\nprint('waiting', flush=True)\nwhile True: time.sleep(1)\n`;
		const cancelled = await addTest('Cancelled', {code: endless});
		await addTest('Limited', {code: endless, timeout_seconds: 1});
		const batchId = await runAll();
		const running = await batchUntil(batchId, ({summary}) => summary.running === 2);
		while (!(await engine.readResult(accountId, cancelled)).apiOutput?.includes('waiting'))
			await new Promise(resolve => setImmediate(resolve));
		const {runId} = byName(running)['Cancelled']!;
		expect(await engine.cancelRun(accountId, runId)).toMatchObject({status: 'cancelled'});
		const batch = await batchEnd(batchId);
		expect(byName(batch)['Limited']).toMatchObject({label: 'Failed', failureKind: 'timeout'});
	});
});
