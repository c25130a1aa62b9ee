import type {Dispatcher} from 'undici';
import request from 'undici/lib/api/api-request.js';
import {UnreadableDocument} from '../../source/documents/document-text.ts';

/**
 * Fetches a document. Throws `UnreadableDocument` with what went wrong, or the reason of `signal`.
 *
 * @param origin no redirect may leave it; absent: any address that may be called
 * @param headers a credential: it is sent to the origin of `url` alone
 */
export type FetchDocument = (
	url: string,
	signal: AbortSignal,
	origin?: string,
	headers?: Readonly<Record<string, string>>,
) => Promise<FetchedDocument>;

/** A document that is shown to nobody without a credential: 401 or 403. */
export class ProtectedDocument extends UnreadableDocument {}

export type FetchedDocument = {
	bytes: Uint8Array;
	/** Where it lay, redirects followed. */
	url: string;
};

type FetchParts = {
	dispatcher: Dispatcher;
	/** Throws for an address that may not be called. */
	checkTarget(url: string): Promise<void>;
};

/** Larger than an upload may be: nobody waits for these bytes but the discovery itself. */
export const maxBytes = 33_554_432;
const timeoutMs = 30_000;
const mostRedirects = 3;

/** Fetches documents with the target rule kept for every address, also for those of redirects. */
export function createDocumentFetch({dispatcher, checkTarget}: FetchParts): FetchDocument {
	return async (url, signal, allowed, credential = {}) => {
		const limit = AbortSignal.timeout(timeoutMs);
		const both = AbortSignal.any([signal, limit]);
		let current = url;
		try {
			for (let redirects = 0; redirects <= mostRedirects; redirects++) {
				await checkTarget(current);
				const {origin, pathname, search} = new URL(current);
				if (allowed !== undefined && origin !== allowed)
					throw new UnreadableDocument(`${shown(url)} redirects out of the origin of the document.`);
				const {statusCode, headers, body} = await request.call(dispatcher, {
					origin,
					path: pathname + search,
					method: 'GET',
					headers: {
						accept: 'application/json, application/yaml, text/yaml, */*;q=0.1',
						'accept-encoding': 'identity',
						...(origin === new URL(url).origin ? credential : {}),
					},
					signal: both,
				});
				const location = headers['location'];
				if (statusCode >= 300 && statusCode < 400 && typeof location === 'string' && URL.canParse(location, current)) {
					await body.dump();
					current = new URL(location, current).href;
					continue;
				}
				if (statusCode !== 200) {
					await body.dump();
					const Refusal = statusCode === 401 || statusCode === 403 ? ProtectedDocument : UnreadableDocument;
					throw new Refusal(`${shown(current)} answered ${statusCode}.`);
				}
				return {bytes: await bytesOf(body, current), url: current};
			}
			throw new UnreadableDocument(`${shown(url)} redirects more than ${mostRedirects} times.`);
		} catch (error) {
			signal.throwIfAborted();
			if (limit.aborted)
				throw new UnreadableDocument(`${shown(current)} has not answered within ${timeoutMs / 1000} s.`);
			throw error instanceof UnreadableDocument
				? error
				: new UnreadableDocument(`${shown(current)}: ${reasonOf(error)}.`);
		}
	};
}

async function bytesOf(body: AsyncIterable<Buffer>, url: string): Promise<Uint8Array> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > maxBytes) throw new UnreadableDocument(`${shown(url)} is larger than ${maxBytes / 1_048_576} MB.`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size);
}

/** An address without its query, which may hold a secret. */
function shown(url: string): string {
	const {origin, pathname} = new URL(url);
	return (origin + pathname).slice(0, 300);
}

function reasonOf(error: unknown): string {
	const {code, name} = error as {code?: unknown; name?: unknown};
	if (name === 'ServiceError') return 'an address that this service does not call';
	return typeof code === 'string' ? `no connection (${code})` : 'the connection failed';
}
