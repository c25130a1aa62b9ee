import {describe, expect, it} from 'vitest';
import {getMe} from '../../contract/routes/account.ts';
import {runBatch} from '../../contract/routes/batches.ts';
import {createTestBatch, putPlanSteps} from '../../contract/routes/plan-steps.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {rerunBatch, rerunTest} from '../../contract/routes/reruns.ts';
import {listTestRuns, triggerRun} from '../../contract/routes/runs.ts';
import {createTest, deleteTest, getTest, listTests, updateTest} from '../../contract/routes/tests.ts';
import {startHttp} from './start-http.ts';

const steps = (...descriptions: string[]) => descriptions.map(description => ({type: 'action' as const, description}));

async function startWithPage() {
	const http = await startHttp();
	const {body: project} = await http.call(createProject, {
		body: {type: 'frontend', name: 'Shop', targetUrl: 'http://93.184.216.34'},
	});
	const projectId = project.id;
	const {body: created} = await http.call(createTest, {
		body: {projectId, type: 'frontend', name: 'home', planSteps: steps('Open the page', 'Click "Buy"')},
	});
	return {http, projectId, testId: created.testId};
}

describe('a frontend test', () => {
	it('is created, listed, changed and deleted', async () => {
		const {http, projectId, testId} = await startWithPage();
		const params = {testId};
		expect((await http.call(listTests, {query: {projectId}})).body.items).toEqual([
			expect.objectContaining({id: testId, type: 'frontend', planStepCount: 2, status: 'ready'}),
		]);
		await http.call(updateTest, {params, body: {stepTimeoutMs: 5000, priority: 'p1'}});
		expect((await http.call(getTest, {params})).body).toMatchObject({stepTimeoutMs: 5000, priority: 'p1'});
		await http.call(deleteTest, {params});
		expect((await http.fail(getTest, {params})).body.code).toBe('NOT_FOUND');
	});

	it('may have nulls for hints that a step does not give', async () => {
		const {http, projectId} = await startWithPage();
		const planSteps = [{...steps('Open the cart')[0], action: null, value: null}];
		const body = {projectId, type: 'frontend', name: 'cart', planSteps};
		const {testId} = (await http.call(createTest, {body} as never)).body;
		expect((await http.call(getTest, {params: {testId}})).body.planSteps).toEqual(steps('Open the cart'));
	});

	it('cannot run without a frontend runner, and nothing is held for it', async () => {
		const {http, projectId, testId} = await startWithPage();
		expect((await http.call(getMe)).body.service?.runners.frontend).toBe(false);
		for (const answer of [
			await http.fail(triggerRun, {params: {testId}}),
			await http.fail(rerunTest, {params: {testId}}),
			await http.fail(rerunBatch, {body: {testIds: [testId]}}),
			await http.fail(rerunBatch, {body: {projectId, all: true}}),
		])
			expect(answer.body).toMatchObject({
				code: 'FEATURE_GATED',
				details: {feature: 'frontend_runner', reason: 'no_browser'},
			});
		const {body: batch} = await http.call(runBatch, {body: {projectId}});
		expect(batch).toMatchObject({batchId: null, skippedFrontend: [testId]});
		const account = await http.database.selectFrom('accounts').select('held').executeTakeFirstOrThrow();
		expect(account.held).toBe(0);
		expect((await http.call(listTestRuns, {params: {testId}})).body.runs).toEqual([]);
	});
});

describe('replacing the steps of a frontend test', () => {
	it('stores them under a new version and tells their number and hash', async () => {
		const {http, testId} = await startWithPage();
		const params = {testId};
		const {body} = await http.call(putPlanSteps, {params, body: {planSteps: steps('Open the cart')}});
		expect(body).toMatchObject({testId, stepCount: 1});
		expect(body.planStepsHash).toMatch(/^sha256:[0-9a-f]{64}$/);
		expect((await http.call(getTest, {params})).body).toMatchObject({
			planSteps: [{type: 'action', description: 'Open the cart'}],
		});
		const row = await http.database.selectFrom('tests').select('code_version').executeTakeFirstOrThrow();
		expect(row.code_version).toBe(2);
		const again = await http.call(putPlanSteps, {params, body: {planSteps: steps('Open the cart')}});
		expect(again.body.planStepsHash).toBe(body.planStepsHash);
	});

	it('happens only while the test has the number of steps that the header names', async () => {
		const {http, testId} = await startWithPage();
		const params = {testId};
		const body = {planSteps: steps('a', 'b', 'c')};
		const refused = await http.fail(putPlanSteps, {params, body, headers: {'if-match-step-count': '5'}});
		expect(refused.body).toMatchObject({code: 'PRECONDITION_FAILED', details: {currentStepCount: 2}});
		expect((await http.call(getTest, {params})).body.planStepCount).toBe(2);
		await http.call(putPlanSteps, {params, body, headers: {'if-match-step-count': '2'}});
		const strange = await http.fail(putPlanSteps, {params, body, headers: {'if-match-step-count': 'two'}});
		expect(strange.body.details).toMatchObject({field: 'if-match-step-count', reason: 'invalid'});
	});

	it('is refused for a backend test, an unknown one, and a plan that is too large', async () => {
		const {http, testId} = await startWithPage();
		const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'API'}});
		const {body: backend} = await http.call(createTest, {
			body: {projectId: project.id, type: 'backend', name: 'b', code: 'assert 1'},
		});
		const body = {planSteps: steps('a')};
		const wrongType = await http.fail(putPlanSteps, {params: {testId: backend.testId}, body});
		expect(wrongType.body.details).toMatchObject({field: 'testId', reason: 'frontend_only'});
		const unknown = await http.fail(putPlanSteps, {params: {testId: 'tst_unknown'}, body});
		expect(unknown.body.code).toBe('NOT_FOUND');
		const planSteps = steps(...Array.from({length: 200}, () => 'x'.repeat(2000)));
		const large = await http.fail(putPlanSteps, {params: {testId}, body: {planSteps}});
		expect(large.body).toMatchObject({code: 'PAYLOAD_TOO_LARGE', details: {field: 'planSteps'}});
		const empty = await http.fail(putPlanSteps, {params: {testId}, body: {planSteps: []}});
		expect(empty.body.details).toMatchObject({field: 'planSteps', reason: 'empty'});
	});
});

