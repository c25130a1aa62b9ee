import {isSuccess} from '../domain/status.ts';
import {parsedJson, scalarsOf} from '../inference/json-value.ts';
import {segmentsOf} from '../inference/path-template.ts';
import {saysError} from '../inference/answered-error.ts';
import type {Answer} from './send-request.ts';
import {recordsIn} from '../inference/body-records.ts';
import {valueAt} from '../inference/pointer.ts';
import type {DeleteWith} from '../store/cleanup/cleanup-tables.ts';

/** What reading a record says of it; `unknown`: nothing that could be trusted. */
type Presence = 'there' | 'gone' | 'unknown';

/** Sends a GET with the credentials of the sweep. */
type Get = (url: string) => Promise<Answer>;

/** What a read has come to. */
export type ReadRecord = {presence: Presence; answer: Answer};

/**
 * Whether an answer shows a record. `named`: it carries the handle. `likely`: something is there. `no`: no success, an
 * error inside, nothing inside, or the page that a website answers to every address.
 */
type Showing = 'named' | 'likely' | 'no';

export function showing(answer: Answer, handle: string | null): Showing {
	if (!isSuccess(answer.status)) return 'no';
	const body = bodyOf(answer);
	const value = parsedJson(body);
	if (value === undefined) return /^\s*<(?:!doctype|html|head|body)/i.test(body ?? '') ? 'no' : 'likely';
	if (saysError(value) || isEmpty(value)) return 'no';
	if (handle === null) return 'likely';
	for (const {text} of scalarsOf(value)) if (text === handle) return 'named';
	return 'likely';
}

const isEmpty = (value: unknown): boolean =>
	typeof value !== 'object' || value === null || Object.keys(value).length === 0;

/** What a handle is answered that nobody has. */
type Nobody = {
	showing: Showing;
	body: string | null;
	/** The words of a refusal with a status of success, without the handle; null: it was none. */
	refusal: string | null;
};

/** Reads the records of one sweep. What the API answers to a handle that nobody has is asked once per collection. */
export class RecordReader {
	readonly #nobody = new Map<string, Promise<Nobody>>();

	/**
	 * Whether a record is there, by reading its address. 404 and 410 say that it is gone, where it had been read before. Some
	 * APIs answer 403 for what does not exist: that counts when the collection may be read and does not show the record.
	 * Others answer 200 with an error inside: the one that a made-up handle is answered says that it is gone.
	 *
	 * @param wasShown whether the address had answered with the record before
	 */
	async read(url: string, handle: string | null, wasShown: boolean, get: Get): Promise<ReadRecord> {
		const answer = await get(url);
		const {status} = answer;
		if (status === 404 || status === 410) return {presence: wasShown ? 'gone' : 'unknown', answer};
		const shown = showing(answer, handle);
		if (shown !== 'no') {
			const nobody = await this.#readNobody(url, handle, get);
			const isEqual = shown === 'named' ? nobody.showing === 'named' : nobody.showing !== 'no';
			return {presence: isEqual || nobody.body === bodyOf(answer) ? 'unknown' : 'there', answer};
		}
		const refusal = refusalIn(answer, handle);
		if (wasShown && refusal !== null && (await this.#readNobody(url, handle, get)).refusal === refusal)
			return {presence: 'gone', answer};
		const isGone = status === 403 && (await isMissingInList(url, get));
		return {presence: isGone ? 'gone' : 'unknown', answer};
	}

	/** What a made-up handle is answered: where it is shown just as well, reading proves nothing. */
	#readNobody(url: string, handle: string | null, get: Get): Promise<Nobody> {
		const other = new URL(url);
		// A record that the query names shares its path with all others: its list shows it or does not.
		if (other.search !== '') return Promise.resolve({showing: 'no', body: null, refusal: null});
		const made = unknownHandle(handle ?? segmentsOf(other.pathname).at(-1) ?? '');
		other.pathname = other.pathname.replace(/(?<!\/)\/+$/, '').replace(/(?<![^/])[^/]*$/, made);
		const known = this.#nobody.get(other.href);
		if (known) return known;
		const asked = get(other.href).then(answer => {
			const shown = showing(answer, made);
			return {showing: shown, body: shown === 'no' ? null : bodyOf(answer), refusal: refusalIn(answer, made)};
		});
		this.#nobody.set(other.href, asked);
		// What fails on the way says nothing, also to the next one.
		asked.catch(() => this.#nobody.delete(other.href));
		return asked;
	}
}

function refusalIn(answer: Answer, handle: string | null): string | null {
	const body = bodyOf(answer);
	if (!isSuccess(answer.status) || body === null || !saysError(parsedJson(body))) return null;
	return handle === null ? body : body.replaceAll(handle, '');
}

/** A handle of the same form that no record has. */
function unknownHandle(handle: string): string {
	if (/^\d+$/.test(handle)) return '918273645';
	if (/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(handle)) return '00000000-dead-4000-8000-00000000dead';
	return 'svc-no-such-record';
}

async function isMissingInList(url: string, get: Get): Promise<boolean> {
	const collection = new URL(url);
	const handle = segmentsOf(collection.pathname).at(-1);
	collection.pathname = collection.pathname.replace(/(?<!\/)\/+$/, '').replace(/(?<!\/)\/+[^/]*$/, '');
	if (handle === undefined || collection.search !== '' || collection.pathname === '/') return false;
	const answer = await get(collection.href);
	const list = isSuccess(answer.status) ? parsedJson(bodyOf(answer)) : undefined;
	if (list === undefined || saysError(list)) return false;
	for (const {text} of scalarsOf(list)) if (text === handle) return false;
	return true;
}

/** The body as it was kept: text that was cut does not parse. */
export const bodyOf = ({detail}: Answer): string | null =>
	(detail as {responseBody?: string | null}).responseBody ?? null;

/** A header of the answer; null without one. */
export function headerOf({detail}: Answer, name: string): string | null {
	const {responseHeaders = {}} = detail as {responseHeaders?: Record<string, string> | null};
	return Object.entries(responseHeaders ?? {}).find(([key]) => key.toLowerCase() === name)?.[1] ?? null;
}

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
