import {describe, expect, it} from 'vitest';
import type {Plan, PlanRow} from '../../contract/plan.ts';
import {discoverEndpoints, getDiscovery} from '../../contract/routes/discovery.ts';
import {listEdges, setEdge} from '../../contract/routes/edges.ts';
import {createEndpoint} from '../../contract/routes/endpoints.ts';
import {putCredential} from '../../contract/routes/authentication.ts';
import * as routes from '../../contract/routes/plans.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {shopDocument} from '../../demo/shop/document.ts';
import {operations} from '../../demo/shop/resources/index.ts';
import {createApiLoader} from '../../service/plans/load-api.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';
import {uploadDocument} from './upload-document.ts';

const document = JSON.stringify(shopDocument(operations.filter(({path}) => /^\/(?:users|carts)/.test(path))));

async function project(http: HttpUnderTest) {
	const {body} = await http.call(createProject, {
		body: {type: 'backend', name: 'Shop', targetUrl: 'http://127.0.0.1:9'},
	});
	return {projectId: body.id};
}

async function planned(http: HttpUnderTest, params: {projectId: string}): Promise<Plan> {
	for (let since = 0; ; ) {
		const {body} = await http.call(routes.getPlan, {params, query: {since, waitSeconds: 5}});
		if (body.status !== 'generating') return (await http.call(routes.getPlan, {params})).body;
		since = body.version;
	}
}

async function withPlan() {
	const http = await startHttp();
	const params = await project(http);
	await uploadDocument(http, params.projectId, document);
	await http.call(discoverEndpoints, {params, body: {probe: false}});
	for (let since = 0; ; ) {
		const {body} = await http.call(getDiscovery, {params, query: {since, waitSeconds: 5}});
		if (body.finishedAt !== null) break;
		since = body.version;
	}
	await http.call(routes.generatePlan, {params});
	const plan = await planned(http, params);
	const row = (title: string): PlanRow => {
		const found = plan.proposals.find(one => one.title === title);
		if (!found) throw new Error(`no row ${title}`);
		return found;
	};
	return {http, params, plan, row, again: () => planned(http, params)};
}

it('makes up no value for a header that carries the credential, and its endpoint needs one', async () => {
	const http = await startHttp();
	const params = await project(http);
	const key = {name: 'x-shop-key', in: 'header', required: true, schema: {type: 'string'}};
	const other = {name: 'X-Tenant', in: 'header', required: true, schema: {type: 'string'}};
	const paths = {'/notes': {get: {parameters: [key, other], responses: {200: {description: 'ok'}}}}};
	await uploadDocument(
		http,
		params.projectId,
		JSON.stringify({openapi: '3.0.3', info: {title: 'a', version: '1'}, paths}),
	);
	await http.call(discoverEndpoints, {params, body: {probe: false}});
	for (let since = 0; ; ) {
		const {body} = await http.call(getDiscovery, {params, query: {since, waitSeconds: 5}});
		if (body.finishedAt !== null) break;
		since = body.version;
	}
	const load = createApiLoader(http.database);
	const read = async () => {
		const [endpoint] = (await load(params.projectId)).endpoints;
		return {names: endpoint!.parameters.map(({name}) => name), secure: endpoint!.secure};
	};
	expect(await read()).toEqual({names: ['x-shop-key', 'X-Tenant'], secure: null});
	await http.call(putCredential, {params, body: {authType: 'API key', headerName: 'X-Shop-Key', credential: 'canary'}});
	expect(await read()).toEqual({names: ['X-Tenant'], secure: true});
});