describe('creating several frontend tests', () => {
	it('stores the good ones in order and says what is wrong with the others', async () => {
		const {http, projectId} = await startWithPage();
		const {body: api} = await http.call(createProject, {body: {type: 'backend', name: 'API'}});
		const good = {projectId, type: 'frontend', name: 'first', planSteps: steps('Open')};
		const {body} = await http.call(createTestBatch, {
			body: {
				tests: [
					good,
					{...good, name: ' '},
					{...good, projectId: 'prj_unknown'},
					{...good, planSteps: [{type: 'wish', description: 'x'}]},
					{...good, type: 'backend', code: 'assert 1', planSteps: undefined},
					{...good, projectId: api.id},
					{...good, produces: ['x']},
					{...good, planSteps: null},
					{...good, name: 'last', description: null, planSteps: [{...steps('Open')[0], target: null}]},
				],
			},
		});
		expect(body.results.map(({specIndex, status, error}) => [specIndex, status, error?.field ?? null])).toEqual([
			[0, 'created', null],
			[1, 'validation_error', 'name'],
			[2, 'not_found', null],
			[3, 'validation_error', 'planSteps[0].type'],
			[4, 'validation_error', 'type'],
			[5, 'validation_error', 'type'],
			[6, 'validation_error', 'produces'],
			[7, 'validation_error', 'planSteps'],
			[8, 'created', null],
		]);
		expect(body.summary).toEqual({total: 9, created: 2, failed: 7});
		const {items} = (await http.call(listTests, {query: {projectId}})).body;
		expect(items.map(({name}) => name)).toEqual(['last', 'first', 'home']);
	});

	it('is refused without any, with more than 50, and when they are too large together', async () => {
		const {http, projectId} = await startWithPage();
		const test = {projectId, type: 'frontend', name: 'n', planSteps: steps('Open')};
		expect((await http.fail(createTestBatch, {body: {tests: []}})).body.details).toMatchObject({field: 'tests'});
		const many = await http.fail(createTestBatch, {body: {tests: Array.from({length: 51}, () => test)}});
		expect(many.body.details).toMatchObject({field: 'tests'});
		const large = {...test, planSteps: steps(...Array.from({length: 100}, () => 'x'.repeat(2000)))};
		const answer = await http.fail(createTestBatch, {body: {tests: Array.from({length: 30}, () => large)}});
		expect(answer.body).toMatchObject({code: 'PAYLOAD_TOO_LARGE', details: {field: 'tests', maxBytes: 5_242_880}});
	});

	it('a definition may name its project, as that of one test may', async () => {
		const {http, projectId} = await startWithPage();
		const test = {type: 'frontend', name: 'n', planSteps: steps('Open')};
		const tests = [
			{...test, projectId: 'Shop'},
			{...test, projectId: 'Shoe'},
		];
		const {body} = await http.call(createTestBatch, {body: {tests}});
		expect(body.results.map(({status}) => status)).toEqual(['created', 'not_found']);
		expect((await http.call(listTests, {query: {projectId}})).body.items).toHaveLength(2);
	});

	it('a second time with the same key creates nothing', async () => {
		const {http, projectId} = await startWithPage();
		const body = {tests: [{projectId, type: 'frontend', name: 'n', planSteps: steps('Open')}]};
		const first = await http.call(createTestBatch, {body, idempotencyKey: 'once'});
		const second = await http.call(createTestBatch, {body, idempotencyKey: 'once'});
		expect(second.body).toEqual(first.body);
		expect((await http.call(listTests, {query: {projectId}})).body.items).toHaveLength(2);
	});
});
