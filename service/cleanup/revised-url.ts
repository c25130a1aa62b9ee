import {recordsIn} from '../inference/body-records.ts';
import {parsedJson} from '../inference/json-value.ts';
import {valueAt} from '../inference/pointer.ts';
import type {DeleteWith} from '../store/cleanup/cleanup-tables.ts';
import {bodyOf} from './read-back.ts';
import type {Answer} from './send-request.ts';

/**
 * The address of a DELETE with the revision that an answer shows: a record changes when what lies in it is deleted. Null:
 * the address names no revision, or the answer shows none.
 */
export function revisedUrl(url: string, more: DeleteWith | null, answer: Answer): string | null {
	if (!more?.revision) return null;
	const body = parsedJson(bodyOf(answer));
	const [record = {}] = recordsIn(body, new Set());
	const {query, pointers} = more.revision;
	const value = pointers.map(pointer => valueAt(pointer, {answer: record})).find(one => one !== null) ?? null;
	if (value === null) return null;
	const revised = new URL(url);
	if (query === null) revised.pathname = revised.pathname.replace(/(?<![^/])[^/]+$/, encodeURIComponent(value));
	else revised.searchParams.set(query, value);
	return revised.href;
}
