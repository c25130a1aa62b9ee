import {describe, expect, it, onTestFinished} from 'vitest';
import {createGenerations, type GenerationParts} from '../../service/plans/generation/create-generations.ts';
import {createIds} from '../../service/store/ids.ts';
import {discoverEndpoints, getDiscovery} from '../../contract/routes/discovery.ts';
import * as routes from '../../contract/routes/generations.ts';
import {generatePlan, getPlan, selectPlanRows} from '../../contract/routes/plans.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {getTestResult} from '../../contract/routes/results.ts';
import {getTestCode, getTest, listTests, putTestCode} from '../../contract/routes/tests.ts';
import type {Generation} from '../../contract/generation.ts';
import {shopDocument} from '../../demo/shop/document.ts';
import {operations} from '../../demo/shop/resources/index.ts';
import {type HttpUnderTest, startHttp} from './start-http.ts';
import {uploadDocument} from './upload-document.ts';

const document = JSON.stringify(shopDocument(operations.filter(({path}) => /^\/users/.test(path))));

async function plan(http: HttpUnderTest, params: {projectId: string}) {
	await http.call(generatePlan, {params});
	for (let since = 0; ; ) {
		const {body} = await http.call(getPlan, {params, query: {since, waitSeconds: 5}});
		if (body.status !== 'generating') return (await http.call(getPlan, {params})).body;
		since = body.version;
	}
}

async function withPlan(options: Parameters<typeof startHttp>[0] = {}) {
	const http = await startHttp(options);
	const {body} = await http.call(createProject, {
		body: {type: 'backend', name: 'Shop', targetUrl: 'http://127.0.0.1:9'},
	});
	const params = {projectId: body.id};
	await uploadDocument(http, params.projectId, document);
	await http.call(discoverEndpoints, {params, body: {probe: false}});
	for (let since = 0; ; ) {
		const {body} = await http.call(getDiscovery, {params, query: {since, waitSeconds: 5}});
		if (body.finishedAt !== null) break;
		since = body.version;
	}
	return {http, params, plan: await plan(http, params)};
}

async function ended(http: HttpUnderTest, generationId: string): Promise<Generation> {
	for (let since = 0; ; ) {
		const {body} = await http.call(routes.getGeneration, {params: {generationId}, query: {since, waitSeconds: 5}});
		if (body.finishedAt !== null) return (await http.call(routes.getGeneration, {params: {generationId}})).body;
		since = body.version;
	}
}

