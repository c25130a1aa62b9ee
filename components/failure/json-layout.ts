import type {Call} from '../../contract/call.ts';

const token = /\s+|[{}[\],:]|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null/sy;
/** What is left of a token where a recording was cut: the beginning of a string, a number or a word. */
const cutToken = /^(?:"[^"\\]*(?:\\.[^"\\]*)*\\?|-|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/s;

/**
 * JSON laid out over lines, its values left as they were written: large numbers keep their digits. The beginning of a
 * document will do; null for what is not JSON.
 */
export function layOutJson(text: string): string | null {
	if (!/^\s*[[{]/.test(text)) return null;
	const parts: string[] = [];
	let depth = 0;
	let previous = '';
	const newLine = () => parts.push('\n', '  '.repeat(depth));
	for (token.lastIndex = 0; token.lastIndex < text.length; ) {
		const start = token.lastIndex;
		const [found] = token.exec(text) ?? [];
		const value = found ?? text.slice(start);
		if (found === undefined && !cutToken.test(value)) return null;
		if (found === undefined) token.lastIndex = text.length;
		else if (found.trim() === '') continue;
		const closes = value === '}' || value === ']';
		if (closes) depth = Math.max(0, depth - 1);
		const isEmpty = closes && (previous === '{' || previous === '[');
		if ((closes && !isEmpty) || (!closes && /[{[,]/.test(previous))) newLine();
		parts.push(value === ':' ? ': ' : value);
		if (value === '{' || value === '[') depth++;
		previous = value.length === 1 ? value : 'value';
	}
	return parts.join('');
}

/** Bodies up to this many characters are laid out; laying out what is longer would cost more than it helps. */
const maxLaidOut = 2_000_000;

/** A body as people read it: JSON laid out, what is not text named. */
export function bodyText(body: string | null, encoding: Call['requestEncoding']): string {
	if (!body) return '';
	if (encoding === 'base64') return `(not text: ${Math.floor((body.length * 3) / 4)} bytes)`;
	return body.length > maxLaidOut ? body : (layOutJson(body) ?? body);
}
