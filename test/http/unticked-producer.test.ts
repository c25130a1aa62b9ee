import {expect, it} from 'vitest';
import {getBatch, runBatch} from '../../contract/routes/batches.ts';
import {deleteEndpoint, listEndpoints} from '../../contract/routes/endpoints.ts';
import {selectPlanRows} from '../../contract/routes/plans.ts';
import {getTestResult} from '../../contract/routes/results.ts';
import {plannedShop} from './planned-shop.ts';

it('a producer that is unticked in the plan leaves its consumers blocked, with that reason', async () => {
	const {http, params, row, generated} = await plannedShop(/^\/users/);
	const producer = row('creates a user who can be read back');
	const consumer = row('answers a user in the documented shape');
	await http.call(selectPlanRows, {params, body: {selected: false, rowIds: [producer.rowId]}});
	const {items} = await generated([consumer.rowId]);
	expect(items.map(({status}) => status)).toEqual(['ready']);
	const {body: ticket} = await http.call(runBatch, {body: {projectId: params.projectId, testIds: [items[0]!.testId]}});
	const {body: batch} = await http.call(getBatch, {params: {batchId: ticket.batchId!}});
	expect(batch.members[0]).toMatchObject({
		status: 'blocked',
		blockedBy: {variable: 'user_id', reason: 'producer_unticked'},
		note: expect.stringContaining('"POST /users creates a user who can be read back" is unticked in the plan'),
	});
	const {body: result} = await http.call(getTestResult, {params: {testId: items[0]!.testId}});
	expect(result.trace).toContain('Tick "POST /users creates a user who can be read back" in the plan and generate it.');
});

it('endpoints say how many rows they have; a deleted one takes its rows with it', async () => {
	const {http, params, plan, again} = await plannedShop(/^\/users/);
	const {items} = (await http.call(listEndpoints, {params, query: {}})).body;
	for (const {endpointId, planRows} of items)
		expect(planRows).toBe(plan.subPlans.find(one => one.endpointId === endpointId)?.rows);
	const {endpointId, planRows} = items.find(({method}) => method === 'PATCH')!;
	expect((await http.call(deleteEndpoint, {params: {...params, endpointId}})).body.removedPlanRows).toBe(planRows);
	expect((await again()).proposals.filter(one => one.endpointId === endpointId)).toEqual([]);
});
