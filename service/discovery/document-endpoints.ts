import type {Endpoint} from '../../contract/endpoint.ts';
import {type HttpMethod, httpMethods} from '../../contract/enums.ts';
import {type EndpointDetail, noDetail} from '../domain/endpoint-detail.ts';
import {familyOfPath} from '../domain/endpoint-path.ts';
import {answersOf, linksOf, shortText} from './document-answers.ts';
import {bodiesOf, contentOf, examplesOf} from './document-content.ts';
import {authOf, securityOf} from './document-security.ts';
import {isObject, type JsonObject} from '../../source/documents/document-value.ts';
import {bodyLimits, inlineSchema, resolved} from './inline-schema.ts';

/** One operation of a document as the list of endpoints keeps it. */
export type DocumentEndpoint = {
	method: HttpMethod;
	path: string;
	/** Path of the document's server, without a slash at its end; empty for most. */
	basePath: string;
	/** `https://api.example.com` when the document names one. */
	serverOrigin: string | null;
	family: string;
	summary: string | null;
	requestShape: Endpoint['requestShape'];
	responseShape: Endpoint['responseShape'];
	auth: Endpoint['auth'];
	detail: EndpointDetail;
};

/** Told of what a document says that cannot be an endpoint, in words with its place. */
export type Skipped = (what: string) => void;

/** The schema of a value of which nothing is known. */
const anything = {};
const longestPath = 512;
const longestSummary = 200;
const longestDescription = 2000;
const largestShape = 131_072;
const largestSample = 65_536;
const ownHeaders = new Set(['accept', 'content-type', 'authorization']);

/**
 * The operations of an OpenAPI 3 document, path by path. What is broken is left out and told; nothing outside the
 * document is read.
 */
export function* documentEndpoints(root: JsonObject, skipped: Skipped): Generator<DocumentEndpoint> {
	if (root['paths'] === undefined || root['paths'] === null) return;
	const paths = resolved(root, root['paths']);
	if (paths === null) {
		if (!leadsOutward(root['paths'])) skipped('`paths` is not an object, or its `$ref` leads nowhere');
		return;
	}
	for (const path of Object.keys(paths)) {
		const refusal = refusalOf(path);
		if (refusal !== null) {
			if (!path.startsWith('x-')) skipped(`path ${quoted(path)}: ${refusal}`);
			continue;
		}
		const item = resolved(root, paths[path]);
		if (item === null) {
			// What leads out of the document has been told with its reason.
			if (!leadsOutward(paths[path]))
				skipped(`path ${quoted(path)}: it is not an object, or its \`$ref\` leads nowhere`);
			continue;
		}
		for (const method of httpMethods) {
			const operation = item[method.toLowerCase()];
			if (operation === undefined) continue;
			if (isObject(operation)) yield endpointOf(root, method, path, item, operation);
			else skipped(`${method} ${quoted(path)}: the operation is not an object`);
		}
	}
}

const leadsOutward = (value: unknown): boolean =>
	isObject(value) && typeof value['$ref'] === 'string' && !value['$ref'].startsWith('#');

