import {describe, expect, it} from 'vitest';
import {getCredential, putAutoAuth, putCredential} from '../../contract/routes/authentication.ts';
import {getBatch} from '../../contract/routes/batches.ts';
import {listCredentialSets} from '../../contract/routes/credential-sets.ts';
import {createEndpoint} from '../../contract/routes/endpoints.ts';
import {createProject, deleteProject, updateProject} from '../../contract/routes/projects.ts';
import {passwordLogin, run, secret, startWithProject} from './project-with-login.ts';

describe('the static credential of a project', () => {
	it.each([
		['Bearer token', {Authorization: `Bearer ${secret}`}, null],
		['basic token', {Authorization: `Basic ${secret}`}, null],
		['API key', {'X-API-Key': secret}, 'X-API-Key'],
	] as const)('of the type %s reaches every test and is shown masked', async (authType, headers, headerName) => {
		const started = await startWithProject();
		const {http, params, testId} = started;
		const saved = await http.call(putCredential, {params, body: {authType, credential: secret}});
		expect(saved.body).toMatchObject({...params, authType, rewroteCount: 0});
		// It has no colon and is no base64 of anything that has one.
		expect(saved.body.warnings?.length ?? 0).toBe(authType === 'basic token' ? 1 : 0);
		expect((await http.call(getCredential, {params})).body).toMatchObject({
			authType,
			headerName,
			maskedCredential: 'sk-liv…cdef',
		});
		await run(started, testId);
		expect(http.runner.jobs[0]).toMatchObject({
			auth: {type: authType, credential: secret, headers},
			secrets: [secret],
		});
		const row = await http.database.selectFrom('credentials').selectAll().executeTakeFirstOrThrow();
		expect(JSON.stringify(row)).not.toContain(secret);
		expect(http.log.join('\n')).not.toContain(secret);
	});

	it('of the type basic token is encoded where it is user:password, and left alone where it is encoded', async () => {
		const started = await startWithProject();
		const {http, params, testId} = started;
		const encoded = Buffer.from('ann:open sesame').toString('base64');
		for (const credential of ['ann:open sesame', encoded]) {
			const saved = await http.call(putCredential, {params, body: {authType: 'basic token', credential}});
			expect(saved.body.warnings).toBeUndefined();
			await run(started, testId);
			expect(http.runner.jobs.at(-1)!.auth).toMatchObject({
				credential: encoded,
				headers: {Authorization: `Basic ${encoded}`},
			});
			expect(http.runner.jobs.at(-1)!.secrets).toContain(credential);
		}
	});

	it('that has expired already is stored with a warning that says when', async () => {
		const {http, params} = await startWithProject();
		const tokenUntil = (exp: number) =>
			['{"alg":"HS256"}', JSON.stringify({sub: 'ann', exp}), 'signature']
				.map(part => Buffer.from(part).toString('base64url'))
				.join('.');
		const warningsFor = async (credential: string) =>
			(await http.call(putCredential, {params, body: {authType: 'Bearer token', credential}})).body.warnings;
		expect(await warningsFor(tokenUntil(Date.parse('2024-05-01T10:00:00Z') / 1000))).toEqual([
			'This token expired 2024-05-01T10:00:00.000Z: an API will answer 401 to it.',
		]);
		expect(await warningsFor(tokenUntil(Date.parse('2999-01-01T00:00:00Z') / 1000))).toBeUndefined();
	});

	it('may name its header, hides a short secret, and `public` takes it away', async () => {
		const started = await startWithProject();
		const {http, params, testId} = started;
		const body = {authType: 'API key' as const, credential: 'short', headerName: 'X-Shop'};
		await http.call(putCredential, {params, body});
		expect((await http.call(getCredential, {params})).body).toMatchObject({
			headerName: 'X-Shop',
			maskedCredential: '••••••',
		});
		await http.call(putCredential, {params, body: {authType: 'public'}});
		expect((await http.call(getCredential, {params})).body).toMatchObject({
			authType: 'public',
			maskedCredential: null,
		});
		const ended = await run(started, testId);
		expect(http.runner.jobs[0]?.auth.headers).toEqual({});
		expect((await http.call(getBatch, {params: {batchId: ended.batchId!}})).body.auth).toMatchObject({mode: 'none'});
	});

	it('of a family or an endpoint is stored as a set of that name', async () => {
		const {http, params} = await startWithProject();
		const body = {authType: 'Bearer token' as const, credential: secret};
		await http.call(putCredential, {params, body: {...body, family: '/users'}});
		await http.call(putCredential, {params, body: {...body, credential: 'changed-0123456789', family: '/users'}});
		expect((await http.fail(putCredential, {params, body: {...body, endpointId: 'ep_1'}})).body.details).toMatchObject({
			resource: 'endpoint',
			id: 'ep_1',
		});
		const {
			body: {endpointId},
		} = await http.call(createEndpoint, {params, body: {method: 'GET', path: '/orders'}});
		const saved = await http.call(putCredential, {params, body: {...body, endpointId}});
		expect(saved.body.endpointId).toBe(endpointId);
		expect((await http.call(listCredentialSets, {params})).body.items).toEqual([
			expect.objectContaining({name: endpointId, families: [], endpointIds: [endpointId], endpointCount: 1}),
			expect.objectContaining({name: '/users', families: ['/users'], maskedCredential: 'change…6789'}),
		]);
		expect((await http.call(getCredential, {params})).body.authType).toBe('public');
	});

	it.each([
		[{authType: 'Bearer token'}, 'credential'],
		[{authType: 'Bearer token', credential: '  '}, 'credential'],
		[{authType: 'public', credential: 'x'}, 'credential'],
		[{authType: 'Bearer token', credential: 'a\r\nb: c'}, 'credential'],
		[{authType: 'Bearer token', credential: 'x', headerName: 'X'}, 'headerName'],
		[{authType: 'API key', credential: 'x', headerName: 'a b'}, 'headerName'],
		[{authType: 'API key', credential: 'x', family: '/a', endpointId: 'ep_1'}, 'endpointId'],
		[{authType: 'API key', credential: 'x', family: 'users'}, 'family'],
		[{authType: 'digest', credential: 'x'}, 'authType'],
	])('%j is refused at %s', async (body, field) => {
		const {http, params} = await startWithProject();
		expect((await http.fail(putCredential, {params, body} as never)).body).toMatchObject({
			code: 'VALIDATION_ERROR',
			details: {field},
		});
	});

	it('goes with its project', async () => {
		const {http, params} = await startWithProject();
		const body = {authType: 'Bearer token' as const, credential: secret};
		await http.call(putCredential, {params, body});
		await http.call(putCredential, {params, body: {...body, family: '/users'}});
		const login = {...passwordLogin('http://127.0.0.1:9'), enabled: false};
		await http.call(putAutoAuth, {params, body: login});
		await http.call(deleteProject, {params});
		for (const table of ['credentials', 'credential_sets', 'auto_auth'] as const)
			expect(await http.database.selectFrom(table).selectAll().execute()).toEqual([]);
	});

	it('names what lets an account in the address take its place; a login that is off does not stand in the way', async () => {
		const {http, params} = await startWithProject();
		const targetUrl = 'http://ada:correct-horse@127.0.0.1:9';
		const withAccount = {params, body: {targetUrl}, headers: {'user-agent': 'svc/1.0.0'}};
		await http.call(putCredential, {params, body: {authType: 'Bearer token', credential: secret}});
		const refused = await http.fail(updateProject, withAccount);
		expect(refused.body.message).toContain('send a credential of the type Bearer token already');
		expect(refused.body.nextAction).toBe(
			'Give the address without the account to go on with that. To send the account in its place: ' +
				`svc project credential ${params.projectId} --type "basic token" --credential-file <account-file>`,
		);
		await http.call(putCredential, {params, body: {authType: 'basic token', credential: 'ada:correct-horse'}});
		await http.call(putAutoAuth, {params, body: {...passwordLogin('http://127.0.0.1:9'), enabled: false}});
		await http.call(updateProject, withAccount);
		await http.database.updateTable('auto_auth').set({enabled: 1}).execute();
		const on = await http.fail(updateProject, withAccount);
		expect(on.body.nextAction).toContain(`svc project auto-auth ${params.projectId} --disable`);
	});

	it('is for backend projects of the own account only', async () => {
		const {http, params} = await startWithProject();
		const {body: page} = await http.call(createProject, {
			body: {type: 'frontend', name: 'Page', targetUrl: 'http://127.0.0.1:9'},
		});
		const frontend = await http.fail(getCredential, {params: {projectId: page.id}});
		expect(frontend.body.details).toEqual({field: 'projectId', reason: 'backend_only'});
		const {key} = await http.newAccount();
		expect((await http.fail(getCredential, {params, key})).body.code).toBe('NOT_FOUND');
	});
});
