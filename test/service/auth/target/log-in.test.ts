import {describe, expect, it} from 'vitest';
import {createTargetCheck} from '../../../../service/auth/target-policy.ts';
import {parseJsonPath, readJsonPath} from '../../../../service/auth/target/json-path.ts';
import {logIn} from '../../../../service/auth/target/log-in.ts';
import type {LoginConfig} from '../../../../service/auth/target/login-settings.ts';
import {type LoginAnswer, startIdentityServer} from '../../../helpers/identity-server.ts';

const context = {checkTarget: createTargetCheck('private', async () => []), now: Date.now};

const passwordLogin = (url: string, settings: LoginConfig['settings'] = {}): LoginConfig => ({
	method: 'password',
	inject: 'bearer',
	settings: {
		loginUrl: `${url}/login`,
		username: 'ann "the" boss',
		loginBodyTemplate: '{"email":"{{username}}","password":"{{password}}"}',
		tokenPath: '$.access_token',
		...settings,
	},
	secrets: {password: 'p&ss {{username}} $& \\'},
});

describe('a login with a password', () => {
	it('sends the template as JSON with escaped values and reads the token with its expiry', async () => {
		const server = await startIdentityServer();
		server.answer(() => ({json: {data: {tokens: [{value: 'abc', expires_in: 60}]}}}));
		const attempt = await logIn(passwordLogin(server.url, {tokenPath: '$.data.tokens[0].value'}), {
			...context,
			now: () => 1_000_000,
		});
		expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
			email: 'ann "the" boss',
			password: 'p&ss {{username}} $& \\',
		});
		expect(server.received[0]).toMatchObject({method: 'POST', path: '/login'});
		expect(attempt).toMatchObject({outcome: 'token_acquired', token: 'abc', expiresAt: 1_060_000, status: 200});
	});

	it('sends a form with encoded values by PUT', async () => {
		const server = await startIdentityServer();
		await logIn(
			passwordLogin(server.url, {
				loginMethod: 'PUT',
				loginContentType: 'application/x-www-form-urlencoded',
				loginBodyTemplate: 'u={{username}}&p={{password}}',
			}),
			context,
		);
		const [request] = server.received;
		expect(request).toMatchObject({method: 'PUT', headers: {'content-type': 'application/x-www-form-urlencoded'}});
		expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
			u: 'ann "the" boss',
			p: 'p&ss {{username}} $& \\',
		});
	});

	it.each<[string, Parameters<Awaited<ReturnType<typeof startIdentityServer>>['answer']>[0], object]>([
		[
			'a refusal with its status and word',
			() => ({status: 401, json: {error: 'invalid_grant'}}),
			{
				outcome: 'rejected',
				status: 401,
				reason: 'the login answered 401 (invalid_grant)',
			},
		],
		[
			'a refusal without repeating what it was sent',
			({body}) => ({status: 400, json: {error: body}}),
			{
				reason: 'the login answered 400',
			},
		],
		[
			'a redirect, which is not followed',
			() => ({status: 302, headers: {location: 'http://127.0.0.1:1/'}}),
			{
				outcome: 'rejected',
				status: 302,
			},
		],
		[
			'an answer without a token at the path',
			() => ({json: {token: 'x'}}),
			{
				outcome: 'no_token_at_path',
				reason: 'the answer 200 has no token at $.access_token; it has texts at $.token',
			},
		],
		[
			'where the texts of the answer stand, never what they say',
			() => ({
				json: {
					data: {session: {jwt: 'eyJ-secret'}, users: [{name: 'Ada'}, {name: 'Bo'}], expires_in: 3600},
					'sk-live-0123 canary': 'x',
				},
			}),
			{
				reason:
					'the answer 200 has no token at $.access_token; it has texts at $.data.session.jwt, $.data.users[0].name',
			},
		],
		['an answer of numbers', () => ({json: {code: 7}}), {reason: expect.stringMatching(/; it has no text at all$/)}],
		['a token that is no text', () => ({json: {access_token: {a: 1}}}), {outcome: 'no_token_at_path'}],
		[
			'a token that would begin another header',
			() => ({json: {access_token: 'a\r\nx: y'}}),
			{
				outcome: 'no_token_at_path',
			},
		],
		['an answer that is not JSON', () => ({text: '<html>'}), {reason: expect.stringMatching(/; it is not JSON$/)}],
		[
			'an endless answer',
			() => ({text: ' '.repeat(1_100_000)}),
			{
				outcome: 'unreachable',
				reason: 'the answer is larger than 1 MiB',
			},
		],
	])('tells %s', async (_, decide, expected) => {
		const server = await startIdentityServer();
		server.answer(decide);
		const attempt = await logIn(passwordLogin(server.url), context);
		expect(attempt).toMatchObject({token: null, ...expected});
		expect(JSON.stringify(attempt)).not.toContain('p&ss');
	});

	it('tells that nobody listens, and refuses an address that the policy does not allow', async () => {
		expect(await logIn(passwordLogin('http://127.0.0.1:1'), context)).toMatchObject({
			outcome: 'unreachable',
			status: null,
			reason: 'no connection (ECONNREFUSED)',
		});
		const server = await startIdentityServer();
		const strict = {...context, checkTarget: createTargetCheck('public', async () => [])};
		expect(await logIn(passwordLogin(server.url), strict)).toMatchObject({outcome: 'unreachable', token: null});
		expect(server.received).toEqual([]);
	});
});

