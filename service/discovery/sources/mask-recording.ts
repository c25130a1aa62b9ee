import {isObject, type JsonObject} from '../../../source/documents/document-value.ts';
import {formatOfValue} from '../document-format.ts';
import {isSecretField, looksSecret} from './secret-fields.ts';

/** Stands where a secret was: a reader still sees that something was sent. */
const masked = '***';
/** In place of what only looks like a secret: it still does, so that no reader takes it for an example. */
const maskedLook = `Bearer ${masked}`;
const deepest = 200;

/** Whether a file may be a recording or a collection: those hold the credentials of whoever made them. */
export const mayBeRecording = (text: string): boolean =>
	(text.includes('"entries"') && text.includes('"log"')) || /getpostman\.com|_postman_id/.test(text);

/**
 * A HAR recording or a Postman collection without the secrets of whoever made it: cookies, credentials, values of fields
 * and variables that are named like secrets or look like one. Their places and types stay, for that is what a reader
 * takes from them: a login is known by its password field. What else a browser's tool adds to an entry is left out. Every
 * other file stays as it is, byte for byte; one that cannot be read is masked as text.
 */
export function maskRecording(bytes: Uint8Array): Uint8Array {
	const text = new TextDecoder().decode(bytes);
	if (!mayBeRecording(text)) return bytes;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return new TextEncoder().encode(maskedText(text));
	}
	const format = formatOfValue(value);
	if (format !== 'har' && format !== 'postman') return bytes;
	return new TextEncoder().encode(JSON.stringify(format === 'har' ? maskedHar(value) : maskedCollection(value, false)));
}

const isPlaceholder = (text: string): boolean => /^\s*\{\{[^{}]+\}\}\s*$/.test(text);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** `Bearer abc` → `Bearer ***`: the scheme says how one signs in. */
function maskedSecret(text: string): string {
	if (text === '' || isPlaceholder(text)) return text;
	const scheme = /^([A-Za-z][\w-]{0,30}) \S/.exec(text)?.[1];
	return scheme === undefined ? masked : `${scheme} ${masked}`;
}

/** A value by the name of its field: all texts and numbers below the name of a secret, else what looks like one. */
function maskedValue(value: unknown, isSecret: boolean, depth = 0): unknown {
	if (depth > deepest) return null;
	if (typeof value === 'string') return isSecret ? maskedSecret(value) : looksSecret(value) ? maskedLook : value;
	if (typeof value === 'number') return isSecret ? 0 : value;
	if (Array.isArray(value)) return value.map(one => maskedValue(one, isSecret, depth + 1));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [name, maskedValue(one, isSecret || isSecretField(name), depth + 1)]),
	);
}

/** The body of a request or an answer by what it is: JSON and forms field by field; nothing else is read, so it goes. */
function maskedBody(text: string, mimeType: string): string {
	if (text === '') return '';
	if (/^application\/x-www-form-urlencoded/i.test(mimeType)) return maskedQuery(text);
	try {
		return JSON.stringify(maskedValue(JSON.parse(text), false));
	} catch {
		return /json/i.test(mimeType) ? maskedText(text) : '';
	}
}

function maskedQuery(text: string): string {
	const values = new URLSearchParams(text);
	const kept = [...values].map(([name, value]): [string, string] => [name, maskedPair(name, value)]);
	return new URLSearchParams(kept).toString();
}

const maskedPair = (name: string, value: string): string =>
	isSecretField(name) || looksSecret(value) ? maskedSecret(value) : value;

/** Secrets in the query, in segments that look like one, and in front of the host. */
function maskedUrl(text: string): string {
	if (!URL.canParse(text)) return text.replace(/\?.*/s, '');
	const url = new URL(text);
	url.username = '';
	url.password = '';
	url.hash = '';
	url.pathname = url.pathname
		.split('/')
		.map(segment => (looksSecret(segment) ? 'secret' : segment))
		.join('/');
	if (url.search !== '') url.search = maskedQuery(url.search);
	return url.href;
}

const pairs = (list: unknown, every = false) =>
	listOf(list).map(({name, value}) => ({
		name: textOf(name),
		value: every ? masked : maskedPair(textOf(name), textOf(value)),
	}));

function maskedHar(value: unknown): unknown {
	const {version, creator, entries} = (value as {log: JsonObject}).log;
	return {log: {version, creator, entries: (entries as unknown[]).filter(isObject).map(maskedEntry)}};
}

function maskedEntry({startedDateTime, time, request, response}: JsonObject): unknown {
	return {
		startedDateTime,
		time,
		request: isObject(request) ? maskedRequest(request) : request,
		response: isObject(response) ? maskedResponse(response) : response,
	};
}

