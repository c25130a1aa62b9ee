import {saysError} from './answered-error.ts';
import type {Answer} from './delete-record.ts';
import {parsedJson, scalarsOf} from './json-value.ts';
import {isSuccess} from './observed-call.ts';
import {segmentsOf} from './path-template.ts';

/** What reading a record says of it; `unknown`: nothing that could be trusted. */
export type Presence = 'there' | 'gone' | 'unknown';

/**
 * Whether a record is still there, by reading its address. 404 and 410 say that it is gone. Some APIs answer 403 for
 * what does not exist: that counts when the collection may be read and does not show the record.
 *
 * @param url address of the record
 * @param get sends a GET with the credentials of the sweep
 */
export async function readBack(url: string, get: (url: string) => Promise<Answer>): Promise<Presence> {
	const answer = await get(url);
	const {status} = answer;
	if (status === 404 || status === 410) return 'gone';
	if (isSuccess(status)) return saysError(parsedJson(bodyOf(answer))) ? 'unknown' : 'there';
	return status === 403 && (await isMissingInList(url, get)) ? 'gone' : 'unknown';
}

async function isMissingInList(url: string, get: (url: string) => Promise<Answer>): Promise<boolean> {
	const collection = new URL(url);
	const handle = segmentsOf(collection.pathname).at(-1);
	collection.pathname = collection.pathname.replace(/\/+[^/]*\/*$/, '');
	if (handle === undefined || collection.search !== '' || collection.pathname === '/') return false;
	const answer = await get(collection.href);
	const list = isSuccess(answer.status) ? parsedJson(bodyOf(answer)) : undefined;
	if (list === undefined || saysError(list)) return false;
	for (const {text} of scalarsOf(list)) if (text === handle) return false;
	return true;
}

/** The body as it was kept: text that was cut does not parse. */
const bodyOf = ({detail}: Answer): string | null => (detail as {responseBody?: string | null}).responseBody ?? null;
