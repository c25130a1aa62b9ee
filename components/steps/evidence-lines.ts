import {cleanLine, cleanLines} from '../../source/terminal/clean-text.ts';
import type {PaneLine} from '../text-pane.tsx';
import {wrapped} from '../pane-lines.ts';

/** Lines of an outline or a log as they are; foreign text is cleaned here. */
export const textLinesOf = (text: string, width: number): PaneLine[] =>
	cleanLines(text).flatMap(line => wrapped(line, width));

type Message = {level?: unknown; text?: unknown; at?: unknown};
type Request = {method?: unknown; url?: unknown; status?: unknown; ms?: unknown; error?: unknown};

/** What the page wrote to its console: errors first in colour, each with its place. */
export function consoleLines(json: string, width: number): PaneLine[] {
	const messages = listIn<Message>(json);
	if (messages.length === 0) return [[{text: 'The console stayed empty.', role: 'muted'}]];
	return messages.flatMap(({level, text, at}) => [
		...wrapped(cleanLine(`${word(level)}: ${word(text)}`), width, level === 'error' ? 'failed' : 'blocked'),
		...(at ? wrapped(cleanLine(`  at ${word(at)}`), width, 'muted') : []),
	]);
}

/** Requests that failed or were answered 400 and above. */
export function requestLines(json: string, width: number): PaneLine[] {
	const requests = listIn<Request>(json);
	if (requests.length === 0) return [[{text: 'No request failed.', role: 'muted'}]];
	return requests.flatMap(({method, url, status, ms, error}) =>
		wrapped(
			cleanLine(
				`${word(method)} ${word(url)}: ${status == null ? word(error ?? 'no answer') : word(status)}${ms == null ? '' : `, ${word(ms)} ms`}`,
			),
			width,
			'failed',
		),
	);
}

const word = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Entries of a list in JSON; nothing where it is none. */
function listIn<Entry extends object>(json: string): Entry[] {
	try {
		const read: unknown = JSON.parse(json);
		return Array.isArray(read)
			? read.filter((entry): entry is Entry => typeof entry === 'object' && entry !== null)
			: [];
	} catch {
		return [];
	}
}
