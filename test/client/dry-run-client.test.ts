import {expect, it} from 'vitest';
import type {ClientEvent} from '../../source/client/client-events.ts';
import {createDryRunClient, type SampleProvider} from '../../source/client/dry-run-client.ts';
import {getMe} from '../../source/contract/routes/account.ts';
import {getRun} from '../../source/contract/routes/runs.ts';
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

it('tells the observer what would have been sent, marked as dry run', async () => {
	const events: ClientEvent[] = [];
	await createDryRunClient({samples, observer: event => events.push(event)}).call(getMe);
	const exchange = {method: 'GET', url: '/api/cli/v1/me', attempt: 1, mode: 'dry-run'};
	expect(events).toMatchObject([
		{kind: 'request', ...exchange},
		{kind: 'response', ...exchange, status: 200},
	]);
});
