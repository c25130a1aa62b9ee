import {describe, expect, it} from 'vitest';
import type {AuthType} from '../../../contract/enums.ts';
import type {Endpoint} from '../../../contract/endpoint.ts';
import {endpointSamples} from '../../../contract/samples/endpoints.ts';
import {signInExample} from '../../../source/commands/try/authenticate.ts';
import {describedLogins} from '../../../source/commands/try/described-login.ts';
import {documentedAuth, tokenCarrier} from '../../../source/commands/try/documented-auth.ts';
import {priorityRange} from '../../../source/commands/try/choose-rows.ts';
import type {Context} from '../../../source/context.ts';
import {readSource} from '../../../source/commands/try/source.ts';
import {isLoopbackHost} from '../../../source/process/loopback.ts';
import {envelopeOf, MemorySystem} from '../../helpers/memory-system.ts';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';

it.each([
	['p0', ['p0']],
	['p0..p1', ['p0', 'p1']],
	['p1..p3', ['p1', 'p2', 'p3']],
	['p2..p1', null],
	['p4', null],
	['', null],
])('the rows %j are %j', (text, expected) => {
	expect(priorityRange(text)).toEqual(expected);
});

it.each([
	['http://localhost:3000', true],
	['http://api.localhost', true],
	['http://127.8.9.1/x', true],
	['http://[::1]:8080', true],
	['http://10.0.0.1', false],
	['http://localhost.example.com', false],
	['http://127.0.0.1.example.com', false],
])('%s is on this machine: %s', (url, expected) => {
	expect(isLoopbackHost(new URL(url).hostname)).toBe(expected);
});

it.each([
	['http://a.test/api/schema/', 'documentUrl', 'http://a.test'],
	['http://a.test/v3/api-docs', 'documentUrl', 'http://a.test'],
	['http://a.test/api-json', 'documentUrl', 'http://a.test'],
	['http://a.test/api/openapi.yaml', 'documentUrl', 'http://a.test'],
	['http://a.test/documentation/json', 'documentUrl', 'http://a.test'],
	['http://a.test/doc', 'documentUrl', 'http://a.test'],
	['http://a.test/docs', 'base', 'http://a.test'],
	['http://a.test/api-docs', 'base', 'http://a.test'],
	['http://a.test/documentation/', 'base', 'http://a.test'],
	['http://a.test/swagger-ui/index.html', 'base', 'http://a.test'],
	['http://a.test/api/v1', 'base', 'http://a.test/api/v1'],
	['http://a.test/schemas', 'base', 'http://a.test/schemas'],
])('%s is a %s of the API at %s', async (given, kind, baseUrl) => {
	expect(await readSource(given, undefined, {} as Context)).toMatchObject({kind, baseUrl});
});

