import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Endpoint} from '../../../contract/endpoint.ts';
import {endpointSamples} from '../../../contract/samples/endpoints.ts';
import {MemorySystem, svc} from '../../helpers/memory-system.ts';
import {startStrictService} from '../../helpers/strict-service.ts';

describe('endpoint', () => {
	const [endpoint] = endpointSamples.listEndpoints({}).items as [Endpoint];

	it('list asks for a family and for what nobody has confirmed', async () => {
		const {env} = await startStrictService([
			{
				request: 'GET /projects/p1/endpoints?family=%2Forders&confirmed=false&pageSize=100',
				answer: {items: [endpoint], nextToken: null},
			},
		]);
		const {stdout} = await svc(
			['endpoint', 'list', '--project', 'p1', '--family', '/orders', '--unconfirmed', '--columns', 'method,path,auth'],
			{env},
		);
		expect(stdout).toBe('METHOD  PATH     AUTH\nPOST    /orders  Bearer token\n');
	});

	it('add sends a template with a sample from a file', async () => {
		const {env} = await startStrictService([
			{
				request: 'POST /projects/p1/endpoints',
				body: {method: 'POST', path: '/orders', sampleRequestBody: {total: 12}},
				status: 201,
				answer: endpoint,
			},
		]);
		const flags = ['--project', 'p1', '--method', 'POST', '--path', '/orders', '--sample-body-file', 'order.json'];
		const memory = new MemorySystem(['endpoint', 'add', ...flags], {env});
		writeFileSync(join(memory.system.cwd, 'order.json'), '{"total": 12}');
		expect(await memory.run()).toBe(0);
		expect(memory.stdout.text).toContain(`id: ${endpoint.endpointId}\nmethod: POST\npath: /orders\n`);
	});

	it.each([
		[['--method', 'DELETE']],
		[['--method', 'TRACE', '--path', '/a']],
		[['--method', 'GET', '--path', 'a']],
		[['--method', 'POST', '--path', '/a', '--sample-body', '{']],
	])('add refuses %j', async flags => {
		expect((await svc(['endpoint', 'add', '--project', 'p1', ...flags])).exitCode).toBe(5);
	});

	it('remove wants to be confirmed', async () => {
		expect((await svc(['endpoint', 'remove', 'ep_1', '--project', 'p1'])).exitCode).toBe(5);
		const {env} = await startStrictService([
			{
				request: 'DELETE /projects/p1/endpoints/ep_1',
				answer: {endpointId: 'ep_1', deletedAt: '2026-01-31T09:30:13.000Z', removedPlanRows: 0},
			},
		]);
		const {stdout} = await svc(['endpoint', 'remove', 'ep_1', '--project', 'p1', '--confirm'], {env});
		expect(stdout).toContain('endpointId: ep_1\n');
	});
});
