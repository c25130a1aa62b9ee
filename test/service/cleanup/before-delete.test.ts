import {expect, it} from 'vitest';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {createCleanupRule, getCleanupPlan, updateCleanupSettings} from '../../../contract/routes/cleanup.ts';
import {pythonOfFile} from '../../helpers/python-of-file.ts';
import {fates, startProject} from './clean-up.ts';
import type {Asked, Told} from './start-api.ts';

const python = pythonOfFile();

type Trip = {id: string; status: string; odometer?: unknown};

/** An API of trips that run from the start and are deleted only when they have ended. `trip-1` is somebody else's. */
function trips({refusal = 'A running trip cannot be deleted'} = {}) {
	const all = new Map<string, Trip>([['trip-1', {id: 'trip-1', status: 'running'}]]);
	const answer = ({method, path, body}: Asked): Told => {
		const [, , id = '', action] = path.split('/');
		const trip = all.get(id);
		if (method === 'POST' && id === '') {
			const made = {id: `trip-${all.size + 6}`, status: 'running'};
			all.set(made.id, made);
			return [201, made];
		}
		if (!trip) return [404, {error: 'no such trip'}];
		const sent = (body ?? {}) as {odometer?: unknown; status?: string};
		if (method === 'DELETE') {
			if (trip.status === 'running') return [409, {error: refusal}];
			all.delete(id);
			return 204;
		}
		if (action === 'finish' && sent.odometer === undefined) return [400, {error: 'odometer is required'}];
		if (action === 'finish') trip.status = 'finished';
		if (action === 'cancel') trip.status = 'cancelled';
		if (method === 'PATCH') trip.status = sent.status ?? trip.status;
		return [200, trip];
	};
	return {all, answer};
}

/** The cleanup of one test; what it sent to the second of the trips that it has made. */
async function cleaned(
	api: ReturnType<typeof trips>,
	test: string[],
	{patches = false, rule = '', settled = [] as string[], told = undefined as object | undefined} = {},
) {
	const project = await startProject(python(), api.answer, ['/trips/{id}']);
	const add = (method: 'POST' | 'PATCH' | 'GET', path: string) =>
		project.call(createEndpoint, {params: {projectId: project.projectId}, body: {method, path}});
	await add('POST', '/trips');
	await add('GET', '/trips/{id}');
	if (patches) await add('PATCH', '/trips/{id}');
	else for (const action of ['finish', 'extend']) await add('POST', `/trips/{id}/${action}`);
	await add('POST', '/trips/{id}/cancel');
	await project.database
		.updateTable('endpoints')
		.set({request_shape: JSON.stringify({settledBefore: settled})})
		.where('path', '=', '/trips/{id}/cancel')
		.execute();
	if (told)
		await project.database
			.updateTable('endpoints')
			.set({origin: 'document', request_shape: '{}', ...told})
			.where('method', '=', 'POST')
			.execute();
	if (rule !== '')
		await project.call(createCleanupRule, {params: {projectId: project.projectId}, body: {instruction: rule}});
	await project.add('makes trips', test);
	const view = await project.cleaned(await project.begin());
	const sent = project.api.seen.filter(line => line.includes('/trips/trip-8') && !line.startsWith('GET'));
	return {fates: fates(view), sent, view, left: [...api.all.values()], seen: project.api.seen};
}

const makesTwo = ["post('/trips')", "post('/trips')", "post('/trips/trip-7/extend', {'hours': 2})"];
const endsOne = "post('/trips/trip-7/finish', {'odometer': 12})";

it('a record under way is ended as a test has ended another one, and then deleted', async () => {
	const {fates, sent, view, left, seen} = await cleaned(trips(), [...makesTwo, endsOne]);
	expect(fates).toEqual(['/trips trip-7 auto', '/trips trip-8 auto']);
	expect(sent).toEqual(['DELETE /trips/trip-8 409', 'POST /trips/trip-8/finish 200', 'DELETE /trips/trip-8 204']);
	expect(view.cleanedUp.find(({capturedId}) => capturedId === 'trip-8')?.note).toBe(
		'before its DELETE: POST /trips/{id}/finish',
	);
	expect(left).toEqual([{id: 'trip-1', status: 'running'}]);
	expect(seen.filter(line => line.includes('trip-1') && !line.startsWith('GET'))).toEqual([]);
});

it('a record is ended by a change of its state where a test has made that change', async () => {
	const change = "call('PATCH', '/trips/trip-7', {'status': 'ended', 'hours': 3})";
	const {sent, left} = await cleaned(trips(), [...makesTwo.slice(0, 2), change], {patches: true});
	expect(sent).toEqual(['DELETE /trips/trip-8 409', 'PATCH /trips/trip-8 200', 'DELETE /trips/trip-8 204']);
	expect(left).toEqual([{id: 'trip-1', status: 'running'}]);
});

it.each([
	['no test has ended one', trips(), makesTwo],
	['the refusal is about something else', trips({refusal: 'The trip has invoices'}), [...makesTwo, endsOne]],
	[
		'what was sent names another record',
		trips(),
		[...makesTwo, "post('/trips/trip-7/finish', {'odometer': 'odo-1234'})"],
	],
])('a record stays as it is where %s', async (_, api, test) => {
	const {sent} = await cleaned(api, test);
	expect(new Set(sent)).toEqual(new Set(['DELETE /trips/trip-8 409']));
});

