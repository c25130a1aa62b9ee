import type {Dispatcher} from 'undici';
import type {Method} from '../../contract/route.ts';
import {onAbort} from './clock.ts';

/** "Response body read by the client": 64 MiB. */
const maxAnswerBytes = 64 * 1024 * 1024;

type WireRequest = {
	origin: string;
	/** Path and query. */
	path: string;
	method: Method | 'HEAD';
	headers: Record<string, string>;
	body?: string | Uint8Array;
	/** Covers connect, headers and body. */
	timeoutMs: number;
	signal?: AbortSignal;
	/** The answer's status is all that is wanted: its body is not read. */
	withoutBody?: boolean;
};

export type WireHeaders = Record<string, string | string[] | undefined>;

/** How one attempt ended. Redirects are answers like any other: none is followed. */
export type AttemptOutcome = {kind: 'answer'; status: number; headers: WireHeaders; text: string} | NoAnswer;

type NoAnswer =
	/** More than 64 MiB, before or after decompression, or a compression that does not decode. */
	| {kind: 'unreadable'; status: number; headers: WireHeaders; reason: string}
	/**
	 * No complete answer came; `reason` is said in a few words. The error itself may quote the other side and is not kept.
	 * `status` is that of an answer that broke off; `wasSent`: the request, or a part of it, has left this machine.
	 */
	| {kind: 'transport'; reason: string; status?: number; wasSent?: boolean}
	| {kind: 'timeout'};

/**
 * Sends one request once and reads the whole answer, gzip decoded.
 * Rejects only with the reason of `signal`; every other ending is a value.
 */
export async function attempt(dispatcher: Dispatcher, request: WireRequest): Promise<AttemptOutcome> {
	request.signal?.throwIfAborted();
	const outcome = await exchange(dispatcher, request);
	if (outcome.kind !== 'answer') return outcome;
	const {status, headers, body} = outcome;
	if (body.length === 0 || !isGzip(headers)) return {kind: 'answer', status, headers, text: body.toString()};
	try {
		return {kind: 'answer', status, headers, text: await gunzipped(body)};
	} catch (error) {
		const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
		return {kind: 'unreadable', status, headers, reason: isTooLarge ? tooLarge : 'is not valid gzip data'};
	}
}

const tooLarge = 'is larger than 64 MiB';

type RawOutcome = {kind: 'answer'; status: number; headers: WireHeaders; body: Buffer} | NoAnswer;

/** The bytes of one answer. Works on the dispatcher's own callbacks: streams would cost start-up time for nothing. */
function exchange(
	dispatcher: Dispatcher,
	{signal, timeoutMs, withoutBody, ...request}: WireRequest,
): Promise<RawOutcome> {
	return new Promise((resolve, reject) => {
		let controller: Dispatcher.DispatchController | undefined;
		let isOver = false;
		let [status, size] = [0, 0];
		let headers: WireHeaders = {};
		const chunks: Buffer[] = [];

		/** Settles once; afterwards whatever the connection still reports is of no interest. */
		const end = (settle: () => void, abortReason?: Error) => {
			if (isOver) return;
			isOver = true;
			clearTimeout(timer);
			forget();
			settle();
			if (abortReason) controller?.abort(abortReason);
		};
		const timer = setTimeout(() => end(() => resolve({kind: 'timeout'}), new Error('timed out')), timeoutMs);
		const forget = onAbort(signal, () => end(() => reject(signal?.reason), new Error('aborted')));

		dispatcher.dispatch(request, {
			onRequestStart(started) {
				controller = started;
				// The call ended while the connection was being made: nothing may be sent any more.
				if (isOver) started.abort(new Error('aborted'));
			},
			onResponseStart(_, statusCode, received) {
				status = statusCode;
				headers = received;
				const announced = Number(received['content-length']);
				if (status < 200) return;
				if (withoutBody)
					end(() => resolve({kind: 'answer', status, headers, body: Buffer.alloc(0)}), new Error('done'));
				else if (announced > maxAnswerBytes) refuseSize();
			},
			onResponseData(_, chunk) {
				size += chunk.length;
				if (size > maxAnswerBytes) refuseSize();
				else chunks.push(chunk);
			},
			onResponseEnd() {
				end(() => resolve({kind: 'answer', status, headers, body: Buffer.concat(chunks, size)}));
			},
			onResponseError(_, error) {
				const seen = {...(status >= 200 && {status}), ...(controller !== undefined && {wasSent: true})};
				end(() => resolve({kind: 'transport', reason: transportReason(error), ...seen}));
			},
		});

		function refuseSize() {
			end(() => resolve({kind: 'unreadable', status, headers, reason: tooLarge}), new Error('answer too large'));
		}
	});
}

const isGzip = (headers: WireHeaders) => /^(x-)?gzip$/i.test(headerValue(headers, 'content-encoding')?.trim() ?? '');

/** First value of a header, by its lower-case name. */
export function headerValue(headers: WireHeaders, name: string): string | undefined {
	const value = headers[name];
	return Array.isArray(value) ? value[0] : value;
}

async function gunzipped(body: Buffer): Promise<string> {
	const {gunzip} = await import('node:zlib');
	return new Promise((resolve, reject) => {
		gunzip(body, {maxOutputLength: maxAnswerBytes}, (error, result) =>
			error ? reject(error) : resolve(result.toString()),
		);
	});
}

const transportReasons: Record<string, string> = {
	ECONNREFUSED: 'connection refused',
	ECONNRESET: 'connection closed',
	EPIPE: 'connection closed',
	UND_ERR_SOCKET: 'connection closed',
	ENOTFOUND: 'host not found',
	EAI_AGAIN: 'name look-up failed',
	ETIMEDOUT: 'connection timed out',
	UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
	EHOSTUNREACH: 'host unreachable',
	ENETUNREACH: 'network unreachable',
	UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'answer cut short',
	UND_ERR_HEADERS_OVERFLOW: 'answer headers too large',
};

/** A few words for a failed connection, from the error's code; never its text, which may quote the other side. */
export function transportReason(error: unknown): string {
	const {code, name} = error as NodeJS.ErrnoException;
	if (name === 'HTTPParserError') return 'not an HTTP answer';
	if (code === undefined) return 'no answer';
	if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return `TLS failed (${code})`;
	return transportReasons[code] ?? `no answer (${code})`;
}

/**
 * `cli_<uuid v4>` for one logical request. Made from the client's own randomness: the id must only be unlikely to meet
 * its like, and loading node:crypto for it would cost every command more time than its whole request.
 *
 * @param random 0 ≤ x < 1, asked once per hexadecimal digit
 */
export function mintRequestId(random: () => number): string {
	const uuid = 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, place => {
		const digit = Math.floor(random() * 16);
		// `y` carries the variant in its two upper bits.
		return (place === 'y' ? (digit & 3) | 8 : digit).toString(16);
	});
	return `cli_${uuid}`;
}
