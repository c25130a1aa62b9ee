import {type JsonPath, jsonPathText} from '../../contract/json-changes.ts';
import type {RecordedCall} from '../runners/runner.ts';

export type JsonObject = {[key: string]: unknown};
export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A body as JSON; undefined when it is none, was cut, or is binary. */
function parsed(body: string | null, encoding: RecordedCall['responseEncoding']): unknown {
	if (body === null || encoding === 'base64') return undefined;
	const start = body.trimStart()[0];
	if (start === undefined || !'{["-0123456789tfn'.includes(start)) return undefined;
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

/** The response of a call as JSON; undefined when it is not JSON. */
export const responseJson = (call: RecordedCall): unknown => parsed(call.responseBody, call.responseEncoding);

/** The request body of a call as JSON; undefined when it is not JSON. */
export const requestJson = (call: RecordedCall): unknown => parsed(call.requestBody, call.requestEncoding);

/** A response header, whatever its case. */
export function responseHeader(call: RecordedCall, name: string): string | null {
	const found = Object.entries(call.responseHeaders ?? {}).find(([key]) => key.toLowerCase() === name);
	return found?.[1] ?? null;
}

/** A request header, whatever its case. */
export function requestHeader(call: RecordedCall, name: string): string | null {
	const found = Object.entries(call.requestHeaders).find(([key]) => key.toLowerCase() === name);
	return found?.[1] ?? null;
}

/** A place in a JSON value and what lies there. */
type Leaf = {path: Path; value: unknown};
export type Path = JsonPath;

/** Places looked at in one body: more than a person would, and bounded. */
const maxPlaces = 20_000;

/** Every place of a JSON value, containers included, outer ones first. */
export function* places(root: unknown): Generator<Leaf> {
	const queue: Leaf[] = [{path: [], value: root}];
	for (let index = 0; index < queue.length && index < maxPlaces; index++) {
		const place = queue[index]!;
		yield place;
		if (Array.isArray(place.value))
			for (const [key, value] of place.value.entries()) queue.push({path: [...place.path, key], value});
		else if (isObject(place.value))
			for (const [key, value] of Object.entries(place.value)) queue.push({path: [...place.path, key], value});
		if (queue.length > maxPlaces) queue.length = maxPlaces;
	}
}

/** What lies at a path; undefined when nothing does. */
export function valueAt(root: unknown, path: Path): unknown {
	let value = root;
	for (const key of path) {
		if (typeof key === 'number') value = Array.isArray(value) ? value[key] : undefined;
		else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
	}
	return value;
}

export const pathText = jsonPathText;

/** The innermost name of a path: `id` of `$.items[0].id`. */
export const lastName = (path: Path): string | null => path.findLast(key => typeof key === 'string') ?? null;

export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** `a string`, `an array`, `null`. */
export const typeWithArticle = (type: string): string =>
	type === 'null' ? 'null' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

export function jsonType(value: unknown): JsonType {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return typeof value as JsonType;
}
