import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {getAutoAuth, putAutoAuth} from '../../../contract/routes/authentication.ts';
import {getBatch, runBatch} from '../../../contract/routes/batches.ts';
import {createEndpoint} from '../../../contract/routes/endpoints.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {startTokenApi} from '../../helpers/token-api.ts';
import {batchEnd, callerOf, localCaller, temporaryDirectory} from '../process/run-serve.ts';
import {buildService, spawnServe} from '../process/spawn-serve.ts';

let entry = '';
beforeAll(async () => {
	const built = await buildService();
	entry = built.entry;
	return built.remove;
});

const password = 'correct-horse-battery';

/** Makes a record, and calls with a token that may be gone by then. */
const code = `import requests
assert requests.post(TARGET_URL + "/records", json={"name": "x"}, headers=__AUTH_HEADERS__).status_code == 201
assert requests.get(TARGET_URL + "/me", headers=__AUTH_HEADERS__).status_code == 200
`;

describe('a service that is killed with kill -9 while it logs in', () => {
	it.each([
		['before the first test', 2],
		['while tests run', 3],
	])('%s goes on with the batch when it is started again', async (_when, deadly) => {
		const api = await startTokenApi({lifeMs: 60_000, tellsExpiry: false});
		// The second call of a test finds that its token has run out.
		api.beforeCheck((call, nth) => {
			if (call === 'GET /me' && nth === 1) api.revokeAll();
		});
		const dataDir = join(temporaryDirectory(), 'service');
		const first = await spawnServe(entry, {dataDir});
		const call = await localCaller(first.said.url ?? '', dataDir);
		const {id: projectId} = await call(createProject, {body: {type: 'backend', name: 'Shop', targetUrl: api.url}});
		const params = {projectId};
		const login = {
			method: 'password' as const,
			inject: 'bearer' as const,
			loginUrl: `${api.url}/login`,
			username: 'ann',
			password,
		};
		await call(putAutoAuth, {params, body: login});
		await call(createEndpoint, {params, body: {method: 'DELETE', path: '/records/{id}'}});
		for (const name of ['one', 'two', 'three'])
			await call(createTest, {body: {projectId, type: 'backend', name, code}});
		api.answerLogins(async nth => {
			if (nth !== deadly) return 200;
			first.child.kill('SIGKILL');
			await first.ended;
			return 200;
		});
		const {batchId, accepted} = await call(runBatch, {body: params});
		await first.ended;
		const second = await spawnServe(entry, {dataDir});
		const later = callerOf(second.said.url ?? '', call.key);
		await batchEnd(later, accepted[0]!.runId);
		const batch = await later(getBatch, {params: {batchId: batchId!}});
		expect(batch.summary).toMatchObject({total: 3, passed: 3});
		expect(batch.auth).toMatchObject({mode: 'auto_auth', health: 'verified'});
		expect([batch.cleanup.state, api.records.size]).toEqual(['done', 0]);
		expect((await later(getAutoAuth, {params})).health.state).toBe('verified');
		second.child.kill('SIGTERM');
		await second.ended;
		for (const name of readdirSync(dataDir, {recursive: true}) as string[]) {
			const path = join(dataDir, name);
			if (!statSync(path).isFile()) continue;
			const text = readFileSync(path, 'latin1');
			const found = [password, ...api.tokens].filter(secret => text.includes(secret));
			expect([name, found]).toEqual([name, []]);
		}
	});
});
