import type {Mention, Sample} from '../endpoint-drafts.ts';
import {endpointMethod} from '../endpoint-drafts.ts';
import {isOwnHeader, negotiationOf} from '../header-names.ts';
import {isSecretField} from '../secret-fields.ts';
import {jsonSample} from './json-sample.ts';
import {templateOfAddress} from './mentioned-endpoint.ts';

const longestCommand = 65_536;

/** Flags that take a value and say nothing here. */
const valued = new Set([
	...['-o', '--output', '-A', '--user-agent', '-e', '--referer', '-m', '--max-time', '--connect-timeout', '-w'],
	...['--write-out', '-x', '--proxy', '--cacert', '--cert', '--key', '-c', '--cookie-jar', '--retry', '-E'],
]);

/** curl commands of a text with the line of each; one that goes on after a `\` is one command. */
export function curlCommands(text: string): Array<{command: string; line: number}> {
	const commands: Array<{command: string; line: number}> = [];
	const lines = text.split('\n');
	for (let place = 0; place < lines.length; place++) {
		if (!/^\s{0,40}(?:[$>#]\s{1,4})?`?curl\s/.test(lines[place]!)) continue;
		const start = place;
		const parts: string[] = [];
		let open = '';
		for (; place < lines.length; place++) {
			const line = lines[place]!;
			open = openQuote(line, open);
			const goesOn = /\\\s*$/.test(line.slice(-20)) || open !== '';
			parts.push(line.replace(/\\\s{0,20}$/, ' '));
			if (!goesOn || place - start > 500) break;
		}
		commands.push({command: parts.join('\n').slice(0, longestCommand), line: start});
	}
	return commands;
}

/** The quote that a line leaves open, which may have been open before. */
function openQuote(line: string, before: string): string {
	let open = before;
	for (let place = 0; place < line.length; place++) {
		const sign = line[place]!;
		if (open === '' && (sign === '"' || sign === "'")) open = sign;
		else if (sign === '\\' && open === '"') place++;
		else if (sign === open) open = '';
	}
	return open;
}

/** The operation of a curl command; null when it names no address. */
export function readCurl(command: string): Mention | null {
	const words = wordsOf(command.replace(/^[\s$>#`]*curl\s/, '').replace(/`\s*$/, ''));
	let [method, address, json]: [string | null, string | null, boolean] = [null, null, false];
	const [data, headers]: [string[], Array<[string, string]>] = [[], []];
	let isForm = false;
	let isGet = false;
	let user = false;
	for (let place = 0; place < words.length; place++) {
		const word = words[place]!;
		const next = () => words[++place] ?? '';
		const [flag = '', inline] = word.startsWith('--') ? word.split(/=(.*)/s, 2) : [word];
		if (flag === '-X' || flag === '--request') method = inline ?? next();
		else if (/^-X[A-Z]+$/.test(flag)) method = flag.slice(2);
		else if (flag === '-H' || flag === '--header') {
			const [name = '', value = ''] = (inline ?? next()).split(/:(.*)/s, 2);
			headers.push([name.trim(), value.trim()]);
		} else if (flag === '--json') {
			json = true;
			data.push(inline ?? next());
		} else if (flag === '-d' || /^--data(?:-raw|-binary|-ascii)?$/.test(flag)) data.push(inline ?? next());
		else if (flag === '--data-urlencode') data.push(inline ?? next());
		else if (flag === '-F' || flag === '--form') {
			isForm = true;
			data.push(inline ?? next());
		} else if (flag === '-G' || flag === '--get') isGet = true;
		else if (flag === '-u' || flag === '--user') {
			user = true;
			next();
		} else if (flag === '-I' || flag === '--head') return null;
		else if (flag === '-b' || flag === '--cookie') next();
		else if (flag === '--url') address = inline ?? next();
		else if (valued.has(flag)) next();
		else if (flag === '|' || flag === '>' || flag === '&&' || flag === ';') break;
		else if (!flag.startsWith('-') && address === null) address = word;
	}
	if (address === null) return null;
	const place = templateOfAddress(/^[\w.-]+(?::\d+)?\//.test(address) ? `http://${address}` : address);
	const name = endpointMethod(method ?? (data.length > 0 && !isGet ? 'POST' : 'GET'));
	if (place === null || name === null) return null;
	const named = headers.find(([header]) => header.toLowerCase() === 'content-type')?.[1].split(';', 1)[0];
	const authorization = headers.find(([header]) => header.toLowerCase() === 'authorization')?.[1];
	return {
		method: name,
		path: place.path,
		line: null,
		query: place.query.filter(one => !isSecretField(one.name)),
		headers: headers.map(([header]) => header).filter(isOwnHeader),
		negotiation: negotiationOf(headers.map(([header, value]) => ({name: header, value}))),
		body: isGet || data.length === 0 ? null : bodyOf(data, {named, json, isForm}),
		...(user || (authorization !== undefined && /^basic/i.test(authorization))
			? {auth: {required: null, authType: 'basic token' as const}}
			: authorization === undefined
				? {}
				: {auth: {required: null, authType: 'Bearer token' as const}}),
	};
}

function bodyOf(
	data: readonly string[],
	{named, json, isForm}: {named: string | undefined; json: boolean; isForm: boolean},
): Sample {
	const text = data.join('&');
	const sample = jsonSample(text);
	if (sample !== undefined && !isForm)
		return {contentType: json ? 'application/json' : (named ?? 'application/json'), value: sample};
	const contentType = isForm ? 'multipart/form-data' : (named ?? 'application/x-www-form-urlencoded');
	if (!isForm && contentType !== 'application/x-www-form-urlencoded') return {contentType};
	const fields = (isForm ? data : text.split('&')).flatMap(part => {
		const [name = '', value = ''] = part.split(/=(.*)/s, 2);
		return name === '' || name.startsWith('@') ? [] : [[name, value] as const];
	});
	return fields.length === 0 ? {contentType} : {contentType, value: Object.fromEntries(fields)};
}

/** Words of a shell line: quotes and escapes taken away. Variables stay as they are written. */
function wordsOf(line: string): string[] {
	const words: string[] = [];
	let [word, open, isWord] = ['', '', false];
	for (let place = 0; place < line.length; place++) {
		const sign = line[place]!;
		if (open === "'") {
			if (sign === "'") open = '';
			else word += sign;
		} else if (sign === '\\' && place + 1 < line.length) {
			const next = line[++place]!;
			word += open === '"' && !/["\\$`\n]/.test(next) ? sign + next : next === '\n' ? '' : next;
			isWord = true;
		} else if (open === '"') {
			if (sign === '"') open = '';
			else word += sign;
		} else if (sign === '"' || sign === "'") {
			open = sign;
			isWord = true;
		} else if (/\s/.test(sign)) {
			if (isWord) words.push(word);
			[word, isWord] = ['', false];
		} else {
			word += sign;
			isWord = true;
		}
	}
	if (isWord) words.push(word);
	return words;
}
