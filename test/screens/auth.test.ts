import {afterEach, describe, expect, it} from 'vitest';
import type {AuthenticationView, AutoAuth, CredentialSet, EffectiveAuth} from '../../contract/authentication.ts';
import {ApiError} from '../../source/errors/api-error.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const health: AutoAuth['health'] = {
	state: 'verified',
	verifiedAt: '2026-01-31T07:30:00.000Z',
	lastRefreshAt: '2026-01-31T09:00:00.000Z',
	lastRefreshError: null,
	tokenExpiresAt: '2026-01-31T10:30:00.000Z',
	refreshTokenWarning: null,
};

const login: AutoAuth = {
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

const noLogin: AutoAuth = {
	...login,
	enabled: false,
	method: null,
	inject: null,
	loginUrl: null,
	username: null,
	hasPassword: false,
	health: {...health, state: 'none', verifiedAt: null, lastRefreshAt: null, tokenExpiresAt: null},
};

const adminSet: CredentialSet = {
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

const ofProject: EffectiveAuth = {
	mode: 'auto_auth',
	authType: 'Bearer token',
	setId: null,
	maskedCredential: null,
	extraHeaderNames: [],
	inherited: 'project',
};
const ofAdmin: EffectiveAuth = {
	mode: 'static',
	authType: 'API key',
	setId: 'crd_admin',
	maskedCredential: 'admin-…9876',
	extraHeaderNames: ['X-Tenant'],
	inherited: 'family',
};

type Parts = {autoAuth?: AutoAuth; families?: AuthenticationView['families']; sets?: CredentialSet[]};

const family = (name: string, auth: EffectiveAuth, paths: string[]): AuthenticationView['families'][number] => ({
	family: name,
	auth,
	endpointCount: paths.length,
	endpoints: paths.map(path => ({endpointId: `ep_${path.replaceAll(/\W/g, '')}`, method: 'GET', path, auth})),
});

function worldWith({
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

function open(world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(world, {screen: 'auth', id: 'prj_1', ...options});
	return screen.terminal;
}

const password = 's3cret pässword';

describe('what a project authenticates with', () => {
	it('shows the default, the login with its health, and each family with its credential and where it is from', async () => {
		const text = await open(worldWith().world).shows('Credential sets');
		expect(text).toContain('shop-api');
		expect(text).toMatch(/Project default +✓ auto-auth +project/);
		expect(text).toMatch(/Auto-auth login +✓ verified/);
		expect(text).toMatch(/▸ \/admin {2}1 +API key +family/);
		expect(text).toMatch(/▸ \/orders {2}2 +✓ auto-auth +project/);
		expect(text).toMatch(/admin key {2}2 +API key/);
	});

	it('tells everything about the login but its secrets', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('Credential sets');
		terminal.type('j');
		const text = await terminal.shows('Login URL');
		expect(text).toContain('2 h ago, 01-31 07:30 UTC');
		expect(text).toContain('in 1 h, 01-31 10:30 UTC');
		expect(text).toMatch(/User +tester@shop.test/);
		expect(text).toMatch(/Password +stored, never shown/);
	});

	it('tells a failing login with its last error, and warns of a refresh token that ends', async () => {
		const {world} = worldWith({
			autoAuth: {
				...login,
				method: 'aws_cognito_refresh',
				health: {
					...health,
					state: 'failing',
					lastRefreshError: 'NotAuthorizedException',
					refreshTokenWarning: {level: 'expiring', expiresAt: '2026-02-03T09:30:00.000Z'},
				},
			},
		});
		const terminal = open(world);
		expect(await terminal.shows('Credential sets')).toMatch(/Auto-auth login {2}◌ ends 3 d +✗ failing/);
		terminal.type('j');
		const text = await terminal.shows('The refresh token expires in 3 d');
		expect(text).toContain('NotAuthorizedException');
	});

	it('unfolds the endpoints of a family, and tells of one where its credential comes from', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('/orders');
		terminal.type('jjj\r');
		const text = await terminal.shows('▾ /admin');
		expect(text).toMatch(/GET \/admin\/reports +API key/);
		terminal.type('j');
		const detail = await terminal.shows('set for the family: admin key');
		expect(detail).toMatch(/Header +X-Admin/);
		expect(detail).toMatch(/Extra +X-Tenant/);
	});

	it('calls a set that was made for one endpoint by that endpoint', async () => {
		const own = {...ofAdmin, setId: 'crd_own', inherited: 'endpoint'};
		const health = family('/health', ofProject, ['/health']);
		const families = [{...health, endpoints: health.endpoints.map(endpoint => ({...endpoint, auth: own}))}];
		const set = {
			...adminSet,
			setId: 'crd_own',
			name: 'ep_health',
			families: [],
			endpointIds: ['ep_health'],
			endpointCount: 1,
		};
		const terminal = open(worldWith({families, sets: [set]}).world);
		await terminal.shows('Credential sets');
		expect(terminal.text()).not.toContain('ep_health');
		terminal.type('G');
		await terminal.until(text => /❯ +GET \/health {2}1/.test(text), 'the set by its endpoint');
		terminal.type('ggjjj');
		await terminal.shows('With another credential');
	});

	it('finds an endpoint by a filter, in a family that is folded', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('/orders');
		terminal.type('/{id}\r');
		const text = await terminal.shows('GET /orders/{id}');
		expect(text).not.toContain('/admin');
		terminal.type('\u001b');
		await terminal.showsNot('GET /orders/{id}');
	});

	it('jumps to the set whose credential counts', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('/orders');
		terminal.type('jjjb');
		await terminal.until(text => /❯ +admin key/.test(text), 'the set');
		expect(await terminal.shows('/admin, /audit')).toMatch(/Extra +X-Tenant: ••••/);
	});

	it('is reached from the tests of the project, and goes back there', async () => {
		const terminal = open(worldWith().world, {screen: 'tests'});
		await terminal.shows('test 000');
		terminal.type('ga');
		await terminal.shows('Project default');
		terminal.type('\u001b');
		await terminal.shows('test 000');
	});
});

