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
	'/api-json',
	'/documentation/json',
	'/doc',
	'/v2/api-docs',
	'/openapi',
	'/api/schema/',
	'/schema/',
	'/swagger.yaml',
	'/openapi/v1.json',
	'/swagger/doc.json',
	'/swagger/json',
	'/api/v1/openapi.json',
	'/api/swagger.json',
	'/docs/api-docs.json',
	'/q/openapi',
];
const usualPages = [
	'/',
	'/docs',
	'/swagger',
	'/api',
	'/api-docs',
	'/documentation',
	'/reference',
	'/api/docs',
	'/api/documentation',
];
/** Beside or below its page for people: frameworks call it after that page. */
const besidePage = ['-json', '.json', '/json', '/openapi.json', '/swagger.json', '/doc.json'];

/** The text of an address of the API; null: there is none. */
type ReadPage = (url: string) => Promise<string | null>;

export type FoundDocument = {url: string; text: string};

/**
 * Looks for the description of an API: at its address itself, at the usual places below it, then where its pages say that
 * it is, within their scripts, and where frameworks put it beside such a page. Nothing outside the origin is asked for.
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
	for (const place of roots.flatMap(root => usualPlaces.map(place => root + place))) {
		const found = await asked(place);
		if (found) return found;
	}
	if (base !== origin) {
		const found = await asked(base);
		if (found) return found;
	}
	for (const page of roots.flatMap(root => usualPages.map(page => root + page))) {
		const text = (await read(page)) ?? '';
		if (isDescription(text)) return {url: page, text};
		const told = addressesIn(text, page, origin);
		for (const script of scriptsIn(text, page, origin)) {
			const code = (await read(script)) ?? '';
			const within = documentIn(code);
			if (within !== null && isDescription(within)) return {url: script, text: within};
			told.push(...addressesIn(code, script, origin));
		}
		const isOfDocuments = aboutDocuments.test(text) && !page.endsWith('/');
		for (const address of [...told, ...(isOfDocuments ? besidePage.map(end => page + end) : [])]) {
			const found = await asked(address);
			if (found) return found;
		}
	}
	return null;
}

/** What a page that shows the document of an API names. */
const aboutDocuments = /swagger|openapi|redoc|rapidoc|scalar/i;

/** Scripts of a page that say where its document is, or hold it. */
function scriptsIn(page: string, pageUrl: string, origin: string): string[] {
	const urls = [...page.slice(0, 300_000).matchAll(named)]
		.filter(([, address = '']) => /swagger-(?:ui-)?init/i.test(address) && URL.canParse(address, pageUrl))
		.map(([, address = '']) => new URL(address, pageUrl));
	return urls.filter(url => url.origin === origin).map(({href}) => href);
}

/** The document that a script holds itself: `{"swaggerDoc": {…}, …}`; null: none. */
function documentIn(script: string): string | null {
	const start = /"?swaggerDoc"?\s{0,5}:\s{0,5}(?=\{)/.exec(script);
	if (!start) return null;
	const from = start.index + start[0].length;
	let depth = 0;
	let isText = false;
	for (let at = from; at < script.length; at++) {
		const character = script[at];
		if (character === '\\' && isText) at++;
		else if (character === '"') isText = !isText;
		else if (!isText && character === '{') depth++;
		else if (!isText && character === '}' && --depth === 0) return script.slice(from, at + 1);
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
