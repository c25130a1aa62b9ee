import {OAuth2Server} from 'oauth2-mock-server';
import {describe, expect, it, onTestFinished} from 'vitest';
import {getAutoAuth, putAutoAuth, testAutoAuthLogin} from '../../../contract/routes/authentication.ts';
import {getBatch} from '../../../contract/routes/batches.ts';
import {createProject} from '../../../contract/routes/projects.ts';
import {getRun, triggerRun} from '../../../contract/routes/runs.ts';
import {createTest} from '../../../contract/routes/tests.ts';
import {startIdentityServer} from '../../helpers/identity-server.ts';
import {type HttpUnderTest, type StartOptions, startHttp} from '../../http/start-http.ts';

async function startProject(options: StartOptions = {}) {
	const http = await startHttp(options);
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop'}});
	const params = {projectId: project.id};
	const body = {...params, type: 'backend' as const, name: 'a', code: 'assert 1'};
	const {testId} = (await http.call(createTest, {body})).body;
	return {http, params, testId};
}

async function run(http: HttpUnderTest, testId: string) {
	const {body} = await http.call(triggerRun, {params: {testId}});
	const ended = await http.call(getRun, {params: {runId: body.runId}, query: {waitSeconds: 25, until: 'batch'}});
	return ended.body;
}

const claimsOf = (token: string) =>
	JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('an OAuth token endpoint', () => {
	it('gives each batch a token of its own, whose expiry is known from the token', async () => {
		const server = new OAuth2Server();
		await server.issuer.keys.generate('RS256');
		await server.start(0, '127.0.0.1');
		onTestFinished(() => server.stop());
		const issuer = `http://127.0.0.1:${server.address().port}`;
		server.issuer.url = issuer;
		let nth = 0;
		server.service.on('beforeTokenSigning', (token: {payload: Record<string, unknown>}) => {
			token.payload['jti'] = `batch-${++nth}`;
			token.payload['exp'] = Math.floor(Date.now() / 1000) + 900;
		});
		server.service.on('beforeResponse', (response: {body: Record<string, unknown>}) => {
			delete response.body['expires_in'];
		});
		const {http, params, testId} = await startProject();
		const body = {
			method: 'refresh_token' as const,
			inject: 'bearer' as const,
			tokenEndpoint: `${issuer}/token`,
			clientId: 'shop',
			clientSecret: 'client-secret-012345',
			refreshToken: 'refresh-token-012345',
			scope: 'read write',
		};
		expect((await http.call(testAutoAuthLogin, {params, body})).body).toMatchObject({outcome: 'token_acquired'});
		expect((await http.call(putAutoAuth, {params, body})).body).toMatchObject({enabled: true, health: 'verified'});
		await run(http, testId);
		const ended = await run(http, testId);
		expect(ended.status).toBe('passed');
		const claims = http.runner.jobs.map(job => claimsOf(job.auth.credential));
		expect(claims).toMatchObject([{iss: issuer}, {iss: issuer}]);
		expect(claims[0]?.['jti']).not.toBe(claims[1]?.['jti']);
		const {body: stored} = await http.call(getAutoAuth, {params});
		expect(stored.health.tokenExpiresAt).toBe(new Date(Number(claims[1]?.['exp']) * 1000).toISOString());
		const {body: batch} = await http.call(getBatch, {params: {batchId: ended.batchId!}});
		expect(batch.auth).toEqual({mode: 'auto_auth', health: 'verified', refreshes: 1});
		const calls = JSON.stringify(await http.database.selectFrom('calls').selectAll().execute());
		for (const text of [calls, http.log.join('')])
			expect(text).not.toMatch(/client-secret-012345|refresh-token-012345|eyJ/);
	});
});

describe('Amazon Cognito', () => {
	const body = (url: string) => ({
		method: 'aws_cognito_refresh' as const,
		inject: 'bearer' as const,
		tokenEndpoint: url,
		clientId: 'app-client',
		refreshToken: 'cognito-refresh-0123',
		region: 'eu-west-1',
	});

	it('is asked as its API is documented, and warns from 7 days before the refresh token expires', async () => {
		const {http, params, testId} = await startProject();
		const server = await startIdentityServer();
		server.answer(() => ({json: {AuthenticationResult: {AccessToken: 'cognito-access-0123', ExpiresIn: 3600}}}));
		await http.call(putAutoAuth, {params, body: body(server.url)});
		await run(http, testId);
		expect(http.runner.jobs[0]?.auth.headers).toEqual({Authorization: 'Bearer cognito-access-0123'});
		expect(server.received[1]).toMatchObject({
			method: 'POST',
			headers: {
				'content-type': 'application/x-amz-json-1.1',
				'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
			},
		});
		expect(JSON.parse(server.received[1]?.body ?? '')).toEqual({
			AuthFlow: 'REFRESH_TOKEN_AUTH',
			ClientId: 'app-client',
			AuthParameters: {REFRESH_TOKEN: 'cognito-refresh-0123'},
		});
		const warning = async () => (await http.call(getAutoAuth, {params})).body.health.refreshTokenWarning;
		const dayMs = 86_400_000;
		http.advance(22 * dayMs);
		expect(await warning()).toBeNull();
		http.advance(1.5 * dayMs);
		expect(await warning()).toMatchObject({level: 'expiring'});
		http.advance(7 * dayMs);
		expect(await warning()).toMatchObject({level: 'expired'});
		// Saved again without the token it stays as old as it is.
		await http.call(putAutoAuth, {params, body: {enabled: true}});
		expect(await warning()).toMatchObject({level: 'expired'});
		await http.call(putAutoAuth, {params, body: {refreshToken: 'cognito-refresh-4567'}});
		expect(await warning()).toBeNull();
	});

	it('names its error by its type', async () => {
		const {http, params} = await startProject();
		const server = await startIdentityServer();
		const type = 'com.amazonaws.cognito#NotAuthorizedException';
		server.answer(() => ({status: 400, json: {__type: type, message: 'Refresh Token has expired'}}));
		expect((await http.call(putAutoAuth, {params, body: body(server.url)})).body).toMatchObject({
			enabled: false,
			health: 'disabled',
			lastRefreshError: 'the login answered 400 (NotAuthorizedException)',
		});
	});
});

describe('a login whose secrets cannot be read any more', () => {
	it('is pending, sends no empty password, fails the next batch with the reason, and works when saved again', async () => {
		const {http, params, testId} = await startProject();
		const server = await startIdentityServer();
		const login = {
			method: 'password' as const,
			inject: 'bearer' as const,
			loginUrl: `${server.url}/login`,
			username: 'ann',
			password: 'correct-horse',
		};
		await http.call(putAutoAuth, {params, body: login});
		// As the key of another data directory would have left them.
		await http.database.updateTable('auto_auth').set({secrets: 'v1.AAAA'}).execute();
		const health = async () => (await http.call(getAutoAuth, {params})).body;
		expect(await health()).toMatchObject({enabled: true, hasPassword: false, health: {state: 'pending'}});
		const ended = await run(http, testId);
		expect(ended).toMatchObject({status: 'blocked', blockedBy: {reason: 'auth_failing'}});
		expect(server.received).toHaveLength(1);
		expect((await health()).health).toMatchObject({
			state: 'failing',
			lastRefreshError: 'its stored secrets cannot be read any more; save them again',
		});
		const missing = await http.fail(putAutoAuth, {params, body: {enabled: true}});
		expect(missing.body.details).toMatchObject({field: 'password', reason: 'required'});
		await http.call(putAutoAuth, {params, body: {password: 'correct-horse'}});
		expect((await run(http, testId)).status).toBe('passed');
	});
});
