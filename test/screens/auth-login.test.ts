import {describe, expect, it} from 'vitest';
import type {AutoAuth} from '../../contract/authentication.ts';
import {health, login, worldWith, open, password} from './auth-world.ts';

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
