import type {Har, Entry} from 'har-format';
import type {TravelledValue, TravelPlace} from '../../domain/endpoint-detail.ts';
import {UnreadableDocument} from '../../../source/documents/document-text.ts';
import type {Skipped} from '../document-endpoints.ts';
import {isObject} from '../../../source/documents/document-value.ts';
import {createDrafts, endpointMethod, type Mention, type Sample, type SourceReading} from './endpoint-drafts.ts';
import {isOwnHeader, negotiationOf} from './header-names.ts';
import {observedTemplates} from './observed-template.ts';
import {looksSecret} from '../../domain/secret-fields.ts';
import {isSecretField} from './secret-fields.ts';

const mostEntries = 50_000;
const longestPath = 512;
const longestValue = 200;
/** Values of answers that are followed, of one body and of all. */
const mostLeaves = 2000;
const mostValues = 100_000;
const mostTravelled = 2000;

const staticFile =
	/\.(?:js|mjs|css|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|otf|eot|mp[34]|webm|wasm|html?|txt|xml)$/i;

/** One call of the recording without anything that is nobody's business. */
type Call = {
	method: Mention['method'];
	pathname: string;
	query: Array<{name: string; value: string}>;
	headers: string[];
	negotiation: Record<string, string>;
	body: Sample | null;
	authType: 'Bearer token' | 'basic token' | null;
	status: number;
	answer: Sample | null;
	answerHeaders: string[];
};

/**
 * The operations of a HAR 1.2 recording: JSON calls to one origin, that of the API when the recording has it, else the
 * most frequent one. Cookies, credentials and what looks like a secret are dropped here.
 *
 * @param baseUrl address of the API
 */
export function readHar(value: unknown, baseUrl: string | null, skipped: Skipped): SourceReading {
	const entries = (value as {log: {entries: unknown[]}}).log.entries.slice(0, mostEntries);
	const apiCalls = entries.flatMap(entry => apiCallOf(entry));
	const origin = originOf(apiCalls, baseUrl);
	if (origin === null)
		throw new UnreadableDocument(
			'The recording has no JSON call: it was looked for in the answers of all its entries.',
		);
	const others = apiCalls.filter(({url}) => url.origin !== origin).length;
	if (others > 0)
		skipped(
			`${others} ${others === 1 ? 'call goes' : 'calls go'} to another host than ${origin} and ${others === 1 ? 'is' : 'are'} left out`,
		);
	const own = baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).origin : origin;
	const base = basePathOf(baseUrl, origin);
	const calls: Call[] = [];
	for (const {url, entry} of apiCalls) {
		if (url.origin !== origin) continue;
		const pathname = url.pathname.length > longestPath ? null : below(url.pathname, base);
		const method = endpointMethod(String(entry.request.method));
		if (pathname === null)
			skipped(`${JSON.stringify(url.pathname.slice(0, 120))} does not lie below the API's address`);
		else if (method !== null) calls.push(callOf(entry, method, url, pathname));
	}
	const templates = observedTemplates(calls.map(({pathname}) => pathname));
	const drafts = createDrafts();
	for (const call of calls) drafts.add(mentionOf(call, templates.get(call.pathname)!));
	return {
		endpoints: drafts.endpoints(),
		notes: () => ({requirements: [], travelled: travelledOf(calls, templates)}),
		remarks:
			own === origin ? [] : [`no call of it goes to ${own}, the address of the API; those to ${origin} were read`],
	};
}

/** An entry that is a JSON call: neither a file, nor a preflight, nor one of a tracker that answers an empty picture. */
function apiCallOf(entry: unknown): Array<{url: URL; entry: Entry}> {
	if (!isObject(entry) || !isObject(entry['request']) || !isObject(entry['response'])) return [];
	const one = entry as unknown as Entry;
	const {method, url: text} = one.request;
	if (typeof text !== 'string' || text.length > 8192 || !URL.canParse(text)) return [];
	const url = new URL(text);
	if (!/^https?:$/.test(url.protocol) || staticFile.test(url.pathname)) return [];
	if (endpointMethod(String(method)) === null) return [];
	const isJson = (type: unknown) => /^application\/(?:[\w.+-]+\+)?json\b/i.test(String(type ?? ''));
	const speaksJson = isJson(one.response.content?.mimeType) || isJson(one.request.postData?.mimeType);
	// A DELETE or an action often answers nothing at all.
	const isEmptyAnswer = one.response.status === 204 && method !== 'GET';
	return speaksJson || isEmptyAnswer ? [{url, entry: one}] : [];
}

function originOf(calls: ReadonlyArray<{url: URL}>, baseUrl: string | null): string | null {
	const counts = new Map<string, number>();
	for (const {url} of calls) counts.set(url.origin, (counts.get(url.origin) ?? 0) + 1);
	const own = baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).origin : null;
	if (own !== null && counts.has(own)) return own;
	return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

function basePathOf(baseUrl: string | null, origin: string): string {
	if (baseUrl === null || !URL.canParse(baseUrl) || new URL(baseUrl).origin !== origin) return '';
	return new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
}

function below(pathname: string, base: string): string | null {
	const path = pathname.replace(/[{}]/g, '_');
	if (base === '') return path;
	return path.startsWith(`${base}/`) ? path.slice(base.length) : null;
}

