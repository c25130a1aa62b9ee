import {expect, it} from 'vitest';
import type {ClientEvent} from '../../../source/client/client-events.ts';
import {createDryRunClient, type SampleProvider} from '../../../source/client/dry-run-client.ts';
import {getMe} from '../../../contract/routes/account.ts';
import {getBatch, runBatch} from '../../../contract/routes/batches.ts';
import {createProject, listProjects} from '../../../contract/routes/projects.ts';
import {getRun, triggerRun} from '../../../contract/routes/runs.ts';
import {sampleAnswer} from '../../../contract/samples/index.ts';
import {meAnswer, runAnswer} from './samples.ts';

const samples: SampleProvider = (route, input) => {
	const answer = route.name === 'getRun' ? runAnswer({runId: (input.params as {runId: string}).runId}) : meAnswer;
	return answer as never;
};

it('answers every call from the samples, which see the input', async () => {
	const client = createDryRunClient({samples});
	expect(await client.call(getMe)).toEqual(meAnswer);
	expect(await client.call(getRun, {params: {runId: 'run_9'}})).toMatchObject({runId: 'run_9'});
	await client.close();
});

it('refuses the ids that a real call refuses', async () => {
	const client = createDryRunClient({samples});
	await expect(client.call(getRun, {params: {runId: '..'}})).rejects.toMatchObject({code: 'VALIDATION_ERROR'});
});

it('refuses what the service would refuse of a body or a query', async () => {
	const client = createDryRunClient({samples});
	const body = {type: 'backend' as const, name: 'x'.repeat(201)};
	await expect(client.call(createProject, {body, idempotencyKey: 'k'})).rejects.toMatchObject({
		code: 'VALIDATION_ERROR',
		details: {field: 'name', reason: 'too_long'},
	});
	await expect(client.call(listProjects, {query: {pageSize: 1000}})).rejects.toMatchObject({
		details: {field: 'pageSize', reason: 'out_of_range'},
	});
});

it('gives one thing one id in all its answers', async () => {
	const client = createDryRunClient({samples: sampleAnswer});
	const input = {body: {projectId: 'prj_9', testIds: ['tst_9']}, idempotencyKey: 'k'};
	const {batchId, accepted} = await client.call(runBatch, input);
	expect(accepted.map(({testId}) => testId)).toContain('tst_9');
	const {members, projectId} = await client.call(getBatch, {params: {batchId: batchId!}});
	expect([projectId, members.map(({testId}) => testId).includes('tst_9')]).toEqual(['prj_9', true]);
});

it('tests the target that was given in all its answers', async () => {
	const client = createDryRunClient({samples: sampleAnswer});
	const targetUrl = 'https://staging.example.com/v2';
	const {runId} = await client.call(triggerRun, {params: {testId: 'tst_9'}, body: {source: 'cli', targetUrl}});
	expect(await client.call(getRun, {params: {runId}})).toMatchObject({testId: 'tst_9', targetUrl});
});

it('tells the observer what would have been sent, marked as dry run', async () => {
	const events: ClientEvent[] = [];
	await createDryRunClient({samples, observer: event => events.push(event)}).call(getMe);
	const exchange = {method: 'GET', url: '/api/cli/v1/me', attempt: 1, mode: 'dry-run'};
	expect(events).toMatchObject([
		{kind: 'request', ...exchange},
		{kind: 'response', ...exchange, status: 200},
	]);
});