function maskedRequest({method, url, httpVersion, headers, cookies, queryString, postData}: JsonObject): unknown {
	return {
		method,
		url: typeof url === 'string' ? maskedUrl(url) : url,
		httpVersion,
		headers: pairs(headers),
		cookies: pairs(cookies, true),
		queryString: pairs(queryString),
		...(isObject(postData)
			? {
					postData: {
						mimeType: postData['mimeType'],
						text: maskedBody(textOf(postData['text']), textOf(postData['mimeType'])),
						...(Array.isArray(postData['params']) ? {params: pairs(postData['params'])} : {}),
					},
				}
			: {}),
	};
}

function maskedResponse({
	status,
	statusText,
	httpVersion,
	headers,
	cookies,
	content,
	redirectURL,
}: JsonObject): unknown {
	const {mimeType, text, encoding, size} = isObject(content) ? content : {};
	const plain = encoding === 'base64' ? Buffer.from(textOf(text), 'base64').toString('utf8') : textOf(text);
	return {
		...{status, statusText, httpVersion, headers: pairs(headers), cookies: pairs(cookies, true)},
		redirectURL: typeof redirectURL === 'string' ? maskedUrl(redirectURL) : redirectURL,
		content: {mimeType, size, ...(text === undefined ? {} : {text: maskedBody(plain, textOf(mimeType))})},
	};
}

/** Objects of a collection that hold a name beside its value: headers, variables, parameters, credentials. */
function maskedPairObject({value, ...rest}: JsonObject, isSecret: boolean, depth: number): JsonObject {
	const name = textOf(rest['key'] ?? rest['name']);
	const hides = isSecret || isSecretField(name) || rest['type'] === 'secret';
	const others = maskedCollection(rest, isSecret, depth + 1) as JsonObject;
	return {...others, value: maskedValue(value, hides, depth + 1)};
}

/** A collection part by part: what stands below `auth` is a credential whatever its name. */
function maskedCollection(value: unknown, isSecret: boolean, depth = 0): unknown {
	if (depth > deepest) return null;
	if (typeof value === 'string') return maskedLine(value);
	if (Array.isArray(value)) return value.map(one => maskedCollection(one, isSecret, depth + 1));
	if (!isObject(value)) return value;
	if ('value' in value && ('key' in value || 'name' in value) && !('request' in value))
		return maskedPairObject(value, isSecret, depth);
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => {
			if (name === 'raw' && typeof one === 'string') return [name, maskedRaw(one)];
			if (name === 'body' && typeof one === 'string') return [name, maskedText(one)];
			if (name === 'auth' && isObject(one)) return [name, maskedAuth(one)];
			return [name, maskedCollection(one, isSecret || name === 'cookie', depth + 1)];
		}),
	);
}

/** `{type: 'bearer', bearer: [{key: 'token', value: …}]}`, in older collections `bearer: {token: …}`. */
const maskedAuth = (auth: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(auth).map(([name, one]) => {
			if (Array.isArray(one))
				return [name, listOf(one).map(entry => ({...entry, value: maskedValue(entry['value'], true)}))];
			return [name, isObject(one) ? maskedValue(one, true) : one];
		}),
	);

/** An address, or the body of a request, as a collection writes it. */
const maskedRaw = (text: string): string =>
	/^\s*[[{]/.test(text) && !/^\s*\{\{/.test(text)
		? maskedText(text)
		: text.replace(
				/(?<=[?&])([^=&?#\s]{1,200})=([^&#\s]*)/g,
				(_, name: string, value: string) => `${name}=${maskedPair(decoded(name), value)}`,
			);

/** A line of a script or a description: only what looks like a secret by itself. */
const maskedLine = (text: string): string =>
	looksSecret(text) && !text.includes('{{')
		? masked
		: text.replace(/(?<![\w-])eyJ[\w-]{8,2000}\.[\w-]{2,8000}(?:\.[\w-]{0,8000})?/g, masked);

const decoded = (text: string): string => {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
};

/** Texts of JSON with what stands between them; one that is never closed ends with the file. */
const token = /"((?:[^"\\]|\\.)*)(?:"|\\?$)|(-?\d[\d.eE+-]*)|([{}[\],:])/gs;

/** JSON that may hold variables or be cut off: each value behind the name of a secret, and what looks like one. */
function maskedText(text: string): string {
	let name = '';
	let last = '';
	/** The name of a pair such as `{"name": "Cookie", "value": …}`. */
	let paired = '';
	let isValue = false;
	return text.replace(token, (all, said: string | undefined, digits: string | undefined, sign: string | undefined) => {
		if (sign !== undefined) {
			isValue = sign === ':';
			if (sign === '{') paired = '';
			if (isValue) name = last;
			return all;
		}
		const isSecret = isValue && isSecretField(name === 'value' ? paired : name);
		if (digits !== undefined) return isSecret ? '0' : all;
		last = said!;
		if (isValue && (name === 'name' || name === 'key')) paired = said!;
		if (!isValue || isPlaceholder(said!)) return all;
		return isSecret || looksSecret(said!) ? JSON.stringify(maskedSecret(said!)) : all;
	});
}
