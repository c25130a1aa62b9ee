import {shellWord} from './shell-word.ts';

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
	const words = ['curl', ...(method === 'GET' ? [] : ['-X', shellWord(method)]), shellWord(url)];
	for (const [name, value] of Object.entries(headers ?? {}))
		if (!own.has(name.toLowerCase())) words.push('-H', shellWord(`${name}: ${value}`));
	if (body) words.push('--data-binary', shellWord(body));
	return words.join(' ');
}
