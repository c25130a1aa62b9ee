import {formatOfValue} from '../document-format.ts';
import {UnreadableDocument} from '../../../source/documents/document-text.ts';
import {parsedValue} from '../../../source/documents/document-value.ts';

/** "Bare URL": where documents usually are. */
const usualPlaces = [
	'/openapi.json',
	'/openapi.yaml',
	'/swagger.json',
	'/swagger/v1/swagger.json',
	'/v3/api-docs',
	'/api-docs',
	'/docs/openapi.json',
	'/docs/api.json',
	'/api/openapi.json',
	'/server/specs/oas',
];
const usualPages = ['/', '/docs', '/swagger'];

/** The text of an address of the API; null: there is none. */
export type ReadPage = (url: string) => Promise<string | null>;

export type FoundDocument = {url: string; text: string};

/**
 * Looks for the description of an API below its address: at the usual places, then where its pages say that it is.
 * Nothing outside the origin is asked for.
 */
export async function findDocument(baseUrl: string, read: ReadPage): Promise<FoundDocument | null> {
	const {origin, pathname} = new URL(baseUrl);
	const base = origin + pathname.replace(/(?<!\/)\/+$/, '');
	const roots = base === origin ? [origin] : [base, origin];
	const tried = new Set<string>();
	const asked = async (url: string): Promise<FoundDocument | null> => {
		if (tried.has(url)) return null;
		tried.add(url);
		const text = await read(url);
		return text !== null && isDescription(text) ? {url, text} : null;
	};
	for (const root of roots)
		for (const place of usualPlaces) {
			const found = await asked(root + place);
			if (found) return found;
		}
	for (const root of roots)
		for (const page of usualPages) {
			const text = await read(root + page);
			for (const address of addressesIn(text ?? '', root + page, origin)) {
				const found = await asked(address);
				if (found) return found;
			}
		}
	return null;
}

function isDescription(text: string): boolean {
	if (/^\s*</.test(text.slice(0, 1000))) return false;
	try {
		const format = formatOfValue(parsedValue(text));
		return format === 'openapi3' || format === 'swagger2';
	} catch (error) {
		if (error instanceof UnreadableDocument || error instanceof RangeError) return false;
		throw error;
	}
}

const mostAddresses = 5;
/** `url: "/docs/api.json"`, `spec-url="…"`, `data-url='…'`, `href="openapi.yaml"`. */
const named = /(?:url|spec-url|data-url|href|src)["']?\s{0,5}[:=]\s{0,5}["']([^"'<>\s]{1,300})["']/gi;

/** Addresses on the page of an API's document that may be the document itself. */
export function addressesIn(page: string, pageUrl: string, origin: string): string[] {
	const found = new Set<string>();
	for (const [, address = ''] of page.slice(0, 300_000).matchAll(named)) {
		if (!/(?:json|ya?ml|api-docs|swagger|openapi)/i.test(address) || /\.(?:js|css|png|svg|html?)$/i.test(address))
			continue;
		if (!URL.canParse(address, pageUrl)) continue;
		const url = new URL(address, pageUrl);
		if (url.origin === origin && found.size < mostAddresses) found.add(url.href);
	}
	return [...found];
}

/** Own paths that the root of an API names as its values: `{"users": "/users", "items_url": "http://…/items{/id}"}`. */
export function pathsOfRoot(text: string, baseUrl: string): string[] {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return [];
	}
	if (typeof value !== 'object' || value === null) return [];
	const base = new URL(baseUrl);
	const front = base.pathname.replace(/(?<!\/)\/+$/, '');
	const paths = new Set<string>();
	for (const one of Object.values(value)) {
		const address =
			typeof one === 'string' ? one : typeof one === 'object' && one !== null ? (one as {href?: unknown}).href : null;
		if (typeof address !== 'string' || !/^(?:\/|https?:)/.test(address)) continue;
		const plain = address.replace(/\{[?&][^{}]*\}/g, '').replace(/\{\/(\w+)\}/g, '/{$1}');
		if (!URL.canParse(plain, base.href)) continue;
		const {origin, pathname} = new URL(plain, base);
		const path = decodeURI(pathname);
		if (origin !== base.origin || !path.startsWith(front) || path.length > 512 || path === front || path === '/')
			continue;
		paths.add(path.slice(front.length));
	}
	return [...paths].slice(0, 500);
}