describe('a plan', () => {
	it('is none before it is asked for, and needs endpoints', async () => {
		const http = await startHttp();
		const params = await project(http);
		expect((await http.call(routes.getPlan, {params})).body).toMatchObject({status: 'none', planId: null, version: 0});
		const {body, status} = await http.fail(routes.generatePlan, {params});
		expect([status, body.details?.['reason']]).toEqual([412, 'no_endpoints']);
		expect(
			(await http.fail(routes.editPlanRow, {params: {...params, rowId: 'row_x'}, body: {title: 'x'}})).body.details,
		).toMatchObject({reason: 'no_plan'});
	});

	it('has a sub-plan per endpoint, rows by order, and says what it would cost; nothing is called', async () => {
		const {http, params, plan, row} = await withPlan();
		expect(plan.status).toBe('draft');
		// The shop declares a bearer token, and nobody has given one yet.
		expect(plan.credentialWanted).toBe(plan.subPlans.length);
		expect(plan.subPlans.length).toBe(operations.filter(({path}) => /^\/(?:users|carts)/.test(path)).length);
		expect(plan.totals.selected).toBe(plan.proposals.filter(({selected}) => selected).length);
		expect(plan.totals.estimate.credits).toBe(plan.totals.selected);
		expect(plan.categories.map(({category}) => category)).toContain('functional');
		expect(row('creates a user who can be read back')).toMatchObject({
			priority: 'p0',
			captures: ['user_id'],
			endpointPath: 'POST /users',
		});
		const first = (await http.call(routes.listPlanRows, {params, query: {pageSize: 2}})).body;
		const second = (await http.call(routes.listPlanRows, {params, query: {pageSize: 2, cursor: first.nextToken ?? ''}}))
			.body;
		expect([...first.items, ...second.items].map(({rowId}) => rowId)).toEqual(
			plan.proposals.slice(0, 4).map(({rowId}) => rowId),
		);
		expect((await http.call(routes.generatePlan, {params})).body).toMatchObject({
			status: 'nothing_to_start',
			planId: plan.planId,
		});
	});

	it('is ticked by row, category, endpoint and all, each change one version', async () => {
		const {http, params, plan, row} = await withPlan();
		const {rowId, endpointId} = row('creates a user who can be read back');
		const one = (await http.call(routes.selectPlanRows, {params, body: {selected: false, rowIds: [rowId]}})).body;
		expect(one).toEqual({changed: 1, selectedTotal: plan.totals.selected - 1, version: plan.version + 1});
		const delta = (await http.call(routes.getPlan, {params, query: {since: plan.version}})).body;
		expect(delta.delta).toBe(true);
		expect(delta.proposals.map(changed => [changed.rowId, changed.selected])).toEqual([[rowId, false]]);
		const none = (await http.call(routes.selectPlanRows, {params, body: {selected: false, all: true}})).body;
		expect(none.selectedTotal).toBe(0);
		const auth = (await http.call(routes.selectPlanRows, {params, body: {selected: true, category: 'schema'}})).body;
		expect(auth.selectedTotal).toBe(plan.proposals.filter(({category}) => category === 'schema').length);
		await http.call(routes.selectPlanRows, {params, body: {selected: false, all: true}});
		const endpoint = (await http.call(routes.selectPlanRows, {params, body: {selected: true, endpointId: endpointId!}}))
			.body;
		expect(endpoint.selectedTotal).toBe(plan.proposals.filter(own => own.endpointId === endpointId).length);
		const unknown = await http.fail(routes.selectPlanRows, {params, body: {selected: true, rowIds: ['row_unknown']}});
		expect(unknown.status).toBe(404);
	});

	it('refuses a change of a version that is not the current one', async () => {
		const {http, params, plan, row} = await withPlan();
		const {rowId} = row('creates a user who can be read back');
		const call = {params: {...params, rowId}, body: {priority: 'p3' as const}};
		await http.call(routes.editPlanRow, {...call, headers: {'if-match': `"${plan.version}"`}});
		const stale = await http.fail(routes.editPlanRow, {...call, headers: {'if-match': `${plan.version}`}});
		expect([stale.status, stale.body.details]).toEqual([412, {currentVersion: plan.version + 1}]);
	});

	it.each(['after', 'before'] as const)(
		'puts a row %s another one, also for who reads only what has changed',
		async side => {
			const {http, params, plan} = await withPlan();
			const [first, second, third] = plan.proposals.map(({rowId}) => rowId);
			const [moved, beside] = side === 'after' ? [first!, second!] : [third!, second!];
			await http.call(routes.movePlanRow, {params: {...params, rowId: moved}, body: {[side]: beside}});
			const {proposals} = (await http.call(routes.getPlan, {params, query: {since: plan.version}})).body;
			expect(proposals.map(({rowId}) => rowId)).toEqual([moved]);
			const orders = new Map([...plan.proposals, ...proposals].map(({rowId, order}) => [rowId, order]));
			const sorted = [first!, second!, third!].sort((one, other) => orders.get(one)! - orders.get(other)!);
			expect(sorted).toEqual(side === 'after' ? [second, first, third] : [first, third, second]);
			expect(new Set(orders.values()).size).toBe(plan.proposals.length);
		},
	);

	it('puts a row between two others however often that was done before', async () => {
		const {http, params, plan} = await withPlan();
		const rows = plan.proposals.map(({rowId}) => rowId);
		const expected = [...rows];
		let {version} = plan;
		const orders = new Map(plan.proposals.map(({rowId, order}) => [rowId, order]));
		for (const _ of Array.from({length: 40})) {
			const [moved, beside] = [expected[2]!, expected[1]!];
			expected.splice(1, 2, moved, beside);
			await http.call(routes.movePlanRow, {params: {...params, rowId: moved}, body: {before: beside}});
			const since = (await http.call(routes.getPlan, {params, query: {since: version}})).body;
			version = since.version;
			for (const {rowId, order} of since.proposals) orders.set(rowId, order);
			expect(new Set(orders.values()).size).toBe(rows.length);
			const sorted = [...orders].sort(([, one], [, other]) => one - other).map(([rowId]) => rowId);
			expect(sorted).toEqual(expected);
		}
		const whole = (await http.call(routes.getPlan, {params})).body;
		expect(whole.proposals.map(({rowId}) => rowId)).toEqual(expected);
	});

	it('keeps what a person has changed, moved, added and removed when it is made again', async () => {
		const {http, params, row, again} = await withPlan();
		const created = row('creates a user who can be read back');
		const moved = row('deletes a user for good');
		const gone = row('pages through users');
		await http.call(routes.editPlanRow, {
			params: {...params, rowId: created.rowId},
			body: {title: 'signs up', selected: false},
		});
		await http.call(routes.movePlanRow, {params: {...params, rowId: moved.rowId}, body: {before: created.rowId}});
		await http.call(routes.deletePlanRow, {params: {...params, rowId: gone.rowId}});
		const own = (
			await http.call(routes.addPlanRow, {
				params,
				body: {
					category: 'security',
					title: 'my own',
					description: 'mine',
					expectedBehavior: 'fine',
					endpointId: created.endpointId!,
				},
			})
		).body;
		await http.call(createEndpoint, {params, body: {method: 'GET', path: '/news'}});
		expect((await http.call(routes.generatePlan, {params, body: {restart: true}})).body.status).toBe('accepted');
		const plan = await again();
		const at = (rowId: string) => plan.proposals.findIndex(one => one.rowId === rowId);
		expect(plan.proposals[at(created.rowId)]).toMatchObject({title: 'signs up', selected: false, edited: true});
		expect(at(moved.rowId)).toBe(at(created.rowId) - 1);
		expect(at(gone.rowId)).toBe(-1);
		expect(plan.proposals[at(own.rowId)]).toMatchObject({title: 'my own', template: 'custom'});
		expect((await http.call(routes.getPlanRowRecipe, {params: {...params, rowId: created.rowId}})).body.title).toBe(
			'signs up',
		);
	});

	it('gives and takes the recipe of a row', async () => {
		const {http, params, row} = await withPlan();
		const {rowId} = row('creates a user who can be read back');
		const recipe = (await http.call(routes.getPlanRowRecipe, {params: {...params, rowId}})).body;
		expect(recipe).toMatchObject({template: 'create', endpoint: {method: 'POST', path: '/users'}, source: {rowId}});
		const {body} = await http.call(routes.putPlanRowRecipe, {
			params: {...params, rowId},
			body: {...recipe, why: 'because'},
		});
		expect(body.why).toBe('because');
		const wrong = await http.fail(routes.putPlanRowRecipe, {
			params: {...params, rowId},
			body: {...recipe, endpoint: {method: 'GET', path: '/x'}},
		});
		expect(wrong.body.details).toMatchObject({field: 'endpoint', reason: 'another_endpoint'});
		const newer = await http.fail(routes.putPlanRowRecipe, {
			params: {...params, rowId},
			body: {...recipe, recipeVersion: 2},
		});
		expect(newer.body.details).toMatchObject({field: 'recipeVersion', reason: 'newer'});
	});

	it('leaves out what instructions name', async () => {
		const {http, params, again} = await withPlan();
		await http.call(routes.generatePlan, {
			params,
			body: {instructions: 'Please skip /carts and do not test DELETE /users/{userId}.'},
		});
		const plan = await again();
		const left = plan.subPlans.filter(({zeroReason}) => zeroReason?.code === 'excluded_by_instruction');
		expect(left.map(({method, path}) => `${method} ${path}`)).toContain('DELETE /users/{userId}');
		expect(plan.proposals.filter(({endpointPath}) => endpointPath?.includes('/carts'))).toEqual([]);
	});
});

