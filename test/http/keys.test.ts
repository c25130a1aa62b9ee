import {describe, expect, it} from 'vitest';
import {scopes} from '../../contract/enums.ts';
import {createKey, createLocalKey, getMe, listKeys, revokeKey} from '../../contract/routes/account.ts';
import {createProject, listProjects} from '../../contract/routes/projects.ts';
import {readError, startHttp} from './start-http.ts';

const form = /^sk-user-[0-9A-Za-z]{43}$/;

describe('a request', () => {
	it('without a key is AUTH_REQUIRED', async () => {
		const http = await startHttp();
		for (const headers of [{}, {'x-api-key': ''}, {'x-api-key': '   '}] as Record<string, string>[]) {
			const {body} = await http.fail(getMe, {key: null, headers});
			expect(body.code).toBe('AUTH_REQUIRED');
			expect(body.nextAction).not.toBe('');
		}
	});

	it('with an unknown key is AUTH_INVALID, whatever the key looks like', async () => {
		const http = await startHttp();
		const almost = `${http.key.slice(0, -1)}${http.key.endsWith('a') ? 'b' : 'a'}`;
		for (const key of ['x', almost, `${http.key}x`, 'a'.repeat(8000), "' or 1=1 --", 'sk-user-'])
			expect((await http.fail(getMe, {key})).body).toMatchObject({
				code: 'AUTH_INVALID',
				details: {reason: 'unknown'},
			});
	});

	it('with a key in another header is AUTH_REQUIRED', async () => {
		const http = await startHttp();
		const {body} = await http.fail(getMe, {key: null, headers: {authorization: `Bearer ${http.key}`}});
		expect(body.code).toBe('AUTH_REQUIRED');
	});

	it('with an expired key is AUTH_INVALID from the moment it expires', async () => {
		const http = await startHttp();
		const key = await http.newKey({expiresAt: Date.now() + 60_000});
		await http.call(getMe, {key});
		http.advance(60_001);
		expect((await http.fail(getMe, {key})).body.details).toEqual({reason: 'expired'});
	});

	it('without the scope of its route is AUTH_FORBIDDEN and has no effect', async () => {
		const http = await startHttp();
		const key = await http.newKey({scopes: ['read:projects']});
		await http.call(listProjects, {key});
		await http.call(getMe, {key});
		const {body} = await http.fail(createProject, {key, body: {type: 'backend', name: 'x'}});
		expect(body).toMatchObject({
			code: 'AUTH_FORBIDDEN',
			details: {
				reason: 'scope',
				requiredScope: 'write:projects',
				requiredScopes: ['write:projects'],
				grantedScopes: ['read:projects'],
			},
		});
		expect((await http.call(listProjects)).body.items).toEqual([]);
	});
});

describe('GET /me', () => {
	it('tells who the key belongs to and what the service offers', async () => {
		const http = await startHttp({hasBackendRunner: false});
		const {body} = await http.call(getMe);
		expect(body).toMatchObject({
			userId: http.accountId,
			scopes,
			env: 'development',
			creditsPerRun: 0.5,
			creditCosts: {frontendRun: 0.5, backendRun: 0.2, generatedTest: 1, autoHeal: 0.2},
			features: {autoAuth: true, scheduleSlots: null, testListSlots: null},
			service: {
				version: '9.9.9',
				targetPolicy: 'private',
				runners: {frontend: false, backend: false},
				model: false,
			},
		});
		expect(body).not.toHaveProperty('credits');
		expect(JSON.stringify(body)).not.toContain(http.key);
	});
});