describe('generating tests', () => {
	it('needs a plan', async () => {
		const http = await startHttp();
		const {body} = await http.call(createProject, {
			body: {type: 'backend', name: 'Shop', targetUrl: 'http://127.0.0.1:9'},
		});
		const refused = await http.fail(routes.generateTests, {params: {projectId: body.id}});
		const accepted = await http.fail(routes.acceptPlan, {params: {projectId: body.id}});
		const command = `svc test plan generate --project ${body.id}`;
		for (const answer of [refused, accepted])
			expect([answer.status, answer.body.details]).toEqual([412, {reason: 'no_plan', command}]);
	});

	it('locks the plan, makes a test per ticked row at once, and its code after it', async () => {
		const {http, params, plan} = await withPlan();
		const selected = plan.proposals.filter(row => row.selected);
		const {body: ticket, status} = await http.call(routes.generateTests, {params});
		expect(status).toBe(202);
		expect(ticket).toMatchObject({acceptedCount: selected.length, credits: {held: selected.length}});
		const {body: tests} = await http.call(listTests, {query: {projectId: params.projectId, pageSize: 100}});
		expect(tests.items.length).toBe(Math.min(100, selected.length));
		expect((await http.fail(routes.generateTests, {params})).body.details?.['reason']).toMatch(
			/plan_locked|generation_in_flight/,
		);
		const generation = await ended(http, ticket.generationId);
		expect(generation).toMatchObject({
			status: 'done',
			total: selected.length,
			ready: selected.length,
			rejected: 0,
			credits: {held: 0, charged: selected.length, refunded: 0},
		});
		expect((await http.call(getPlan, {params})).body.status).toBe('locked');
		for (const {testId} of generation.items.slice(0, 3)) {
			const {body: test} = await http.call(getTest, {params: {testId}});
			expect(test.status).toBe('ready');
			const {body: code} = await http.call(getTestCode, {params: {testId}});
			expect(code.code).toMatch(/^"""/);
			expect((await http.call(routes.getTestRecipe, {params: {testId}})).body.recipeVersion).toBe(1);
		}
	});

	it('says that nothing is selected', async () => {
		const {http, params} = await withPlan();
		await http.call(selectPlanRows, {params, body: {selected: false, all: true}});
		const refused = await http.fail(routes.generateTests, {params});
		expect(refused.body).toMatchObject({details: {field: 'rowIds', reason: 'nothing_selected'}});
	});

	it('accepts exactly the named rows; an empty list unticks all and makes nothing', async () => {
		const {http, params, plan} = await withPlan();
		const {body: nothing} = await http.call(routes.acceptPlan, {params, body: {only: []}});
		expect(nothing).toMatchObject({acceptedCount: 0, generationId: null, testIds: []});
		expect((await http.call(getPlan, {params})).body.totals.selected).toBe(0);
		const only = plan.proposals.slice(0, 2).map(row => row.rowId);
		const {body: two} = await http.call(routes.acceptPlan, {params, body: {only}});
		expect(two.acceptedCount).toBe(2);
		expect(two.caseKeys).toEqual(two.testIds);
		expect((await ended(http, two.generationId!)).ready).toBe(2);
	});

	it('fails a test that the gate refuses, says why, and gives its credit back', async () => {
		const rejection = {code: 'no_real_assertion' as const, message: 'it checks nothing'};
		const {http, params, plan} = await withPlan({gate: async subjects => subjects.map(({id}) => ({id, rejection}))});
		const rowIds = plan.proposals.slice(0, 1).map(row => row.rowId);
		const {body: ticket} = await http.call(routes.generateTests, {params, body: {rowIds}});
		const generation = await ended(http, ticket.generationId);
		expect(generation).toMatchObject({status: 'failed', ready: 0, rejected: 1, credits: {charged: 1, refunded: 1}});
		expect(generation.items).toMatchObject([{status: 'rejected', attempt: 3, rejection}]);
		const {body: test} = await http.call(getTest, {params: {testId: generation.items[0]!.testId}});
		expect(test.status).toBe('failed');
		const {body: result} = await http.call(getTestResult, {params: {testId: test.id}});
		expect(result).toMatchObject({status: 'failed', runIdIfAvailable: null});
		expect(result.trace).toContain('did not enter the suite (no_real_assertion): it checks nothing.');
	});

	it('writes only what has changed: equal bytes keep their version, and cost nothing', async () => {
		const {http, params, plan: first} = await withPlan();
		const rowIds = first.proposals.slice(0, 3).map(row => row.rowId);
		const {body: one} = await http.call(routes.generateTests, {params, body: {rowIds}});
		const before = await ended(http, one.generationId);
		await plan(http, params);
		const {body: two} = await http.call(routes.generateTests, {params, body: {rowIds}});
		const after = await ended(http, two.generationId);
		expect(after.items.map(({testId}) => testId)).toEqual(before.items.map(({testId}) => testId));
		expect(after).toMatchObject({ready: 3, credits: {held: 0, charged: 0}});
		const {body: code} = await http.call(getTestCode, {params: {testId: after.items[0]!.testId}});
		expect(code.codeVersion).toBe('v1');
	});

	it('leaves a test alone that a person has edited', async () => {
		const {http, params, plan: first} = await withPlan();
		const rowIds = first.proposals.slice(0, 1).map(row => row.rowId);
		const {body: one} = await http.call(routes.generateTests, {params, body: {rowIds}});
		const {items} = await ended(http, one.generationId);
		const testId = items[0]!.testId;
		const edited = `${(await http.call(getTestCode, {params: {testId}})).body.code}# mine\n`;
		await http.call(putTestCode, {params: {testId}, body: {code: edited}, headers: {'if-match': '*'}});
		await plan(http, params);
		const {body: two} = await http.call(routes.generateTests, {params, body: {rowIds}});
		await ended(http, two.generationId);
		expect((await http.call(getTestCode, {params: {testId}})).body).toMatchObject({code: edited, codeVersion: 'v2'});
	});

	it('can be cancelled: what is ready stays, holds of the rest are released', async () => {
		let release = () => {};
		const held = new Promise<void>(resolve => {
			release = resolve;
		});
		const {http, params} = await withPlan({
			gate: async subjects => {
				await held;
				return subjects.map(({id}) => ({id, rejection: null}));
			},
		});
		const {body: ticket} = await http.call(routes.generateTests, {params});
		const {generationId} = ticket;
		const {body: cancelled} = await http.call(routes.cancelGeneration, {params: {generationId}});
		expect(cancelled).toMatchObject({status: 'cancelled', ready: 0, credits: {held: 0, charged: 0}});
		expect(new Set(cancelled.items.map(({status}) => status))).toEqual(new Set(['cancelled']));
		release();
		expect((await http.fail(routes.cancelGeneration, {params: {generationId}})).body.details).toMatchObject({
			reason: 'generation_finished',
		});
		const {body: page} = await http.call(routes.listGenerations, {params});
		expect(page.items.map(one => one.generationId)).toEqual([generationId]);
	});

	it('goes on where it was when its process is gone; the one that was lost changes nothing any more', async () => {
		let release = () => {};
		const lost = new Promise<void>(resolve => {
			release = resolve;
		});
		let looks = 0;
		const accepted: GenerationParts['gate'] = async subjects => subjects.map(({id}) => ({id, rejection: null}));
		const {http, params, plan} = await withPlan({
			// The first process gets some tests through, and then nothing more is heard of it.
			gate: async subjects => {
				if (++looks > 1) await lost;
				return accepted(subjects);
			},
		});
		const total = plan.proposals.filter(({selected}) => selected).length;
		const {generationId} = (await http.call(routes.generateTests, {params})).body;
		for (let since = 0; ; ) {
			const {body} = await http.call(routes.getGeneration, {params: {generationId}, query: {since, waitSeconds: 5}});
			if (body.ready > 0) break;
			since = body.version;
		}
		const next = createGenerations({
			database: http.database,
			newId: createIds(Date.now),
			now: Date.now,
			gate: accepted,
			secretsOf: async () => [],
			// Nobody has edited a test here.
			merge: async () => {},
			log: {error: () => {}},
		});
		onTestFinished(() => next.stop());
		await next.resume();
		const done = await ended(http, generationId);
		expect(done).toMatchObject({status: 'done', total, ready: total, credits: {held: 0, charged: total, refunded: 0}});
		release();
		await next.stop();
		const {body: after} = await http.call(routes.getGeneration, {params: {generationId}});
		expect(after).toMatchObject({ready: total, credits: {charged: total}});
		const {body: tests} = await http.call(listTests, {query: {projectId: params.projectId, pageSize: 100}});
		expect(new Set(tests.items.map(({status}) => status))).toEqual(new Set(['ready']));
	});
});
