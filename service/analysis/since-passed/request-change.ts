import type {RecordedCall} from '../../runners/runner.ts';
import {looksLikeCredential} from '../../domain/credentials.ts';
import {queryOf} from '../endpoint.ts';
import {segmentsOf} from '../handles.ts';
import {jsonType, type Path, pathText, places, requestHeader, requestJson} from '../json-body.ts';

/** One thing that a request says otherwise than an earlier one of the same place in the test. */
export type RequestChange = {
	/** `` `$.qty` of its body ``, `` query parameter `page` ``, `` header `Accept` ``. */
	what: string;
	/** Undefined: it was not there, or is not any more. */
	before: unknown;
	after: unknown;
	/** The name of a header with a credential: that its value is another one is all that is known. */
	credential?: string;
};

type Parts = Map<string, {what: string; value: unknown}>;

/**
 * What a request says that the same one of the last passing run did not, or said otherwise. A value that a test makes up
 * each time says nothing: one that has only changed counts when the two passes before agree about it, or when the
 * changed lines of the source spell it.
 *
 * @param earlier the same request of the last passing run
 * @param stable the same request of the pass before that; null: unknown
 * @param spelled the lines of the source that have changed; empty: none have
 * @param isHandedOn whether a value, and the one from before, came from a producer or an earlier answer: such a one is
 * another one in every run
 */
export function requestChanges(
	call: RecordedCall,
	earlier: RecordedCall,
	stable: RecordedCall | null,
	spelled: readonly string[],
	isHandedOn: (before: unknown, after: unknown) => boolean,
): RequestChange[] {
	const [now, then] = [partsOf(call), partsOf(earlier)];
	const before = stable && partsOf(stable);
	const changes: RequestChange[] = [];
	for (const [key, {what, value}] of now) {
		const was = then.get(key);
		if (!was) {
			if (!isBelow(key, then)) changes.push({what, before: undefined, after: value});
			continue;
		}
		if (Object.is(was.value, value) || isHandedOn(was.value, value)) continue;
		const agreed = before?.has(key) && Object.is(before.get(key)?.value, was.value);
		const isOtherType = jsonType(was.value) !== jsonType(value);
		if (agreed || isOtherType || isSpelled(value, spelled) || isSpelled(was.value, spelled))
			changes.push({what, before: was.value, after: value});
	}
	for (const [key, {what, value}] of then)
		if (!now.has(key) && !isBelow(key, now)) changes.push({what, before: value, after: undefined});
	return changes;
}

/** Lists differ in length from run to run: of a container that is there, only the container counts. */
const isBelow = (key: string, parts: Parts): boolean =>
	/\[\d+\]/.test(key) && parts.has(key.replace(/\[\d+\].*$/s, ''));

/** Whether lines of Python spell a value: `2`, `"abc"`, `True`, `None`. */
function isSpelled(value: unknown, lines: readonly string[]): boolean {
	const literal = value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : String(value);
	if (literal === '') return lines.some(line => /""|''/.test(line));
	return lines.some(line => {
		for (let at = line.indexOf(literal); at !== -1; at = line.indexOf(literal, at + 1))
			if (!/\w/.test(line[at - 1] ?? '') && !/\w/.test(line[at + literal.length] ?? '')) return true;
		return false;
	});
}

/** Every single value that a request says, with what people call its place. */
function partsOf(call: RecordedCall): Parts {
	const parts: Parts = new Map();
	for (const [index, segment] of segmentsOf(call.url).entries())
		parts.set(`/${index}`, {what: `part ${index + 1} of its path`, value: segment});
	for (const [name, value] of queryOf(call)) parts.set(`?${name}`, {what: `query parameter \`${name}\``, value});
	for (const name of toldHeaders) {
		const value = requestHeader(call, name);
		if (value !== null) parts.set(`#${name}`, {what: `header \`${name}\``, value: value.replace(/boundary=.*/s, '')});
	}
	for (const name of Object.keys(call.requestHeaders)) {
		const key = name.toLowerCase();
		if (!/^x-/.test(key) || looksLikeCredential(name)) continue;
		parts.set(`#${key}`, {what: `header \`${name}\``, value: call.requestHeaders[name]});
	}
	for (const {path, value} of bodyOf(call)) {
		const place = path.length === 0 ? 'its body' : `\`${pathText(path)}\` of its body`;
		// Containers are compared by what is in them.
		const single = typeof value === 'object' && value !== null ? (Array.isArray(value) ? '[]' : '{}') : value;
		parts.set(`body ${pathText(path)}`, {what: place, value: single});
	}
	return parts;
}

/** Headers that change what an API does; the others are of the connection or of the HTTP library. */
const toldHeaders = ['content-type', 'accept', 'accept-language', 'if-match', 'if-none-match', 'prefer', 'origin'];

/** Places of a body: of JSON, or the fields of a form; what is neither counts only as being there. */
function bodyOf(call: RecordedCall): Array<{path: Path; value: unknown}> {
	if (call.requestBody === null || call.truncated) return [];
	const body = requestJson(call);
	if (body !== undefined) return [...places(body)];
	const isForm = /urlencoded/.test(requestHeader(call, 'content-type') ?? '');
	if (!isForm) return [{path: [], value: call.requestEncoding === 'base64' ? 'bytes' : 'text'}];
	return [...new URLSearchParams(call.requestBody)].map(([name, value]) => ({path: [name], value}));
}
