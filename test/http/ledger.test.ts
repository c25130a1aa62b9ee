import {describe, expect, it} from 'vitest';
import {getMe} from '../../contract/routes/account.ts';
import {getUsageSummary, listLedger} from '../../contract/routes/ledger.ts';
import {listBatches, runBatch} from '../../contract/routes/batches.ts';
import {createProject, deleteProject} from '../../contract/routes/projects.ts';
import {rerunTest} from '../../contract/routes/reruns.ts';
import {cancelRun, getRun, triggerRun} from '../../contract/routes/runs.ts';
import {createTest, deleteTest} from '../../contract/routes/tests.ts';
import {bookGrant} from '../../service/store/accounts/credits.ts';
import {createIds} from '../../service/store/ids.ts';
import {startRepaired} from '../helpers/repaired-plan.ts';
import {startHttp, untilNoon} from './start-http.ts';

async function startWithTest(grant: number | null) {
	const http = await startHttp();
	http.advance(untilNoon());
	if (grant !== null) {
		await http.database.updateTable('accounts').set({metered: 1}).execute();
		const context = {newId: createIds(Date.now), now: Date.now()};
		await bookGrant(http.database, context, http.accountId, {name: 'opening', amount: grant});
	}
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop'}});
	const body = {projectId: project.id, type: 'backend' as const, name: 'a', code: 'assert 1'};
	const {testId} = (await http.call(createTest, {body})).body;
	const run = async (route: typeof triggerRun | typeof rerunTest) => {
		const ticket = (await http.call(route as typeof triggerRun, {params: {testId}})).body;
		await http.call(getRun, {params: {runId: ticket.runId}, query: {waitSeconds: 25}});
		return ticket;
	};
	return {http, projectId: project.id, testId, run};
}

const metricsOf = async ({url}: {url: string}) => (await (await fetch(`${url}/metrics`)).text()).split('\n');

