import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {lookup} from 'node:dns/promises';
import {hostname, tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import process from 'node:process';
import {beforeAll, expect, it, onTestFinished} from 'vitest';
import {buildClient, dist, patienceMs} from './built-client.ts';
import {openTerminal} from './pty.ts';

beforeAll(buildClient, patienceMs);

const item = {type: 'object', required: ['id'], properties: {id: {type: 'string'}, title: {type: 'string'}}};
const answer = {description: 'it', content: {'application/json': {schema: item}}};
const byId = [{name: 'itemId', in: 'path', required: true, schema: {type: 'string'}}];
const body = {content: {'application/json': {schema: item}}};
const document = {
	openapi: '3.0.3',
	info: {title: 'Items', version: '1'},
	paths: {
		'/items': {post: {requestBody: body, responses: {201: answer}}},
		'/items/{itemId}': {
			get: {parameters: byId, responses: {200: answer}},
			delete: {parameters: byId, responses: {204: {description: 'gone'}}},
		},
	},
};

/** The address of a server that ends with the test. */
async function listen(server: Server, host = '127.0.0.1'): Promise<string> {
	await new Promise<void>(resolve => server.listen(0, host, resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** The path of a file that ends with the test. */
function fileOf(name: string, text: string): string {
	const file = join(mkdtempSync(join(tmpdir(), 'svc-doc-')), name);
	writeFileSync(file, text);
	onTestFinished(() => rmSync(dirname(file), {recursive: true, force: true}));
	return file;
}

/** An API of items whose GETs are held as long as wanted. */
async function startItems(host: string) {
	const items = new Map<string, object>();
	let made = 0;
	let isHeld = false;
	let tellHeld = () => {};
	const waiting: Array<() => void> = [];
	const held = new Promise<void>(resolve => {
		tellHeld = resolve;
	});
	let open = 0;
	let most = 0;
	const server = createServer((request, response) => {
		most = Math.max(most, ++open);
		response.on('close', () => open--);
		const id = request.url?.split('/')[2] ?? '';
		const say = (status: number, value?: object) => {
			response.writeHead(status, {'content-type': 'application/json'});
			response.end(value && JSON.stringify(value));
		};
		if (request.method === 'POST') {
			const own = {id: `item-${++made}`, title: 'one'};
			items.set(own.id, own);
			say(201, own);
		} else if (request.method === 'DELETE') say(items.delete(id) ? 204 : 404);
		else if (isHeld && items.has(id)) {
			waiting.push(() => say(200, items.get(id) ?? {}));
			tellHeld();
		} else say(items.has(id) ? 200 : 404, items.get(id) ?? {});
	});
	const url = await listen(server, host);
	const hold = (isOn: boolean) => {
		isHeld = isOn;
		if (!isOn) for (const tell of waiting.splice(0)) tell();
	};
	return {
		url,
		items,
		made: () => made,
		mostAtOnce: () => most,
		held,
		hold,
	};
}

/** `svc try` of a document in a terminal, with a service of its own. */
function tryIn(url: string, flags: readonly string[] = []) {
	const file = fileOf('items.json', JSON.stringify(document));
	return tryOf(file, ['--base-url', url, ...flags]);
}

/** `svc try` of a source in a terminal, with a service of its own. */
function tryOf(source: string, flags: readonly string[]) {
	const home = mkdtempSync(join(tmpdir(), 'svc-try-'));
	onTestFinished(() => {
		spawnSync(process.execPath, [join(dist, 'cli.js'), 'service', 'stop'], {env: {...process.env, SVC_HOME: home}});
		rmSync(home, {recursive: true, force: true});
	});
	return openTerminal(['try', source, ...flags], {SVC_HOME: home});
}

/** The name of this machine: nothing in it says that it is loopback, as with the names of a team's machines. */
const ownAddress = await lookup(hostname(), {family: 4}).then(
	({address}) => address,
	() => undefined,
);

it.skipIf(ownAddress === undefined)(
	'asks before it writes to an API whose address is not one of loopback, and writes nothing without a yes',
	{timeout: patienceMs},
	async () => {
		const api = await startItems(ownAddress!);
		const url = `http://${hostname().toLowerCase()}:${new URL(api.url).port}`;
		const terminal = tryIn(url);
		await terminal.until(text => text.includes('Go on? [y/N]'));
		expect(terminal.text()).toContain(`Records will be created on ${url} and`);
		terminal.type('n\r');
		expect(await terminal.ended).toBe(5);
		expect(terminal.text()).toContain('Nothing was run.');
		expect(api.made()).toBe(0);
	},
);

it('deletes what its tests made when it is left with Ctrl-C in the middle', {timeout: patienceMs}, async () => {
	const api = await startItems('127.0.0.1');
	api.hold(true);
	const terminal = tryIn(api.url);
	await Promise.race([api.held, terminal.ended]);
	terminal.type('\u0003');
	await terminal.until(text => text.includes('stopping: what the tests created is deleted first'));
	api.hold(false);
	expect(await terminal.ended).toBe(130);
	expect(terminal.text()).toMatch(/Cleanup done: \d+ of \d+ records? (are|is) gone/);
	expect(api.made()).toBeGreaterThan(0);
	expect(api.items.size).toBe(0);
});

it('runs one test at a time where the API bears no more', {timeout: patienceMs}, async () => {
	const api = await startItems('127.0.0.1');
	const terminal = tryIn(api.url, ['--max-parallel', '1', '--output', 'json', '-y']);
	await terminal.ended;
	expect(api.made()).toBeGreaterThan(1);
	expect(api.mostAtOnce()).toBe(1);
});

it('reports what has run when its time is over', {timeout: patienceMs}, async () => {
	const api = await startItems('127.0.0.1');
	api.hold(true);
	const terminal = tryIn(api.url, ['--max-time', '10', '--output', 'json']);
	await terminal.until(text => text.includes('stopping: what the tests created is deleted first'));
	api.hold(false);
	expect(await terminal.ended).toBe(7);
	expect(terminal.text()).toMatch(/"notRun": ?[1-9]/);
	expect(terminal.text()).toContain('The try did not end within 10 s.');
	expect(api.made()).toBeGreaterThan(0);
	expect(api.items.size).toBe(0);
});

/** An API that answers everything in one way. */
async function startAnswering(status: number) {
	const server = createServer((_, response) => {
		response.writeHead(status, {'content-type': 'application/json'});
		response.end('{"error":"no"}');
	});
	return listen(server);
}

it('says that the credential is refused, and how it was sent', {timeout: patienceMs}, async () => {
	const flags = ['--credential', 'wrong', '--auth-type', 'API key', '--header-name', 'X-Token'];
	const terminal = tryIn(await startAnswering(401), flags);
	expect(await terminal.ended).toBe(3);
	expect(terminal.text()).toContain('The API refuses the credential');
	expect(terminal.text()).toContain('API key in X-Token');
});

it('says that the API begins somewhere else', {timeout: patienceMs}, async () => {
	const url = await startAnswering(404);
	const terminal = tryIn(`${url}/other`);
	expect(await terminal.ended).toBe(4);
	expect(terminal.text()).toContain(`${url}/other answers 404 to all`);
	expect(terminal.text()).toContain('--base-url');
});

/** An API that shows its description, like everything else, to those who send its key. */
async function startGuarded(place: string) {
	const server = createServer((request, response) => {
		const isKnown = request.headers['x-key'] === 'open-sesame';
		const text =
			request.url === place
				? JSON.stringify({...document, paths: {'/health': {get: {responses: {200: {description: 'up'}}}}}})
				: request.url === '/health'
					? '{}'
					: null;
		response.writeHead(isKnown ? (text === null ? 404 : 200) : 401, {'content-type': 'application/json'});
		response.end(isKnown ? (text ?? '{}') : '{"error":"who are you"}');
	});
	return listen(server);
}

it.each([
	['an address of an API', '/api/docs', ''],
	['the address of a document', '/api/spec.json', '/api/spec.json'],
])('reads what is shown to nobody without a credential: %s', {timeout: patienceMs}, async (_, place, path) => {
	const url = (await startGuarded(place)) + path;
	const terminal = tryOf(url, ['--credential', 'open-sesame', '--header-name', 'X-Key', '-y', '--output', 'json']);
	expect(await terminal.ended).toBe(0);
	expect(terminal.text()).toMatch(/"endpoints": ?1\b/);
	const without = tryOf(url, ['-y', '--output', 'json']);
	expect(await without.ended).toBe(4);
	expect(without.text().replace(/\s+/g, ' ')).toContain(
		path === '' ? 'shows nothing of its API without a credential' : `${path} answered 401`,
	);
});

/** An API that shows its notes to accounts only, and lets everybody make one. */
async function startNotes() {
	const accounts = new Map<string, string>();
	const notes = new Map<string, object>();
	let made = 0;
	const server = createServer(async (request, response) => {
		let raw = '';
		for await (const part of request) raw += part;
		const say = (status: number, value?: object) => {
			response.writeHead(status, {'content-type': 'application/json'});
			response.end(value && JSON.stringify(value));
		};
		const route = `${request.method} ${request.url?.replace(/^(\/notes)\/.+/, '$1/1')}`;
		const id = request.url?.split('/')[2] ?? '';
		const [word, token = ''] = (request.headers.authorization ?? '').split(' ');
		const named = Buffer.from(token.slice(2), 'hex').toString();
		const caller = (word === 'Token' || word === 'Bearer') && accounts.has(named) ? named : null;
		let user: {name?: unknown; password?: unknown} | undefined;
		try {
			user = raw === '' ? undefined : JSON.parse(raw).user;
		} catch {
			return say(400, {error: 'no JSON'});
		}
		if (route === 'GET /openapi.json') return say(200, described(caller !== null ? 'everything' : 'accounts'));
		const isWhole = typeof user?.name === 'string' && typeof user.password === 'string';
		const name = String(user?.name);
		if (route === 'POST /accounts') {
			if (!isWhole) return say(422, {error: 'name and password'});
			if (accounts.has(name)) return say(409, {error: 'taken'});
			accounts.set(name, String(user?.password));
			return say(201, {user: {name}});
		}
		if (route === 'POST /login')
			return isWhole && accounts.get(name) === user?.password
				? say(200, {user: {token: `t-${Buffer.from(name).toString('hex')}`}})
				: say(401, {error: 'unknown'});
		if (caller === null) return say(401, {error: 'who are you'});
		if (route === 'POST /notes') {
			const own = {id: `n${++made}`, title: 'one'};
			notes.set(own.id, own);
			return say(201, own);
		}
		if (route === 'DELETE /notes/1') return say(notes.delete(id) ? 204 : 404);
		return say(notes.has(id) ? 200 : 404, notes.get(id) ?? {});
	});
	const url = await listen(server);
	return {url, accounts, notes, made: () => made};
}

/** The document of these notes, or as much of it as is shown to everybody. */
function described(part: 'everything' | 'accounts') {
	const user = (...fields: string[]) => ({
		type: 'object',
		properties: {user: {type: 'object', properties: Object.fromEntries(fields.map(one => [one, {type: 'string'}]))}},
	});
	const json = (schema: object) => ({content: {'application/json': {schema}}});
	const open = (path: string, status: number, ...answered: string[]) => ({
		[path]: {
			post: {
				requestBody: json(user('name', 'password')),
				responses: {[status]: {description: 'it', ...json(user(...answered))}},
			},
		},
	});
	const [items, one] = Object.values(document.paths);
	const security = [{own: []}];
	const scheme = {type: 'apiKey', in: 'header', name: 'Authorization', description: 'as `Token <token>`'};
	const guarded = {
		'/notes': Object.fromEntries(Object.entries(items ?? {}).map(([verb, of]) => [verb, {...of, security}])),
		'/notes/{itemId}': Object.fromEntries(Object.entries(one ?? {}).map(([verb, of]) => [verb, {...of, security}])),
	};
	return {
		...document,
		components: {securitySchemes: {own: scheme}},
		paths: {
			...open('/accounts', 201, 'name'),
			...open('/login', 200, 'token'),
			...(part === 'accounts' ? {} : guarded),
		},
	};
}

it('makes an account of its own where the API lets everybody make one', {timeout: patienceMs}, async () => {
	const api = await startNotes();
	const file = fileOf('notes.json', JSON.stringify(described('everything')));
	const terminal = tryOf(file, ['--base-url', api.url, '--output', 'json', '-y']);
	await terminal.ended;
	expect(terminal.text()).toMatch(/account +svc\w+, signed up at \/accounts for these tests; it stays/);
	expect([...api.accounts.keys()].some(name => /^svc[0-9a-f]{8}$/.test(name))).toBe(true);
	expect(api.made()).toBeGreaterThan(1);
	expect(api.notes.size).toBe(0);
});

it('reads the description again as the account that it has signed in with', {timeout: patienceMs}, async () => {
	const api = await startNotes();
	api.accounts.set('ada', 'lovelace');
	const file = fileOf('password', 'lovelace');
	const terminal = tryOf(api.url, ['--username', 'ada', '--password-file', file, '--output', 'json', '-y']);
	await terminal.ended;
	expect(terminal.text()).toMatch(/5 endpoints to who is signed in, 2 to others/);
	expect(terminal.text()).toMatch(/"endpoints": ?5\b/);
	expect(api.made()).toBeGreaterThan(1);
	expect(api.notes.size).toBe(0);
});

/** Titles below an organisation that no endpoint gives; whoever names another one finds nothing. */
async function startOrganisations() {
	const titles = new Map<string, string>();
	const named = new Set<string>();
	let made = 0;
	const server = createServer(async (request, response) => {
		let raw = '';
		for await (const part of request) raw += part;
		const say = (status: number, value?: object) => {
			response.writeHead(status, {'content-type': 'application/json'});
			response.end(value && JSON.stringify(value));
		};
		const [, , org = '', , id = ''] = request.url?.split('/') ?? [];
		named.add(org);
		if (org !== 'acme') return say(404, {error: 'no such organisation'});
		if (request.method === 'DELETE') return say(titles.delete(id) ? 204 : 404);
		if (request.method === 'GET') return say(titles.has(id) ? 200 : 404, {id, title: titles.get(id) ?? ''});
		let title: unknown;
		try {
			({title} = JSON.parse(raw) as {title?: unknown});
		} catch {}
		if (typeof title !== 'string') return say(400, {error: 'title is required'});
		const own = `item-${++made}`;
		titles.set(own, title);
		return say(201, {id: own, title});
	});
	const url = await listen(server);
	const parameters = [{name: 'org', in: 'path', required: true, schema: {type: 'string'}}];
	const sent = {type: 'object', required: ['title'], properties: {title: {type: 'string'}}};
	const refused = {400: {description: 'No title'}, 404: {description: 'None'}};
	const post = {
		requestBody: {required: true, content: {'application/json': {schema: sent}}},
		responses: {201: answer, ...refused},
	};
	const paths = {
		'/orgs/{org}/items': {parameters, post},
		'/orgs/{org}/items/{itemId}': {parameters, ...document.paths['/items/{itemId}']},
	};
	const file = fileOf('orgs.json', JSON.stringify({...document, paths}));
	return {url, file, titles, named, made: () => made};
}

it('asks a person for the value that no endpoint gives, and tests with it', {timeout: patienceMs}, async () => {
	const {url, file, titles, named, made} = await startOrganisations();
	const terminal = tryOf(file, ['--base-url', url, '-y']);
	await terminal.until(text => text.includes('{org} of'));
	terminal.type('acme\r');
	await terminal.until(text => /run +\d+ passed, \d+ failed/.test(text));
	expect(terminal.text()).toMatch(/run +[1-9]\d* passed, 0 failed, 0 blocked/);
	await terminal.until(text => text.includes('quit'));
	terminal.type('q');
	await terminal.ended;
	expect(named).toContain('acme');
	expect(made()).toBeGreaterThan(1);
	expect(titles.size).toBe(0);
});

it('takes the value that no endpoint gives as a flag, and says which one is needed', {
	timeout: patienceMs,
}, async () => {
	const {url, file, titles, named, made} = await startOrganisations();
	const piped = ['--base-url', url, '-y', '--output', 'json'];
	const without = tryOf(file, piped);
	expect(await without.ended).toBe(4);
	expect(without.text().replace(/\s+/g, ' ')).toContain('No endpoint gives {org}; run again with --var ORG=<value>.');
	const terminal = tryOf(file, [...piped, '--var', 'ORG=acme']);
	expect(await terminal.ended).toBe(0);
	expect(terminal.text()).toMatch(/"failed": ?0\b/);
	expect(named).toContain('acme');
	expect(made()).toBeGreaterThan(1);
	expect(titles.size).toBe(0);
});
