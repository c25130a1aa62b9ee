import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {samples} from '../../../../contract/samples/index.ts';
import {envelopeOf, MemorySystem, svc} from '../../../helpers/memory-system.ts';
import {errorAnswer, type Stub, startStrictService} from '../../../helpers/strict-service.ts';

const put = (body: object, answer: object = {projectId: 'p1', authType: 'Bearer token', rewroteCount: 2}): Stub => ({
	request: 'PUT /projects/p1/credential',
	body,
	answer,
});

describe('project credential', () => {
	const credential = ['project', 'credential', 'p1'];

	it('sends type and secret, and shows neither', async () => {
		const {env, received} = await startStrictService([put({authType: 'Bearer token', credential: 'canary'})]);
		const line = [...credential, '--type', 'BEARER TOKEN', '--credential', 'canary', '--debug'];
		const {exitCode, stdout, stderr} = await svc(line, {env});
		expect(exitCode).toBe(0);
		expect(stdout).toBe('projectId: p1\nauthType: Bearer token\nrewroteCount: 2\n');
		expect(stdout + stderr).not.toContain('canary');
		expect(received[0]?.headers['idempotency-key']).toMatch(/^cli-proj-cred-/);
	});

	it('reads the secret from a file and limits it to a family', async () => {
		const body = {authType: 'API key', credential: 'canary', headerName: 'X-Shop', family: '/users'};
		const answer = {projectId: 'p1', authType: 'API key', rewroteCount: 0, family: '/users'};
		const {env} = await startStrictService([put(body, answer)]);
		const flags = [
			'--type',
			'api key',
			'--credential-file',
			'key.txt',
			'--header-name',
			'X-Shop',
			'--family',
			'/users',
		];
		const memory = new MemorySystem(['--output', 'json', ...credential, ...flags], {env});
		writeFileSync(join(memory.system.cwd, 'key.txt'), 'canary\n');
		expect(await memory.run()).toBe(0);
		expect(JSON.parse(memory.stdout.text)).toEqual(answer);
	});

	it('of the type public needs none, for one endpoint too', async () => {
		const {env} = await startStrictService([put({authType: 'public', endpointId: 'ep_1'})]);
		expect((await svc([...credential, '--type', 'public', '--endpoint-id', 'ep_1'], {env})).exitCode).toBe(0);
	});

	it.each([
		[[], 'Flags `--type` and `--credential` (or --credential-file) are required.'],
		[['--type', 'oauth'], 'must be one of public, Bearer token, API key, basic token'],
		[['--type', 'basic token'], '`--credential` is required with --type basic token'],
		[['--type', 'public', '--credential', 'x'], '`--credential` has no meaning with --type public'],
		[['--type', 'public', '--credential-file', 'x'], '`--credential-file` has no meaning'],
		[['--type', 'basic token', '--credential', 'x', '--credential-file', 'y'], 'cannot be combined with --credential'],
		[['--type', 'basic token', '--credential', 'x', '--header-name', 'X'], 'only allowed with --type "API key"'],
		[['--type', 'API key', '--credential', 'x', '--header-name', 'a b'], 'must be a header name'],
		[['--type', 'public', '--family', 'users'], 'must begin with a slash'],
		[['--type', 'public', '--family', '/a', '--endpoint-id', 'e'], 'cannot be combined with --family'],
	])('with %j exits 5: %s', async (flags, text) => {
		const {exitCode, stderr} = await svc([...credential, ...flags]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});
});

const autoAuth = ['project', 'auto-auth', 'p1'];
const save = (body: object, answer: object = {}): Stub => ({
	request: 'PUT /projects/p1/auto-auth',
	body,
	answer: {projectId: 'p1', enabled: true, method: 'password', inject: 'bearer', health: 'verified', ...answer},
});
const byPassword = ['--method', 'password', '--inject', 'bearer'];

describe('project auto-auth', () => {
	const stored = samples.getAutoAuth({params: {projectId: 'p1'}});
	const look = (enabled = false): Stub => ({request: 'GET /projects/p1/auto-auth', answer: {...stored, enabled}});

	it('saves a login by password with every flag of it', async () => {
		const {env, received} = await startStrictService([
			look(),
			save(
				{
					enabled: true,
					method: 'password',
					inject: 'header',
					injectKey: 'X-Token',
					loginUrl: 'https://api.example.com/login',
					loginMethod: 'PUT',
					loginContentType: 'application/x-www-form-urlencoded',
					loginBodyTemplate: 'u={{username}}&p={{password}}',
					username: 'ann',
					password: 'canary',
					tokenPath: '$.data.token',
				},
				{inject: 'header'},
			),
		]);
		const flags = [
			'--login-url',
			'https://api.example.com/login',
			'--login-method',
			'PUT',
			'--login-content-type',
			'form',
		];
		const more = [
			'--login-body-template',
			'u={{username}}&p={{password}}',
			'--username',
			'ann',
			'--password',
			'canary',
		];
		const head = [
			'--method',
			'password',
			'--inject',
			'header',
			'--inject-key',
			'X-Token',
			'--token-path',
			'$.data.token',
		];
		const {exitCode, stdout, stderr} = await svc([...autoAuth, ...head, ...flags, ...more, '--debug'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toBe('projectId: p1\nenabled: true\nmethod: password\ninject: header\nhealth: verified\n');
		expect(stdout + stderr).not.toContain('canary');
		expect(received[1]?.headers['idempotency-key']).toMatch(/^cli-proj-autoauth-/);
	});

	it.each([
		[
			'refresh_token',
			['--token-endpoint', 'https://id.example.com/token', '--token-path', '$.t'],
			{tokenEndpoint: 'https://id.example.com/token', tokenPath: '$.t'},
		],
		['aws_cognito_refresh', ['--region', 'eu-central-1'], {region: 'eu-central-1'}],
	])('saves a login by %s, its secrets from files', async (method, flags, fields) => {
		const {env} = await startStrictService([
			look(),
			save({
				enabled: true,
				method,
				inject: 'cookie',
				injectKey: 'sid',
				clientId: 'web',
				clientSecret: 'canary-1',
				refreshToken: 'canary-2',
				scope: 'a b',
				...fields,
			}),
		]);
		const secrets = ['--client-secret-file', 'secret', '--refresh-token-file', 'token'];
		const head = [
			'--method',
			method,
			'--inject',
			'cookie',
			'--inject-key',
			'sid',
			'--client-id',
			'web',
			'--scope',
			'a b',
		];
		const memory = new MemorySystem([...autoAuth, ...head, ...secrets, ...flags], {env});
		writeFileSync(join(memory.system.cwd, 'secret'), 'canary-1\n');
		writeFileSync(join(memory.system.cwd, 'token'), ' canary-2 ');
		expect(await memory.run()).toBe(0);
	});

	it('ends with 1 when the login failed on save, whose values are stored all the same', async () => {
		const answer = {enabled: false, health: 'failing', lastRefreshError: 'the login answered 401'};
		const {env} = await startStrictService([
			look(),
			save({enabled: true, method: 'password', inject: 'bearer'}, answer),
		]);
		const {exitCode, stdout, stderr} = await svc([...autoAuth, ...byPassword], {env});
		expect({exitCode, stderr}).toEqual({
			exitCode: 1,
			stderr:
				'The login failed, auto-auth stays off: the login answered 401.\n[hint] svc project auto-auth p1 --test-login\n',
		});
		expect(stdout).toContain('health: failing\nlastRefreshError: the login answered 401\n');
	});

	it.each([
		['password', 404, ' Nobody signs in at that address: --login-url says where it is.'],
		['refresh_token', 405, ' Nobody signs in at that address: --token-endpoint says where it is.'],
		['aws_cognito_refresh', 404, ' Nobody signs in at that address: --token-endpoint says where it is.'],
		['password', 401, ''],
	])('asks for the address of a login by %s that is answered %i', async (method, status, told) => {
		const lastRefreshError = `the login answered ${status}`;
		const answer = {method, inject: 'bearer', enabled: false, health: 'disabled', lastRefreshError};
		const saved = save({enabled: true, method: 'password', inject: 'bearer'}, answer);
		const {env} = await startStrictService([look(), saved]);
		const {stderr} = await svc([...autoAuth, ...byPassword], {env});
		expect(stderr).toContain(`auto-auth stays off: the login answered ${status}.${told}\n`);
	});

	it.each([
		['password', "--method password --inject bearer --token-path '$.data.token'"],
		['aws_cognito_refresh', '--test-login'],
	])('names the place of the token in the answer to a login by %s where it takes one', async (method, next) => {
		const lastRefreshError = 'the answer 200 has no token at $.access_token; it has texts at $.tokenType, $.data.token';
		const answer = {method, inject: 'bearer', enabled: false, health: 'disabled', lastRefreshError};
		const saved = save({enabled: true, method: 'password', inject: 'bearer'}, answer);
		const {env} = await startStrictService([look(), saved]);
		const {stderr} = await svc([...autoAuth, ...byPassword], {env});
		expect(stderr).toContain(`\n[hint] svc project auto-auth p1 ${next}\n`);
	});

	it('never takes a token that renews, or guards a form, for the one to send', async () => {
		const places = '$.data.refresh_token, $.csrfToken, $.data.idToken, $.data.access_token';
		const next = async (texts: string) => {
			const lastRefreshError = `the answer 200 has no token at $.access_token; it has texts at ${texts}`;
			const answer = {method: 'password', inject: 'bearer', enabled: false, health: 'disabled', lastRefreshError};
			const {env} = await startStrictService([
				look(),
				save({enabled: true, method: 'password', inject: 'bearer'}, answer),
			]);
			const {stderr} = await svc([...autoAuth, ...byPassword], {env});
			return stderr;
		};
		expect(await next(places)).toContain("--token-path '$.data.access_token'\n");
		expect(await next('$.data.refresh_token, $.data.idToken')).toContain("--token-path '$.data.idToken'\n");
		expect(await next('$.data.refresh_token, $.user.name')).toContain('--test-login\n');
	});

	it('is turned off by --disable alone, which tells the service again what it has', async () => {
		const [method, inject, injectKey] = ['refresh_token', 'header', 'X-Token'];
		const {env} = await startStrictService([
			{request: 'GET /projects/p1/auto-auth', answer: {...stored, method, inject, injectKey}},
			save({enabled: false, method, inject, injectKey}, {enabled: false, health: 'disabled'}),
		]);
		const {exitCode, stderr} = await svc([...autoAuth, '--disable'], {env});
		expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
	});

	it('turned off sends nothing that could change what is stored', async () => {
		const {env} = await startStrictService([
			save({enabled: false, method: 'password', inject: 'bearer'}, {enabled: false, health: 'disabled'}),
		]);
		const line = [...autoAuth, ...byPassword, '--disable', '--username', 'ann', '--region', 'eu-west-1'];
		const {exitCode, stderr} = await svc(line, {env});
		expect({exitCode, stderr}).toEqual({
			exitCode: 0,
			stderr: '[warn] ignored with --disable: --username, --region\n',
		});
	});

	it('that the plan does not include exits 13', async () => {
		const {env} = await startStrictService([
			look(),
			{request: 'PUT /projects/p1/auto-auth', status: 403, answer: errorAnswer('FEATURE_GATED')},
		]);
		expect((await svc([...autoAuth, ...byPassword], {env})).exitCode).toBe(13);
	});

	const login = {
		ok: true,
		outcome: 'token_acquired',
		status: 200,
		tokenPreview: 'eyJhbG…x9Qk',
		expiresAt: '2026-01-31T09:30:00.000Z',
		durationMs: 5,
		reason: null,
	};
	const tryOut = (answer: object): Stub => ({
		request: 'POST /projects/p1/auto-auth/test-login',
		body: {method: 'password', inject: 'bearer', username: 'ann'},
		answer,
	});

	const refusedLogin = {
		...login,
		ok: false,
		outcome: 'rejected',
		status: 401,
		tokenPreview: null,
		reason: 'the login answered 401',
	};

	it('leaves a login that is on as it is when the new one is refused', async () => {
		const {env} = await startStrictService([look(true), tryOut(refusedLogin)]);
		const {exitCode, stdout, stderr} = await svc([...autoAuth, ...byPassword, '--username', 'ann'], {env});
		expect({exitCode, stderr}).toEqual({
			exitCode: 1,
			stderr:
				'The login failed: the login answered 401. Nothing was changed, auto-auth stays on as it was.\n' +
				'[hint] svc project auto-auth p1 --test-login\n',
		});
		expect(stdout).toContain('projectId: p1\nenabled: true\n');
	});

	it('tells the id of a project that was given by its name, also when the new login is refused', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects/shop/auto-auth', answer: {...stored, projectId: 'p1', enabled: true}},
			{...tryOut(refusedLogin), request: 'POST /projects/shop/auto-auth/test-login'},
		]);
		const line = ['--output', 'json', 'project', 'auto-auth', 'shop', ...byPassword, '--username', 'ann'];
		expect(JSON.parse((await svc(line, {env})).stdout)).toMatchObject({projectId: 'p1', enabled: true});
	});

	it('saves over a login that is on when the new one works', async () => {
		const {env} = await startStrictService([
			look(true),
			tryOut(login),
			save({enabled: true, method: 'password', inject: 'bearer', username: 'ann'}),
		]);
		expect((await svc([...autoAuth, ...byPassword, '--username', 'ann'], {env})).exitCode).toBe(0);
	});

	it('says that a login was on that a refused refresh token has switched off', async () => {
		const head = ['--method', 'refresh_token', '--inject', 'bearer'];
		const {env} = await startStrictService([
			look(true),
			save(
				{enabled: true, method: 'refresh_token', inject: 'bearer', refreshToken: 'used'},
				{enabled: false, health: 'disabled', lastRefreshError: 'the login answered 400'},
			),
		]);
		const {exitCode, stderr} = await svc([...autoAuth, ...head, '--refresh-token', 'used'], {env});
		expect(exitCode).toBe(1);
		expect(stderr).toContain('auto-auth was on and is off now: the login answered 400.');
	});

	it('tries with --test-login alone what is stored', async () => {
		const {env} = await startStrictService([
			{
				request: 'GET /projects/p1/auto-auth',
				answer: {...stored, method: 'password', inject: 'bearer', injectKey: null},
			},
			{
				request: 'POST /projects/p1/auto-auth/test-login',
				body: {method: 'password', inject: 'bearer'},
				answer: login,
			},
		]);
		expect((await svc([...autoAuth, '--test-login'], {env})).exitCode).toBe(0);
	});

	it('asks with --test-login alone for the method where nothing is stored', async () => {
		const {env} = await startStrictService([
			{request: 'GET /projects/p1/auto-auth', answer: {...stored, method: null, inject: null}},
		]);
		const {exitCode, stderr} = await svc([...autoAuth, '--test-login'], {env});
		expect(exitCode).toBe(5);
		expect(stderr).toContain('Flags `--method` (nothing is stored) and `--inject` (nothing is stored) are required.');
	});

	it('tries a login and stores nothing', async () => {
		const {env} = await startStrictService([tryOut(login)]);
		const {exitCode, stdout} = await svc([...autoAuth, ...byPassword, '--test-login', '--username', 'ann'], {env});
		expect(exitCode).toBe(0);
		expect(stdout).toBe(
			'ok: true\noutcome: token_acquired\nstatus: 200\ntoken: eyJhbG…x9Qk\nexpiresAt: 2026-01-31T09:30:00.000Z\n',
		);
	});

	it('exits 1 when the login tried is refused', async () => {
		const answer = {
			...login,
			ok: false,
			outcome: 'rejected',
			status: 401,
			tokenPreview: null,
			reason: 'wrong password',
		};
		const {env} = await startStrictService([tryOut(answer)]);
		const line = ['--output', 'json', ...autoAuth, ...byPassword, '--test-login', '--username', 'ann'];
		const {exitCode, stdout, stderr} = await svc(line, {env});
		expect(exitCode).toBe(1);
		expect(JSON.parse(stdout)).toEqual(answer);
		expect(envelopeOf(stderr)).toMatchObject({code: 'NEGATIVE_RESULT', details: {status: 401, outcome: 'rejected'}});
	});

	it.each([
		['rejected', [], ' --login-body-template says what is sent (default: the fields email and password).'],
		['rejected', ['--login-body-template', '{{username}}{{password}}'], ''],
		[
			'no_token_at_path',
			[],
			' --token-path says where the token is; --inject cookie sends the cookies that the login sets.',
		],
		['unreachable', [], ''],
	])('names the flag that mends a login tried that was %s, with %j', async (outcome, flags, advice) => {
		const answer = {...login, ok: false, outcome, status: 401, tokenPreview: null, reason: 'no'};
		const [, loginBodyTemplate] = flags;
		const stub = tryOut(answer);
		const {env} = await startStrictService([
			{...stub, body: {...(stub.body as object), ...(loginBodyTemplate ? {loginBodyTemplate} : {})}},
		]);
		const {stderr} = await svc([...autoAuth, ...byPassword, '--test-login', '--username', 'ann', ...flags], {env});
		expect(stderr).toBe(`The login failed: no.${advice}\n`);
	});

	it.each([
		[[], 'Flags `--method` and `--inject` are required.'],
		[['--inject', 'header'], 'Flags `--method` and `--inject-key` (with --inject header) are required.'],
		[['--inject', 'bearer'], '`--method` is required'],
		[['--method', 'password'], '`--inject` is required'],
		[['--method', 'password', '--inject', 'header'], '`--inject-key` is required with --inject header'],
		[['--method', 'refresh_token', '--inject', 'cookie'], 'required with --inject cookie'],
		[
			['--method', 'password', '--inject', 'cookie', '--inject-key', 's id'],
			'`--inject-key` is invalid: must be a header or cookie name',
		],
		[[...byPassword, '--inject-key', 'X'], '`--inject-key` has no meaning with --inject bearer'],
		[[...byPassword, '--region', 'eu-west-1'], '`--region` has no meaning with --method password'],
		[['--method', 'refresh_token', '--inject', 'bearer', '--login-url', 'https://x'], '`--login-url` has no meaning'],
		[['--method', 'aws_cognito_refresh', '--inject', 'bearer', '--token-path', '$.t'], '`--token-path` has no meaning'],
		[['--method', 'aws_cognito_refresh', '--inject', 'bearer', '--region', 'here'], 'must be a region such as'],
		[[...byPassword, '--login-url', 'ftp://x'], 'must be an http or https URL'],
		[[...byPassword, '--login-method', 'GET'], 'must be one of POST, PUT'],
		[[...byPassword, '--login-body-template', '{{username}}'], 'must contain {{password}}'],
		[[...byPassword, '--password', 'x', '--password-file', 'y'], 'cannot be combined with --password'],
		[[...byPassword, '--disable', '--test-login'], 'cannot be combined with --disable'],
	])('with %j exits 5: %s', async (flags, text) => {
		const {exitCode, stderr} = await svc([...autoAuth, ...flags]);
		expect(exitCode).toBe(5);
		expect(stderr).toContain(text);
	});
});
