import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {pythonOfFile} from '../../../helpers/python-of-file.ts';
import {redOf, startLearning} from './learning-world.ts';

const python = pythonOfFile();

type Ways = {
	/** A renewal is worth one use and hands out the next one. */
	rotates: boolean;
	/** The log-out is sent the token for renewal, and ends that alone. */
	endsRenewal: boolean;
	/** A log-out ends anything at all. */
	ends?: boolean;
	/** What a renewal is documented to hand out again: it has to, it may, it does not. */
	documented?: 'required' | 'optional' | 'absent';
};

/** An API that hands out a token for access and one for its renewal. */
async function startSessions({rotates, endsRenewal, ends = true}: Ways) {
	const sessions = new Map<string, {access: string; refresh: string}>();
	let latest = 0;
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const say = (status: number, value: object) => {
				response.writeHead(status, {'content-type': 'application/json'});
				response.end(JSON.stringify(value));
			};
			let sent: {username?: unknown; password?: unknown; refreshToken?: unknown} = {};
			try {
				sent = (JSON.parse(Buffer.concat(parts).toString()) as typeof sent | null) ?? {};
			} catch {}
			const all = [...sessions.entries()];
			const renewed = all.find(([, {refresh}]) => refresh === sent.refreshToken);
			const opened = all.find(([, {access}]) => request.headers.authorization === `Bearer ${access}`);
			const line = `${request.method} ${request.url}`;
			if (line === 'POST /auth/login') {
				if (sent.username !== 'ada' || sent.password !== 'open-sesame') return say(401, {error: 'wrong account'});
				const session = {access: `a-${++latest}`, refresh: `r-${latest}`};
				sessions.set(`s-${latest}`, session);
				return say(200, {accessToken: session.access, refreshToken: session.refresh});
			}
			if (line === 'POST /auth/refresh') {
				if (typeof sent.refreshToken !== 'string') return say(400, {error: 'refreshToken is needed'});
				if (!renewed) return say(401, {error: 'not known'});
				const [id, {refresh}] = renewed;
				const next = {access: `a-${++latest}`, refresh: rotates ? `r-${latest}` : refresh};
				sessions.set(id, next);
				return say(200, {accessToken: next.access, ...(rotates ? {refreshToken: next.refresh} : {})});
			}
			if (line === 'POST /auth/logout') {
				if (endsRenewal && typeof sent.refreshToken !== 'string') return say(400, {error: 'refreshToken is needed'});
				const known = endsRenewal ? renewed : opened;
				if (!known) return say(401, {error: 'log in first'});
				if (ends && endsRenewal) sessions.set(known[0], {...known[1], refresh: 'none'});
				else if (ends) sessions.delete(known[0]);
				return say(200, {});
			}
			if (!opened) return say(401, {error: 'log in first'});
			return line === 'GET /me' ? say(200, {name: 'ada'}) : say(404, {error: 'nothing is here'});
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const text = {type: 'string'};
const json = (properties: object, required = Object.keys(properties)) => ({
	content: {'application/json': {schema: {type: 'object', properties, required}}},
});
const no = {400: {description: 'No'}, 401: {description: 'No'}};

function documentOf({rotates, endsRenewal, documented = rotates ? 'required' : 'absent'}: Ways) {
	const renewed = json({accessToken: text, ...(documented === 'absent' ? {} : {refreshToken: text})}, [
		'accessToken',
		...(documented === 'required' ? ['refreshToken'] : []),
	]);
	const sent = {requestBody: {required: true, ...json({refreshToken: text})}};
	return {
		openapi: '3.0.3',
		info: {title: 'Sessions', version: '1'},
		components: {securitySchemes: {own: {type: 'http', scheme: 'bearer'}}},
		security: [{own: []}],
		paths: {
			'/auth/login': {
				post: {
					security: [],
					requestBody: {
						required: true,
						...json({username: {...text, example: 'ada'}, password: {...text, example: 'open-sesame'}}),
					},
					responses: {200: {description: 'In', ...json({accessToken: text, refreshToken: text})}, ...no},
				},
			},
			'/auth/refresh': {post: {security: [], ...sent, responses: {200: {description: 'Anew', ...renewed}, ...no}}},
			'/auth/logout': {
				post: {...(endsRenewal ? {security: [], ...sent} : {}), responses: {200: {description: 'Out'}, ...no}},
			},
			'/me': {get: {responses: {200: {description: 'Me', ...json({name: text})}, ...no}}},
		},
	};
}

const played = async (ways: Ways) => {
	const {run, codes} = await startLearning(python(), await startSessions(ways), documentOf(ways));
	const red = redOf(await run());
	const [title, code] = [...(await codes())].find(([name]) => name.startsWith('A session: ')) ?? ['', ''];
	return {red: red.filter(line => line.startsWith('A session: ')), title, code};
};

const whole = 'A session: logged in, used, renewed, logged out, refused';

it.each<[string, Ways]>([
	['a token that is worth one use', {rotates: true, endsRenewal: false}],
	['a token that stays', {rotates: false, endsRenewal: false}],
	['a log-out that ends the token for renewal, worth one use', {rotates: true, endsRenewal: true}],
	['a log-out that ends the token for renewal, which stays', {rotates: false, endsRenewal: true}],
	['a token that may come again, and does not', {rotates: false, endsRenewal: false, documented: 'optional'}],
])('a session is renewed before it ends: %s', async (_, ways) => {
	const {red, title, code} = await played(ways);
	expect(red).toEqual([]);
	expect(title).toBe(whole);
	expect(code.match(/requests\.\w+\(\s*f"\{BASE_URL\}[^"]+/g)?.map(one => one.replace(/^.*\}/s, ''))).toEqual([
		'/auth/login',
		'/me',
		'/auth/refresh',
		'/me',
		'/auth/logout',
		ways.endsRenewal ? '/auth/refresh' : '/me',
	]);
});

it.each<Ways>([
	{rotates: true, endsRenewal: true, documented: 'optional'},
	{rotates: false, endsRenewal: true, documented: 'optional'},
])('is not renewed where nobody knows what the log-out is to be sent then', async ways => {
	const {red, title, code} = await played(ways);
	expect(red).toEqual([]);
	expect(title).toBe('A session: logged in, used, logged out, refused');
	expect(code.match(/auth\/refresh"/g)).toHaveLength(1);
});

it.each<[string, boolean]>([
	['GET /me answered 200', false],
	['POST /auth/refresh answered 200', true],
])('a session that a log-out does not end is found by the call that shows it: %s', async (said, endsRenewal) => {
	const {red} = await played({rotates: true, endsRenewal, ends: false});
	expect(red).toEqual([expect.stringMatching(new RegExp(`^${whole}: failed .*${said}.* after the log-out`))]);
});
