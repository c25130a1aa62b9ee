import {onTestFinished} from 'vitest';
import type {AuthenticationView, AutoAuth, CredentialSet, EffectiveAuth} from '../../contract/authentication.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

export const health: AutoAuth['health'] = {
	state: 'verified',
	verifiedAt: '2026-01-31T07:30:00.000Z',
	lastRefreshAt: '2026-01-31T09:00:00.000Z',
	lastRefreshError: null,
	tokenExpiresAt: '2026-01-31T10:30:00.000Z',
	refreshTokenWarning: null,
};

export const login: AutoAuth = {
	projectId: 'prj_1',
	enabled: true,
	method: 'password',
	inject: 'bearer',
	injectKey: null,
	loginUrl: 'https://shop.test/login',
	loginMethod: 'POST',
	loginContentType: 'application/json',
	loginBodyTemplate: '{"email":"{{username}}","password":"{{password}}"}',
	username: 'tester@shop.test',
	tokenPath: '$.access_token',
	tokenEndpoint: null,
	clientId: null,
	scope: null,
	region: null,
	hasPassword: true,
	hasClientSecret: false,
	hasRefreshToken: false,
	health,
	updatedAt: '2026-01-31T09:00:00.000Z',
};

export const adminSet: CredentialSet = {
	setId: 'crd_admin',
	name: 'admin key',
	mode: 'static',
	authType: 'API key',
	headerName: 'X-Admin',
	maskedCredential: 'admin-…9876',
	extraHeaders: [{name: 'X-Tenant', maskedValue: '••••'}],
	families: ['/admin', '/audit'],
	endpointIds: [],
	endpointCount: 2,
	createdAt: '2026-01-30T09:00:00.000Z',
	updatedAt: '2026-01-30T09:00:00.000Z',
};

export const ofProject: EffectiveAuth = {
	mode: 'auto_auth',
	authType: 'Bearer token',
	setId: null,
	maskedCredential: null,
	extraHeaderNames: [],
	inherited: 'project',
};
export const ofAdmin: EffectiveAuth = {
	mode: 'static',
	authType: 'API key',
	setId: 'crd_admin',
	maskedCredential: 'admin-…9876',
	extraHeaderNames: ['X-Tenant'],
	inherited: 'family',
};

type Parts = {autoAuth?: AutoAuth; families?: AuthenticationView['families']; sets?: CredentialSet[]};

export const family = (name: string, auth: EffectiveAuth, paths: string[]): AuthenticationView['families'][number] => ({
	family: name,
	auth,
	endpointCount: paths.length,
	endpoints: paths.map(path => ({endpointId: `ep_${path.replaceAll(/\W/g, '')}`, method: 'GET', path, auth})),
});

export function worldWith({
	autoAuth = login,
	families = [family('/admin', ofAdmin, ['/admin/reports']), family('/orders', ofProject, ['/orders', '/orders/{id}'])],
	sets = [adminSet],
}: Parts = {}): {world: WireWorld; bodies: unknown[]} {
	const world = createWorld({count: 3});
	const bodies: unknown[] = [];
	const isOn = autoAuth.enabled;
	world.answers['getAuthentication'] = () => ({
		projectId: 'prj_1',
		default: isOn ? ofProject : {...ofProject, mode: 'none', authType: null},
		autoAuth: autoAuth.health,
		families,
	});
	world.answers['getAutoAuth'] = () => autoAuth;
	world.answers['getCredential'] = () => ({
		projectId: 'prj_1',
		authType: 'API key',
		headerName: 'X-API-Key',
		maskedCredential: 'sk-old…1234',
		updatedAt: '2026-01-30T09:00:00.000Z',
	});
	world.answers['listCredentialSets'] = () => ({items: sets, nextToken: null});
	const takes = (route: string, answer: object) => {
		world.answers[route] = ({params, body}) => {
			bodies.push([route, params['setId'] ?? params['projectId'], body]);
			return answer;
		};
	};
	takes('putCredential', {projectId: 'prj_1', authType: 'Bearer token', rewroteCount: 0});
	takes('putAutoAuth', {projectId: 'prj_1', enabled: true, method: 'password', inject: 'bearer', health: 'verified'});
	takes('deleteAutoAuth', {projectId: 'prj_1', deletedAt: '2026-01-31T09:30:00.000Z'});
	takes('createCredentialSet', {...adminSet, setId: 'crd_new'});
	takes('patchCredentialSet', adminSet);
	takes('deleteCredentialSet', {setId: 'crd_admin', deletedAt: '2026-01-31T09:30:00.000Z'});
	takes('testAutoAuthLogin', {
		ok: true,
		outcome: 'token_acquired',
		status: 200,
		tokenPreview: 'eyJhbG…x9Yz',
		expiresAt: '2026-01-31T10:30:00.000Z',
		durationMs: 120,
		reason: null,
	});
	return {world, bodies};
}

export function openAuth(world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) {
	const screen = openScreen(world, {screen: 'auth', id: 'prj_1', ...options});
	onTestFinished(() => screen.close());
	return screen;
}

export const open = (...about: Parameters<typeof openAuth>) => openAuth(...about).terminal;

export const password = 's3cret pässword';