describe('the ledger', () => {
	it('lists what was booked, newest first, by every filter', async () => {
		const {http, projectId, testId, run} = await startWithTest(100);
		const first = await run(triggerRun);
		const second = await run(rerunTest);
		const {items} = (await http.call(listLedger)).body;
		expect(items).toEqual([
			expect.objectContaining({kind: 'rerun', amount: -0.2, balanceAfter: 0.6, runId: second.runId, testId}),
			expect.objectContaining({kind: 'run', amount: -0.2, balanceAfter: 0.8, batchId: first.batchId, projectId}),
			expect.objectContaining({kind: 'grant', amount: 1, balanceAfter: 1, runId: null, note: 'opening'}),
		]);
		const kinds = async (query: object) => (await http.call(listLedger, {query})).body.items.map(({kind}) => kind);
		expect(await kinds({kind: 'rerun'})).toEqual(['rerun']);
		expect(await kinds({projectId})).toEqual(['rerun', 'run']);
		expect(await kinds({batchId: first.batchId})).toEqual(['run']);
		expect(await kinds({since: '2100-01-01T00:00:00.000Z'})).toEqual([]);
		expect(await kinds({until: '2100-01-01T00:00:00.000Z'})).toHaveLength(3);
		const page = (await http.call(listLedger, {query: {pageSize: 2}})).body;
		expect(page.items).toHaveLength(2);
		const rest = (await http.call(listLedger, {query: {pageSize: 2, cursor: page.nextToken!}})).body;
		expect(rest).toMatchObject({items: [{kind: 'grant'}], nextToken: null});
		const {key} = await http.newAccount();
		expect((await http.call(listLedger, {key})).body.items).toEqual([]);
	});

	it('is summed up by day, project and kind', async () => {
		const {http, projectId, run} = await startWithTest(100);
		await run(triggerRun);
		await run(rerunTest);
		const items = async (groupBy?: 'day' | 'project' | 'kind') =>
			(await http.call(getUsageSummary, {query: {groupBy}})).body.items;
		expect(await items('kind')).toEqual([
			{key: 'rerun', charged: 0.2, refunded: 0, entries: 1},
			{key: 'run', charged: 0.2, refunded: 0, entries: 1},
		]);
		expect(await items('project')).toEqual([{key: projectId, name: 'Shop', charged: 0.4, refunded: 0, entries: 2}]);
		expect(await items()).toEqual([
			{key: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), charged: 0.4, refunded: 0, entries: 2},
		]);
		expect((await http.call(getUsageSummary)).body).toMatchObject({balance: 0.6, held: 0, plan: 'Pro'});
	});

	it('shows in the account only when it is metered', async () => {
		const metered = await startWithTest(100);
		await metered.run(triggerRun);
		expect((await metered.http.call(getMe)).body).toMatchObject({credits: 0.8, creditsPerRun: 0.5});
		const charged = 'svc_credits_charged_total{kind="run"} 0.2';
		for (let scrape = 0; scrape < 2; scrape++) expect(await metricsOf(metered.http)).toContain(charged);
		const free = await startWithTest(null);
		await free.run(triggerRun);
		expect((await free.http.call(getMe)).body.credits).toBeUndefined();
		expect((await free.http.call(getUsageSummary)).body).toMatchObject({balance: null, items: [{charged: 0.2}]});
	});

	it('names what its ids stand for, and the test also after it was deleted', async () => {
		const {http, projectId, testId, run} = await startWithTest(100);
		await run(triggerRun);
		const projectOf = async () =>
			(await http.call(getUsageSummary, {query: {groupBy: 'project'}})).body.items.map(({name}) => name);
		const [charge, grant] = (await http.call(listLedger)).body.items;
		expect(charge).toMatchObject({projectName: 'Shop', testName: 'a'});
		expect(grant).toMatchObject({projectId: null, projectName: null, testId: null, testName: null});
		expect(await projectOf()).toEqual(['Shop']);
		await http.call(deleteTest, {params: {testId}});
		await http.call(deleteProject, {params: {projectId}});
		expect((await http.call(listLedger)).body.items[0]).toMatchObject({projectId, projectName: null, testName: 'a'});
		expect(await projectOf()).toEqual([null]);
	});

	it('equals what runs and batches say was charged, whatever became of them', async () => {
		const {http, projectId, rerun} = await startRepaired();
		const create = async (name: string, declared: {produces?: string[]; consumes?: string[]} = {}) => {
			const body = {projectId: backend, type: 'backend' as const, name, code: 'assert 1', ...declared};
			return (await http.call(createTest, {body})).body.testId;
		};
		const target = {type: 'backend', name: 'API', targetUrl: 'http://shop.test/'} as const;
		const backend = (await http.call(createProject, {body: target})).body.id;
		await create('makes', {produces: ['order_id']});
		await create('reads', {consumes: ['order_id']});
		await create('passes');
		const slow = await create('takes long');
		http.runner.script('makes', {status: 'failed', failureKind: 'assertion', error: 'no order'});
		const {started, release} = http.runner.hold('takes long');
		const {batchId, accepted} = (await http.call(runBatch, {body: {projectId: backend}})).body;
		await http.call(cancelRun, {params: {runId: (await started).runId}});
		release();
		for (const {runId} of accepted)
			await http.call(getRun, {params: {runId}, query: {waitSeconds: 25, until: 'batch'}});
		await rerun();
		const flaky = (await http.call(rerunTest, {params: {testId: slow}})).body;
		await http.call(getRun, {params: {runId: flaky.runId}, query: {waitSeconds: 25, until: 'batch'}});

		const {items} = (await http.call(listLedger)).body;
		const hundredths = (some: readonly {amount: number}[]) =>
			some.reduce((sum, {amount}) => sum - Math.round(amount * 100), 0);
		const batches = await Promise.all(
			[backend, projectId].map(async of => (await http.call(listBatches, {params: {projectId: of}})).body.items),
		);
		const charged = batches.flat().map(batch => [batch.batchId, Math.round(batch.credits.charged * 100)]);
		expect(Object.fromEntries(charged)).toEqual(
			Object.fromEntries(charged.map(([id]) => [id, hundredths(items.filter(({batchId: of}) => of === id))])),
		);
		const runs = await http.database.selectFrom('runs').select(['id', 'name', 'status', 'credits_charged']).execute();
		const told = runs.map(({id, name, status, credits_charged}) => [
			...[name, status, credits_charged],
			hundredths(items.filter(({runId}) => runId === id)),
		]);
		expect(told.sort()).toEqual([
			...[
				['Add a task', 'passed', 50, 50],
				['Add a task', 'passed', 70, 70],
			],
			...[
				['makes', 'failed', 20, 20],
				['passes', 'passed', 20, 20],
				['reads', 'blocked', 0, 0],
			],
			...[
				['takes long', 'cancelled', 20, 20],
				['takes long', 'passed', 20, 20],
			],
		]);
		expect(Object.fromEntries(charged)[batchId!]).toBe(60);
	});

	it('refuses a trigger that it does not cover', async () => {
		const {http, testId} = await startWithTest(10);
		expect((await http.fail(triggerRun, {params: {testId}})).body).toMatchObject({
			code: 'INSUFFICIENT_CREDITS',
			details: {required: 0.2, balance: 0.1},
		});
	});
});