describe('a login that answers by cookies', () => {
	const byCookie = (url: string, settings: object = {}) => {
		const config = passwordLogin(url);
		return {...config, inject: 'cookie' as const, settings: {...config.settings, ...settings}};
	};
	const cookies = {headers: {'set-cookie': 'sid=abc-0123456789; Path=/; HttpOnly'}};

	it.each<[string, LoginAnswer]>([
		['with nothing else', {status: 204, ...cookies}],
		['and a redirect', {status: 303, headers: {...cookies.headers, location: '/home'}}],
		['and a token in the body, which is not used', {json: {access_token: 'other'}, ...cookies}],
	])('%s opens a session', async (_how, answer) => {
		const server = await startIdentityServer();
		server.answer(() => answer);
		const attempt = await logIn(byCookie(server.url), context);
		expect(attempt).toMatchObject({
			outcome: 'token_acquired',
			token: 'abc-0123456789',
			session: {cookie: 'sid=abc-0123456789'},
		});
	});

	it('is refused when it leads back to the login, and says which cookies there are', async () => {
		const server = await startIdentityServer();
		server.answer(() => ({status: 302, headers: {...cookies.headers, location: '/login?failed'}}));
		expect(await logIn(byCookie(server.url), context)).toMatchObject({outcome: 'rejected', session: null});
		server.answer(() => ({status: 200, ...cookies}));
		expect(await logIn(byCookie(server.url, {injectKey: 'JSESSIONID'}), context)).toMatchObject({
			outcome: 'no_token_at_path',
			reason: 'the answer 200 has no token at $.access_token, and no cookie JSESSIONID (it sets sid)',
		});
		expect(await logIn(passwordLogin(server.url), context)).toMatchObject({
			reason:
				'the answer 200 has no token at $.access_token, but it sets cookies (sid): these are sent with the way "cookie"',
		});
	});

	it('may still put a token of the body into a cookie that is named', async () => {
		const server = await startIdentityServer();
		server.answer(() => ({json: {access_token: 'abc'}}));
		expect(await logIn(byCookie(server.url, {injectKey: 'sid'}), context)).toMatchObject({token: 'abc', session: null});
		expect(await logIn(byCookie(server.url), context)).toMatchObject({outcome: 'no_token_at_path', token: null});
	});
});

describe('a login with a refresh token', () => {
	it('is a form POST and takes over a new refresh token', async () => {
		const server = await startIdentityServer();
		server.answer(() => ({json: {access_token: 'abc', refresh_token: 'r2', expires_in: '3600'}}));
		const attempt = await logIn(
			{
				method: 'refresh_token',
				inject: 'bearer',
				settings: {tokenEndpoint: `${server.url}/oauth/token?x=secret`, clientId: 'app', scope: 'a b'},
				secrets: {refreshToken: 'r1', clientSecret: 'cs'},
			},
			{...context, now: () => 0},
		);
		expect(Object.fromEntries(new URLSearchParams(server.received[0]?.body))).toEqual({
			grant_type: 'refresh_token',
			client_id: 'app',
			refresh_token: 'r1',
			client_secret: 'cs',
			scope: 'a b',
		});
		expect(attempt).toMatchObject({token: 'abc', newRefreshToken: 'r2', expiresAt: 3_600_000});
		expect(attempt.call.url).toBe(`${server.url}/oauth/token`);
	});
});

describe('a login with a refresh token of Cognito', () => {
	it.each([
		[
			undefined,
			'InitiateAuth',
			{AuthFlow: 'REFRESH_TOKEN_AUTH', ClientId: 'app', AuthParameters: {REFRESH_TOKEN: 'r1'}},
		],
		['cs', 'GetTokensFromRefreshToken', {ClientId: 'app', ClientSecret: 'cs', RefreshToken: 'r1'}],
	])('with the client secret %s calls %s', async (clientSecret, target, body) => {
		const server = await startIdentityServer();
		server.answer(() => ({json: {AuthenticationResult: {AccessToken: 'abc', ExpiresIn: 60}}}));
		const attempt = await logIn(
			{
				method: 'aws_cognito_refresh',
				inject: 'bearer',
				settings: {tokenEndpoint: server.url, clientId: 'app'},
				secrets: {refreshToken: 'r1', clientSecret},
			},
			{...context, now: () => 0},
		);
		expect(server.received[0]?.headers).toMatchObject({
			'x-amz-target': `AWSCognitoIdentityProviderService.${target}`,
			'content-type': 'application/x-amz-json-1.1',
		});
		expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(body);
		expect(attempt).toMatchObject({outcome: 'token_acquired', token: 'abc', expiresAt: 60_000});
	});
});

describe('a JSON path', () => {
	it.each([
		['$.a', {a: 1}, 1],
		['a.b', {a: {b: 2}}, 2],
		['$.list[1].x', {list: [0, {x: 3}]}, 3],
		['$["odd key"]', {'odd key': 4}, 4],
		['$[0]', [5], 5],
		['$.a.b', {a: 'text'}, undefined],
		['$.list.length', {list: [1]}, undefined],
		['$.constructor', {}, undefined],
	])('%s of %j is %j', (path, value, expected) => {
		expect(readJsonPath(value, parseJsonPath(path)!).value).toEqual(expected);
	});

	it.each(['$', '', '$..a', '$.a[', '$.a[x]', '$a', '$.*', '$.a b'])('%j is none', path => {
		expect(parseJsonPath(path)).toBeNull();
	});
});
