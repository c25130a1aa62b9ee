import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

export type TokenApiOptions = {
	/**
	 * How long a token is good, in milliseconds. Its first call of each kind is answered however late it comes, so that no
	 * machine is too slow for a fresh token.
	 */
	lifeMs: number;
	/** Whether the login says so. */
	tellsExpiry: boolean;
	/** A new token takes the place of all before. */
	isExclusive?: boolean;
};

export type TokenApi = {
	url: string;
	/** Every token that was given out, and how logins arrived. */
	tokens: string[];
	logins: string[];
	/** Calls that were answered 401, as `METHOD /path`. */
	refused: string[];
	/** Headers of the calls by `METHOD /path`, in their order. */
	seen: Array<{call: string; headers: IncomingMessage['headers']}>;
	/** Records that were created and not deleted. */
	records: Set<string>;
	/** Every token is refused from now on. */
	revokeAll(): void;
	/** Runs when a call has arrived and before its token is looked at, as a slow API does; `nth` counts from 1. */
	beforeCheck(work: (call: string, nth: number) => void | Promise<void>): void;
	/** Decides the status of the next logins; 200 unless told otherwise. */
	answerLogins(status: (nth: number) => number | Promise<number>): void;
};

/**
 * A real API with its own logins (`POST /login` in JSON or as a form), which checks the bearer token of every call:
 * `/records` creates, reads and deletes, `/me` answers, `/admin` wants `X-API-Key: admin-key-0123456789` instead.
 */
export async function startTokenApi(options: TokenApiOptions): Promise<TokenApi> {
	const issued = new Map<string, {until: number; usedFor: Set<string>}>();
	/** Whether a token is good for a call; `/records/1` and `/records/2` are of one kind. */
	const isGood = (token: string, method: string, url: string) => {
		const known = issued.get(token);
		const kind = `${method} ${url.replace(/^(\/records)\/.*/, '$1')}`;
		if (known === undefined) return false;
		if (known.usedFor.has(kind)) return performance.now() < known.until;
		known.usedFor.add(kind);
		return true;
	};
	let statusOf: (nth: number) => number | Promise<number> = () => 200;
	let before: (call: string, nth: number) => void | Promise<void> = () => undefined;
	let created = 0;
	const api: TokenApi = {
		url: '',
		tokens: [],
		logins: [],
		refused: [],
		seen: [],
		records: new Set(),
		revokeAll: () => issued.clear(),
		beforeCheck: work => {
			before = work;
		},
		answerLogins: decide => {
			statusOf = decide;
		},
	};
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const {method = '', url = '', headers} = request;
		const answer = (status: number, body: unknown = {}) =>
			response
				.writeHead(status, {'content-type': 'application/json'})
				.end(status === 204 ? undefined : JSON.stringify(body));
		if (url === '/login') {
			api.logins.push(Buffer.concat(chunks).toString('utf8'));
			const status = await statusOf(api.logins.length);
			if (status !== 200) return void answer(status, {error: 'login_failed'});
			const token = `access-${String(api.tokens.length + 1).padStart(6, '0')}-${'x'.repeat(12)}`;
			api.tokens.push(token);
			if (options.isExclusive) for (const other of issued.values()) other.until = 0;
			issued.set(token, {until: performance.now() + options.lifeMs, usedFor: new Set()});
			return void answer(200, {
				access_token: token,
				...(options.tellsExpiry ? {expires_in: options.lifeMs / 1000} : {}),
			});
		}
		const line = `${method} ${url}`;
		api.seen.push({call: line, headers});
		await before(line, api.seen.filter(({call}) => call === line).length);
		const isAdmin = url.startsWith('/admin');
		const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
		const isAllowed = isAdmin ? headers['x-api-key'] === 'admin-key-0123456789' : isGood(token, method, url);
		if (!isAllowed) {
			api.refused.push(line);
			return void answer(401, {error: 'unauthorized'});
		}
		const [, collection, id] = /^\/(?:admin\/)?(\w+)(?:\/(\S+))?$/.exec(url) ?? [];
		if (collection !== 'records') return void answer(200, {ok: true});
		if (method === 'POST') {
			const record = `rec-${++created}`;
			api.records.add(record);
			return void answer(201, {id: record});
		}
		if (method === 'DELETE') return void answer(api.records.delete(id ?? '') ? 204 : 404);
		answer(api.records.has(id ?? '') ? 200 : 404, {id});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(
		() =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	);
	api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return api;
}
