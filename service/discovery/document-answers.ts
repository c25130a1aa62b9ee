import {type HttpMethod, httpMethods} from '../../contract/enums.ts';
import type {Answer, AnswerHeader, AnswerLink} from '../domain/endpoint-detail.ts';
import {contentOf, examplesOf} from './document-content.ts';
import {isObject, type JsonObject} from '../../source/documents/document-value.ts';
import {inlineSchema, resolved, resolveReference} from './inline-schema.ts';
import {decoded} from '../../contract/address.ts';

const largestShape = 131_072;
const mostAnswers = 40;
const mostHeaders = 40;
const mostLinks = 40;

/** Every answer that an operation documents, those with a number first. */
export function answersOf(root: JsonObject, operation: JsonObject): Answer[] {
	return statusesOf(operation)
		.slice(0, mostAnswers)
		.map(([status, value]) => {
			const answer = resolved(root, value) ?? {};
			const {contentType, content} = contentOf(root, answer['content']);
			const schema = content ? inlineSchema(root, content['schema']) : null;
			const isLarge = JSON.stringify(schema).length > largestShape;
			return {
				status,
				description: shortText(answer['description']),
				contentType,
				schema: isLarge ? {} : schema,
				examples: examplesOf(root, content),
				headers: headersOf(root, answer['headers']),
				observed: false,
			};
		});
}

/** `200`, `4XX`, `default` of an operation with what each says, in that order. */
function statusesOf({responses}: JsonObject): Array<[string, unknown]> {
	if (!isObject(responses)) return [];
	const rank = (status: string) => (status === 'default' ? 2 : /^\d+$/.test(status) ? 0 : 1);
	return Object.entries(responses)
		.filter(([status]) => /^[1-5](?:\d\d|[Xx][Xx])$/.test(status) || status === 'default')
		.map(([status, value]): [string, unknown] => [status === 'default' ? status : status.toUpperCase(), value])
		.sort(([one], [other]) => rank(one) - rank(other) || (one < other ? -1 : one > other ? 1 : 0));
}

function headersOf(root: JsonObject, headers: unknown): AnswerHeader[] {
	if (!isObject(headers)) return [];
	return Object.entries(headers)
		.slice(0, mostHeaders)
		.flatMap(([name, value]) => {
			const header = resolved(root, value);
			if (header === null || name.toLowerCase() === 'content-type') return [];
			const schema = inlineSchema(root, header['schema']) ?? {};
			return [{name: name.slice(0, 200), required: header['required'] === true, schema}];
		});
}

/** Where the values of an operation's answers go, as far as the document says it and the other operation is there. */
export function linksOf(root: JsonObject, operation: JsonObject): AnswerLink[] {
	const links: AnswerLink[] = [];
	for (const [status, value] of statusesOf(operation)) {
		const named = resolved(root, value)?.['links'];
		if (!isObject(named)) continue;
		for (const [name, one] of Object.entries(named)) {
			const link = resolved(root, one);
			const target = link && linkTarget(root, link);
			if (!link || !target || links.length >= mostLinks) continue;
			const {parameters, requestBody} = link;
			links.push({
				name: name.slice(0, 200),
				status,
				target,
				parameters: isObject(parameters) ? parameters : {},
				...(requestBody === undefined ? {} : {requestBody}),
			});
		}
	}
	return links;
}

function linkTarget(root: JsonObject, {operationId, operationRef}: JsonObject): AnswerLink['target'] | null {
	if (typeof operationId === 'string') return operationsOf(root).get(operationId) ?? null;
	if (typeof operationRef !== 'string' || !isObject(resolveReference(root, operationRef))) return null;
	const [, path, method] = /^#\/paths\/([^/]+)\/([a-z]+)$/.exec(operationRef) ?? [];
	const upper = httpMethods.find(one => one.toLowerCase() === method);
	return path === undefined || upper === undefined
		? null
		: {method: upper, path: decoded(path).replace(/~1/g, '/').replace(/~0/g, '~')};
}

type Operations = Map<string, {method: HttpMethod; path: string}>;
const known = new WeakMap<JsonObject, Operations>();

/** Operations of a document by their id; the first of two with one id counts. */
function operationsOf(root: JsonObject): Operations {
	const found = known.get(root);
	if (found) return found;
	const operations: Operations = new Map();
	known.set(root, operations);
	const paths = isObject(root['paths']) ? root['paths'] : {};
	for (const [path, value] of Object.entries(paths)) {
		const item = resolved(root, value);
		if (!item) continue;
		for (const method of httpMethods) {
			const operation = item[method.toLowerCase()];
			const id = isObject(operation) ? operation['operationId'] : undefined;
			if (typeof id === 'string' && !operations.has(id)) operations.set(id, {method, path});
		}
	}
	return operations;
}

const longestText = 500;

/** A text of a document, short and on one line; null when there is none. */
export function shortText(value: unknown, longest: number = longestText): string | null {
	if (typeof value !== 'string') return null;
	const line = value
		.slice(0, 4 * longest)
		.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
		.trim();
	return line.slice(0, longest) || null;
}
