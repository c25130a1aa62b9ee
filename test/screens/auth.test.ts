import {describe, expect, it} from 'vitest';
import {ApiError} from '../../source/errors/api-error.ts';
import {
	health,
	login,
	adminSet,
	ofProject,
	ofAdmin,
	family,
	worldWith,
	open,
	openAuth,
	password,
} from './auth-world.ts';

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
		const {terminal, clock} = openAuth(world);
		await terminal.shows('/orders');
		world.failure = new ApiError('UNAVAILABLE', 'Connection refused.');
		await clock.advance(15_000);
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
