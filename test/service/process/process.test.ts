import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import {join} from 'node:path';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {createProject, listProjects} from '../../../contract/routes/projects.ts';
import {getRun, triggerRun} from '../../../contract/routes/runs.ts';
import {getTestResult} from '../../../contract/routes/results.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {batchEnd, callerOf, localCaller, temporaryDirectory} from './run-serve.ts';
import {buildService, spawnServe} from './spawn-serve.ts';

let entry = '';
beforeAll(async () => {
	const built = await buildService();
	entry = built.entry;
	return built.remove;
});

const newDataDir = () => join(temporaryDirectory(), 'service');
const urlOf = ({said}: Awaited<ReturnType<typeof spawnServe>>): string => {
	if (said.url === undefined) throw new Error(JSON.stringify(said.failure));
	return said.url;
};

/** Processes whose command line names a data directory. */
const processesOf = (dataDir: string): string[] =>
	execFileSync('ps', ['-eo', 'pid,args'], {encoding: 'utf8'})
		.split('\n')
		.filter(line => line.includes(dataDir));

describe('a service that is killed', () => {
	it('has lost no acknowledged change, and its directory can be used at once', async () => {
		const dataDir = newDataDir();
		let service = await spawnServe(entry, {dataDir});
		const {key} = await localCaller(urlOf(service), dataDir);
		let projects = 0;
		for (let round = 0; round < 3; round++) {
			const call = callerOf(urlOf(service), key);
			const headers = {'idempotency-key': `round ${round}`};
			const project = await call(createProject, {body: {type: 'backend', name: `p${round}`}, headers});
			projects++;
			service.child.kill('SIGKILL');
			await service.ended;
			expect(readdirSync(dataDir)).toContain('service.json');
			service = await spawnServe(entry, {dataDir});
			const again = callerOf(urlOf(service), key);
			expect((await again(listProjects)).items).toHaveLength(projects);
			// The answer given before the kill is replayed after it.
			expect(await again(createProject, {body: {type: 'backend', name: `p${round}`}, headers})).toEqual(project);
			expect((await again(listProjects)).items).toHaveLength(projects);
		}
	});

	it('leaves no process of a test behind, and its run is executed again', async () => {
		const dataDir = newDataDir();
		const first = await spawnServe(entry, {dataDir});
		const call = await localCaller(urlOf(first), dataDir);
		const {id: projectId} = await call(createProject, {body: {type: 'backend', name: 'Shop'}});
		// Its first execution does not end by itself, the second one does.
		let executions = 0;
		const door = createServer(socket => socket.on('error', () => {}).end(executions++ === 0 ? 'wait' : 'go'));
		onTestFinished(() => void door.close());
		await new Promise<void>(resolve => door.listen(0, '127.0.0.1', resolve));
		const {port} = door.address() as AddressInfo;
		const code = [
			'import socket, time',
			`if socket.create_connection(("127.0.0.1", ${port})).recv(4) == b"wait":`,
			'    time.sleep(200)',
			'assert True',
		].join('\n');
		const {testId} = await call(createTest, {body: {projectId, type: 'backend', name: 'slow', code}});
		const {runId} = await call(triggerRun, {params: {testId}});
		await expect.poll(() => executions).toBe(1);
		expect((await call(getRun, {params: {runId}})).status).toBe('running');
		first.child.kill('SIGKILL');
		await first.ended;
		const second = await spawnServe(entry, {dataDir});
		const later = callerOf(urlOf(second), call.key);
		expect((await batchEnd(later, runId)).status).toBe('passed');
		second.child.kill('SIGTERM');
		expect(await second.ended).toEqual({code: 0, signal: null});
		await expect.poll(() => processesOf(dataDir)).toEqual([]);
	});
});

it('a second process on the directory is told of the first', async () => {
	const dataDir = newDataDir();
	const first = await spawnServe(entry, {dataDir});
	const second = await spawnServe(entry, {dataDir});
	expect(second.said.failure).toMatchObject({
		code: 'CONFLICT',
		details: {reason: 'service_running', pid: first.pid, url: urlOf(first)},
	});
	expect((await second.ended).code).toBe(1);
});

it('SIGTERM ends it cleanly within seconds, whatever is connected', async () => {
	const dataDir = newDataDir();
	const service = await spawnServe(entry, {dataDir});
	const call = await localCaller(urlOf(service), dataDir);
	await call(listProjects);
	const begun = performance.now();
	service.child.kill('SIGTERM');
	expect(await service.ended).toEqual({code: 0, signal: null});
	expect(performance.now() - begun).toBeLessThan(20_000);
	expect(readdirSync(dataDir)).not.toContain('service.json');
	expect(
		service
			.errors()
			.trim()
			.split('\n')
			.map(line => JSON.parse(line).msg),
	).toContain('stopping');
});

it('is ready again on an existing directory', async () => {
	const dataDir = newDataDir();
	const first = await spawnServe(entry, {dataDir});
	first.child.kill('SIGTERM');
	await first.ended;
	const second = await spawnServe(entry, {dataDir});
	const response = await fetch(`${urlOf(second)}/readyz`);
	expect(response.status).toBe(200);
});

it('keeps its secrets out of the environment of tests and of its own environment', async () => {
	const dataDir = newDataDir();
	const canary = 'canary-value-of-the-environment';
	const service = await spawnServe(entry, {dataDir}, {SVC_API_KEY: canary, SVC_MODEL_KEY: canary});
	const call = await localCaller(urlOf(service), dataDir);
	const {id: projectId} = await call(createProject, {body: {type: 'backend', name: 'Shop'}});
	const code = 'import os\nprint(sorted(os.environ))\nprint(list(os.environ.values()))\nassert True';
	const {testId} = await call(createTest, {body: {projectId, type: 'backend', name: 'env', code}});
	const {runId} = await call(triggerRun, {params: {testId}});
	await batchEnd(call, runId);
	const {apiOutput} = await call(getTestResult, {params: {testId}});
	expect(apiOutput).toContain('PATH');
	expect(apiOutput).not.toContain(canary);
	expect(apiOutput).not.toMatch(/SVC_/);
	const secretsKey = readFileSync(join(dataDir, 'secrets.key'), 'utf8').trim();
	const environment = readFileSync(`/proc/${service.pid}/environ`, 'utf8');
	expect(environment).not.toContain(secretsKey);
	expect(environment).not.toContain(call.key);
});