describe('a credential', () => {
	it('is masked while it is typed, sent as it is, and never drawn', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('/orders');
		terminal.type('jjjj');
		await terminal.until(text => /❯.*\/orders/.test(text), 'the cursor on /orders');
		terminal.type('e');
		await terminal.shows('Credential of /orders');
		terminal.type(`\t${password}`);
		await terminal.shows('*'.repeat(password.length));
		terminal.type('\r\r');
		await terminal.shows('Calls of /orders send the Bearer token');
		expect(bodies).toEqual([
			['putCredential', 'prj_1', {authType: 'Bearer token', credential: password, family: '/orders'}],
		]);
		expect(terminal.written.join('')).not.toContain(password);
		expect(terminal.written.join('')).not.toContain('s3c');
	});

	it('of the project is removed after a question only', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('/orders');
		terminal.type('D');
		await terminal.shows('Remove the credential of the project');
		expect(bodies).toEqual([]);
		terminal.type('2');
		await terminal.shows('Removed the credential');
		expect(bodies).toEqual([['putCredential', 'prj_1', {authType: 'public'}]]);
	});

	it('that the service refuses leaves the form open with the reason', async () => {
		const {world} = worldWith();
		world.answers['putCredential'] = () => {
			throw new ApiError('VALIDATION_ERROR', 'Field `credential` is required for the type `API key`.', {
				nextAction: '',
			});
		};
		const terminal = open(world);
		await terminal.shows('/orders');
		terminal.type('e');
		await terminal.shows('Credential of the project');
		terminal.type('\r\r\r');
		await terminal.shows('is required for the type');
		expect(terminal.text()).toContain('Credential of the project');
	});
});

describe('the login', () => {
	it('is tested with what is stored, and shows outcome, status and a masked token', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('/orders');
		terminal.type('t');
		const text = await terminal.shows('Test login');
		expect(bodies).toEqual([['testAutoAuthLogin', 'prj_1', {}]]);
		expect(text).toContain('✓ it works (200)');
		expect(text).toMatch(/Token +eyJhbG…x9Yz/);
	});

	it('that is refused says so', async () => {
		const {world} = worldWith();
		world.answers['testAutoAuthLogin'] = () => ({
			ok: false,
			outcome: 'rejected',
			status: 401,
			tokenPreview: null,
			expiresAt: null,
			durationMs: 80,
			reason: 'the answer was 401',
		});
		const terminal = open(world);
		await terminal.shows('/orders');
		terminal.type('t');
		const text = await terminal.shows('The login was rejected (401)');
		expect(text).toContain('✗ it was rejected (401)');
	});

	it('is set up by a form, tried before it is saved, and switched on', async () => {
		const {world, bodies} = worldWith({autoAuth: noLogin});
		const terminal = open(world);
		expect(await terminal.shows('/orders')).toMatch(/Auto-auth login +○ not set/);
		terminal.type('je');
		await terminal.shows('How a token is got');
		terminal.type('1');
		await terminal.shows('Auto-auth by name and password');
		terminal.type(`https://shop.test/login\rtester\r${password}\r\r\r\r\r\r\r\r`);
		await terminal.shows('[save]');
		terminal.type(' ');
		await terminal.shows('[test only]');
		terminal.type('\r');
		await terminal.shows('Nothing is saved yet');
		expect(bodies.map(call => (call as unknown[])[0])).toEqual(['testAutoAuthLogin']);
		terminal.type(' \r');
		await terminal.shows('Auto-auth is on: the login works');
		expect(bodies[1]).toEqual([
			'putAutoAuth',
			'prj_1',
			{
				method: 'password',
				inject: 'bearer',
				loginUrl: 'https://shop.test/login',
				username: 'tester',
				password,
				loginMethod: 'POST',
				loginContentType: 'application/json',
				enabled: true,
			},
		]);
		expect(terminal.written.join('')).not.toContain('s3c');
	});

	it('that is on stays as it is when the one that is to take its place is refused', async () => {
		const {world, bodies} = worldWith();
		world.answers['testAutoAuthLogin'] = () => ({
			ok: false,
			outcome: 'rejected',
			status: 401,
			tokenPreview: null,
			expiresAt: null,
			durationMs: 80,
			reason: 'the login answered 401',
		});
		const terminal = open(world);
		await terminal.shows('/orders');
		terminal.type('je');
		await terminal.shows('How a token is got');
		terminal.type('1');
		await terminal.shows('Auto-auth by name and password');
		terminal.type('\r\rmistyped\r\r\r\r\r\r\r\r\r');
		await terminal.shows('Nothing was changed,');
		expect(JSON.stringify(bodies)).not.toContain('putAutoAuth');
	});

	it('is switched off after a question, and keeps what is stored', async () => {
		const {world, bodies} = worldWith();
		world.answers['putAutoAuth'] = ({body}) => {
			bodies.push(body);
			return {projectId: 'prj_1', enabled: false, method: 'password', inject: 'bearer', health: 'disabled'};
		};
		const terminal = open(world);
		await terminal.shows('/orders');
		terminal.type('d');
		await terminal.shows('Switch auto-auth off');
		terminal.type('\r');
		await terminal.showsNot('Leave it on');
		expect(bodies).toEqual([]);
		terminal.type('d2');
		await terminal.shows('Auto-auth is off');
		expect(bodies).toEqual([{enabled: false}]);
	});

	it('is removed after a question only', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('/orders');
		terminal.type('jD');
		await terminal.shows('Remove the auto-auth login');
		terminal.type('2');
		await terminal.shows('Removed the login');
		expect(bodies).toEqual([['deleteAutoAuth', 'prj_1', {}]]);
	});
});