/** Why a path cannot be a template; null: it can. */
function refusalOf(path: string): string | null {
	if (!path.startsWith('/')) return 'does not begin with a slash';
	if (path.length > longestPath) return `is longer than ${longestPath} characters`;
	if (/[\s\u0000-\u001f\u007f#\\]/.test(path)) return 'holds a blank, `#`, `\\` or a control character';
	return /[{}]/.test(path.replace(/\{[^{}/]+\}/g, '')) ? 'has a brace without its counterpart' : null;
}

function endpointOf(
	root: JsonObject,
	method: HttpMethod,
	path: string,
	item: JsonObject,
	operation: JsonObject,
): DocumentEndpoint {
	const servers = operation['servers'] ?? item['servers'] ?? root['servers'];
	return {
		method,
		path,
		basePath: basePathOf(servers),
		serverOrigin: serverOriginOf(servers),
		family: familyOfPath(path),
		summary: summaryOf(operation) ?? summaryOf(item),
		requestShape: requestShapeOf(root, path, item, operation),
		responseShape: responseShapeOf(root, operation),
		auth: authOf(root, operation),
		detail: detailOf(root, item, operation),
	};
}

const mostTags = 10;

function detailOf(root: JsonObject, item: JsonObject, operation: JsonObject): EndpointDetail {
	const {operationId, tags} = operation;
	const {required, bodies} = bodiesOf(root, operation);
	return {
		...noDetail,
		operationId: typeof operationId === 'string' ? operationId.slice(0, 200) : null,
		description: shortText(operation['description'], longestDescription) ?? shortText(item['description']),
		tags: Array.isArray(tags) ? tags.filter(tag => typeof tag === 'string').slice(0, mostTags) : [],
		deprecated: operation['deprecated'] === true,
		bodyRequired: required,
		bodies:
			JSON.stringify(bodies).length > largestShape
				? bodies.map(({contentType}) => ({contentType, schema: anything, examples: []}))
				: bodies,
		answers: answersOf(root, operation),
		links: linksOf(root, operation),
		security: securityOf(root, operation),
	};
}

function summaryOf({summary, description}: JsonObject): string | null {
	const text = [summary, description].find(one => typeof one === 'string' && one.trim() !== '');
	if (typeof text !== 'string') return null;
	const [line = ''] = text.trim().split('\n', 1);
	return [...line.replace(/[\u0000-\u001f\u007f]/g, ' ').trim()].slice(0, longestSummary).join('') || null;
}

/** `/api/v3` of `https://{host}/api/v3/`, variables replaced by their defaults. */
export function basePathOf(servers: unknown): string {
	const url = serverUrl(servers);
	if (url === null) return '';
	const {pathname} = new URL(url, 'http://server');
	return pathname.length > longestPath ? '' : pathname.replace(/(?<!\/)\/+$/, '');
}

/** Scheme, host and port of a document's server; null when it names no host. */
function serverOriginOf(servers: unknown): string | null {
	const url = serverUrl(servers);
	if (url === null || !URL.canParse(url)) return null;
	const {protocol, origin} = new URL(url);
	return protocol === 'http:' || protocol === 'https:' ? origin : null;
}

/** Address of the first server with its variables filled in; null when there is none that can be read. */
function serverUrl(servers: unknown): string | null {
	const server = Array.isArray(servers) ? servers.find(isObject) : undefined;
	if (typeof server?.['url'] !== 'string') return null;
	const variables = isObject(server['variables']) ? server['variables'] : {};
	const url = server['url'].replace(/\{([^{}]+)\}/g, (_, name: string) => {
		const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
		return isObject(variable) ? String(variable['default'] ?? 'x') : 'x';
	});
	return url.length > 2048 || !URL.canParse(url, 'http://server') ? null : url;
}

type Param = Endpoint['requestShape']['path'][number];

function requestShapeOf(
	root: JsonObject,
	path: string,
	item: JsonObject,
	operation: JsonObject,
): Endpoint['requestShape'] {
	const parameters = new Map<string, {place: string; param: Param}>();
	for (const list of [item['parameters'], operation['parameters']]) {
		if (!Array.isArray(list)) continue;
		for (const one of list) {
			const parameter = resolved(root, one);
			if (!parameter || typeof parameter['name'] !== 'string' || typeof parameter['in'] !== 'string') continue;
			const {name, in: place} = parameter as {name: string; in: string};
			parameters.set(`${place} ${name}`, {place, param: paramOf(root, name, place, parameter)});
		}
	}
	const at = (wanted: string) => [...parameters.values()].filter(({place}) => place === wanted).map(({param}) => param);
	const named = at('path');
	// What the template names exists, whether the document describes it or not.
	const undescribed = [...path.matchAll(/\{([^{}/]+)\}/g)]
		.map(([, name = '']) => name)
		.filter((name, place, names) => names.indexOf(name) === place && !named.some(one => one.name === name))
		.map((name): Param => ({name, required: true, schema: anything}));
	const {contentType, content} = contentOf(root, resolved(root, operation['requestBody'])?.['content']);
	const [sample] = examplesOf(root, content);
	return bounded({
		contentType,
		path: [...named, ...undescribed],
		query: at('query'),
		headers: at('header').filter(({name}) => !ownHeaders.has(name.toLowerCase())),
		body: content ? inlineSchema(root, content['schema'], bodyLimits) : null,
		sample: JSON.stringify(sample ?? null).length > largestSample ? null : (sample ?? null),
	});
}

function paramOf(root: JsonObject, name: string, place: string, parameter: JsonObject): Param {
	const content = contentOf(root, parameter['content']).content;
	const [example] = examplesOf(root, {...content, ...parameter});
	const description = shortText(parameter['description']);
	return {
		name,
		required: place === 'path' || parameter['required'] === true,
		schema: inlineSchema(root, parameter['schema'] ?? content?.['schema']) ?? anything,
		...(example === undefined ? {} : {example}),
		...(description === null ? {} : {description}),
		...(typeof parameter['style'] === 'string' ? {style: parameter['style'].slice(0, 40)} : {}),
		...(typeof parameter['explode'] === 'boolean' ? {explode: parameter['explode']} : {}),
	};
}

function responseShapeOf(root: JsonObject, operation: JsonObject): Endpoint['responseShape'] {
	const responses = isObject(operation['responses']) ? operation['responses'] : {};
	const statuses = Object.keys(responses)
		.filter(status => /^[1-5]\d\d$/.test(status))
		.map(Number)
		.sort((one, other) => one - other);
	const success = statuses.find(status => status >= 200 && status < 300);
	const shown = responses[success ?? '2XX'] ?? responses['2xx'] ?? responses['default'];
	const {content} = contentOf(root, resolved(root, shown)?.['content']);
	const shape = {statuses, body: content ? inlineSchema(root, content['schema']) : null, observed: false};
	return JSON.stringify(shape).length > largestShape ? {...shape, body: {}} : shape;
}

/** A shape that would fill the list alone keeps its names only. */
function bounded(shape: Endpoint['requestShape']): Endpoint['requestShape'] {
	if (JSON.stringify(shape).length <= largestShape + largestSample) return shape;
	const plain = (params: Param[]) =>
		params.slice(0, 100).map(({name, required}) => ({name, required, schema: anything}));
	return {...shape, path: plain(shape.path), query: plain(shape.query), headers: plain(shape.headers), body: {}};
}

/** A name of the document inside a sentence: short, and without what a terminal would act on. */
const quoted = (text: string): string => JSON.stringify(text.slice(0, 120)).replace(/[\u007f-\u009f]/g, '?');
