import {Collection, type Item, type Request, type Response} from 'postman-collection';
import type {Endpoint} from '../../../contract/endpoint.ts';
import type {TravelledValue, TravelPlace} from '../../domain/endpoint-detail.ts';
import {UnreadableDocument} from '../../../source/documents/document-text.ts';
import type {Skipped} from '../document-endpoints.ts';
import {printable} from '../document-remarks.ts';
import {isObject} from '../../../source/documents/document-value.ts';
import {createDrafts, endpointMethod, type Mention, type Sample, type SourceReading} from './endpoint-drafts.ts';
import {isOwnHeader, negotiationOf} from './header-names.ts';
import {observedTemplates} from './observed-template.ts';
import {readScript} from './postman-script.ts';
import {looksSecret} from '../../domain/secret-fields.ts';
import {isSecretField} from './secret-fields.ts';

const mostItems = 20_000;
const longestPath = 512;

/** `{{name}}` of a collection, without its blanks. */
const variablePattern = /\{\{([^{}]{1,200})\}\}/g;

type Use = {variable: string; method: string; path: string; place: TravelPlace};
type Kept = {variable: string; method: string; path: string; pointer: string};

/**
 * The operations of a Postman 2.1 collection: folders become tags, saved answers shapes, test scripts captures and
 * assertions. Values of credentials and variables are not read.
 *
 * @param basePath path of the API's address, which the paths of the collection may begin with
 */
export function readPostman(value: unknown, basePath: string, skipped: Skipped): SourceReading {
	const items = itemsOf(value);
	const drafts = createDrafts();
	const [uses, kept]: [Use[], Kept[]] = [[], []];
	const paths = new Map<Item, string>();
	for (const item of items) {
		const path = tried(() => pathOf(item.request, basePath));
		if (path === null) skipped(`request ${JSON.stringify(nameOf(item))}: it has no path that can be read`);
		else paths.set(item, path);
	}
	const templates = observedTemplates(paths.values());
	for (const [item, written] of paths) {
		const {request} = item;
		const method = endpointMethod(request.method);
		if (method === null) continue;
		const path = templates.get(written)!;
		const mention = tried(() => mentionOf(item, method, path));
		if (mention === null) {
			skipped(`request ${JSON.stringify(nameOf(item))}: it is not built as Postman 2.1 asks`);
			continue;
		}
		drafts.add(mention);
		for (const {variable, from} of mention.captures ?? [])
			if (from.in === 'body') kept.push({variable, method, path, pointer: from.pointer});
		uses.push(...(tried(() => usesOf(request)) ?? []).map(use => ({...use, method, path})));
	}
	return {
		endpoints: drafts.endpoints(),
		notes: () => ({requirements: [], travelled: travelledOf(kept, uses)}),
		remarks: openVariables(value, kept),
	};
}

const mostNamed = 10;

/** Variables that neither the collection nor one of its scripts gives a value: what they stand for is not known. */
function openVariables(value: unknown, kept: readonly Kept[]): string[] {
	const {item, variable} = value as {item?: unknown; variable?: unknown};
	const given = Array.isArray(variable) ? variable.filter(isObject) : [];
	const known = new Set<unknown>([
		...given.filter(one => one['value'] !== undefined && one['value'] !== '').map(one => one['key']),
		...kept.map(one => one.variable),
	]);
	const names = [...JSON.stringify(item).matchAll(variablePattern)].map(([, name = '']) => name.trim());
	const open = [...new Set(names)].filter(name => !known.has(name) && !name.startsWith('$'));
	if (open.length === 0) return [];
	const rest = open.length > mostNamed ? ` and ${open.length - mostNamed} more` : '';
	const said =
		open
			.slice(0, mostNamed)
			.map(name => `{{${name.slice(0, 60)}}}`)
			.join(', ') + rest;
	return [printable(`variables have no value; those of paths become parameters, others are made up: ${said}`)];
}

