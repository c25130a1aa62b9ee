import {describe, expect, it} from 'vitest';
import {putAutoAuth, putCredential} from '../../contract/routes/authentication.ts';
import {
	createCredentialSet,
	deleteCredentialSet,
	getAuthentication,
	listCredentialSets,
	patchCredentialSet,
} from '../../contract/routes/credential-sets.ts';
import {createEndpoint} from '../../contract/routes/endpoints.ts';
import {createProject} from '../../contract/routes/projects.ts';
import {startIdentityServer} from '../helpers/identity-server.ts';
import {startHttp} from './start-http.ts';

const secret = 'sk-live-0123456789abcdef';
const tenant = 'tenant-0123456789abcdef';

async function startShop() {
	const http = await startHttp();
	const {body: project} = await http.call(createProject, {body: {type: 'backend', name: 'Shop'}});
	const params = {projectId: project.id};
	const endpoint = async (method: 'GET' | 'DELETE', path: string) =>
		(await http.call(createEndpoint, {params, body: {method, path}})).body.endpointId;
	const view = async () => (await http.call(getAuthentication, {params})).body;
	return {http, params, endpoint, view};
}

describe('credential sets', () => {
	it('are created, read masked, changed and deleted', async () => {
		const {http, params, endpoint} = await startShop();
		const endpointId = await endpoint('GET', '/admin/reports');
		const created = await http.call(createCredentialSet, {
			params,
			body: {
				name: 'Admin',
				mode: 'static',
				authType: 'API key',
				credential: secret,
				extraHeaders: [{name: 'X-Tenant', value: tenant}],
				endpointIds: [endpointId],
			},
		});
		expect(created.status).toBe(201);
		expect(created.body).toMatchObject({
			name: 'Admin',
			mode: 'static',
			authType: 'API key',
			headerName: 'X-API-Key',
			maskedCredential: 'sk-liv…cdef',
			extraHeaders: [{name: 'X-Tenant', maskedValue: 'tenant…cdef'}],
			families: [],
			endpointIds: [endpointId],
			endpointCount: 1,
		});
		const {setId} = created.body;
		const path = {...params, setId};
		const changed = await http.call(patchCredentialSet, {
			params: path,
			body: {name: 'Back office', families: ['/admin'], endpointIds: [], extraHeaders: null},
		});
		expect(changed.body).toMatchObject({
			setId,
			name: 'Back office',
			maskedCredential: 'sk-liv…cdef',
			extraHeaders: [],
			families: ['/admin'],
			endpointIds: [],
			endpointCount: 1,
		});
		const stored = JSON.stringify(await http.database.selectFrom('credential_sets').selectAll().execute());
		for (const text of [stored, JSON.stringify([created.body, changed.body]), http.log.join('\n')])
			expect(text).not.toMatch(`${secret}|${tenant}`);
		expect((await http.call(deleteCredentialSet, {params: path})).body).toMatchObject({setId});
		expect((await http.call(listCredentialSets, {params})).body.items).toEqual([]);
		for (const route of [deleteCredentialSet, patchCredentialSet])
			expect((await http.fail(route, {params: path, body: {name: 'x'}} as never)).body.details).toMatchObject({
				resource: 'credential_set',
				id: setId,
			});
	});

	it('have names of their own within a project', async () => {
		const {http, params} = await startShop();
		const body = {name: 'Admin', mode: 'none' as const};
		const {body: first} = await http.call(createCredentialSet, {params, body});
		expect((await http.fail(createCredentialSet, {params, body})).body).toMatchObject({
			code: 'CONFLICT',
			details: {reason: 'name_taken', name: 'Admin'},
		});
		const {body: other} = await http.call(createCredentialSet, {params, body: {...body, name: 'Other'}});
		const rename = {params: {...params, setId: other.setId}, body: {name: 'Admin'}};
		expect((await http.fail(patchCredentialSet, rename)).body.details).toMatchObject({reason: 'name_taken'});
		await http.call(patchCredentialSet, {params: {...params, setId: first.setId}, body: {name: 'Admin'}});
	});

	it('are fifty per project at most, with twenty extra headers each', async () => {
		const {http, params} = await startShop();
		const body = (n: number) => ({name: `Set ${n}`, mode: 'none' as const});
		for (let n = 0; n < 50; n++) await http.call(createCredentialSet, {params, body: body(n)});
		expect((await http.fail(createCredentialSet, {params, body: body(50)})).body.details).toMatchObject({
			reason: 'too_many',
		});
		const family = {authType: 'public' as const, family: '/users'};
		expect((await http.fail(putCredential, {params, body: family})).body.details).toMatchObject({reason: 'too_many'});
		const headers = Array.from({length: 21}, (_, n) => ({name: `X-${n}`, value: 'v'}));
		const many = {...body(51), extraHeaders: headers};
		expect((await http.fail(createCredentialSet, {params, body: many})).body.details).toMatchObject({
			field: 'extraHeaders',
		});
	});

	it.each([
		[{mode: 'static'}, 'credential'],
		[{mode: 'static', authType: 'Bearer token', credential: ' \t'}, 'credential'],
		[{mode: 'static', authType: 'public', credential: 'x'}, 'authType'],
		[{mode: 'none', credential: 'x'}, 'credential'],
		[{mode: 'auto_auth', headerName: 'X-A'}, 'headerName'],
		[{mode: 'static', credential: 'a\r\nb: c'}, 'credential'],
		[{mode: 'static', authType: 'Bearer token', credential: 'x', headerName: 'X-A'}, 'headerName'],
		[{mode: 'static', credential: 'x', families: ['users']}, 'families[0]'],
		[{mode: 'none', extraHeaders: [{name: 'a b', value: 'x'}]}, 'extraHeaders[0].name'],
		[
			{
				mode: 'none',
				extraHeaders: [
					{name: 'X-A', value: '1'},
					{name: 'x-a', value: '2'},
				],
			},
			'extraHeaders',
		],
		[{mode: 'none', extraHeaders: [{name: 'X-A', value: 'a\nb'}]}, 'extraHeaders'],
		[{mode: 'sometimes'}, 'mode'],
	])('%j is refused at %s', async (change, field) => {
		const {http, params} = await startShop();
		const body = {name: 'Admin', ...change};
		expect((await http.fail(createCredentialSet, {params, body} as never)).body).toMatchObject({
			code: 'VALIDATION_ERROR',
			details: {field},
		});
	});

	it('name endpoints of their project only', async () => {
		const {http, params} = await startShop();
		const body = {name: 'Admin', mode: 'none' as const, endpointIds: ['ep_1']};
		expect((await http.fail(createCredentialSet, {params, body})).body.details).toMatchObject({
			resource: 'endpoint',
			id: 'ep_1',
		});
	});

	it('of automatic logins are gated by the plan', async () => {
		const {http, params} = await startShop();
		await http.database.updateTable('accounts').set({plan: 'Free'}).execute();
		const body = {name: 'Admin', mode: 'auto_auth' as const};
		expect((await http.fail(createCredentialSet, {params, body})).body.details).toMatchObject({feature: 'auto_auth'});
		const {body: set} = await http.call(createCredentialSet, {params, body: {name: 'Free', mode: 'none'}});
		const change = {params: {...params, setId: set.setId}, body: {mode: 'auto_auth' as const}};
		expect((await http.fail(patchCredentialSet, change)).body.code).toBe('FEATURE_GATED');
	});

	it('belong to the account', async () => {
		const {http, params} = await startShop();
		const {key} = await http.newAccount();
		for (const route of [getAuthentication, listCredentialSets])
			expect((await http.fail(route, {params, key} as never)).body.code).toBe('NOT_FOUND');
	});
});

