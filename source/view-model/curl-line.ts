import {shellWord} from './shell-word.ts';

/** A request as `curl` would be told to make it. `headers` must hold no secret: what is masked is left to its reader. */
type CurlRequest = {
	method: string;
	url: string;
	headers?: Readonly<Record<string, string>> | null;
	body?: string | null;
};

/** Headers that curl sets itself, or that belong to one connection. */
const own = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding', 'user-agent']);

/** What stands where a secret was. */
const mask = /(?:\u2022|%E2%80%A2){3,}/i;

/** Variables of headers whose name says less than their use. */
const headerVariables: Record<string, string> = {
	authorization: 'TOKEN',
	'proxy-authorization': 'TOKEN',
	cookie: 'COOKIE',
};

/** The variable of a whole header with its scheme. */
const wholeName = 'AUTHORIZATION';

/** `x-api-key` → `X_API_KEY`; a name of which nothing is left is a secret like any other. */
const variableOf = (name: string): string =>
	headerVariables[name.toLowerCase()] ??
	(name
		.replaceAll(/[^A-Za-z0-9]+/g, '_')
		.replace(/^[_\d]+|_$/g, '')
		.toUpperCase() ||
		'SECRET');

/** The name in front of a masked value: `"password":"`, `?token=`, `x-api-key: `, `authorization: Bearer `. */
const nameBefore = /([A-Za-z_][\w-]*)["']?\s*[:=]\s*["']?(?:[A-Za-z]+ )?$/;

/** A header of which all was masked: its scheme, `Bearer` or another, is part of what the variable stands for. */
const wholeHeader = /^(?:proxy-)?authorization:\s*$/i;

/** Characters in front of a masked value in which its name is looked for. */
const longestName = 200;

/** A text in pieces, and the variables that stand between them in place of what was masked. */
function unmasked(text: string): {pieces: string[]; names: string[]} {
	const pieces = text.split(mask);
	const names = pieces
		.slice(0, -1)
		.map(piece =>
			wholeHeader.test(piece) ? wholeName : variableOf(nameBefore.exec(piece.slice(-longestName))?.[1] ?? ''),
		);
	return {pieces, names};
}

/** A text as one word of a shell that puts in what was masked: `'authorization: Bearer '"$TOKEN"`. */
function maskedWord(text: string): string {
	const {pieces, names} = unmasked(text);
	if (names.length === 0) return shellWord(text);
	return pieces
		.map((piece, index) => {
			const name = names[index];
			return `${piece === '' ? '' : shellWord(piece)}${name === undefined ? '' : `"$${name}"`}`;
		})
		.join('');
}

/** Words of a request that may hold something masked, in the order of the line. */
function textsOf({url, headers, body}: CurlRequest): {url: string; headers: string[]; body: string | null} {
	const sent = Object.entries(headers ?? {}).filter(([name]) => !own.has(name.toLowerCase()));
	return {url, headers: sent.map(([name, value]) => `${name}: ${value}`), body: body || null};
}

/** Names of the variables that its curl line uses for what is masked, each once. */
export function curlVariables(request: CurlRequest): string[] {
	const {url, headers, body} = textsOf(request);
	return [...new Set([url, ...headers, body ?? ''].flatMap(text => unmasked(text).names))];
}

/** One line for a POSIX shell: every word quoted, whatever stands in it; a variable in place of what is masked. */
export function curlLine(request: CurlRequest): string {
	const {url, headers, body} = textsOf(request);
	const words = ['curl', ...(request.method === 'GET' ? [] : ['-X', shellWord(request.method)]), maskedWord(url)];
	for (const header of headers) words.push('-H', maskedWord(header));
	if (body !== null) words.push('--data-binary', maskedWord(body));
	return words.join(' ');
}