describe('a document without the address of its API', () => {
	/** Where a try of this document would go, as the refusal to write there says; null: the address is asked for. No name is looked up. */
	async function addressOf(content: string): Promise<string | null> {
		const memory = new MemorySystem(['try', 'api.doc', '--output', 'json'], {
			env: {SVC_API_KEY: 'sk-user-x', SVC_TARGET_POLICY: 'private', SVC_API_URL: 'http://127.0.0.1:1'},
		});
		writeFileSync(join(memory.system.cwd, 'api.doc'), content);
		expect(await memory.run()).toBe(5);
		const {details, nextAction} = envelopeOf(memory.stderr.text);
		if (details['field'] === 'base-url') return null;
		return / on (\S+) and /.exec(nextAction)?.[1] ?? 'nowhere';
	}

	it.each([
		['{"openapi":"3.0.0","servers":[{"url":"https://192.0.2.1/v1"}]}', 'https://192.0.2.1'],
		['{"openapi":"3.0.0","servers":[{"url":"/v1"}]}', null],
		['{"openapi":"3.0.0","servers":[{"url":"https://{region}.example.com"}]}', null],
		['{"swagger":"2.0","host":"192.0.2.1","schemes":["http","https"]}', 'https://192.0.2.1'],
		['openapi: 3.0.0\nservers:\n  - url: "https://192.0.2.1/v1"\n', 'https://192.0.2.1'],
		['openapi: 3.0.0\nservers:\n  - description: live\n    url: https://192.0.2.1\n', 'https://192.0.2.1'],
		['# Only words', null],
		[
			'Call `curl -X POST https://192.0.2.1/v1/a` or GET https://192.0.2.1/v1/b, see https://192.0.2.9',
			'https://192.0.2.1',
		],
		[
			JSON.stringify({
				log: {
					entries: [
						['https://192.0.2.9/page', 'text/html'],
						['https://192.0.2.9/page', 'text/html'],
						['https://192.0.2.1/v1/a?b=c', 'application/json'],
					].map(([url, mimeType]) => ({request: {url}, response: {content: {mimeType}}})),
				},
			}),
			'https://192.0.2.1',
		],
		[
			JSON.stringify({
				info: {schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'},
				item: [{request: {method: 'GET', url: {raw: '{{base}}/a'}}}],
				variable: [{key: 'base', value: 'https://192.0.2.1/api'}],
			}),
			'https://192.0.2.1',
		],
		[JSON.stringify({info: {}, item: [{request: {method: 'GET', url: {raw: '{{base}}/a'}}}]}), null],
	])('%j goes to %j', async (content, expected) => {
		expect(await addressOf(content)).toBe(expected);
	});
});

describe('the example login of a document', () => {
	const [sample] = endpointSamples.listEndpoints({}).items as [Endpoint];
	const login = (properties: object, fields: Partial<Endpoint> = {}): Endpoint => ({
		...sample,
		method: 'POST',
		path: '/auth/login',
		requestShape: {...sample.requestShape, body: {type: 'object', properties}, sample: null},
		responseShape: {...sample.responseShape, body: {type: 'object', properties: {token: {type: 'string'}}}},
		...fields,
	});
	const whole = {email: {example: 'a@b.c'}, password: {examples: ['open']}, tenant: {default: 'main'}};

	it('is used with every field it has', () => {
		expect(
			signInExample(describedLogins([sample, login(whole)], 'http://127.0.0.1:1/api/'), {inject: 'bearer'}),
		).toEqual({
			enabled: true,
			method: 'password',
			inject: 'bearer',
			loginUrl: 'http://127.0.0.1:1/api/auth/login',
			username: 'a@b.c',
			password: 'open',
			loginMethod: 'POST',
			loginContentType: 'application/json',
			loginBodyTemplate: '{"email":"{{username}}","password":"{{password}}","tenant":"main"}',
			tokenPath: '$.token',
		});
	});

	it.each([
		['without a password', login({email: {example: 'a@b.c'}})],
		['that is not whole', login({...whole, otp: {type: 'string'}})],
		['of another method', login(whole, {method: 'PATCH'})],
		['of a path with parameters', login(whole, {path: '/users/{id}/login'})],
		['of another path', login(whole, {path: '/users'})],
		['that answers no token', login(whole, {responseShape: sample.responseShape})],
	])('%s is none', (_, endpoint) => {
		expect(signInExample(describedLogins([endpoint], 'http://127.0.0.1:1'), {inject: 'bearer'})).toBeNull();
	});
});

it.each([
	[
		{authType: 'API key', headerName: 'X-Token'},
		{inject: 'header', injectKey: 'X-Token'},
	],
	[{authType: 'API key', headerName: 'session', keyIn: 'cookie', keyName: 'session'}, {inject: 'bearer'}],
	[
		{authType: 'Bearer token', scheme: 'Token'},
		{inject: 'bearer', injectScheme: 'Token'},
	],
	[{authType: 'Bearer token'}, {inject: 'bearer'}],
] as const)('the token of a login goes as the document has its credential: %j', (documented, carrier) => {
	expect(tokenCarrier(documented)).toEqual(carrier);
});

describe('the login that a document describes', () => {
	const [sample] = endpointSamples.listEndpoints({}).items as [Endpoint];
	const account = {email: {type: 'string'}, password: {type: 'string'}};
	const login = (body: object, answer: object, fields: Partial<Endpoint['requestShape']> = {}, path = '/login') => ({
		...sample,
		method: 'POST',
		path,
		requestShape: {...sample.requestShape, body, sample: null, ...fields},
		responseShape: {...sample.responseShape, body: answer},
	});
	const found = (...endpoints: Endpoint[]) => describedLogins(endpoints, 'http://127.0.0.1:1');

	it('of OAuth is a form that says that it has a password', () => {
		const body = {
			required: ['username', 'password'],
			properties: {
				grant_type: {pattern: 'password'},
				username: {},
				password: {},
				scope: {default: ''},
				client_secret: {},
			},
		};
		const form = login(
			body,
			{properties: {access_token: {}}},
			{contentType: 'application/x-www-form-urlencoded'},
			'/token',
		);
		expect(found(form)).toEqual([
			{
				path: '/token',
				accountField: 'username',
				request: {
					loginUrl: 'http://127.0.0.1:1/token',
					loginMethod: 'POST',
					loginContentType: 'application/x-www-form-urlencoded',
					loginBodyTemplate: 'grant_type=password&username={{username}}&password={{password}}',
				},
				tokenPath: '$.access_token',
				example: null,
			},
		]);
	});

	it.each([
		['at the top', {properties: {jwt: {}}}, '$.jwt'],
		['in an object', {properties: {data: {properties: {accessToken: {}}}}}, '$.data.accessToken'],
		['nowhere', {properties: {ok: {}}}, null],
	])('has its token %s of the answer', (_, answer, tokenPath) => {
		expect(found(login({properties: account}, answer))).toMatchObject([{tokenPath}]);
	});

	it('whose answer says where the token is comes first', () => {
		const silent = login({properties: account}, {}, {}, '/session');
		const told = login({properties: account}, {properties: {token: {}}}, {}, '/auth/sign-in');
		expect(found(silent, told).map(({path}) => path)).toEqual(['/auth/sign-in', '/session']);
	});

	it.each([
		'/api/token-auth/',
		'/auth/jwt/create/',
		'/login/access-token',
		'/userLogin',
		'/auth/local',
		'/oauth2/token',
	])('may be called %s', path => {
		expect(found(login({properties: account}, {}, {}, path))).toHaveLength(1);
	});

	it.each([
		['/auth/users', {properties: account}],
		['/auth/register', {properties: account}],
		['/token/refresh', {properties: account}],
		['/login', {properties: {...account, otp: {}}}],
		['/login', {properties: {email: {}}}],
	])('is not %s with %j', (path, body) => {
		expect(found(login(body, {}, {}, path))).toEqual([]);
	});
});

describe('how a credential is sent', () => {
	const [sample] = endpointSamples.listEndpoints({}).items as [Endpoint];
	const withAuth = (auth: Partial<Endpoint['auth']>): Endpoint => ({
		...sample,
		auth: {required: true, authType: null, ...auth},
	});

	it.each<[string, Partial<Endpoint['auth']>[], object, AuthType?]>([
		[
			'most operations',
			[
				{authType: 'basic token'},
				{authType: 'API key', headerName: 'X-Token'},
				{authType: 'API key', headerName: 'X-Token'},
			],
			{authType: 'API key', headerName: 'X-Token'},
		],
		[
			'no open operation',
			[{required: false, authType: 'public'}, {authType: 'basic token'}],
			{authType: 'basic token'},
		],
		[
			'a bearer token that is described as a key',
			[{authType: 'API key', headerName: 'Authorization'}],
			{authType: 'Bearer token'},
		],
		['a document that is silent', [{required: null}], {authType: 'Bearer token'}],
		[
			'what it says of the kind that was chosen',
			[{authType: 'basic token'}, {authType: 'basic token'}, {authType: 'API key', headerName: 'Authorization'}],
			{authType: 'API key', headerName: 'Authorization'},
			'API key',
		],
		['nothing of the kind that was chosen', [{authType: 'API key'}], {authType: 'basic token'}, 'basic token'],
		['a way that a later service knows', [{authType: 'mutual' as never}], {authType: 'Bearer token'}],
	])('is taken from %s', (_, auths, expected, chosen) => {
		expect(documentedAuth(auths.map(withAuth), chosen)).toMatchObject(expected);
	});
});
