import {chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {scopes} from '../../../contract/enums.ts';
import {samples} from '../../../contract/samples/index.ts';
import {MemorySystem, svc} from '../../helpers/memory-system.ts';
import {errorAnswer, startStrictService} from '../../helpers/strict-service.ts';

const me = samples.getMe({});

describe('auth status', () => {
	it('shows who the key belongs to', async () => {
		const {env, received} = await startStrictService([{request: 'GET /me', answer: me}]);
		const {exitCode, stdout, stderr} = await svc(['auth', 'status'], {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
		expect(stdout).toBe(
			`userId: ${me.userId}\nname: Sample User\nemail: sample@example.com\nkeyId: ${me.keyId}\nenv: development\nscopes: ${scopes.join(', ')}\nmember: Sample User\nmemberEmail: sample@example.com\nrole: owner\n`,
		);
		expect(received[0]?.headers).toMatchObject({'x-api-key': 'sk-user-test', 'user-agent': 'svc/1.2.3'});
	});

	it('notes scopes that are missing', async () => {
		const {env} = await startStrictService([{request: 'GET /me', answer: {...me, scopes: ['read:me', 'write:tests']}}]);
		const {stdout} = await svc(['auth', 'status'], {env});
		expect(stdout).toMatch(/\nnote: missing scopes: write:projects, run:tests\n$/);
	});

	it('adds profile and endpoint to the answer in JSON', async () => {
		const {env, url} = await startStrictService([{request: 'GET /me', answer: me}]);
		const {stdout} = await svc(['--output', 'json', '--profile', 'ci', 'auth', 'status'], {env});
		expect(JSON.parse(stdout)).toEqual({...me, profile: 'ci', endpoint: url});
	});
});

describe('usage', () => {
	const usage = async (answer: object) => {
		const {env} = await startStrictService([{request: 'GET /me', answer}]);
		return (await svc(['credits'], {env})).stdout;
	};

	it('shows credits, plan and what they are enough for', async () => {
		expect(await usage(me)).toBe(
			`userId: ${me.userId}\nkeyId: ${me.keyId}\nenv: development\n\n--- credits & plan ---\nplan: Standard\ncredits: 42\ncost per frontend run: 0.5\ncost per backend run: 0.2\ncan trigger: 84 frontend runs or 210 backend runs\n`,
		);
	});

	it('says the same in JSON, and nothing of it where nothing is charged', async () => {
		const json = async (answer: object) => {
			const {env} = await startStrictService([{request: 'GET /me', answer}]);
			return JSON.parse((await svc(['usage', '--output', 'json'], {env})).stdout);
		};
		expect(await json(me)).toEqual({...me, canTrigger: {frontend: 84, backend: 210}});
		const {credits, ...unmetered} = me;
		expect(await json(unmetered)).toEqual(unmetered);
	});

	it('has no such part on a service that runs unmetered', async () => {
		const {credits, subPlan, creditsPerRun, creditCosts, ...unmetered} = me;
		expect(await usage(unmetered)).toBe(`userId: ${me.userId}\nkeyId: ${me.keyId}\nenv: development\n`);
	});

	it('says that nothing is charged where no balance is told, and no costs', async () => {
		const {credits, ...unmetered} = me;
		expect(await usage(unmetered)).toBe(
			`userId: ${me.userId}\nkeyId: ${me.keyId}\nenv: development\n\n--- credits & plan ---\nplan: Standard\ncredits: unmetered, nothing is charged here\n`,
		);
	});

	it('warns when the credits do not cover another run, and knows the usual costs', async () => {
		const {creditCosts, ...rest} = me;
		const text = await usage({...rest, credits: 0.3});
		expect(text).toContain(
			'cost per frontend run: 0.5\ncost per backend run: 0.2\ncan trigger: 0 frontend runs or 1 backend run\n',
		);
		expect(text).toMatch(/\nwarning: the credits do not cover another frontend run\n$/);
		expect(await usage({...rest, credits: 0.1})).toMatch(/\nwarning: the credits do not cover another run\n$/);
		// 0.6 / 0.2 is 2.99… in floating point.
		expect(await usage({...rest, credits: 0.6})).toContain('can trigger: 1 frontend run or 3 backend runs\n');
	});
});

/** A process whose credentials file has this content. */
function withCredentials(argv: string[], content: string, env: Record<string, string> = {}) {
	const memory = new MemorySystem(argv, {env});
	const path = join(memory.system.env['SVC_HOME']!, 'credentials');
	mkdirSync(dirname(path), {recursive: true, mode: 0o700});
	writeFileSync(path, content, {mode: 0o600});
	return {memory, path, read: () => readFileSync(path, 'utf8')};
}

const twoProfiles = '[default]\napi_key = sk-user-a\n\n[ci]\napi_key = sk-user-b\n';

describe('auth remove', () => {
	it('deletes the profile and leaves the others', async () => {
		const {memory, read} = withCredentials(['--profile', 'ci', 'auth', 'remove'], twoProfiles);
		expect(await memory.run()).toBe(0);
		expect(memory.stdout.text).toBe('Removed credentials of profile ci.\n');
		expect(read()).toBe('[default]\napi_key = sk-user-a\n');
	});

	it('of a profile that is not stored is a success', async () => {
		const {memory, read} = withCredentials(['--profile', 'x', '--output', 'json', 'auth', 'remove'], twoProfiles);
		expect(await memory.run()).toBe(0);
		expect(JSON.parse(memory.stdout.text)).toEqual({profile: 'x', status: 'no_credentials'});
		expect(read()).toBe(twoProfiles);
	});

	it('warns that SVC_API_KEY is still used', async () => {
		const {memory} = withCredentials(['auth', 'remove'], twoProfiles, {SVC_API_KEY: 'sk-user-c'});
		await memory.run();
		expect(memory.stderr.text).toContain('[warn] SVC_API_KEY is set');
	});

	it('deletes nothing in a dry run', async () => {
		const {memory, read} = withCredentials(['auth', 'remove', '--dry-run'], twoProfiles);
		expect(await memory.run()).toBe(0);
		expect(read()).toBe(twoProfiles);
	});
});

describe('setup', () => {
	it('stores the key once the service has accepted it', async () => {
		const {url, received} = await startStrictService([{request: 'GET /me', answer: me}]);
		const memory = new MemorySystem(['setup', '--api-key', 'sk-user-new', '--endpoint-url', url]);
		expect(await memory.run()).toBe(0);
		const path = join(memory.system.env['SVC_HOME']!, 'credentials');
		expect(readFileSync(path, 'utf8')).toBe(
			`[default]\napi_key = sk-user-new\napi_url = ${url}\ntarget_policy = private\n`,
		);
		expect(received[0]?.headers).toMatchObject({'x-api-key': 'sk-user-new', 'x-cli-command': 'init'});
		expect(memory.stdout.text).toMatch(/^svc initialized\n\n {2}profile: default\n {2}endpoint: http/);
		expect(memory.stdout.text).toContain('\nagent: claude (installed)\nskills: svc-verify, svc-onboard\n');
		expect(memory.stderr.text).toBe('');
	});

	it('says in JSON what it stored', async () => {
		const {url} = await startStrictService([{request: 'GET /me', answer: me}]);
		const line = ['--output', 'json', 'setup', '--from-env', '--profile', 'ci'];
		const {stdout} = await svc(line, {env: {SVC_API_KEY: ' sk-member-x ', SVC_API_URL: url}});
		expect(JSON.parse(stdout)).toEqual({
			profile: 'ci',
			apiUrl: url,
			env: 'development',
			email: 'sample@example.com',
			scopes: me.scopes,
			agent: {target: 'claude', action: 'installed', skills: ['svc-verify', 'svc-onboard']},
			agents: [{target: 'claude', action: 'installed', skills: ['svc-verify', 'svc-onboard']}],
			written: expect.arrayContaining([expect.stringMatching(/credentials$/)]),
			status: 'initialized',
		});
	});

	it('stores nothing when the service refuses the key', async () => {
		const {url} = await startStrictService([{request: 'GET /me', status: 401, answer: errorAnswer('AUTH_INVALID')}]);
		const memory = new MemorySystem(['setup', '--api-key', 'sk-user-bad', '--endpoint-url', url]);
		expect(await memory.run()).toBe(3);
		expect(memory.stderr.text).toContain('[info] profile default was not changed\n');
		expect(memory.stderr.text).not.toContain('sk-user-bad');
		expect(existsSync(join(memory.system.env['SVC_HOME']!, 'credentials'))).toBe(false);
	});

	it('warns about a key of an unusual form', async () => {
		const {url} = await startStrictService([{request: 'GET /me', answer: me}]);
		const {exitCode, stderr} = await svc(['setup', '--api-key', 'something', '--endpoint-url', url]);
		expect({exitCode, stderr}).toEqual({
			exitCode: 0,
			stderr: '[warn] the key begins neither with sk-user- nor with sk-member-\n',
		});
	});

	it.each([
		[['setup'], 'api-key'],
		[['setup', '--yes'], 'api-key'],
		[['setup', '--from-env'], 'SVC_API_KEY'],
		[['setup', '--api-key', 'a b'], 'api-key'],
		[['setup', '--local', '--api-key', 'x'], 'api-key'],
		[['setup', '--local', '--from-env'], 'from-env'],
		[['setup', '--local', '--endpoint-url', 'http://127.0.0.1:1'], 'endpoint-url'],
		[['setup', '--target-policy', 'public', '--api-key', 'x'], 'target-policy'],
	])('%j exits 5 and names %s', async (argv, field) => {
		const {exitCode, stderr} = await svc([...argv, '--output', 'json']);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(field);
	});

	it('needs no key source in a dry run and writes nothing', async () => {
		const memory = new MemorySystem(['setup', '--dry-run']);
		expect(await memory.run()).toBe(0);
		expect(memory.stderr.text).toContain('[dry-run] would write ');
		expect(existsSync(memory.system.env['SVC_HOME']!)).toBe(false);
	});
});

/** A service that does not say what it stands on. */
const silent = {request: 'GET /readyz', status: 404, answer: {}};

describe('doctor', () => {
	it('shows what a service elsewhere says of itself', async () => {
		const check = {required: true, ok: true, detail: 'API and worker among 2 processes'};
		const store = {name: 'store', required: true, ok: true, detail: 'open', database: 'db.example:5432/svc'};
		const {env} = await startStrictService([
			{request: 'GET /me', answer: me},
			{request: 'GET /readyz', answer: {status: 'ready', checks: [{name: 'mode', ...check}, store]}},
		]);
		const {stdout} = await svc(['doctor'], {env});
		expect(stdout).toContain('[OK]   Service        API and worker among 2 processes\n');
		expect(stdout).toContain('[OK]   Database       PostgreSQL, db.example:5432/svc\n');
	});

	it('makes all checks against a remote service', async () => {
		const {env, url} = await startStrictService([{request: 'GET /me', answer: me}, silent]);
		const {exitCode, stdout} = await svc(['--output', 'json', 'doctor'], {env});
		const {checks, failures, warnings} = JSON.parse(stdout);
		expect({exitCode, failures, warnings}).toEqual({exitCode: 0, failures: 0, warnings: 1});
		expect(checks.map(({name, status}: {name: string; status: string}) => [name, status])).toEqual([
			['CLI version', 'ok'],
			['Node.js', 'ok'],
			['Profile', 'ok'],
			['API endpoint', 'ok'],
			['Credentials', 'ok'],
			['Connectivity', 'ok'],
			['Verify skill', 'warn'],
			['Python', 'ok'],
			['Sandbox', 'ok'],
			['Chromium', 'ok'],
		]);
		expect(checks[3].detail).toBe(`${url} (environment)`);
		expect(checks[4].detail).toBe('env SVC_API_KEY');
		expect(checks[6].detail).toBe('not installed here: svc agent install');
		expect(checks[7].detail).toBe('not needed');
		expect(stdout).not.toContain('sk-user-test');
	});

	it('fails with the code of the service, after every other check', async () => {
		const {env} = await startStrictService([{request: 'GET /me', status: 401, answer: errorAnswer('AUTH_INVALID')}]);
		const {exitCode, stdout, stderr} = await svc(['doctor'], {env});
		expect(exitCode).toBe(1);
		expect(stdout).toMatch(/^svc doctor\n\n\[OK\] {3}CLI version {4}1\.2\.3\n/);
		expect(stdout).toContain('[FAIL] Connectivity   AUTH_INVALID: AUTH_INVALID for the test\n');
		expect(stdout).toMatch(/\n\n1 failure\(s\), 1 warning\(s\)\n$/);
		expect(stderr).toBe('1 of 10 checks failed.\n[hint] do this next\n');
	});

	it('reports bad settings instead of stopping at them', async () => {
		const {exitCode, stdout} = await svc(['doctor'], {env: {SVC_PROFILE: 'a b', SVC_API_URL: 'nonsense'}});
		expect(exitCode).toBe(1);
		expect(stdout).toMatch(/\[FAIL\] Profile .*SVC_PROFILE/);
		expect(stdout).toMatch(/\[FAIL\] API endpoint .*SVC_API_URL/);
		expect(stdout).toMatch(/\[FAIL\] Credentials .*no API key/);
	});

	it('names the profile in the command that gives it a key', async () => {
		const {stdout} = await svc(['doctor', '--profile', 'work', '--endpoint-url', 'https://svc.example']);
		expect(stdout).toContain('[FAIL] Credentials    no API key: svc setup --profile work\n');
	});

	it('warns about missing scopes and a file that others can read', async () => {
		const {url} = await startStrictService([{request: 'GET /me', answer: {...me, scopes: ['read:me']}}, silent]);
		const memory = new MemorySystem(['doctor', '--endpoint-url', url]);
		const path = join(memory.system.env['SVC_HOME']!, 'credentials');
		mkdirSync(dirname(path), {recursive: true});
		writeFileSync(path, '[default]\napi_key = sk-user-a\n', {mode: 0o644});
		expect(await memory.run()).toBe(0);
		expect(memory.stdout.text).toMatch(/\[WARN\] Credentials .*chmod 600/);
		expect(memory.stdout.text).toMatch(/\[WARN\] Connectivity .*missing scopes: write:tests, run:tests/);
		expect(memory.stdout.text).toMatch(/\n0 failure\(s\), 3 warning\(s\)\n$/);
	});

	it('writes a path with blanks so that a shell takes it as one', async () => {
		const {url} = await startStrictService([{request: 'GET /me', answer: me}, silent]);
		const home = join(mkdtempSync(join(tmpdir(), 'svc home ')), "Zoë's");
		onTestFinished(() => rmSync(dirname(home), {recursive: true}));
		mkdirSync(home);
		writeFileSync(join(home, 'credentials'), '[default]\napi_key = sk-user-a\n');
		chmodSync(join(home, 'credentials'), 0o644);
		const {stdout} = await svc(['doctor', '--endpoint-url', url], {env: {SVC_HOME: home}});
		const written = `'${join(home, 'credentials').replace("'", String.raw`'\''`)}'`;
		expect(stdout).toContain(`chmod 600 ${written}\n`);
	});

	it('looks at nothing in a dry run', async () => {
		const {exitCode, stdout} = await svc(['doctor', '--dry-run', '--output', 'json']);
		expect(exitCode).toBe(0);
		expect(JSON.parse(stdout).checks[5]).toEqual({
			name: 'Connectivity',
			status: 'ok',
			detail: 'skipped (dry run)',
		});
	});
});

it('a key of the environment that is refused is named as that, a stored one is not', async () => {
	const refusal = {request: 'GET /me', status: 401, answer: errorAnswer('AUTH_INVALID')};
	const {env} = await startStrictService([refusal]);
	const {exitCode, stderr} = await svc(['usage'], {env});
	expect(exitCode).toBe(3);
	expect(stderr).toContain('The key comes from SVC_API_KEY, which wins over a stored one');
	const {env: other} = await startStrictService([refusal]);
	const home = mkdtempSync(join(tmpdir(), 'svc-home-'));
	onTestFinished(() => rmSync(home, {recursive: true}));
	writeFileSync(join(home, 'credentials'), '[default]\napi_key = sk-user-a\n', {mode: 0o600});
	const stored = {...other, SVC_API_KEY: '', SVC_HOME: home};
	expect((await svc(['usage'], {env: stored})).stderr).not.toContain('SVC_API_KEY');
});
