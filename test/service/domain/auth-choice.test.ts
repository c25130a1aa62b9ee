import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {authRules} from '../../../service/auth/auth-rules.ts';
import type {OpenSet} from '../../../service/auth/credential-set.ts';
import {chooseAuth, isInFamily} from '../../../service/domain/auth-choice.ts';
import type {EndpointName} from '../../../service/store/documents/endpoint-names.ts';
import {endpointAt} from '../../../service/domain/endpoint-at.ts';
import {pythonWith} from '../../helpers/python-with.ts';

const set = (id: string, more: Partial<OpenSet> = {}): OpenSet => ({
	id,
	mode: 'static',
	authType: 'API key',
	headerName: `X-${id}`,
	credential: `${id}-0123456789`,
	extraHeaders: [],
	suppliesCredential: true,
	families: {},
	endpointIds: {},
	...more,
});

describe('a family', () => {
	it.each([
		['/users', '/users', '', true],
		['/users', '/users/7/orders?x=1', '', true],
		['/users', '/usersettings', '', false],
		['/users', '/api/v2/users/7', '', true],
		['/users', '/shop/users', '', false],
		['/users', '/shop/users', '/shop', true],
		['/users', '/shop/v1/users', '/shop', true],
		['/api', '/api/users', '', true],
		['/users/admin', '/users/7', '', false],
		['/', '/anything', '', true],
	])('%s holds %s below %j: %s', (family, path, base, holds) => {
		expect(isInFamily(family, path, base)).toBe(holds);
	});
});

describe('the credentials of a call', () => {
	it('are those of its endpoint, else of its longest family, else of the project', () => {
		const sets = [
			set('endpoint', {endpointIds: {ep_1: 1}}),
			set('family', {families: {'/users': 3}}),
			set('deep', {families: {'/users/admin': 2}}),
		];
		const at = (endpointId: string | null, path: string) => {
			const {supplier, inherited} = chooseAuth(sets, {endpointId, path, family: null});
			return [supplier?.id ?? null, inherited];
		};
		expect(at('ep_1', '/users/admin')).toEqual(['endpoint', 'endpoint']);
		expect(at('ep_2', '/users/admin/7')).toEqual(['deep', 'family']);
		expect(at(null, '/users/7')).toEqual(['family', 'family']);
		expect(at(null, '/orders')).toEqual([null, 'project']);
	});

	it('follow an endpoint into the family that somebody has named', () => {
		const sets = [set('family', {families: {'/people': 1}})];
		expect(chooseAuth(sets, {endpointId: 'ep_1', path: '/users/{id}', family: '/people'}).supplier?.id).toBe('family');
	});
});

/** The cases that both sides of the choice must agree on: the service for the cleanup, the runtime for tests. */
describe('the runtime and the cleanup', () => {
	const endpoints: EndpointName[] = [
		{id: 'ep_1', method: 'GET', path: '/things/{id}', family: '/things'},
		{id: 'ep_2', method: 'GET', path: '/things/own', family: '/things'},
		{id: 'ep_3', method: 'DELETE', path: '/things/{id}', family: '/things'},
		{id: 'ep_4', method: 'GET', path: '/odd/{id}', family: '/users'},
		{id: 'ep_5', method: 'GET', path: '/users/:id/files', family: '/users'},
		{id: 'ep_6', method: 'GET', path: '/{tenant}/files', family: '/files'},
	];
	const sets = [
		set('endpoint', {endpointIds: {ep_1: 1}}),
		set('users', {families: {'/users': 1}}),
		set('deep', {families: {'/users/admin': 1}}),
		set('files', {endpointIds: {ep_5: 1}, extraHeaders: [{name: 'X-More', value: 'm'}]}),
		set('tenant', {endpointIds: {ep_6: 1}}),
	];
	const calls: Array<[string, string]> = [
		['GET', '/things/7'],
		['GET', '/things/own'],
		['GET', '/things/%6Fwn'],
		['DELETE', '/things/7'],
		['GET', '/api/v3/things/7'],
		['GET', '/base/things/7?x=1'],
		['GET', '/odd/1'],
		['GET', '/users/1'],
		['GET', '/base/v2/users/1'],
		['POST', '/rest/users'],
		['GET', '/users/admin/1'],
		['GET', '/users/3/files'],
		['GET', '/acme/files'],
		['GET', '/x/acme/files'],
		['GET', '/orders'],
		['GET', '/'],
		['GET', '/things'],
	];

	it('choose the same for every call', async () => {
		const {rules} = authRules(sets, endpoints)!;
		const service = calls.map(([method, path]) => {
			const endpoint = endpointAt(endpoints, method, path);
			const place = endpoint
				? {endpointId: endpoint.id, path: endpoint.path, family: endpoint.family}
				: {endpointId: null, path, family: null};
			const name = chooseAuth(sets, place, '/base').supplier?.headerName ?? null;
			return [path, name];
		});
		const python = await pythonWith('requests');
		const program = `import json, sys
sys.path.insert(0, sys.argv[1])
from svc_runtime.auth_rules import AuthRules
rules = AuthRules(json.loads(sys.argv[2]), "http://127.0.0.1:1/base")
print(json.dumps([[path, next(iter(choice.headers)) if choice else None]
    for method, path in json.loads(sys.argv[3]) for choice in [rules.choose(method, path)]]))`;
		const folder = fileURLToPath(new URL('../../../service/runners/python', import.meta.url));
		const args = ['-c', program, folder, JSON.stringify(rules), JSON.stringify(calls)];
		const runtime = JSON.parse(execFileSync(python.executable, args, {encoding: 'utf8'}));
		expect(runtime).toEqual(service);
		expect(service.map(([, name]) => name)).toEqual([
			'X-endpoint',
			null,
			null,
			null,
			'X-endpoint',
			'X-endpoint',
			'X-users',
			'X-users',
			'X-users',
			'X-users',
			'X-deep',
			'X-files',
			'X-tenant',
			null,
			null,
			null,
			null,
		]);
	});
});
