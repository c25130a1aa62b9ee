import {textOf as documentText, UnreadableDocument} from '../../../source/documents/document-text.ts';
import {isObject, type JsonObject, parsedValue} from '../../../source/documents/document-value.ts';
import {formatOfValue, looksLikeDescription} from '../document-format.ts';
import {deepest, masked, maskedJson, maskedPair, maskedPlain, maskedQuery, maskedValue} from './masked-text.ts';
import {looksSecret} from '../../domain/secret-fields.ts';
import {isSecretField} from './secret-fields.ts';

/** Whether a file may be a recording or a collection: those hold the credentials of whoever made them. */
export const mayBeRecording = (bytes: Uint8Array): boolean =>
	mentionsRecording(new TextDecoder(encodingOf(bytes)).decode(bytes));

const mentionsRecording = (text: string): boolean =>
	(/entries["']?\s{0,20}:/.test(text) && /log["']?\s{0,20}:/.test(text)) ||
	/"(?:startedDateTime|postData|queryString)"|getpostman\.com|_postman_/.test(text);

/**
 * A HAR recording or a Postman collection without the secrets of whoever made it: cookies, credentials, values of fields
 * and variables that are named like secrets or look like one. Their places and types stay, for that is what a reader
 * takes from them: a login is known by its password field. What else a browser's tool adds to an entry is left out. Every
 * other file stays as it is, byte for byte. Throws `UnreadableDocument` for a recording that is cut off or broken: what
 * cannot be read cannot be told from a secret.
 *
 * @param contentType as the file was announced; absent: not known
 */
export function maskRecording(bytes: Uint8Array, contentType: string | null = null): Uint8Array {
	if (!mayBeRecording(bytes)) return bytes;
	const text = documentText(bytes);
	const isJson = /^\s*[[{]/.test(text) || contentType === 'application/json';
	if (!isJson && looksLikeDescription(text)) return bytes;
	const value = isJson ? recordingOf(text) : yamlOf(text);
	const format = formatOfValue(value);
	if (format === 'openapi3' || format === 'swagger2' || format === 'graphql') return bytes;
	if (format === 'har') return encoded(maskedHar(value));
	if (isJson || format === 'postman') return encoded(maskedCollection(value, false));
	// Notes that speak of recordings, perhaps with a part of one.
	const kept = maskedJson(text);
	return kept === text ? bytes : new TextEncoder().encode(kept);
}

const encoded = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

const encodingOf = ([first, second]: Uint8Array): string =>
	first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';

/** A recording that somebody has turned into YAML; null for every other text. */
function yamlOf(text: string): unknown {
	try {
		return parsedValue(text);
	} catch (error) {
		if (error instanceof UnreadableDocument) return null;
		throw error;
	}
}

function recordingOf(text: string): unknown {
	try {
		return parsedValue(text);
	} catch (error) {
		if (!(error instanceof UnreadableDocument)) throw error;
		throw new UnreadableDocument(
			`The recording cannot be read, so its secrets cannot be left out, and nothing of it is stored. ${error.message}`,
		);
	}
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The body of a request or an answer by what it is: JSON and forms field by field; nothing else is read, so it goes. */
function maskedBody(text: string, mimeType: string): string {
	if (text === '') return '';
	if (/^application\/x-www-form-urlencoded/i.test(mimeType)) return maskedQuery(text);
	return /json/i.test(mimeType) || isJson(text) ? maskedJson(text) : '';
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** Secrets in the query, in segments that look like one, and in front of the host. */
function maskedUrl(text: string): string {
	if (!URL.canParse(text)) return text.replace(/[?#].*/s, '');
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

function maskedHar(value: unknown): JsonObject {
	const {version, creator, entries} = (value as {log: JsonObject}).log;
	return {
		log: {
			version,
			creator: maskedValue(creator, false),
			entries: (entries as unknown[]).filter(isObject).map(maskedEntry),
		},
	};
}

function maskedEntry({startedDateTime, time, request, response}: JsonObject): unknown {
	return {
		startedDateTime,
		time,
		request: isObject(request) ? maskedRequest(request) : null,
		response: isObject(response) ? maskedResponse(response) : null,
	};
}

function maskedRequest({method, url, httpVersion, headers, cookies, queryString, postData}: JsonObject): unknown {
	return {
		method,
		url: typeof url === 'string' ? maskedUrl(url) : null,
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
		redirectURL: typeof redirectURL === 'string' && redirectURL !== '' ? maskedUrl(redirectURL) : '',
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
	if (typeof value === 'string' || typeof value === 'number') return maskedValue(value, isSecret);
	if (Array.isArray(value)) return value.map(one => maskedCollection(one, isSecret, depth + 1));
	if (!isObject(value)) return value;
	const {log, ...others} = value;
	if (isObject(log) && Array.isArray(log['entries']))
		return {...(maskedCollection(others, isSecret, depth + 1) as JsonObject), ...maskedHar(value)};
	if ('value' in value && ('key' in value || 'name' in value) && !('request' in value))
		return maskedPairObject(value, isSecret, depth);
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => {
			if (name === 'raw' && typeof one === 'string') return [name, maskedRaw(one)];
			if (name === 'auth') return [name, maskedAuth(one)];
			if (name === 'query' && typeof one === 'string') return [name, maskedRaw(one)];
			return [name, maskedCollection(one, isSecret || /^cookies?$/.test(name) || isSecretText(name, one), depth + 1)];
		}),
	);
}

/** `"token": "abc"` as somebody writes it into a collection by hand. */
const isSecretText = (name: string, value: unknown): boolean =>
	(typeof value === 'string' || typeof value === 'number') && isSecretField(name);

/** Every text but the type of a sign-in and the names of its settings, in each of the shapes that versions write. */
function maskedAuth(value: unknown, depth = 0): unknown {
	if (depth > deepest) return null;
	if (Array.isArray(value)) return value.map(one => maskedAuth(one, depth + 1));
	if (!isObject(value)) return maskedValue(value, true);
	const isPair = 'value' in value && 'key' in value;
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [
			name,
			typeof one === 'string' && (name === 'type' || (isPair && name === 'key')) ? one : maskedAuth(one, depth + 1),
		]),
	);
}

/** An address, or the body of a request, as a collection writes it. */
const maskedRaw = (text: string): string => {
	const isForm = /^[\w.[\]%-]{1,100}=/.test(text);
	return isForm ? maskedPlain(`?${text}`).slice(1) : maskedPlain(text);
};
