import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

/** A request as the identity server got it. */
export type LoginReceived = {method: string; path: string; headers: Record<string, unknown>; body: string};
/** An answer: `json` is sent as such, a text as it is. */
export type LoginAnswer = {status?: number; json?: unknown; text?: string; headers?: Record<string, string>};

export type IdentityServer = {
	url: string;
	received: LoginReceived[];
	/** Decides with the request at hand and its number, from 1. */
	answer(decide: (request: LoginReceived, nth: number) => LoginAnswer | Promise<LoginAnswer>): void;
};

/** A real identity server on a free port; gone when the test ends. Answers a token unless told otherwise. */
export async function startIdentityServer(): Promise<IdentityServer> {
	const received: LoginReceived[] = [];
	let decide: (request: LoginReceived, nth: number) => LoginAnswer | Promise<LoginAnswer> = () => ({
		json: {access_token: 'token-0123456789abcdef'},
	});
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const one = {
			method: request.method ?? '',
			path: request.url ?? '',
			headers: request.headers,
			body: Buffer.concat(chunks).toString('utf8'),
		};
		received.push(one);
		const {status = 200, json, text, headers = {}} = await decide(one, received.length);
		response.writeHead(status, {'content-type': 'application/json', ...headers});
		response.end(text ?? JSON.stringify(json ?? {}));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(
		() =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	);
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received,
		answer: next => {
			decide = next;
		},
	};
}