describe('keys', () => {
	it('are minted with the secret shown once, and only its hash is stored', async () => {
		const http = await startHttp();
		const {body} = await http.call(createKey, {body: {name: ' ci ', scopes: ['run:tests', 'read:tests', 'run:tests']}});
		expect(body).toMatchObject({name: 'ci', scopes: ['read:tests', 'run:tests'], prefix: 'sk-user-', current: false});
		expect(body.key).toMatch(form);
		expect(body.last4).toBe(body.key.slice(-4));
		expect((await http.call(getMe, {key: body.key})).body.keyId).toBe(body.keyId);
		const listed = (await http.call(listKeys)).body.items;
		expect(listed.find(key => key.keyId === body.keyId)).not.toHaveProperty('key');
		const rows = JSON.stringify(await http.database.selectFrom('api_keys').selectAll().execute());
		expect(rows).not.toContain(body.key);
		expect(http.log.join('')).not.toContain(body.key);
	});

	it('are listed newest first, the current one marked, with their last use', async () => {
		const http = await startHttp();
		const {body} = await http.call(createKey, {body: {name: 'ci', scopes: ['read:me']}});
		await http.call(getMe, {key: body.key});
		const {items} = (await http.call(listKeys)).body;
		expect(items.map(({keyId, current}) => [keyId === body.keyId, current])).toEqual([
			[true, false],
			[false, true],
		]);
		expect(items[0]?.lastUsedAt).not.toBeNull();
	});

	it('cannot open more than the key that makes them', async () => {
		const http = await startHttp();
		const key = await http.newKey({scopes: ['admin:keys', 'read:tests']});
		const {body} = await http.fail(createKey, {key, body: {name: 'x', scopes: ['read:tests', 'run:tests']}});
		expect(body).toMatchObject({
			code: 'AUTH_FORBIDDEN',
			details: {
				reason: 'scope',
				requiredScopes: ['read:tests', 'run:tests'],
				grantedScopes: ['admin:keys', 'read:tests'],
			},
		});
	});

	it.each<[Record<string, unknown>, string, string]>([
		[{name: ''}, 'name', 'empty'],
		[{name: 'x'.repeat(81)}, 'name', 'too_long'],
		[{scopes: []}, 'scopes', 'empty'],
		[{scopes: ['root']}, 'scopes[0]', 'enum'],
		[{expiresAt: 'tomorrow'}, 'expiresAt', 'invalid'],
		[{expiresAt: '2026-02-31T99:00:00Z'}, 'expiresAt', 'invalid'],
		[{expiresAt: '2001-01-01T00:00:00.000Z'}, 'expiresAt', 'out_of_range'],
	])('%j is refused: %s is %s', async (wrong, field, reason) => {
		const http = await startHttp();
		const {body} = await http.fail(createKey, {body: {name: 'x', scopes: ['read:me'], ...wrong}});
		expect(body.details).toMatchObject({field, reason});
	});

	it('stop working at once when revoked, and revoking again answers the same', async () => {
		const http = await startHttp();
		const {body} = await http.call(createKey, {body: {name: 'ci', scopes: ['read:me']}});
		const first = await http.call(revokeKey, {params: {keyId: body.keyId}});
		expect((await http.fail(getMe, {key: body.key})).body).toMatchObject({
			code: 'AUTH_INVALID',
			details: {reason: 'revoked'},
		});
		http.advance(5000);
		expect((await http.call(revokeKey, {params: {keyId: body.keyId}})).body).toEqual(first.body);
	});

	it('keep at least one that administers keys', async () => {
		const http = await startHttp();
		await http.newKey({scopes: ['read:me']});
		const expired = await http.newKey({expiresAt: Date.now() + 600_000});
		await http.call(getMe, {key: expired});
		http.advance(600_001);
		const {keyId} = (await http.call(getMe)).body;
		const {body} = await http.fail(revokeKey, {params: {keyId}});
		expect(body).toMatchObject({code: 'CONFLICT', details: {reason: 'last_admin_key'}});
		await http.call(createKey, {body: {name: 'second', scopes: ['admin:keys']}});
		await http.call(revokeKey, {params: {keyId}});
	});

	it('of another account are not found', async () => {
		const http = await startHttp();
		const other = await http.newAccount();
		const {keyId} = (await http.call(getMe)).body;
		const {body} = await http.fail(revokeKey, {params: {keyId}, key: other.key});
		expect(body.details).toEqual({resource: 'key', id: keyId, reason: 'not_found'});
		expect((await http.call(listKeys, {key: other.key})).body.items).toHaveLength(1);
	});
});

describe('POST /local/keys', () => {
	it('mints a key with all scopes for the owner of the data directory', async () => {
		const http = await startHttp();
		const headers = {'x-svc-owner-token': http.ownerToken};
		const {body} = await http.call(createLocalKey, {key: null, headers});
		expect(body).toMatchObject({name: 'local', scopes});
		expect((await http.call(getMe, {key: body.key})).body.userId).toBe(http.accountId);
		const named = await http.call(createLocalKey, {key: null, headers, body: {name: 'laptop'}});
		expect(named.body.name).toBe('laptop');
	});

	it('refuses a wrong token, and an API key in its place', async () => {
		const http = await startHttp();
		for (const headers of [{}, {'x-svc-owner-token': 'x'}, {'x-svc-owner-token': `${http.ownerToken}x`}])
			expect((await http.fail(createLocalKey, {headers: headers as Record<string, string>})).body).toMatchObject({
				code: 'AUTH_INVALID',
				details: {reason: 'unknown'},
			});
	});

	it('does not exist for a peer that came through a proxy', async () => {
		const http = await startHttp();
		const headers = {'x-svc-owner-token': http.ownerToken, 'x-forwarded-for': '203.0.113.9'};
		const {body} = await http.fail(createLocalKey, {key: null, headers});
		expect(body).toMatchObject({code: 'NOT_FOUND', details: {resource: 'route'}});
	});
});

