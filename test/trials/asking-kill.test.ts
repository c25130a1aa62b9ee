import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {buildClient, dist, patienceMs} from '../acceptance/built-client.ts';
import {startApi} from '../service/cleanup/start-api.ts';
import {processesOf, startService, untilDone, untilNone} from './killed-service.mjs';

beforeAll(buildClient, patienceMs);

const makesUsers = `
import json, urllib.request
for name in ("Ada", "Grace"):
    body = json.dumps({"name": name}).encode()
    request = urllib.request.Request(BASE_URL + "/users", data=body, headers={"content-type": "application/json"})
    assert urllib.request.urlopen(request, timeout=10).status == 201
`;

describe('a service that is killed while a cleanup asks', () => {
	it('goes on asking, sends nothing, and sends everything at a word', async () => {
		const users = new Set<string>();
		const api = await startApi(({method, path}) => {
			if (method === 'POST') {
				const id = `u-${users.size + 1}`;
				users.add(`/users/${id}`);
				return [201, {id}];
			}
			if (method === 'DELETE') return users.delete(path) ? 204 : 404;
			return users.has(path) ? [200, {id: path.split('/').at(-1)}] : 404;
		});
		const home = mkdtempSync(join(tmpdir(), 'svc-asking-'));
		const cli = join(dist, 'cli.js');
		const state = {};
		let service = await startService(cli, home, state);
		onTestFinished(async () => {
			await service.kill();
			await untilNone(() => processesOf(home));
			rmSync(home, {recursive: true, force: true});
		});
		const {id: projectId} = await service.call('POST', '/projects', {type: 'backend', name: 'P', targetUrl: api.url});
		await service.call('PATCH', `/projects/${projectId}/cleanup-settings`, {mode: 'ask'});
		await service.call('POST', `/projects/${projectId}/endpoints`, {method: 'DELETE', path: '/users/{id}'});
		await service.call('POST', '/tests', {projectId, type: 'backend', name: 'makes users', code: makesUsers});
		const {batchId} = await service.call('POST', '/tests/batch/run', {projectId});
		const cleanup = (more = '') => service.call('GET', `/batches/${batchId}/cleanup${more}`);
		await untilDone(service, batchId);
		expect(await cleanup()).toMatchObject({state: 'asking', progress: {pending: 2}});

		for (let kill = 0; kill < 2; kill++) {
			await service.kill();
			await untilNone(() => processesOf(home));
			service = await startService(cli, home, state);
			expect(await cleanup()).toMatchObject({state: 'asking', progress: {captured: 2, pending: 2, cleaned: 0}});
		}
		const plan = await service.call('GET', `/batches/${batchId}/cleanup/plan`);
		expect(plan).toMatchObject({state: 'asking', deletes: [{}, {}]});
		// No DELETE, and not even a read.
		expect(api.seen).toEqual(['POST /users 201', 'POST /users 201']);
		expect(users.size).toBe(2);

		await service.call('POST', `/batches/${batchId}/cleanup/start`);
		let view = await cleanup();
		while (view.state === 'running') {
			await cleanup(`?since=${view.version}&waitSeconds=5`);
			view = await cleanup();
		}
		expect(view).toMatchObject({state: 'done', progress: {cleaned: 2, pending: 0}});
		expect(api.deletes().sort()).toEqual(['DELETE /users/u-1 204', 'DELETE /users/u-2 204']);
		expect(users.size).toBe(0);
	});
});
