import type {Dispatcher} from 'undici';
import request from 'undici/lib/api/api-request.js';
import type {HttpMethod} from '../../contract/enums.ts';
import type {DeleteAnswer} from '../store/cleanup/delete-call.ts';

/** The answer of a request; `status` null: none came. */
export type Answer = DeleteAnswer & {
	/** First 4096 bytes of the body. */
	body: string | null;
	/** The whole body, where it was asked for; null: it is none, binary or too long. It is not stored. */
	whole?: string | null;
	error: string | null;
};

/** Sends one request of the sweep. Never rejects: what goes wrong is an answer without status. */
export type SendRequest = (request: {
	method: HttpMethod;
	url: string;
	headers: Record<string, string>;
	body?: string | null;
	/** Keep the whole body, up to four megabytes. */
	isWhole?: boolean;
	signal: AbortSignal;
}) => Promise<Answer>;

/** "Cleanup DELETE timeout". */
const longestMs = 15_000;
/** "Cleanup response body", and how much of it the record of the call keeps. */
const shownBytes = 4096;
const keptBytes = 65_536;
/** What is read of a list and not stored. */
const wholeBytes = 4 * 1024 * 1024;

type SenderParts = {
	dispatcher: Dispatcher;
	/** Throws for an address that may not be tested. */
	checkTarget(url: string): Promise<void>;
	elapsedMs(): number;
	/** Until a whole answer has come, in milliseconds. */
	timeoutMs?: number;
};

export function createSender({dispatcher, checkTarget, elapsedMs, timeoutMs = longestMs}: SenderParts): SendRequest {
	return async ({method, url, headers, body = null, isWhole = false, signal}) => {
		const startedAt = elapsedMs();
		const limit = AbortSignal.timeout(timeoutMs);
		const answer = (status: number | null, detail: object, body: string | null, error: string | null): Answer => ({
			status,
			latencyMs: Math.round(elapsedMs() - startedAt),
			detail: {...detail, error},
			body,
			error,
		});
		try {
			await checkTarget(url);
			const {origin, pathname, search} = new URL(url);
			const limitBytes = isWhole ? wholeBytes : keptBytes;
			const response = await dispatcherRequest(dispatcher, limitBytes, {
				origin,
				path: pathname + search,
				method,
				headers,
				body,
				signal: AbortSignal.any([limit, signal]),
			});
			const bytes = Buffer.concat(response.chunks);
			const isText = !bytes.subarray(0, keptBytes).includes(0);
			const text = isText ? bytes.toString('utf8') : null;
			const whole = isWhole && isText && response.size <= wholeBytes ? bytes.toString('utf8') : null;
			const told = answer(
				response.status,
				{
					responseHeaders: shownHeaders(response.headers),
					responseBody: isText ? cut(bytes, keptBytes) : bytes.subarray(0, keptBytes).toString('base64'),
					responseEncoding: isText ? 'utf8' : 'base64',
					responseBytes: response.size,
					truncated: response.size > keptBytes,
				},
				text === null ? null : cut(bytes, shownBytes),
				null,
			);
			return isWhole ? {...told, whole} : told;
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			const reason = limit.aborted ? `no answer within ${timeoutMs / 1000} s` : describe(error);
			return answer(null, {}, null, reason);
		}
	};
}

type Response = {status: number; headers: Record<string, string>; chunks: Buffer[]; size: number};

/** One exchange; a redirect is an answer like any other, because it would lead to an address that nobody checked. */
function dispatcherRequest(
	dispatcher: Dispatcher,
	limitBytes: number,
	options: {
		origin: string;
		path: string;
		method: HttpMethod;
		headers: Record<string, string>;
		body: string | null;
		signal: AbortSignal;
	},
): Promise<Response> {
	return request
		.call(dispatcher, {...options, headersTimeout: longestMs, bodyTimeout: longestMs})
		.then(async ({statusCode, headers, body}) => {
			const response: Response = {status: statusCode, headers: flat(headers), chunks: [], size: 0};
			for await (const chunk of body as AsyncIterable<Buffer>) {
				if (response.size < limitBytes) response.chunks.push(chunk);
				response.size += chunk.length;
			}
			return response;
		});
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
		),
	);

const secretHeaders = /^set-cookie2?$|api-?key|token|secret|authorization/i;

/** Headers of an answer as they may be stored. */
const shownHeaders = (headers: Record<string, string>): Record<string, string> =>
	Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secretHeaders.test(name) ? '•••' : value]));

/** The first bytes of a text, without half a character at their end. */
const cut = (bytes: Buffer, length: number): string =>
	new TextDecoder().decode(bytes.subarray(0, length), {stream: true});

function describe(error: unknown): string {
	const {code, message} = error as {code?: unknown; message?: unknown};
	if (typeof code === 'string' && !code.startsWith('UND_ERR')) return `no connection (${code})`;
	return typeof message === 'string' && message !== '' ? message : 'the connection failed';
}
