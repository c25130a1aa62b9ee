import {describe, expect, it} from 'vitest';
import {getBatch, runBatch} from '../../contract/routes/batches.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {rerunBatch, rerunTest} from '../../contract/routes/reruns.ts';
import {getRun, listTestRuns, triggerRun} from '../../contract/routes/runs.ts';
import {createTest, deleteTest} from '../../contract/routes/tests.ts';
import {type HttpUnderTest, type StartOptions, startHttp} from './start-http.ts';

async function startWithChain(options: StartOptions = {}) {
	const http = await startHttp(options);
	const {body: project} = await http.call(createProject, {
		body: {type: 'backend', name: 'Shop', targetUrl: 'http://shop.test/'},
	});
	const create = async (name: string, declared: {produces?: string[]; consumes?: string[]}) => {
		const body = {projectId: project.id, type: 'backend' as const, name, code: 'assert 1', ...declared};
		return (await http.call(createTest, {body})).body.testId;
	};
	const maker = await create('maker', {produces: ['id']});
	const user = await create('user', {consumes: ['id']});
	http.runner.script('maker', {produces: {id: 1}});
	return {http, projectId: project.id, maker, user};
}

const end = async (http: HttpUnderTest, runId: string) =>
	(await http.call(getRun, {params: {runId}, query: {waitSeconds: 25, until: 'batch'}})).body;

describe('a rerun', () => {
	it('answers a ticket with the closure, and history tells it from a fresh run', async () => {
		const {http, maker, user} = await startWithChain();
		const first = (await http.call(triggerRun, {params: {testId: user}})).body;
		await end(http, first.runId);
		const {body: ticket} = await http.call(rerunTest, {params: {testId: maker}});
		expect(ticket.closure).toMatchObject({addedConsumers: [user], clearedCaptured: 1});
		await end(http, ticket.runId);
		const params = {testId: user};
		const fresh = (await http.call(listTestRuns, {params, query: {rerun: false}})).body.runs;
		expect(fresh.map(({runId}) => runId)).toEqual([first.runId]);
		const reruns = (await http.call(listTestRuns, {params, query: {rerun: true}})).body.runs;
		expect(reruns).toEqual([expect.objectContaining({isRerun: true, createdFrom: `rerun:${first.runId}`})]);
	});

	it('names the batch before it for as long as that is there', async () => {
		const {http, projectId} = await startWithChain();
		const body = {projectId, type: 'backend' as const, name: 'alone', code: 'assert 1'};
		const {testId: alone} = (await http.call(createTest, {body})).body;
		const {testId: other} = (await http.call(createTest, {body})).body;
		const before = (await http.call(triggerRun, {params: {testId: alone}})).body;
		await end(http, before.runId);
		const both = {projectId, testIds: [alone, other], source: 'cli' as const};
		const after = (await http.call(runBatch, {body: both})).body;
		await end(http, after.accepted[0]!.runId);
		const params = {batchId: after.batchId!};
		expect((await http.call(getBatch, {params})).body.previousBatchId).toBe(before.batchId);
		await http.call(deleteTest, {params: {testId: alone}});
		expect((await http.call(getBatch, {params})).body.previousBatchId).toBeNull();
	});

	it('that skips dependencies runs without a body for its producers', async () => {
		const {http, user} = await startWithChain();
		await end(http, (await http.call(triggerRun, {params: {testId: user}})).body.runId);
		const {body: ticket} = await http.call(rerunTest, {params: {testId: user}, body: {skipDependencies: true}});
		expect(ticket.closure).toBeNull();
		expect(await end(http, ticket.runId)).toMatchObject({status: 'passed', isRerun: true});
	});

	it('keeps the rules of sources and of the stored target', async () => {
		const {http, user, projectId} = await startWithChain({
			settings: {targetPolicy: 'public'},
			resolve: async () => [{address: '93.184.216.34'}],
		});
		const source = await http.fail(rerunTest, {params: {testId: user}, body: {source: 'schedule'}});
		expect(source.body.details).toMatchObject({field: 'source'});
		await http.database.updateTable('environments').set({url: 'http://127.0.0.1/'}).execute();
		for (const answer of [
			await http.fail(rerunTest, {params: {testId: user}}),
			await http.fail(rerunBatch, {body: {testIds: [user]}}),
			await http.fail(rerunBatch, {body: {projectId, all: true}}),
		])
			expect(answer.body.details).toEqual({field: 'targetUrl', reason: 'private_address', stored: true});
	});

	it.each([
		[{}, 'testIds'],
		[{projectId: 'prj_1'}, 'testIds'],
		[{testIds: []}, 'testIds'],
		[{testIds: ['tst_1'], projectId: 'prj_1', all: true}, 'all'],
		[{projectId: 'prj_1', all: false}, 'all'],
	])('of a batch with %j is refused at %s', async (body, field) => {
		const http = await startHttp();
		expect((await http.fail(rerunBatch, {body})).body).toMatchObject({
			code: 'VALIDATION_ERROR',
			details: {field},
		});
	});

	it('of a test of another account is not found', async () => {
		const {http, user} = await startWithChain();
		const {key} = await http.newAccount();
		expect((await http.fail(rerunTest, {params: {testId: user}, key})).body.code).toBe('NOT_FOUND');
		// "All unknown: 404."
		expect((await http.fail(rerunBatch, {body: {testIds: [user]}, key})).body).toMatchObject({
			code: 'NOT_FOUND',
			details: {ids: [user]},
		});
	});
});
