import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import process from 'node:process';
import {expect, it, onTestFinished} from 'vitest';
import type {Readyz} from '../../contract/operations.ts';
import {expectDeclared} from '../helpers/strict-document.ts';
import {createDataDirectory, startRealService} from './real-service.ts';
import {startTarget} from './target.ts';

const secretsOf = async (url: string) => {
	const {checks} = (await (await fetch(`${url}/readyz`)).json()) as Readyz;
	return checks.find(({name}) => name === 'secrets');
};

/** What `svc doctor` prints. */
const doctor = ({path, key}: {path: string; key: string}) =>
	spawnSync(process.execPath, [join(import.meta.dirname, '../../dist/cli.js'), 'doctor'], {
		encoding: 'utf8',
		cwd: path,
		env: {
			PATH: process.env['PATH'],
			HOME: path,
			SVC_HOME: path,
			SVC_DATA_DIR: path,
			SVC_API_KEY: key,
			SVC_ENDPOINT_URL: 'local',
			SVC_FRONTEND: 'off',
		},
	}).stdout;

it.each([
	['lost', (path: string) => rmSync(path)],
	['changed', (path: string) => writeFileSync(path, `${Buffer.alloc(32, 7).toString('base64')}\n`)],
])('a key that was %s blocks what needs its secrets with the remedy, and nothing else', async (_, break_) => {
	const data = createDataDirectory();
	const target = await startTarget();
	let service = await startRealService(data);
	onTestFinished(async () => {
		await service.kill('SIGKILL');
		await target.close();
		data.remove();
	});
	const key = join(data.path, 'secrets.key');
	const own = readFileSync(key);
	const open = await service.project(target.url, [{name: 'open', code: 'assert 1 == 1\n'}]);
	const {projectId} = await service.project(target.url, [{name: 'needs it', code: 'assert 1 == 1\n'}]);
	await service.call('PUT', `/projects/${projectId}/credential`, {
		authType: 'Bearer token',
		credential: 'a-token-of-old',
	});
	expect(await secretsOf(service.url)).toMatchObject({ok: true});
	await service.kill('SIGTERM');

	break_(key);
	service = await startRealService(data);
	expect(await secretsOf(service.url)).toMatchObject({ok: false, detail: expect.stringContaining('secrets.key')});
	const {members} = await service.batchEnd(await service.runAll(projectId));
	expect(members[0]).toMatchObject({status: 'blocked', blockedBy: {reason: 'credential_unreadable'}});
	expect(members[0]?.error).toContain('cannot be decrypted');
	expect((await service.batchEnd(await service.runAll(open.projectId))).outcome).toBe('passed');
	expect(doctor(data)).toContain('Secrets');
	await service.kill('SIGTERM');
	if (_ === 'lost') expect(existsSync(key)).toBe(false);

	writeFileSync(key, own);
	service = await startRealService(data);
	expect(await secretsOf(service.url)).toMatchObject({ok: true});
	expect((await service.batchEnd(await service.runAll(projectId))).outcome).toBe('passed');
	expect(doctor(data)).not.toContain('Secrets');
});

it('a missing key is made again only when somebody forgets what it had encrypted', async () => {
	const data = createDataDirectory();
	const target = await startTarget();
	let service = await startRealService(data);
	onTestFinished(async () => {
		await service.kill('SIGKILL');
		await target.close();
		data.remove();
	});
	const key = join(data.path, 'secrets.key');
	const {projectId} = await service.project(target.url, [{name: 'needs it', code: 'assert 1 == 1\n'}]);
	const credential = (value: string) =>
		fetch(`${service.url}/api/cli/v1/projects/${projectId}/credential`, {
			method: 'PUT',
			headers: {'x-api-key': data.key, 'content-type': 'application/json'},
			body: JSON.stringify({authType: 'Bearer token', credential: value}),
		});
	expect((await credential('a-token-of-old')).status).toBe(200);
	const run = (...words: string[]) => {
		const argv = ['--output', 'json', ...words];
		const ended = spawnSync(process.execPath, [join(import.meta.dirname, '../../dist/cli.js'), ...argv], {
			encoding: 'utf8',
			env: {PATH: process.env['PATH'], HOME: data.path, SVC_HOME: data.path, SVC_DATA_DIR: data.path},
		});
		expectDeclared(argv, ended.stdout);
		return ended;
	};
	// Not while a service has the directory.
	expect(run('service', 'forget-secrets').status).not.toBe(0);
	await service.kill('SIGTERM');

	rmSync(key);
	service = await startRealService(data);
	const refused = await credential('a-new-token');
	expect(refused.status).toBe(409);
	expect(JSON.stringify(await refused.json())).toContain('the key of the stored secrets, is missing');
	expect(existsSync(key)).toBe(false);
	await service.kill('SIGTERM');

	expect(JSON.parse(run('service', 'forget-secrets').stdout)).toMatchObject({forgotten: 1});
	expect(existsSync(key)).toBe(true);
	service = await startRealService(data);
	expect(await secretsOf(service.url)).toMatchObject({ok: true});
	expect((await credential('a-new-token')).status).toBe(200);
	expect((await service.batchEnd(await service.runAll(projectId))).outcome).toBe('passed');
});

it.each([
	['lost', (path: string) => rmSync(path)],
	['changed', (path: string) => writeFileSync(path, `${Buffer.alloc(32, 7).toString('base64')}\n`)],
])('a captured secret whose key was %s is given to no test, and is there again with its key', async (_, break_) => {
	const data = createDataDirectory();
	const target = await startTarget();
	let service = await startRealService(data);
	onTestFinished(async () => {
		await service.kill('SIGKILL');
		await target.close();
		data.remove();
	});
	const key = join(data.path, 'secrets.key');
	const own = readFileSync(key);
	const {projectId, testIds} = await service.project(target.url, [
		{name: 'signs in', code: 'produce("api_token", "tok-0123456789abcdef")\nassert 1 == 1\n', produces: ['api_token']},
		{name: 'uses it', code: 'assert variables["api_token"] == "tok-0123456789abcdef"\n', consumes: ['api_token']},
	]);
	expect((await service.batchEnd(await service.runAll(projectId))).outcome).toBe('passed');
	const alone = async () => {
		const body = {skipDependencies: true};
		const started = await service.call<{batchId: string}>('POST', `/tests/${testIds['uses it']}/runs/rerun`, body);
		return (await service.batchEnd(started.batchId)).members[0];
	};
	expect(await alone()).toMatchObject({status: 'passed'});
	await service.kill('SIGTERM');

	break_(key);
	service = await startRealService(data);
	expect(await secretsOf(service.url)).toMatchObject({ok: false, detail: expect.stringContaining('secrets.key')});
	expect(await alone()).toMatchObject({status: 'blocked', blockedBy: {reason: 'credential_unreadable'}});
	await service.kill('SIGTERM');

	writeFileSync(key, own);
	service = await startRealService(data);
	expect(await alone()).toMatchObject({status: 'passed'});
});