const named = 'A running trip cannot be deleted; cancel it first';

it('a record is ended by the action that the refusal names where no test has come to it', async () => {
	const {fates, sent, view, left} = await cleaned(trips({refusal: named}), makesTwo, {told: {}});
	expect(fates).toEqual(['/trips trip-7 auto', '/trips trip-8 auto']);
	expect(sent).toEqual(['DELETE /trips/trip-8 409', 'POST /trips/trip-8/cancel 200', 'DELETE /trips/trip-8 204']);
	expect(view.cleanedUp[0]?.note).toBe('before its DELETE: POST /trips/{id}/cancel');
	expect(left).toEqual([{id: 'trip-1', status: 'running'}]);
});

const body = {detail: JSON.stringify({bodies: [{contentType: 'application/json'}]})};
const required = {request_shape: JSON.stringify({query: [{name: 'reason', required: true}]})};

it.each<[string, string, object | undefined]>([
	['no document tells what the action takes', named, undefined],
	['the action takes a body', named, body],
	['the action takes a value', named, required],
	['what the refusal names ends nothing', 'Extend the trip first', {}],
	['the refusal names no action', 'The trip has invoices', {}],
])('no action is done that no test has done where %s', async (_, refusal, told) => {
	const {sent} = await cleaned(trips({refusal}), makesTwo.slice(0, 2), {told});
	expect(new Set(sent)).toEqual(new Set(['DELETE /trips/trip-8 409']));
});

/** Products of which none is deleted while there is stock of it. `p-seed` is somebody else's. */
function products() {
	const stock = new Map([['p-seed-0a1b2c3d', 4]]);
	const answer = ({method, path, body}: Asked): Told => {
		const [, , id = '', part] = path.split('/');
		const {quantity = 0} = (body ?? {}) as {quantity?: number};
		if (method === 'POST') {
			const made = `p-${stock.size}-4f9a01bc`;
			stock.set(made, 0);
			return [201, {id: made}];
		}
		if (!stock.has(id)) return [404, {error: 'no such product'}];
		if (method === 'PUT' && part === 'stock') stock.set(id, quantity);
		if (method !== 'DELETE') return [200, {id}];
		if (stock.get(id) !== 0) return [409, {error: 'There is stock of this product; set its stock to 0 first'}];
		stock.delete(id);
		return 204;
	};
	return {stock, answer};
}

it('what a test has set is set to zero again where the refusal of the DELETE names it', async () => {
	const api = products();
	const project = await startProject(python(), api.answer, ['/products/{id}']);
	for (const [method, path] of [
		['POST', '/products'],
		['PUT', '/products/{id}/stock'],
	] as const)
		await project.call(createEndpoint, {params: {projectId: project.projectId}, body: {method, path}});
	await project.add('makes a product', [
		"post('/products')",
		"call('PUT', '/products/p-1-4f9a01bc/stock', {'quantity': 5, 'reason': 'count'})",
	]);
	const view = await project.cleaned(await project.begin());
	expect(fates(view)).toEqual(['/products p-1-4f9a01bc auto']);
	expect(view.cleanedUp[0]?.note).toBe('before its DELETE: PUT /products/{id}/stock');
	expect([...api.stock]).toEqual([['p-seed-0a1b2c3d', 4]]);
});

it('a record that a rule keeps is not ended', async () => {
	const {sent} = await cleaned(trips(), [...makesTwo, endsOne], {rule: 'keep records of POST /trips'});
	expect(sent).toEqual([]);
});

it('a record is ended by an action that settling has seen to work', async () => {
	const {sent} = await cleaned(trips(), makesTwo, {settled: ['POST /trips/{id}/extend']});
	expect(sent).toEqual(['DELETE /trips/trip-8 409', 'POST /trips/trip-8/cancel 200', 'DELETE /trips/trip-8 204']);
});

it.each<[string, string[], string[] | undefined]>([
	['what tests have done', [], ['POST /trips/{id}/finish']],
	['what settling has found', ['POST /trips/{id}/extend'], ['POST /trips/{id}/extend']],
])(
	'the plan of a cleanup that asks says what comes first where a DELETE is refused: %s',
	async (_, settled, wanted) => {
		const project = await startProject(python(), trips().answer, ['/trips/{id}']);
		const params = {projectId: project.projectId};
		for (const path of ['/trips', '/trips/{id}/finish', '/trips/{id}/extend', '/trips/{id}/cancel'])
			await project.call(createEndpoint, {params, body: {method: 'POST', path}});
		await project.database
			.updateTable('endpoints')
			.set({request_shape: JSON.stringify({settledBefore: settled})})
			.where('method', '=', 'DELETE')
			.execute();
		await project.call(updateCleanupSettings, {params, body: {mode: 'ask'}});
		await project.add('makes trips', [...makesTwo, endsOne]);
		const batchId = await project.begin();
		await project.cleaned(batchId);
		const {body: plan} = await project.call(getCleanupPlan, {params: {batchId}});
		expect(plan.deletes.map(({ifRefused}) => ifRefused)).toEqual([wanted, wanted]);
		expect(project.api.seen.filter(line => line.startsWith('DELETE'))).toEqual([]);
	},
);
