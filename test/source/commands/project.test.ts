import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Project} from '../../../contract/project.ts';
import {samples} from '../../../contract/samples/index.ts';
import {MemorySystem, svc} from '../../helpers/memory-system.ts';
import {startStrictService} from '../../helpers/strict-service.ts';

const sample = samples.getProject({});
const project = (id: string, fields: Partial<Project> = {}): Project => ({...sample, id, projectId: id, ...fields});

describe('project list', () => {
	it('reads all pages and shows a table', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects?pageSize=100', answer: {items: [project('p1')], nextToken: 'two'}},
			{
				request: 'GET /projects?pageSize=100&cursor=two',
				answer: {items: [project('p2', {name: 'B'})], nextToken: null},
			},
		]);
		const {exitCode, stdout, stderr} = await svc(['project', 'list'], {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
		expect(stdout).toBe(
			`ID  NAME             TYPE     FROM  CREATED\np1  Sample shop API  backend  cli   ${sample.createdAt}\np2  B                backend  cli   ${sample.createdAt}\n`,
		);
	});

	it('with --page-size reads one page and names the next', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects?pageSize=1&cursor=one', answer: {items: [project('p1')], nextToken: 'two'}},
		]);
		const line = ['project', 'list', '--page-size', '1', '--starting-token', 'one', '--columns', 'id', '--no-header'];
		expect((await svc(line, {env})).stdout).toBe('p1\n\nnextToken: two\n');
	});

	it('with --max-items asks for no more than that', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects?pageSize=2', answer: {items: [project('p1'), project('p2')], nextToken: 'x'}},
			{request: 'GET /projects?pageSize=1&cursor=x', answer: {items: [project('p3')], nextToken: 'y'}},
		]);
		const {stdout} = await svc(['--output', 'json', 'project', 'list', '--page-size', '2', '--max-items', '3'], {env});
		const {items, nextToken} = JSON.parse(stdout);
		expect(items.map(({id}: Project) => id)).toEqual(['p1', 'p2', 'p3']);
		expect(nextToken).toBe('y');
	});

	it('says so when there is none', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects?pageSize=100', answer: {items: [], nextToken: null}},
		]);
		expect((await svc(['project', 'list'], {env})).stdout).toBe('No projects.\n');
	});

	it('can show every column it offers', async () => {
		const columns = 'id,name,type,from,created,url,updated,env';
		const {stdout} = await svc(['project', 'list', '--dry-run', '--columns', columns]);
		expect(stdout.split('\n')[0]?.split(/ {2,}/)).toHaveLength(8);
		expect(stdout).toContain('https://api.example.com');
	});
});

describe('project get', () => {
	it('shows labels, and none for what is not there', async () => {
		const {targetUrl, ...bare} = project('p1');
		const {env} = await startStrictService([{request: 'GET /projects/p1', answer: bare}]);
		const {stdout} = await svc(['project', 'get', 'p1'], {env});
		expect(stdout).toBe(
			`id: p1\nname: Sample shop API\ntype: backend\ncreatedFrom: cli\ncreatedAt: ${sample.createdAt}\nupdatedAt: ${sample.updatedAt}\n`,
		);
	});

	it.each([
		[true, 'autoAuth: password as bearer, verified\n', 'auth: none'],
		[false, 'auth: none\nautoAuth: password as bearer, off\n', 'verified'],
	])(
		'names a stored credential that is none only where no login stands in for it (login on: %s)',
		async (enabled, told, untold) => {
			const autoAuth = {enabled, method: 'password', inject: 'bearer', health: 'verified', lastRefreshError: null};
			const auth = {authType: 'public', headerName: null, maskedCredential: null, credentialSets: 0, autoAuth};
			const {env} = await startStrictService([{request: 'GET /projects/p1', answer: {...project('p1'), auth}}]);
			const {stdout} = await svc(['project', 'get', 'p1'], {env});
			expect(stdout).toContain(told);
			expect(stdout).not.toContain(untold);
		},
	);

	it('shows the words that somebody has given it', async () => {
		const words = {description: 'the small shop', instruction: 'no writes'};
		const {env} = await startStrictService([{request: 'GET /projects/p1', answer: {...project('p1'), ...words}}]);
		const {stdout} = await svc(['project', 'get', 'p1'], {env});
		expect(stdout).toContain('description: the small shop\ninstruction: no writes\n');
	});

	it('percent-encodes the id', async () => {
		const {env} = await startStrictService([{request: 'GET /projects/a%2Fb%3Fc', answer: project('x')}]);
		expect((await svc(['project', 'get', 'a/b?c'], {env})).exitCode).toBe(0);
	});
});