describe('a credential set', () => {
	it('is added by a form', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('/orders');
		terminal.type('jjjj');
		await terminal.until(text => /❯.*\/orders/.test(text), 'the cursor on /orders');
		terminal.type('n');
		await terminal.shows('New credential set');
		terminal.type('clerk\r\r\r\rabc-123\r\rX-Tenant\rt-1\r');
		await terminal.shows('Added clerk');
		expect(bodies).toEqual([
			[
				'createCredentialSet',
				'prj_1',
				{
					name: 'clerk',
					mode: 'static',
					families: ['/orders'],
					authType: 'Bearer token',
					credential: 'abc-123',
					extraHeaders: [{name: 'X-Tenant', value: 't-1'}],
				},
			],
		]);
	});

	it('can lose a family, or go as a whole', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('/orders');
		terminal.type('jjjD');
		await terminal.shows('The set admin key serves /admin, /audit.');
		terminal.type('2');
		await terminal.shows('/admin sends what the project sends');
		terminal.type('D');
		await terminal.shows('admin key serves');
		terminal.type('3');
		await terminal.shows('Removed admin key');
		expect(bodies).toEqual([
			['patchCredentialSet', 'crd_admin', {families: ['/audit']}],
			['deleteCredentialSet', 'crd_admin', {}],
		]);
	});
});

describe('the Auth screen', () => {
	it('says that it is for backend projects', async () => {
		const {world} = worldWith();
		const text = await open(world, {id: 'prj_2'}).shows('Auth is for backend projects');
		expect(text).toContain('svc project update prj_2');
		expect(world.calls.some(call => call.startsWith('getAuthentication'))).toBe(false);
	});

	it('says why it could not be read', async () => {
		const {world} = worldWith();
		world.answers['getAuthentication'] = () => {
			throw new ApiError('AUTH_FORBIDDEN', 'The key lacks read:projects.', {nextAction: 'Use another key.'});
		};
		const terminal = open(world, {screen: 'tests'});
		await terminal.shows('test 000');
		terminal.type('ga');
		await terminal.shows('The key lacks read:projects.');
		expect(terminal.text()).toContain('Ctrl-r tries again.');
	});

	it('keeps what it knows while the service is away', async () => {
		const {world} = worldWith();
		const terminal = open(world);
		await terminal.shows('/orders');
		world.failure = new ApiError('UNAVAILABLE', 'Connection refused.');
		await screen.clock.advance(15_000);
		expect(await terminal.shows('No answer from the service')).toContain('/orders');
	});

	it.each([60, 100, 200])('keeps its columns aligned at %i columns, whatever the names are', async columns => {
		const hostile = family('/订单\u001b[31m\u202e', ofAdmin, []);
		const {world} = worldWith({families: [hostile], sets: [{...adminSet, name: '管理\u0007'}]});
		const terminal = open(world, {columns});
		await terminal.shows('/订单');
		expect(terminal.text().includes('CREDENTIAL')).toBe(columns === 200);
		const column = terminal.columnOf('SENDS');
		expect(terminal.columnOf('API key')).toBe(column);
		expect(terminal.text()).not.toMatch(/[\u202e\u001b\u0007]/);
	});
});
