import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {envelopeOf, MemorySystem, svc} from '../../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../../helpers/strict-service.ts';

const updatedAt = '2026-01-31T09:30:13.000Z';
const updated = {id: 'p1', projectId: 'p1', updatedFields: ['name', 'targetUrl'], updatedAt};

describe('project update', () => {
	it('sends what was given and nothing else', async () => {
		const {env, received} = await startStrictService([
			{
				request: 'PATCH /projects/p1',
				body: {name: 'Shop', targetUrl: 'http://127.0.0.1:9/', username: 'ann', instruction: 'slow'},
				answer: updated,
			},
		]);
		const flags = ['--name', 'Shop', '--url', 'http://127.0.0.1:9/', '--skip-preflight'];
		const line = ['project', 'update', 'p1', ...flags, '--username', 'ann', '--instruction', 'slow'];
		expect(await svc(line, {env})).toEqual({
			exitCode: 0,
			stdout: `id: p1\nupdatedFields: name, targetUrl\nupdatedAt: ${updatedAt}\n`,
			stderr: '',
		});
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-proj-update-0000/);
	});

	it('answers a program with the fields', async () => {
		const {env} = await startStrictService([{request: 'PATCH /projects/p1', body: {name: 'a'}, answer: updated}]);
		const line = ['--output', 'json', 'project', 'update', 'p1', '--name', 'a', '--idempotency-key', 'mine'];
		const {stdout, stderr} = await svc(line, {env});
		expect({data: JSON.parse(stdout), stderr}).toEqual({data: updated, stderr: ''});
	});

	it('reads a password from a file and never shows it', async () => {
		const {env} = await startStrictService([
			{request: 'PATCH /projects/p1', body: {password: 'canary'}, answer: {...updated, updatedFields: ['password']}},
		]);
		const memory = new MemorySystem(['project', 'update', 'p1', '--password-file', 's.txt', '--debug'], {env});
		writeFileSync(join(memory.system.cwd, 's.txt'), 'canary\n');
		expect(await memory.run()).toBe(0);
		expect(memory.stdout.text + memory.stderr.text).not.toContain('canary');
	});

	it.each([
		[
			['--test-id-attributes', 'data-a, data-b', '--test-id-attributes', 'data-c'],
			['data-a', 'data-b', 'data-c'],
		],
		[['--clear-test-id-attributes'], []],
	])('with %j replaces the whole list', async (flags, testIdAttributes) => {
		const {env} = await startStrictService([
			{request: 'PATCH /projects/p1', body: {testIdAttributes}, answer: updated},
		]);
		expect((await svc(['project', 'update', 'p1', ...flags], {env})).exitCode).toBe(0);
	});

	it('looks whether the new target answers', async () => {
		const {env, url} = await startStrictService([
			{request: 'HEAD /health', answer: {}},
			{request: 'PATCH /projects/p1', answer: updated},
		]);
		expect((await svc(['project', 'update', 'p1', '--url', `${url}/health`], {env})).exitCode).toBe(0);
	});

	it('asks nobody, also not the target, without a key', async () => {
		const {env, url, received} = await startStrictService([]);
		const line = ['project', 'update', 'p1', '--url', `${url}/health`];
		expect((await svc(line, {env: {...env, SVC_API_KEY: ''}})).exitCode).toBe(3);
		expect(received).toEqual([]);
	});

	it.each([
		[[], 'Flag `--name` is required, or another flag that says what to change.'],
		[['--skip-preflight', '--idempotency-key', 'k'], 'or another flag that says what to change'],
		[['--name', ' '], 'Flag `--name` is invalid: must not be blank.'],
		[['--test-id-attributes', ' , '], 'Flag `--test-id-attributes` is invalid: must not be blank.'],
		[['--test-id-attributes', 'a,b,c,d,e,f,g,h,i,j,k'], 'must be at most 10 names'],
		[['--test-id-attributes', 'a', '--clear-test-id-attributes'], 'cannot be combined with --test-id-attributes'],
		[['--password', 'a', '--password-file', 'b'], 'cannot be combined with --password'],
		[['--url', 'http://127.0.0.1'], 'Flag `--url` is invalid: must be a public address'],
		[['--name', 'a', '--type', 'backend'], 'Unknown flag `--type`'],
	])('with %j exits 5: %s', async (flags, text) => {
		const env = {SVC_API_URL: 'https://service.invalid', SVC_API_KEY: 'sk-user-a'};
		const {exitCode, stderr} = await svc(['project', 'update', 'p1', ...flags], {env});
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});

	it('in a dry run names the fields that would change', async () => {
		const line = ['--dry-run', '--output', 'json', 'project', 'update', 'p1', '--url', 'https://example.com'];
		const {exitCode, stdout} = await svc([...line, '--password-file', 'none']);
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({id: 'p1', updatedFields: ['targetUrl', 'password']});
	});
});

describe('project delete', () => {
	it('deletes once it is confirmed', async () => {
		const deletedAt = updatedAt;
		const {env, received} = await startStrictService([
			{request: 'DELETE /projects/p1', answer: {projectId: 'p1', deletedAt}},
		]);
		expect(await svc(['project', 'delete', 'p1', '--confirm'], {env})).toEqual({
			exitCode: 0,
			stdout: `projectId: p1\ndeletedAt: ${deletedAt}\n`,
			stderr: '',
		});
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-proj-delete-0000/);
	});

	it('without --confirm exits 5 before any request', async () => {
		const {env, received} = await startStrictService([]);
		const {exitCode, stderr} = await svc(['--output', 'json', 'project', 'delete', 'p1'], {env});
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr)).toMatchObject({
			code: 'VALIDATION_ERROR',
			nextAction: 'Flag `--confirm` is required: what is deleted cannot be restored. See `svc project delete --help`.',
			details: {field: 'confirm', reason: 'required'},
		});
		expect(received).toEqual([]);
	});

	it('of a project that is gone exits 4', async () => {
		const answer = errorAnswer('NOT_FOUND', {resource: 'project', id: 'p1', reason: 'not_found'});
		const {env} = await startStrictService([{request: 'DELETE /projects/p1', status: 404, answer}]);
		expect((await svc(['project', 'delete', 'p1', '--confirm'], {env})).exitCode).toBe(4);
	});

	it('in a dry run needs no --confirm', async () => {
		const {exitCode, stdout} = await svc(['--dry-run', 'project', 'delete', 'p1']);
		expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: `projectId: p1\ndeletedAt: ${updatedAt}\n`});
	});
});
