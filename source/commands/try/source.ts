import {basename} from 'node:path';
import {maxDocumentBytes} from '../../../contract/document.ts';
import type {Context} from '../../context.ts';
import {refusedFlag} from '../../errors/api-error.ts';

/** What is tried: an address with the description that it has itself, one that is told, or a file. */
export type Source =
	| {kind: 'base'; name: string; baseUrl: string}
	| {kind: 'documentUrl'; name: string; baseUrl: string; documentUrl: string}
	| {kind: 'file'; name: string; baseUrl: string; bytes: Uint8Array};

export const isUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** What frameworks call the address at which they answer their document: `/api/schema/`, `/v3/api-docs`, `/docs/json`. */
const documentNames =
	/^(?:openapi|swagger|schema|api-?docs|oas[23]?|spec|doc|json|ya?ml|\w+[-_](?:json|ya?ml|spec|schema))$/i;

/** An address that ends like a document is one; every other one is the base of an API. */
function isDocument(pathname: string): boolean {
	const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
	return /\.(json|ya?ml|har|md)$/i.test(pathname) || documentNames.test(last);
}

/** A page for people at the root of an API is no part of the addresses below it. */
const isPage = (pathname: string): boolean =>
	/^\/(?:docs|api-docs|documentation|reference|redoc|scalar|swagger(?:-ui)?)(?:\/(?:index\.html)?)?$/i.test(pathname);

/** Reads what the command line names. A file is read here; addresses are the service's to ask. */
export async function readSource(given: string, baseUrl: string | undefined, context: Context): Promise<Source> {
	if (isUrl(given)) {
		const {host, origin, pathname} = new URL(given);
		if (isPage(pathname)) return {kind: 'base', name: host, baseUrl: baseUrl ?? origin};
		if (!isDocument(pathname)) return {kind: 'base', name: host, baseUrl: baseUrl ?? given};
		return {
			kind: 'documentUrl',
			name: /\.\w+$/.test(pathname) ? basename(pathname) : host,
			documentUrl: given,
			baseUrl: baseUrl ?? origin,
		};
	}
	const bytes = await context.files.read(given, {argument: 'source', maxBytes: maxDocumentBytes});
	const base = baseUrl ?? (context.dryRun ? 'https://api.example.com' : serverOf(new TextDecoder().decode(bytes)));
	if (base === null)
		throw refusedFlag('base-url', {
			reason: 'required',
			text: 'is required: the document names no server with an address of its own',
		});
	return {kind: 'file', name: given === '-' ? 'stdin' : basename(given), baseUrl: base, bytes};
}

/**
 * The first server that a document names with a whole address, or the one that a recording, collection or text calls;
 * null: none. The service reads the document; this much is
 * needed before there is a project to read it for.
 */
function serverOf(text: string): string | null {
	try {
		return serverOfJson(JSON.parse(text) as Record<string, unknown>, text);
	} catch {
		if (!/^(?:openapi|swagger):/m.test(text.slice(0, longestHead))) return calledOrigin(text);
		const inYaml = /^servers:[ \t\r]*\n\s*-[ \t]*(?:description:.*\n\s+)?url:[ \t]*['"]?(https?:\/\/[^\s'"{}]+)/m.exec(
			text,
		)?.[1];
		return inYaml ?? null;
	}
}

/** Characters at the front of a text in which a YAML document says what it is. */
const longestHead = 20_000;
const mostLines = 50_000;
const longestLine = 2000;

/** The origin of the calls that a text writes out, `curl https://…` and `GET https://…`: the most frequent one. */
const calledOrigin = (text: string): string | null =>
	mostFrequent(
		text.split('\n', mostLines).flatMap(line => {
			const calls = line.slice(0, longestLine).split(/\b(?=curl |GET |POST |PUT |PATCH |DELETE )/);
			return calls.slice(/^(?:curl|GET|POST|PUT|PATCH|DELETE) /.test(line) ? 0 : 1).flatMap(call => {
				const [url] = /https?:\/\/[^\s'"`<>{}()|\\]{1,300}/.exec(call) ?? [];
				return url ?? [];
			});
		}),
	);

/** The most frequent origin of addresses; null: there is none. Of two, the first. */
function mostFrequent(urls: readonly string[]): string | null {
	const counts = new Map<string, number>();
	for (const url of urls) {
		if (!isUrl(url)) continue;
		const {origin} = new URL(url);
		counts.set(origin, (counts.get(origin) ?? 0) + 1);
	}
	return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

type Recorded = {request?: {url?: unknown}; response?: {content?: {mimeType?: unknown}}};

/** The origin of a recording's JSON calls. */
const recordedOrigin = (entries: readonly unknown[]): string | null =>
	mostFrequent(
		(entries as ReadonlyArray<Recorded | null>).flatMap(entry =>
			/json/i.test(String(entry?.response?.content?.mimeType)) ? String(entry?.request?.url) : [],
		),
	);

/** The value of the variable that a collection's addresses begin with, `{{baseUrl}}/users`; else their origin. */
function collectionServer(text: string, variables: readonly unknown[]): string | null {
	const name = /"raw"\s*:\s*"\{\{([^{}"]{1,100})\}\}|"url"\s*:\s*"\{\{([^{}"]{1,100})\}\}/.exec(text);
	const own = (variables as ReadonlyArray<{key?: unknown; value?: unknown} | null>).find(
		one => name !== null && one?.key === (name[1] ?? name[2]),
	)?.value;
	if (typeof own === 'string') return isUrl(own) && !own.includes('{') ? own : null;
	return mostFrequent(
		[...text.matchAll(/"(?:raw|url)"\s*:\s*"(https?:\/\/[^"\s{}]{1,300})/g)].map(([, url = '']) => url),
	);
}

function serverOfJson(document: Record<string, unknown>, text: string): string | null {
	const {servers, host, schemes, basePath, log, info, item, variable} = document;
	const entries = (log as {entries?: unknown} | null | undefined)?.entries;
	if (Array.isArray(entries)) return recordedOrigin(entries);
	if (Array.isArray(item) && typeof info === 'object')
		return collectionServer(text, Array.isArray(variable) ? variable : []);
	const url: unknown = Array.isArray(servers) ? (servers[0] as {url?: unknown} | undefined)?.url : undefined;
	if (typeof url === 'string') return isUrl(url) && !url.includes('{') ? url : null;
	if (typeof host !== 'string') return null;
	const scheme = Array.isArray(schemes) && schemes.includes('https') ? 'https' : 'http';
	const whole = `${scheme}://${host}${typeof basePath === 'string' ? basePath : ''}`;
	return isUrl(whole) ? whole : null;
}
