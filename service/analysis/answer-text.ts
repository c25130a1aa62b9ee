import type {RecordedCall} from '../runners/runner.ts';
import {excerpt} from './excerpt.ts';
import {isObject, responseHeader, responseJson} from './json-body.ts';

/** `answered 500 with {"error":"boom"}`: status and the beginning of the body. */
export function answered(call: RecordedCall): string {
	const body = bodyText(call);
	return `answered ${call.status}${body === null ? '' : ` with ${body}`}`;
}

/** `answered 200 with the page "Sign in" (text/html), which is not JSON`, or `… with an empty body`: for an answer that is no JSON. */
export function formOf(call: RecordedCall): string {
	if ((call.responseBytes ?? 0) === 0) return `answered ${call.status} with an empty body`;
	const type = contentType(call);
	return `${answered(call)}${type ? ` (${type})` : ''}, which is not JSON`;
}

/** The beginning of a response; null when it has none. */
function bodyText(call: RecordedCall): string | null {
	if (call.responseEncoding === 'base64')
		return `${call.responseBytes ?? 0} bytes of ${contentType(call) ?? 'binary data'}`;
	const title = pageTitle(call.responseBody ?? '');
	if (title !== null) return `the page "${excerpt(title, 80)}"`;
	const text = excerpt(call.responseBody ?? '', 160);
	if (text === '') return null;
	return responseJson(call) === undefined && !/^[[{]/.test(text) ? `"${text}"` : text;
}

/** What a page in HTML calls itself: its first tags say nothing. */
const pageTitle = (body: string): string | null =>
	/^\s*<(?:!doctype\s+html|html)\b/i.test(body) ? /<title[^<>]*>([^<]+)/i.exec(body)?.[1]?.trim() || null : null;

/** Media type of a response without its parameters. */
export const contentType = (call: RecordedCall): string | null =>
	responseHeader(call, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() || null;

/** The id by which the API's own log knows a request, where the answer tells one. */
export function requestIdText(call: RecordedCall): string {
	for (const name of ['x-request-id', 'x-correlation-id', 'x-trace-id', 'request-id']) {
		const value = responseHeader(call, name);
		if (value) return ` The answer carries ${name}: ${excerpt(value, 80)}.`;
	}
	return '';
}

/** What an answer says of its error in words: `message`, `detail`, `error.message` and the like; null when nothing. */
export function errorMessage(call: RecordedCall): string | null {
	return messageIn(responseJson(call), 3);
}

function messageIn(value: unknown, depth: number): string | null {
	if (depth === 0) return null;
	if (Array.isArray(value)) return messageIn(value[0], depth - 1);
	if (!isObject(value)) return null;
	for (const name of ['message', 'detail', 'error_description', 'error', 'title', 'msg', 'description', 'errors']) {
		const found = value[name];
		if (typeof found === 'string' && found.trim() !== '') return found;
		const inner = messageIn(found, depth - 1);
		if (inner) return inner;
	}
	return null;
}