describe('edges', () => {
	const names = async (http: HttpUnderTest, params: {projectId: string}) => {
		const {items} = (await http.call(listEdges, {params, query: {pageSize: 100}})).body;
		return {items, at: (key: string) => items.find(one => `${one.consumerEndpointPath} ${one.place}` === key)!};
	};

	it('are listed, pinned, cut, renamed and taken back, and the rows follow', async () => {
		const {http, params, again} = await withPlan();
		const {items, at} = await names(http, params);
		const edge = at('POST /carts body:$.userId');
		expect(edge).toMatchObject({
			producer: {endpointPath: 'POST /users', pointer: '$.id'},
			variable: 'user_id',
			state: 'inferred',
			score: 0.85,
		});
		const one = (await http.call(listEdges, {params, query: {pageSize: 1}})).body;
		expect(one.items).toEqual(items.slice(0, 1));
		expect(one.nextToken).not.toBeNull();

		const at1 = {params: {...params, edgeId: edge.edgeId}};
		const cut = (await http.call(setEdge, {...at1, body: {state: 'cut', value: 'usr_1'}})).body;
		expect(cut).toMatchObject({state: 'cut', producer: null, value: 'usr_1', edgeId: edge.edgeId});
		const rowOf = async (title: string) => (await again()).proposals.find(row => row.title === title)!;
		expect((await rowOf('creates a cart that can be read back')).consumes).toEqual([]);

		const producerEndpointId = at('GET /carts/{cartId} path:cartId').producer!.endpointId;
		const self = await http.fail(setEdge, {
			...at1,
			body: {state: 'pinned', producerEndpointId: edge.consumerEndpointId},
		});
		expect(self.body.details).toMatchObject({reason: 'same_endpoint'});
		expect(producerEndpointId).toBe(edge.consumerEndpointId);
		const pinned = (
			await http.call(setEdge, {
				...at1,
				body: {state: 'pinned', producerEndpointId: edge.producer!.endpointId, pointer: '$.email'},
			})
		).body;
		expect(pinned).toMatchObject({state: 'pinned', score: 1, producer: {pointer: '$.email'}});

		await http.call(setEdge, {...at1, body: {state: 'inferred'}});
		const renamed = (await http.call(setEdge, {...at1, body: {variable: 'buyer_id'}})).body;
		expect(renamed).toMatchObject({state: 'inferred', variable: 'buyer_id', renamed: true});
		expect((await rowOf('creates a cart that can be read back')).consumes).toEqual(['buyer_id']);
		expect((await rowOf('creates a user who can be read back')).captures).toContain('buyer_id');
		const others = (await http.call(listEdges, {params})).body.items.filter(({edgeId}) => edgeId !== edge.edgeId);
		expect(others.filter(one => one.renamed)).toEqual([]);
		const back = (await http.call(setEdge, {...at1, body: {state: 'inferred'}})).body;
		expect(back).toMatchObject({variable: 'user_id', renamed: false});
	});

	it('of an unknown id are not found', async () => {
		const {http, params} = await withPlan();
		const {status} = await http.fail(setEdge, {params: {...params, edgeId: 'edg_unknown'}, body: {state: 'cut'}});
		expect(status).toBe(404);
	});
});
