import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Environment} from '../../../../contract/environment.ts';
import {environmentSamples} from '../../../../contract/samples/environments.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {startStrictService} from '../../../helpers/strict-service.ts';

const environment: Environment = {
	...environmentSamples.getEnvironment({params: {projectId: 'p1', name: 'stage'}}),
	variables: {OWNER: 'acme', NOTE: 'two\nlines \u001b[31mred'},
	variableCount: 2,
};

/** Runs with a file `vars.env` beside it. */
async function withFile(argv: readonly string[], env: Record<string, string>, content: string) {
	const memory = new MemorySystem(['project', 'env', ...argv], {env});
	writeFileSync(join(memory.system.cwd, 'vars.env'), content);
	const exitCode = await memory.run();
	return {exitCode, stdout: memory.stdout.text, stderr: memory.stderr.text};
}

describe('project env', () => {
	it('encodes the name in the address and shows variables only when asked, one line each', async () => {
		const request = 'GET /projects/p1/env/a%2Fb%20%C3%A9';
		const {env} = await startStrictService([
			{request, answer: environment},
			{request, answer: environment},
		]);
		const plain = await svc(['project', 'env', 'get', 'p1', 'a/b é'], {env});
		expect(plain.stdout).toContain('variables: 2\nupdatedAt:');
		const {stdout} = await svc(['project', 'env', 'get', 'p1', 'a/b é', '--show-variables'], {env});
		expect(stdout).toContain('variables: 2\n  OWNER=acme\n  NOTE=two');
		expect(stdout.split('\n')).toHaveLength(plain.stdout.split('\n').length + 2);
		expect(stdout).not.toContain('\u001b');
	});

	it('refuses an account in an address that would be shown, and says what became of one that is kept', async () => {
		const address = 'https://ada:canary-word@staging.example.com';
		for (const argv of [
			['test', 'run', 't1', '--target-url', address],
			['project', 'create', '--type', 'backend', '--name', 'n', '--url', 'https://:canary-word@staging.example.com'],
			['project', 'env', 'create', 'p1', 'half', '--url', 'https://canary-word@staging.example.com'],
			['try', address, '--yes'],
			['endpoint', 'discover', '--project', 'p1', '--base-url', address],
		])
			for (const flags of [[], ['--dry-run']]) {
				const {exitCode, stdout, stderr} = await svc([...argv, ...flags], {env: {SVC_API_KEY: 'k'.repeat(24)}});
				expect(exitCode, argv.join(' ')).toBe(5);
				expect(stderr).toMatch(/carries (?:a user name or a password|half an account)/);
				expect(stdout + stderr).not.toContain('canary-word');
			}
		const {env} = await startStrictService([
			{
				request: 'POST /projects/p1/env',
				status: 201,
				answer: {...environment, warnings: ['The address carried the account ada.']},
			},
		]);
		const create = ['project', 'env', 'create', 'p1', 'stage', '--url', address];
		const {stdout, stderr} = await svc(create, {env});
		expect(stderr).toContain('[warn] The address carried the account ada.\n');
		const dry = await svc([...create, '--dry-run', '--output', 'json'], {env});
		expect(JSON.parse(dry.stdout)).toMatchObject({url: 'https://staging.example.com'});
		expect(stdout + dry.stdout + dry.stderr).not.toContain('canary-word');
	});

	it('sends what the flags and the file say; the command line wins', async () => {
		const body = {
			name: 'stage',
			url: 'https://stage.example.com',
			authMode: 'account',
			username: 'ann',
			password: 'secret word',
			variables: {OWNER: 'acme', QUERY: 'a=b=c', QUOTED: '"as it is"'},
			isDefault: true,
		};
		const {env, received} = await startStrictService([
			{request: 'POST /projects/p1/env', body, status: 201, answer: environment},
		]);
		const flags = ['--url', body.url, '--auth-mode', 'account', '--username', 'ann', '--password', 'secret word'];
		const {exitCode} = await withFile(
			['create', 'p1', 'stage', ...flags, '--vars-file', 'vars.env', '--var', 'OWNER=acme', '--default'],
			env,
			'\ufeff# comment\r\nOWNER = other\r\n\r\n QUERY= a=b=c \r\nQUOTED="as it is"\r\n',
		);
		expect(exitCode).toBe(0);
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-proj-env-create-/);
	});

	it('removes variables with null and renames', async () => {
		const body = {name: 'live', variables: {OWNER: 'x', REGION: null}};
		const {env} = await startStrictService([{request: 'PATCH /projects/p1/env/stage', body, answer: environment}]);
		const flags = ['--rename', 'live', '--var', 'OWNER=x', '--unset-var', 'REGION'];
		expect((await svc(['project', 'env', 'update', 'p1', 'stage', ...flags], {env})).exitCode).toBe(0);
	});

	it('takes a variable by the name that tests read it by', async () => {
		const body = {variables: {OWNER: 'x', QUERY: 'y', REGION: null, MY_VAR_: 'z'}};
		const {env} = await startStrictService([{request: 'PATCH /projects/p1/env/stage', body, answer: environment}]);
		const flags = [
			'--var',
			'VAR_OWNER=x',
			'--var',
			'MY_VAR_=z',
			'--unset-var',
			'VAR_REGION',
			'--vars-file',
			'vars.env',
		];
		const {exitCode} = await withFile(['update', 'p1', 'stage', ...flags], env, 'VAR_QUERY=y\n');
		expect(exitCode).toBe(0);
	});

	const create = ['create', 'p1', 'stage', '--url', 'https://a.example.com'];
	it.each([
		[[...create, '--var', 'canary'], 'var'],
		[[...create, '--var', '=canary'], 'var'],
		[[...create, '--var', '1A=canary'], 'var'],
		[[...create, '--var', 'url=canary'], 'var'],
		[[...create, '--var', 'A=1', '--var', 'A=canary'], 'var'],
		[[...create, '--vars-file', 'vars.env'], 'vars-file'],
		[[...create, '--username', 'ann'], 'password'],
		[[...create, '--password', 'canary'], 'username'],
		[[...create, '--auth-mode', 'account', '--password', 'canary'], 'username'],
		[[...create, '--auth-mode', 'public', '--username', 'ann', '--password', 'canary'], 'username'],
		[[...create, '--auth-mode', 'otp'], 'auth-mode'],
		[['create', 'p1', 'stage'], 'url'],
		[['update', 'p1', 'stage'], 'url'],
		[['update', 'p1', 'stage', '--var', 'A=canary', '--unset-var', 'A'], 'unset-var'],
		[['update', 'p1', 'stage', '--var', 'VAR_A=canary', '--unset-var', 'A'], 'unset-var'],
		[[...create, '--var', 'VAR_A=1', '--var', 'A=canary'], 'var'],
		[[...create, '--var', 'VAR_=canary'], 'var'],
		[['update', 'p1', 'stage', '--unset-var', 'A=canary'], 'unset-var'],
		[['delete', 'p1', 'stage'], 'confirm'],
	])('%j is refused at --%s before any request', async (argv, field) => {
		const {exitCode, stderr} = await withFile([...argv, '--output', 'json'], {}, '# one\nA=1\ncanary line\n');
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr).details).toMatchObject({field});
		if (field !== 'unset-var') expect(stderr).not.toContain('canary');
	});

	it('guards its address as every target', async () => {
		const argv = ['project', 'env', 'create', 'p1', 'stage', '--url', 'http://localhost'];
		const {exitCode, stderr} = await svc([...argv, '--output', 'json'], {
			env: {SVC_API_URL: 'https://svc.example.com', SVC_API_KEY: 'sk-user-x'},
		});
		expect(exitCode).toBe(5);
		expect(envelopeOf(stderr).details).toMatchObject({field: 'url'});
	});
});