describe('project create', () => {
	const create = (...flags: string[]) => ['project', 'create', '--name', 'Shop', ...flags];

	it('sends what was given and nothing else', async () => {
		const {env, received} = await startStrictService([
			{request: 'POST /projects', status: 201, body: {type: 'backend', name: 'Shop'}, answer: project('p1')},
		]);
		const {exitCode, stdout, stderr} = await svc(create('--type', 'backend'), {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
		expect(stdout).toMatch(/^id: p1\n/);
		expect(received[0]?.headers['idempotency-key']).toBe('cli-proj-create-00000000-0000-4000-8000-000000000000');
	});

	it.each([
		[[], ''],
		[['--output', 'json'], ''],
		[['--verbose'], 'idempotency-key: cli-proj-create-00000000-0000-4000-8000-000000000000\n'],
	])('with %j says of the key that it made itself: %j', async (flags, said) => {
		const {env} = await startStrictService([{request: 'POST /projects', status: 201, answer: project('p1')}]);
		expect((await svc(create('--type', 'backend', ...flags), {env})).stderr).toBe(said);
	});

	it('uses the key of the caller in silence', async () => {
		const {env, received} = await startStrictService([{request: 'POST /projects', status: 201, answer: project('p1')}]);
		const {stderr} = await svc(create('--type', 'backend', '--output', 'json', '--idempotency-key', 'mine 1'), {env});
		expect(stderr).toBe('');
		expect(received[0]?.headers['idempotency-key']).toBe('mine 1');
	});

	it('reads a password from a file, trimmed, and never shows it', async () => {
		const {url, env} = await startStrictService([
			{
				request: 'POST /projects',
				status: 201,
				body: {
					type: 'frontend',
					name: 'Shop',
					targetUrl: 'http://127.0.0.1:9/',
					username: 'ann',
					password: 'canary',
					testIdAttributes: ['data-id', 'data-qa'],
				},
				answer: project('p1'),
			},
		]);
		const argv = create('--type', 'frontend', '--url', 'http://127.0.0.1:9/', '--username', 'ann', '--skip-preflight');
		const memory = new MemorySystem(
			[...argv, '--password-file', 'secret.txt', '--test-id-attributes', 'data-id, data-qa', '--debug'],
			{env},
		);
		writeFileSync(join(memory.system.cwd, 'secret.txt'), ' canary\n');
		expect(await memory.run()).toBe(0);
		expect(url).toBeTruthy();
		expect(memory.stdout.text + memory.stderr.text).not.toContain('canary');
	});

	it('takes a secret from stdin', async () => {
		const {env} = await startStrictService([
			{
				request: 'POST /projects',
				status: 201,
				body: {type: 'backend', name: 'Shop', password: 'piped'},
				answer: project('p1'),
			},
		]);
		const line = create('--type', 'backend', '--password-file', '-');
		expect((await svc(line, {env, stdin: 'piped\n'})).exitCode).toBe(0);
	});

	it('looks whether the target answers', async () => {
		const {env, url} = await startStrictService([
			{request: 'HEAD /health', answer: {}},
			{request: 'POST /projects', status: 201, answer: project('p1')},
		]);
		expect((await svc(create('--type', 'backend', '--url', `${url}/health`), {env})).exitCode).toBe(0);
	});

	it.each([
		[[], 'Flag `--type` is required.'],
		[['--type', 'frontend'], 'Flag `--url` is required for a frontend project.'],
		[['--type', 'backend', '--url', 'localhost:3000'], 'Flag `--url` is invalid: must be an http or https URL'],
		[['--type', 'backend', '--url', 'http://localhost:3000'], 'Flag `--url` is invalid: must be a public address'],
		[['--type', 'backend', '--test-id-attributes', 'a'], 'Flag `--test-id-attributes` is only'],
		[['--type', 'backend', '--password', 'a', '--password-file', 'b'], 'cannot be combined with --password'],
		[['--type', 'backend', '--password-file', 'none'], 'none cannot be read (no such file)'],
		[['--type', 'backend', '--idempotency-key', 'ä'], 'must be 1 to 256 printable ASCII characters'],
		[['--type', 'backend', '--name', 'x'.repeat(201)], 'must be at most 200 characters'],
	])('%j exits 5: %s', async (flags, text) => {
		const env = {SVC_API_URL: 'https://service.invalid', SVC_API_KEY: 'sk-user-a'};
		const {exitCode, stderr} = await svc(create(...flags), {env});
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});

	it('in a dry run echoes the flags and reads no file', async () => {
		const line = create('--type', 'frontend', '--url', 'https://example.com', '--password-file', 'none', '--dry-run');
		const {exitCode, stdout} = await svc([...line, '--output', 'json']);
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({name: 'Shop', type: 'frontend', targetUrl: 'https://example.com'});
	});
});