describe('the view of authentication', () => {
	it('shows what each family and endpoint uses and where that comes from', async () => {
		const {http, params, endpoint, view} = await startShop();
		const list = await endpoint('GET', '/users');
		const remove = await endpoint('DELETE', '/users/{id}');
		const orders = await endpoint('GET', '/orders');
		await http.call(putCredential, {params, body: {authType: 'Bearer token', credential: secret}});
		const {body: family} = await http.call(createCredentialSet, {
			params,
			body: {
				name: 'Users',
				mode: 'static',
				authType: 'API key',
				credential: 'k-0123456789abcdefghij',
				families: ['/users'],
			},
		});
		const {body: open} = await http.call(createCredentialSet, {
			params,
			body: {name: 'Open', mode: 'none', extraHeaders: [{name: 'X-Tenant', value: tenant}], endpointIds: [remove]},
		});
		const project = {mode: 'static', authType: 'Bearer token', setId: null, inherited: 'project', extraHeaderNames: []};
		const users = {mode: 'static', authType: 'API key', setId: family.setId, inherited: 'family'};
		expect(await view()).toMatchObject({
			...params,
			default: {...project, maskedCredential: 'sk-liv…cdef'},
			autoAuth: {state: 'none'},
			families: [
				{family: '/orders', auth: project, endpointCount: 1, endpoints: [{endpointId: orders, auth: project}]},
				{
					family: '/users',
					auth: users,
					endpointCount: 2,
					endpoints: [
						{endpointId: list, method: 'GET', path: '/users', auth: users},
						{
							endpointId: remove,
							auth: {
								mode: 'none',
								setId: open.setId,
								maskedCredential: null,
								extraHeaderNames: ['X-Tenant'],
								inherited: 'endpoint',
							},
						},
					],
				},
			],
		});
		expect(JSON.stringify(await view())).not.toMatch(`${secret}|${tenant}`);
	});

	it('takes the newest assignment of several and joins their extra headers', async () => {
		const {http, params, view} = await startShop();
		const make = async (name: string, header: string) => {
			http.advance(1);
			const body = {
				name,
				mode: 'static' as const,
				credential: `${name}-0123456789abcdef`,
				extraHeaders: [{name: header, value: 'v'}],
				families: ['/users'],
			};
			return (await http.call(createCredentialSet, {params, body})).body.setId;
		};
		const first = await make('first', 'X-First');
		const second = await make('second', 'X-Second');
		const auth = async () => (await view()).families[0]?.auth;
		expect(await auth()).toMatchObject({setId: second, extraHeaderNames: ['X-Second', 'X-First']});
		const path = {...params, setId: first};
		// What stays assigned does not become newer.
		await http.call(patchCredentialSet, {params: path, body: {families: ['/users', '/orders']}});
		expect((await view()).families.find(({family}) => family === '/users')?.auth.setId).toBe(second);
		http.advance(1);
		await http.call(patchCredentialSet, {params: path, body: {families: []}});
		await http.call(patchCredentialSet, {params: path, body: {families: ['/users']}});
		expect(await auth()).toMatchObject({setId: first});
		// Without a credential it only adds headers.
		await http.call(patchCredentialSet, {params: path, body: {credential: null}});
		expect(await auth()).toMatchObject({setId: second, extraHeaderNames: ['X-First', 'X-Second']});
	});

	it('puts automatic logins before the static credential while they are enabled and in the plan', async () => {
		const {http, params, view} = await startShop();
		const server = await startIdentityServer();
		await http.call(putCredential, {params, body: {authType: 'basic token', credential: secret}});
		await http.call(createCredentialSet, {params, body: {name: 'Users', mode: 'auto_auth', families: ['/users']}});
		const login = {
			method: 'password' as const,
			inject: 'header' as const,
			injectKey: 'X-Session',
			loginUrl: server.url,
			username: 'ann',
			password: 'correct-horse',
		};
		await http.call(putAutoAuth, {params, body: login});
		const auto = {mode: 'auto_auth', authType: 'API key', maskedCredential: null};
		expect(await view()).toMatchObject({
			default: auto,
			autoAuth: {state: 'verified'},
			families: [{family: '/users', auth: {...auto, inherited: 'family'}}],
		});
		const basic = {mode: 'static', authType: 'basic token', maskedCredential: 'sk-liv…cdef'};
		await http.database.updateTable('accounts').set({plan: 'Free'}).execute();
		expect(await view()).toMatchObject({default: basic, autoAuth: {state: 'disabled'}, families: [{auth: basic}]});
		await http.database.updateTable('accounts').set({plan: 'Pro'}).execute();
		await http.call(putAutoAuth, {params, body: {enabled: false}});
		expect(await view()).toMatchObject({default: basic, autoAuth: {state: 'disabled'}});
	});
});
