import {basename} from 'node:path';
import {maxDocumentBytes} from '../../../contract/document.ts';
import type {Context} from '../../context.ts';
import {refusedFlag} from '../../errors/usage-error.ts';

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
 * The first server that a document names with a whole address; null: none. The service reads the document; this much is
 * needed before there is a project to read it for.
 */
function serverOf(text: string): string | null {
	try {
		return serverOfJson(JSON.parse(text) as Record<string, unknown>);
	} catch {
		const inYaml = /^servers:[ \t\r]*\n\s*-[ \t]*(?:description:.*\n\s+)?url:[ \t]*['"]?(https?:\/\/[^\s'"{}]+)/m.exec(
			text,
		)?.[1];
		return inYaml ?? null;
	}
}

function serverOfJson(document: Record<string, unknown>): string | null {
	const {servers, host, schemes, basePath} = document;
	const url: unknown = Array.isArray(servers) ? (servers[0] as {url?: unknown} | undefined)?.url : undefined;
	if (typeof url === 'string') return isUrl(url) && !url.includes('{') ? url : null;
	if (typeof host !== 'string') return null;
	const scheme = Array.isArray(schemes) && schemes.includes('https') ? 'https' : 'http';
	const whole = `${scheme}://${host}${typeof basePath === 'string' ? basePath : ''}`;
	return isUrl(whole) ? whole : null;
}

/** A name that resolves to this machine by itself. */
export function isLoopback(url: string): boolean {
	const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
	return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