describe('rate limits', () => {
	it('refuse the 21st wrong key of a minute from one address, and never the right one', async () => {
		const http = await startHttp();
		for (let n = 0; n < 20; n++) expect((await http.fail(getMe, {key: 'wrong'})).status).toBe(401);
		const refused = await http.fail(getMe, {key: 'wrong'});
		expect(refused.body).toMatchObject({
			code: 'RATE_LIMITED',
			details: {scope: 'auth', limit: 20, windowSeconds: 60},
		});
		expect(refused.headers.get('retry-after')).toBe(String(refused.body.details['retryAfterSeconds']));
		expect(refused.body.details['retryAfterSec']).toBe(refused.body.details['retryAfterSeconds']);
		await http.call(getMe);
		http.advance(60_000);
		expect((await http.fail(getMe, {key: 'wrong'})).status).toBe(401);
	});

	it('slide: a request is free again 60 s after it was made, and other keys are not touched', async () => {
		const http = await startHttp({settings: {limits: {requests: 3}}});
		const other = await http.newKey();
		await http.call(getMe);
		http.advance(30_000);
		await http.call(getMe);
		await http.call(getMe);
		const refused = await http.fail(getMe);
		expect(refused.body).toMatchObject({code: 'RATE_LIMITED', details: {scope: 'requests', limit: 3}});
		expect(refused.body.details['retryAfterSeconds']).toBeGreaterThan(0);
		expect(refused.body.details['retryAfterSeconds']).toBeLessThanOrEqual(30);
		await http.call(getMe, {key: other});
		http.advance(30_000);
		await http.call(getMe);
		expect((await http.fail(getMe)).body.code).toBe('RATE_LIMITED');
	});

	it('never stop the owner of the machine from reading, however many pages a list has', async () => {
		const http = await startHttp();
		const write = async () => (await http.send('POST', '/projects', {body: '{}'})).status;
		for (let n = 0; n < 1200; n++) await write();
		expect(await write()).toBe(429);
		expect((await http.send('GET', '/me')).status).toBe(200);
		// What comes through a proxy comes from somewhere else.
		expect((await http.send('GET', '/me', {headers: {'x-forwarded-for': '203.0.113.9'}})).status).toBe(429);
	});
});

describe('client versions', () => {
	it('below the hard minimum are refused on every route but /me', async () => {
		const http = await startHttp({settings: {minimumClientVersion: '1.10.0'}});
		const old = {headers: {'user-agent': 'svc/1.9.9'}};
		await http.call(getMe, old);
		expect((await http.fail(listProjects, old)).body).toMatchObject({
			code: 'CLIENT_TOO_OLD',
			details: {minVersion: '1.10.0', latestVersion: '9.9.9', yourVersion: '1.9.9'},
		});
		for (const agent of ['svc/1.10.0', 'svc/2.0.0', 'svc/10.0.0', 'curl/8.0', 'svc/nonsense'])
			await http.call(listProjects, {headers: {'user-agent': agent}});
	});

	it('below the advised minimum are told by a header on every answer', async () => {
		const http = await startHttp({settings: {advisedClientVersion: '2.0.0'}});
		expect((await http.call(getMe)).headers.get('x-svc-cli-min-version')).toBe('2.0.0');
		expect((await http.fail(getMe, {key: 'x'})).headers.get('x-svc-cli-min-version')).toBe('2.0.0');
	});
});

it('the id of the client is logged beside the id of the service, keys and bodies are not', async () => {
	const http = await startHttp();
	const canary = 'canary-name-77';
	const answer = await http.call(createProject, {
		body: {type: 'backend', name: canary},
		headers: {'x-request-id': 'cli_9f0c1c1e-0000-4000-8000-000000000000', 'user-agent': 'canary-agent'},
	});
	const forged = await http.send('GET', '/projects?q=canary-query', {headers: {'x-request-id': 'a"b} {"level":60'}});
	await forged.text();
	const lines = http.log.map(line => JSON.parse(line));
	expect(lines.find(line => line.reqId === answer.headers.get('x-request-id'))).toMatchObject({
		clientRequestId: 'cli_9f0c1c1e-0000-4000-8000-000000000000',
		method: 'POST',
		path: '/api/cli/v1/projects',
		status: 201,
	});
	for (const secret of [canary, http.key, 'canary-agent', 'canary-query'])
		expect(http.log.join('')).not.toContain(secret);
	expect((await readError(await http.send('GET', '/nowhere'))).details['resource']).toBe('route');
});