function callOf({request, response}: Entry, method: Mention['method'], url: URL, pathname: string): Call {
	const authorization = headersOf(request.headers).find(({name}) => name.toLowerCase() === 'authorization')?.value;
	return {
		method,
		pathname,
		query: [...url.searchParams]
			.filter(([name, value]) => !isSecretField(name) && !looksSecret(value))
			.map(([name, value]) => ({name: name.slice(0, 200), value: value.slice(0, 1000)})),
		headers: headersOf(request.headers)
			.map(({name}) => name)
			.filter(isOwnHeader),
		negotiation: negotiationOf(headersOf(request.headers)),
		body: bodyOf(request.postData?.mimeType, request.postData?.text),
		authType: authorization === undefined ? null : /^basic /i.test(authorization) ? 'basic token' : 'Bearer token',
		status: Number(response.status),
		answer: bodyOf(
			response.content?.mimeType,
			response.content?.encoding === 'base64' && typeof response.content.text === 'string'
				? Buffer.from(response.content.text, 'base64').toString('utf8')
				: response.content?.text,
		),
		answerHeaders: headersOf(response.headers)
			.map(({name}) => name)
			.filter(isOwnHeader),
	};
}

function headersOf(headers: unknown): Har['log']['entries'][number]['request']['headers'] {
	if (!Array.isArray(headers)) return [];
	return headers.filter(one => isObject(one) && typeof one['name'] === 'string' && typeof one['value'] === 'string');
}

function bodyOf(mimeType: unknown, text: unknown): Sample | null {
	if (typeof text !== 'string' || text === '') return null;
	const contentType =
		String(mimeType ?? '')
			.split(';', 1)[0]!
			.trim()
			.toLowerCase() || 'application/json';
	try {
		return {contentType, value: JSON.parse(text)};
	} catch {
		return {contentType};
	}
}

function mentionOf(call: Call, path: string): Mention {
	const segments = call.pathname.split('/').filter(Boolean);
	const pathValues = path
		.split('/')
		.filter(Boolean)
		.flatMap((segment, place) =>
			segment.startsWith('{') && !looksSecret(segments[place]!) ? [[segment.slice(1, -1), segments[place]!]] : [],
		);
	return {
		method: call.method,
		path,
		line: null,
		query: call.query,
		headers: call.headers,
		negotiation: call.negotiation,
		pathValues: Object.fromEntries(pathValues),
		body: call.body,
		answers:
			call.status >= 100 && call.status < 600
				? [{status: String(call.status), body: call.answer, headers: call.answerHeaders}]
				: [],
		auth: {required: null, authType: call.authType},
	};
}

/**
 * Values that an answer was the first to hold and that a later request sends: four characters or more, no word, no
 * date, no small number.
 */
function travelledOf(calls: readonly Call[], templates: ReadonlyMap<string, string>): TravelledValue[] {
	const answered = new Map<string, {call: Call; pointer: string}>();
	const sent = new Set<string>();
	const travelled = new Map<string, TravelledValue>();
	for (const call of calls) {
		const path = templates.get(call.pathname)!;
		for (const {text, place} of sentValues(call, path)) {
			const origin = answered.get(text);
			if (origin === undefined) {
				if (sent.size < mostValues) sent.add(text);
				continue;
			}
			const from = {method: origin.call.method, path: templates.get(origin.call.pathname)!, pointer: origin.pointer};
			const isOwn = from.method === call.method && from.path === path;
			const name = JSON.stringify([from, call.method, path, place]);
			if (isOwn || travelled.has(name) || travelled.size >= mostTravelled) continue;
			travelled.set(name, {
				from,
				to: {method: call.method, path, place},
				score: 0.95,
				reason: `seen travelling from the answer of ${from.method} ${from.path}`,
			});
		}
		if (call.answer?.value === undefined) continue;
		for (const {text, pointer} of leavesOf(call.answer.value))
			if (!sent.has(text) && !answered.has(text) && answered.size < mostValues) answered.set(text, {call, pointer});
	}
	return [...travelled.values()];
}

function* sentValues(call: Call, path: string): Generator<{text: string; place: TravelPlace}> {
	const template = path.split('/').filter(Boolean);
	const segments = call.pathname.split('/').filter(Boolean);
	for (const [place, segment] of segments.entries()) {
		const name = template[place];
		if (name?.startsWith('{') && isTelling(segment))
			yield {text: segment, place: {in: 'path', pointer: name.slice(1, -1)}};
	}
	for (const {name, value} of call.query)
		if (isTelling(value)) yield {text: value, place: {in: 'query', pointer: name}};
	if (call.body?.value !== undefined)
		for (const {text, pointer} of leavesOf(call.body.value)) yield {text, place: {in: 'body', pointer}};
}

/** Every telling value of a body with its pointer; entries of lists are one place. */
function* leavesOf(body: unknown): Generator<{text: string; pointer: string}> {
	let left = mostLeaves;
	const walk = function* (value: unknown, pointer: string, depth: number): Generator<{text: string; pointer: string}> {
		if (depth > 12 || left <= 0) return;
		if (Array.isArray(value)) for (const one of value) yield* walk(one, `${pointer}[*]`, depth + 1);
		else if (isObject(value)) {
			for (const [name, one] of Object.entries(value))
				if (!isSecretField(name)) yield* walk(one, `${pointer}.${name}`, depth + 1);
		} else if (typeof value === 'string' || typeof value === 'number') {
			left--;
			const text = String(value);
			if (isTelling(text) && !looksSecret(text)) yield {text, pointer};
		}
	};
	yield* walk(body, '$', 0);
}

/** "≥ 4 characters, no word, date or small number". */
function isTelling(text: string): boolean {
	if (text.length < 4 || text.length > longestValue) return false;
	if (/^[A-Za-z]+$/.test(text) || /\s/.test(text)) return false;
	if (/^\d{4}-\d\d-\d\d/.test(text) || /^\d\d[./]\d\d[./]\d{2,4}$/.test(text)) return false;
	return !/^-?\d{1,4}(?:\.\d+)?$/.test(text) || Number(text) >= 1000;
}
