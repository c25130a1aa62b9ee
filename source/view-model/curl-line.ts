/** A request as `curl` would be told to make it. `headers` must hold no secret: what is masked is left to its reader. */
export type CurlRequest = {
	method: string;
	url: string;
	headers?: Readonly<Record<string, string>> | null;
	body?: string | null;
};

/** Headers that curl sets itself, or that belong to one connection. */
const own = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding', 'user-agent']);

/** One line for a POSIX shell: every word quoted, whatever stands in it. */
export function curlLine({method, url, headers, body}: CurlRequest): string {
	const words = ['curl', ...(method === 'GET' ? [] : ['-X', quoted(method)]), quoted(url)];
	for (const [name, value] of Object.entries(headers ?? {}))
		if (!own.has(name.toLowerCase())) words.push('-H', quoted(`${name}: ${value}`));
	if (body) words.push('--data-binary', quoted(body));
	return words.join(' ');
}

const plain = /^[A-Za-z0-9_@%+=:,./-]+$/;
const control = /[\u0000-\u001F\u007F-\u009F]/;

/** Single quotes keep everything but themselves; a text with control characters is written as they are escaped. */
function quoted(text: string): string {
	if (plain.test(text)) return text;
	if (!control.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
	const escaped = [...text].map(character => {
		if (character === "'" || character === '\\') return `\\${character}`;
		if (character === '\n') return '\\n';
		return control.test(character) ? `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}` : character;
	});
	return `$'${escaped.join('')}'`;
}
