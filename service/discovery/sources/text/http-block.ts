import type {Mention, Sample} from '../endpoint-drafts.ts';
import {endpointMethod} from '../endpoint-drafts.ts';
import {isOwnHeader} from '../header-names.ts';
import {isSecretField} from '../secret-fields.ts';
import {jsonSample} from './json-sample.ts';
import {templateOfAddress} from './mentioned-endpoint.ts';

const requestLine = /^(GET|POST|PUT|PATCH|DELETE) +(\S{1,2048})(?: +HTTP\/[\d.]{1,4})?\s*$/;
const statusLine = /^HTTP\/[\d.]{1,4} +([1-5]\d\d)\b/;

type HttpBlock = {request: Mention | null; answers: NonNullable<Mention['answers']>[number][]};

/** An HTTP block: a request, an answer, or both below each other. Null: the text is none. */
export function readHttpBlock(text: string): HttpBlock | null {
	const lines = text.split('\n').map(line => line.replace(/\r$/, ''));
	const block: HttpBlock = {request: null, answers: []};
	for (let place = 0; place < lines.length; place++) {
		const request = requestLine.exec(lines[place]!.trim());
		const status = statusLine.exec(lines[place]!.trim());
		if (!request && !status) continue;
		const part = readPart(lines, place + 1);
		place = part.end - 1;
		if (status) block.answers.push({status: status[1]!, body: part.body, headers: part.headers.filter(isOwnHeader)});
		else if (request && block.request === null) {
			const address = templateOfAddress(request[2]!);
			const method = endpointMethod(request[1]!);
			if (address === null || method === null) return null;
			block.request = {
				method,
				path: address.path,
				line: null,
				query: address.query.filter(({name}) => !isSecretField(name)),
				headers: part.headers.filter(isOwnHeader),
				body: part.body,
				...(part.isAuthorized ? {auth: {required: null, authType: part.isAuthorized}} : {}),
			};
		} else break;
	}
	return block.request === null && block.answers.length === 0 ? null : block;
}

function readPart(lines: readonly string[], start: number) {
	const headers: string[] = [];
	let contentType = 'application/json';
	let isAuthorized: 'Bearer token' | 'basic token' | null = null;
	let place = start;
	for (; place < lines.length; place++) {
		const header = /^([!#$%&'*+\-.^_|~0-9A-Za-z]{1,128}):\s?(.*)$/.exec(lines[place]!);
		if (!header) break;
		const [, name = '', value = ''] = header;
		headers.push(name);
		if (name.toLowerCase() === 'content-type') contentType = value.split(';', 1)[0]!.trim() || contentType;
		if (name.toLowerCase() === 'authorization') isAuthorized = /^basic/i.test(value) ? 'basic token' : 'Bearer token';
	}
	const body: string[] = [];
	for (; place < lines.length; place++) {
		const line = lines[place]!.trim();
		if (requestLine.test(line) || statusLine.test(line)) break;
		body.push(lines[place]!);
	}
	const text = body.join('\n').trim();
	const value = jsonSample(text);
	const sample: Sample | null = text === '' ? null : value === undefined ? {contentType} : {contentType, value};
	return {headers, body: sample, isAuthorized, end: place};
}
