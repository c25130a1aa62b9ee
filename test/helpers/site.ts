import {existsSync, readFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished, type TestContext} from 'vitest';

const folder = new URL('../fixtures/site/', import.meta.url);

export type Site = {url: string; port: number; server: Server; requests: string[]};
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A website on a loopback port for one test: `pages` by path, as HTML or as what answers, then the files of
 * `test/fixtures/site`; 404 for everything else. A test beside others says by `onEnd` which one it is.
 */
export async function serveSite(
	pages: Record<string, string | Answer> = {},
	onEnd: TestContext['onTestFinished'] = onTestFinished,
): Promise<Site> {
	const requests: string[] = [];
	const server = createServer((request, response) => {
		requests.push(`${request.method} ${request.url}`);
		const path = new URL(request.url ?? '/', 'http://site').pathname;
		const page = pages[path];
		if (typeof page === 'function') return page(request, response);
		const file = new URL(`.${path}`, folder);
		const html = page ?? (path !== '/' && existsSync(file) ? readFileSync(file) : undefined);
		response.writeHead(html === undefined ? 404 : 200, {'content-type': 'text/html; charset=utf-8'});
		response.end(html ?? '<h1>Not found</h1>');
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onEnd(
		() =>
			new Promise<void>(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	);
	const {port} = server.address() as AddressInfo;
	return {url: `http://127.0.0.1:${port}`, port, server, requests};
}

/** A page with a title and a body. */
export const page = (body: string, title = 'Page'): string =>
	`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;

export const receipt: Answer = (_, response) => {
	response.writeHead(200, {'content-type': 'text/csv', 'content-disposition': 'attachment; filename="receipt.csv"'});
	response.end('order,total\nA-10421,46.50\n');
};
