import {expect, it} from 'vitest';
import type {Batch} from '../../../../contract/batch.ts';
import {endpointSamples} from '../../../../contract/samples/endpoints.ts';
import type {Endpoint} from '../../../../contract/endpoint.ts';
import {noteMissing} from '../../../../source/commands/try/check-first.ts';
import type {Found} from '../../../../source/commands/try/discover.ts';
import type {Session} from '../../../../source/commands/try/session.ts';

const [sample] = endpointSamples.listEndpoints({}).items as [Endpoint];

/** What is said of first tests that ended so, each list the statuses of one endpoint's calls. */
async function saidOf(statuses: number[][], auth: Endpoint['auth'] = {required: null, authType: null}) {
	const said: string[] = [];
	const endpoints = statuses.map((_, place) => ({...sample, endpointId: `ep_${place}`, auth}));
	const items = statuses.map((calls, place) => ({
		endpointId: `ep_${place}`,
		items: calls.map(status => ({status})),
	}));
	const session = {
		client: {call: async () => ({items, nextToken: null})},
		context: {notes: {say: (_: string, line: string) => said.push(line)}},
	} as unknown as Session;
	const failed = statuses.filter(calls => calls.some(status => status >= 400)).length;
	const batch = {batchId: 'bat_1', summary: {failed, passed: statuses.length - failed}} as unknown as Batch;
	await noteMissing(session, {endpoints} as unknown as Found, batch);
	return said;
}

it('a document that speaks of no credential, and an API that wants one: it is said which flags give it', async () => {
	const [said] = await saidOf([[401], [401, 401], [200]]);
	expect(said).toContain('2 endpoints answered 401 to every call, and no credential was sent');
	expect(said).toContain('--credential-file');
});

it('nothing is said where most answer, where one answers 401 now and then, or where the document spoke of it', async () => {
	expect(await saidOf([[401], [200], [200]])).toEqual([]);
	expect(await saidOf([[401, 404], [401]])).toEqual([]);
	expect(await saidOf([[404], [500]])).toEqual([]);
	expect(await saidOf([[401], [401]], {required: true, authType: 'Bearer token'})).toEqual([]);
});
