import {afterEach, describe, expect, it} from 'vitest';
import type {Environment} from '../../contract/environment.ts';
import {createWorld} from '../helpers/shop-world.ts';
import {type OpenScreen, openScreen} from '../helpers/terminal-screen.tsx';
import type {WireWorld} from '../helpers/wire-world.ts';

let screen: OpenScreen;
afterEach(() => screen.close());

const environment = (fields: Partial<Environment>): Environment => ({
	id: 'env_1',
	name: 'default',
	url: 'http://127.0.0.1:4010',
	isDefault: true,
	authMode: 'public',
	hasCredentials: false,
	username: null,
	enableOtp: false,
	updatedAt: '2026-01-31T07:30:00.000Z',
	variables: {},
	secretKeys: [],
	...fields,
});
const staging = environment({
	id: 'env_2',
	name: 'staging',
	url: 'https://staging.example.com',
	isDefault: false,
	authMode: 'account',
	hasCredentials: true,
	username: 'ann',
	variables: {OWNER: 'acme', API_KEY: 'sk-liv…cdef'},
	secretKeys: ['API_KEY'],
});

/** A world that keeps environments, as the service does. */
function worldWith(all: Environment[] = [environment({}), staging]): {world: WireWorld; bodies: unknown[]} {
	const world = createWorld({count: 3});
	const bodies: unknown[] = [];
	let version = 0;
	const find = (name: string | undefined) => all.find(one => one.name === name) ?? all[0]!;
	const put = (name: string | undefined, fields: Partial<Environment>) => {
		const updatedAt = new Date(Date.UTC(2026, 0, 31, 8, 0, ++version)).toISOString();
		all = all.map(one => (one.name === name ? {...one, ...fields, updatedAt} : one));
	};
	world.answers['listEnvironments'] = () => ({
		items: all.map(({variables, secretKeys: _, ...one}) => ({
			...one,
			variableCount: Object.keys(variables ?? {}).length,
		})),
		nextToken: null,
	});
	world.answers['getEnvironment'] = ({params}) => find(params['name']);
	world.answers['createEnvironment'] = ({body}) => {
		bodies.push(body);
		const made = environment({id: 'env_9', isDefault: false, name: String(body['name']), url: String(body['url'])});
		all = [...all, made];
		return made;
	};
	world.answers['updateEnvironment'] = ({params, body}) => {
		bodies.push([params['name'], body]);
		const {variables, ...fields} = body as Partial<Environment>;
		const merged = {...find(params['name']).variables, ...variables};
		const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
		put(params['name'], {...fields, variables: kept});
		return find(String(fields.name ?? params['name']));
	};
	world.answers['setDefaultEnvironment'] = ({params}) => {
		bodies.push(['default', params['name']]);
		for (const {name} of all) put(name, {isDefault: name === params['name']});
		return find(params['name']);
	};
	world.answers['deleteEnvironment'] = ({params}) => {
		bodies.push(['deleted', params['name']]);
		all = all.filter(({name}) => name !== params['name']);
		return {name: params['name'], deletedAt: '2026-01-31T08:00:00.000Z'};
	};
	return {world, bodies};
}

function open(world: WireWorld, options: Parameters<typeof openScreen>[1] = {}) {
	screen = openScreen(world, {screen: 'environments', id: 'prj_1', ...options});
	return screen.terminal;
}

describe('environments', () => {
	it.each([60, 100, 200])('are listed with address and number of variables at %i columns', async columns => {
		const text = await open(worldWith().world, {columns}).shows('staging');
		expect(text).toMatch(/default · default +http:\/\/127\./);
		expect(text).toMatch(/staging +https:\/\/stag/);
		expect(text).toContain('2 environments');
		if (columns === 200) expect(text).toContain('Runs use it unless they name another one.');
	});

	it('show account and variables in the pane, secrets as the service masks them', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('staging');
		terminal.type('j');
		const text = await terminal.shows('VAR_OWNER = acme');
		expect(text).toContain('VAR_API_KEY = sk-liv…cdef');
		expect(text).toMatch(/Account +ann/);
	});

	it('offer to run first, as every question about a run does', async () => {
		const terminal = open(worldWith().world);
		await terminal.shows('staging');
		terminal.type('jr');
		await terminal.until(text => /❯ 1 {2}Run in staging[\s\S]+2 {2}Not now/.test(text), 'running before not running');
	});

	it('are reached from the list of projects', async () => {
		screen = openScreen(worldWith().world, {screen: 'projects'});
		const {terminal} = screen;
		await terminal.shows('shop-api');
		terminal.type('ge');
		await terminal.shows('staging');
		expect(screen.terminal.text()).toContain('Environments');
	});

	it('are created in a form; an account is sent with its mode only', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('staging');
		terminal.type('n');
		await terminal.shows('New environment');
		terminal.type('live\thttps://api.example.com\t\tignored\t\r');
		await terminal.shows('Created live');
		expect(bodies).toEqual([{name: 'live', url: 'https://api.example.com', authMode: 'public'}]);
	});

	it('get a variable whose value is masked while it is typed, and lose it again', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('staging');
		terminal.type('v');
		await terminal.shows('Variable of default');
		terminal.type('VAR_OWNER\ttyped-secret');
		await terminal.shows('****');
		expect(terminal.text()).not.toContain('typed-secret');
		terminal.type('\r');
		await terminal.shows('VAR_OWNER = typed-secret');
		terminal.type('v');
		await terminal.shows('Variable of default');
		terminal.type('url\t\r');
		await terminal.shows('is reserved');
		terminal.type('\u001b');
		await terminal.showsNot('Variable of default');
		terminal.type('v');
		await terminal.shows('Variable of default');
		terminal.type('OWNER\t\r');
		await terminal.shows('It has no variables yet');
		expect(bodies).toEqual([
			['default', {variables: {OWNER: 'typed-secret'}}],
			['default', {variables: {OWNER: null}}],
		]);
	});

	it('are edited, made the default one and deleted after asking', async () => {
		const {world, bodies} = worldWith();
		const terminal = open(world);
		await terminal.shows('staging');
		terminal.type('j');
		await terminal.shows('VAR_OWNER');
		terminal.type('e');
		await terminal.shows('Change staging');
		terminal.type('-2\t\t\t\t\r');
		await terminal.shows('Changed staging-2');
		terminal.type('d');
		await terminal.shows('Change the default environment');
		terminal.type('j\r');
		await terminal.shows('staging-2 is the default environment');
		terminal.type('gg');
		await terminal.shows('❯  default');
		terminal.type('D');
		await terminal.shows('Delete the environment');
		terminal.type('j\r');
		await terminal.shows('Deleted default');
		expect(bodies).toEqual([
			['staging', {name: 'staging-2', url: 'https://staging.example.com', authMode: 'account', username: 'ann'}],
			['default', 'staging-2'],
			['deleted', 'default'],
		]);
	});
});