/** The library believes what a collection says of itself: a part that is built in another way is null. */
function tried<T>(read: () => T): T | null {
	try {
		return read();
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}

function itemsOf(value: unknown): Item[] {
	const items: Item[] = [];
	try {
		new Collection(wellFormed(value) as object).forEachItem(item => {
			if (items.length < mostItems) items.push(item);
		});
	} catch (error) {
		if (error instanceof RangeError) throw error;
		throw new UnreadableDocument('The collection cannot be read: it is not built as Postman 2.1 asks.');
	}
	return items.filter(item => item.request !== undefined);
}

const nameOf = ({name}: Item): string => (typeof name === 'string' ? name.slice(0, 120) : '');

const deepestFolder = 50;

/** A collection without the entries that are neither a folder nor a request. */
function wellFormed(value: unknown, depth = 0): unknown {
	if (!isObject(value)) return value;
	const {item} = value;
	if (!Array.isArray(item)) return value;
	const some = depth > deepestFolder ? [] : item;
	return {
		...value,
		item: some
			.filter(one => isObject(one) && (Array.isArray(one['item']) || one['request'] !== undefined))
			.map(one => wellFormed(one, depth + 1)),
	};
}

/** `{{baseUrl}}/users/:id/{{part}}` → `/users/{id}/{part}`. */
function pathOf({url}: Request, basePath: string): string | null {
	const written = url.getPath(true);
	const segments = written
		.split(/[?#]/, 1)[0]!
		.split('/')
		.filter(Boolean)
		.map(segment => segment.replace(variablePattern, (_, name: string) => `{${plain(name)}}`))
		.map(segment => segment.replace(/^:([\w-]+)$/, (_, name: string) => `{${plain(name)}}`));
	const path = `/${segments.join('/')}`;
	if (path.length > longestPath || /[\s\u0000-\u001f\u007f\\]/.test(path)) return null;
	if (/[{}]/.test(path.replace(/\{[^{}/]+\}/g, ''))) return null;
	return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}

const plain = (name: string) => name.trim().replace(/[^\w-]+/g, '_') || 'value';

function mentionOf(item: Item, method: Mention['method'], path: string): Mention {
	const {request} = item;
	const scripts = item.events
		.all()
		.filter(({listen}) => listen === 'test')
		.map(({script}) => readScript(script.toSource() ?? ''));
	const source = `script of "${nameOf(item)}"`;
	const isGraphql = request.body?.mode === 'graphql';
	return {
		method,
		path,
		line: null,
		summary: nameOf(item) || null,
		description: textOf(request.description) ?? textOf(item.description),
		tags: foldersOf(item),
		query: request.url.query
			.all()
			.filter(({key}) => typeof key === 'string' && key !== '' && !isSecretField(key))
			.map(({key, value}) => ({name: key!.slice(0, 200), value: literal(value)})),
		headers: request.headers
			.all()
			.filter(({disabled}) => !disabled)
			.map(({key}) => key)
			.filter(isOwnHeader),
		negotiation: negotiationOf(
			request.headers
				.all()
				.filter(({disabled}) => !disabled)
				.flatMap(({key, value}) => {
					const said = literal(value);
					return typeof key === 'string' && said !== null ? [{name: key, value: said}] : [];
				}),
		),
		pathValues: Object.fromEntries(
			request.url.variables.all().flatMap(({key, value}) => {
				const text = literal(value);
				return typeof key === 'string' && text !== null ? [[plain(key), text]] : [];
			}),
		),
		body: bodyOf(request),
		answers: item.responses.all().flatMap(answerOf),
		auth: authOf(item),
		captures: scripts.flatMap(({captures}) =>
			captures.map(({variable, in: place, pointer}) => ({variable, from: {in: place, pointer}, source})),
		),
		checks: scripts.flatMap(({checks}) => checks.map(check => ({...check, source}))),
		...(isGraphql ? {protocol: 'graphql' as const} : {}),
	};
}

/** A value that stands there as it is: no variable, no secret. */
function literal(value: unknown): string | null {
	if (typeof value !== 'string' || value === '' || value.length > 1000) return null;
	return value.includes('{{') || looksSecret(value) ? null : value;
}

function foldersOf(item: Item): string[] {
	const names: string[] = [];
	for (let parent = item.parent(); parent; parent = parent.parent()) {
		if (Collection.isCollection(parent) || names.length >= 10) break;
		const {name} = parent as {name?: unknown};
		if (typeof name === 'string' && name !== '') names.unshift(name.slice(0, 100));
	}
	return names;
}

function textOf(description: unknown): string | null {
	const text = typeof description === 'string' ? description : isObject(description) ? description['content'] : null;
	return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}

function authOf(item: Item): Endpoint['auth'] {
	switch (item.getAuth()?.type) {
		case 'noauth':
			return {required: false, authType: 'public'};
		case 'bearer':
		case 'oauth2':
		case 'jwt':
			return {required: true, authType: 'Bearer token'};
		case 'basic':
		case 'digest':
			return {required: true, authType: 'basic token'};
		case 'apikey':
			return {required: true, authType: 'API key'};
		default:
			return {required: null, authType: null};
	}
}

function bodyOf({body, headers}: Request): Sample | null {
	if (!body || body.disabled) return null;
	const named = headers.get('content-type');
	if (body.mode === 'urlencoded' || body.mode === 'formdata') {
		const list = body.mode === 'urlencoded' ? body.urlencoded : body.formdata;
		const fields = (list?.all() ?? []) as Array<{key?: unknown; value?: unknown; disabled?: boolean}>;
		const value = Object.fromEntries(
			fields.flatMap(({key, value, disabled}) =>
				typeof key === 'string' && !disabled ? [[key, typeof value === 'string' ? value : '']] : [],
			),
		);
		return {
			contentType: body.mode === 'urlencoded' ? 'application/x-www-form-urlencoded' : 'multipart/form-data',
			value,
		};
	}
	if (body.mode !== 'raw' || typeof body.raw !== 'string' || body.raw.trim() === '') return null;
	const value = jsonWithVariables(body.raw);
	const contentType = typeof named === 'string' ? named.split(';', 1)[0]!.trim().toLowerCase() : null;
	if (value === undefined) return contentType === null ? {contentType: 'text/plain'} : {contentType};
	return {contentType: contentType ?? 'application/json', value};
}

/** A JSON body whose variables have no values: those that stand for a whole value become null. */
function jsonWithVariables(text: string): unknown {
	for (const one of [text, text.replace(variablePattern, 'null')]) {
		try {
			return withoutVariables(JSON.parse(one));
		} catch {
			// The next reading may fit.
		}
	}
	return undefined;
}

function withoutVariables(value: unknown, depth = 0): unknown {
	if (depth > 40) return null;
	if (typeof value === 'string') return value.includes('{{') ? value.replace(variablePattern, 'value') : value;
	if (Array.isArray(value)) return value.map(one => withoutVariables(one, depth + 1));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => name !== '__proto__')
			.map(([name, one]) => [name, withoutVariables(one, depth + 1)]),
	);
}

function answerOf(response: Response): NonNullable<Mention['answers']> {
	const {code} = response;
	if (!Number.isInteger(code) || code < 100 || code > 599) return [];
	const named = response.headers.get('content-type');
	const text = response.body;
	let body: Sample | null = null;
	if (typeof text === 'string' && text !== '') {
		const value = jsonWithVariables(text);
		const contentType = typeof named === 'string' ? named.split(';', 1)[0]!.trim().toLowerCase() : 'application/json';
		body = value === undefined ? {contentType} : {contentType, value};
	}
	const headers = response.headers
		.all()
		.map(({key}) => key)
		.filter(isOwnHeader);
	return [{status: String(code), body, headers, description: response.name?.slice(0, 200) ?? null}];
}

/** Where a request takes variables: in its path, its query and its body. */
function usesOf({url, body}: Request): Array<Pick<Use, 'variable' | 'place'>> {
	const uses: Array<Pick<Use, 'variable' | 'place'>> = [];
	const take = (text: unknown, place: TravelPlace) => {
		if (typeof text !== 'string') return;
		for (const [, name = ''] of text.matchAll(variablePattern)) uses.push({variable: name.trim(), place});
	};
	for (const segment of url.getPath(true).split('/'))
		for (const [, name = ''] of segment.matchAll(variablePattern)) take(segment, {in: 'path', pointer: plain(name)});
	for (const {key, value} of url.variables.all())
		if (typeof key === 'string') take(value, {in: 'path', pointer: plain(key)});
	for (const {key, value} of url.query.all()) if (typeof key === 'string') take(value, {in: 'query', pointer: key});
	if (body?.mode === 'raw' && typeof body.raw === 'string') {
		// An unquoted variable becomes a text that names it, so that its place can be found.
		const quoted = body.raw.replace(
			/("(?:[^"\\]|\\.)*(?:"|\\?$))|\{\{([^{}]{1,200})\}\}/gs,
			(all, text: string | undefined) => (text === undefined ? JSON.stringify(all) : text),
		);
		try {
			for (const {pointer, text} of textsOf(JSON.parse(quoted))) take(text, {in: 'body', pointer});
		} catch {
			// A body that is no JSON has no places.
		}
	}
	return uses;
}

function* textsOf(value: unknown, pointer = '$', depth = 0): Generator<{pointer: string; text: string}> {
	if (depth > 20) return;
	if (typeof value === 'string') yield {pointer, text: value};
	else if (Array.isArray(value)) for (const one of value) yield* textsOf(one, `${pointer}[*]`, depth + 1);
	else if (isObject(value))
		for (const [name, one] of Object.entries(value)) yield* textsOf(one, `${pointer}.${name}`, depth + 1);
}

/** A variable that one request keeps and another takes: an edge that somebody has written down. */
function travelledOf(kept: readonly Kept[], uses: readonly Use[]): TravelledValue[] {
	const byVariable = new Map<string, Kept>();
	for (const one of kept) if (!byVariable.has(one.variable)) byVariable.set(one.variable, one);
	const known = new Set<string>();
	return uses.flatMap(({variable, method, path, place}) => {
		const from = byVariable.get(variable);
		const name = JSON.stringify([variable, method, path, place]);
		if (!from || known.has(name) || (from.method === method && from.path === path)) return [];
		known.add(name);
		return {
			from: {method: from.method, path: from.path, pointer: from.pointer},
			to: {method, path, place},
			score: 1,
			reason: `the collection keeps it as ${variable}`,
		};
	});
}
