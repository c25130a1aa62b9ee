import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning} from './learning-world.ts';

const python = pythonOfFile();

/** An API that gives a token to one account and takes it in one header, until it is logged out. */
async function startSessions(header: string, prefix: string, ends = true) {
	const open = new Set<string>();
	let latest = 0;
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const say = (status: number, value: object) => {
				response.writeHead(status, {'content-type': 'application/json'});
				response.end(JSON.stringify(value));
			};
			const sent = String(request.headers[header.toLowerCase()] ?? '');
			const token = sent.startsWith(prefix) ? sent.slice(prefix.length) : '';
			if (request.url === '/auth/login' && request.method === 'POST') {
				let account: {username?: unknown; password?: unknown} = {};
				try {
					account = JSON.parse(Buffer.concat(parts).toString()) as typeof account;
				} catch {}
				if (account.username !== 'ada' || account.password !== 'open-sesame') return say(401, {error: 'wrong account'});
				open.add(`t-${++latest}`);
				return say(200, {token: `t-${latest}`});
			}
			if (!open.has(token)) return say(401, {error: 'log in first'});
			if (request.url === '/me' && request.method === 'GET') return say(200, {name: 'ada'});
			if (request.url !== '/auth/logout') return say(404, {error: 'nothing is here'});
			if (ends) open.delete(token);
			return say(200, {});
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = (properties: object) => ({content: {'application/json': {schema: {type: 'object', properties}}}});
const text = {type: 'string'};
const documentOf = (scheme: object) => ({
	openapi: '3.0.3',
	info: {title: 'Sessions', version: '1'},
	components: {securitySchemes: {own: scheme}},
	security: [{own: []}],
	paths: {
		'/auth/login': {
			post: {
				security: [],
				requestBody: {
					required: true,
					...json({username: {...text, example: 'ada'}, password: {...text, example: 'open-sesame'}}),
				},
				responses: {200: {description: 'In', ...json({token: text})}, 401: {description: 'No'}},
			},
		},
		'/auth/logout': {post: {responses: {200: {description: 'Out'}, 401: {description: 'No'}}}},
		'/me': {get: {responses: {200: {description: 'Me', ...json({name: text})}, 401: {description: 'No'}}}},
	},
});

const ways: ReadonlyArray<[string, string, object]> = [
	['Authorization', 'Bearer ', {type: 'http', scheme: 'bearer'}],
	['X-Access-Token', '', {type: 'apiKey', in: 'header', name: 'X-Access-Token'}],
	['Authorization', 'Token ', {type: 'http', scheme: 'Token'}],
];
const session = 'A session: logged in, used, logged out, refused';

it.each(ways)('a session carries its token in %s as "%s…"', async (header, prefix, scheme) => {
	const {run, codes} = await startLearning(python(), await startSessions(header, prefix), documentOf(scheme));
	const red = redOf(await run());
	expect(red.filter(line => line.startsWith(session))).toEqual([]);
	expect((await codes()).get(session)).toContain(`"${header}": ${prefix === '' ? 'login' : `f"${prefix}`}`);
});

it('a session that a log-out does not end is found', async () => {
	const [header, prefix, scheme] = ways[0]!;
	const {run} = await startLearning(python(), await startSessions(header, prefix, false), documentOf(scheme));
	expect(redOf(await run())).toContainEqual(
		expect.stringMatching(new RegExp(`^${session}: failed .*after the log-out`)),
	);
});
