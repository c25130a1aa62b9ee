import {createWriteStream} from 'node:fs';
import {rm} from 'node:fs/promises';
import {isLoopbackHost} from '../process/loopback.ts';
import type {Connections} from '../client/dispatcher.ts';
import {transportReason} from '../client/request.ts';
import {ApiError} from '../errors/api-error.ts';

/** "At most 512 MiB each." */
const maxDownloadBytes = 512 * 1024 * 1024;
const attempts = 3;
const pauseMs = 1000;

export type DownloadContext = {
	/** Connections to an origin; made once per origin by the caller. */
	connect(origin: string): Promise<Connections>;
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	timeoutMs: number;
	/** Endpoint of the service: plain http is allowed only when it is loopback. */
	endpointUrl: string;
	signal?: AbortSignal;
};

/** A failure that another attempt may mend: nothing or not everything arrived. */
class TransportFailure extends Error {
	override readonly name = 'TransportFailure';
}

/**
 * Streams a signed URL into a new file: https only (http for a loopback endpoint), no redirects, no key. Transport errors
 * are tried three times, one second apart; an answer other than 2xx is not tried again. Both end in UNAVAILABLE.
 */
export async function download(url: string, path: string, context: DownloadContext): Promise<void> {
	const target = checkedUrl(url, context.endpointUrl);
	for (let attempt = 1; ; attempt++) {
		try {
			return await downloadOnce(target, path, context);
		} catch (error) {
			await rm(path, {force: true});
			if (!(error instanceof TransportFailure)) throw error;
			if (attempt === attempts) throw failed(target, null, error.message, error);
			await context.sleep(pauseMs, context.signal);
		}
	}
}

function checkedUrl(url: string, endpointUrl: string): URL {
	const target = URL.canParse(url) ? new URL(url) : null;
	const mayBePlain = isLoopbackHost(new URL(endpointUrl).hostname);
	if (target?.protocol === 'https:' || (target?.protocol === 'http:' && mayBePlain)) return target;
	throw new ApiError('UNAVAILABLE', 'A file of the bundle cannot be fetched: its address is not https.', {
		details: {url: target ? withoutQuery(target) : ''},
	});
}

async function downloadOnce(url: URL, path: string, context: DownloadContext): Promise<void> {
	const {signal} = context;
	const {dispatcher} = await context.connect(url.origin);
	signal?.throwIfAborted();
	const file = createWriteStream(path, {flags: 'wx', mode: 0o600});
	let stop: ((error: Error) => void) | undefined;
	let onAbort = () => {};
	let timer: NodeJS.Timeout | undefined;
	try {
		await new Promise<void>((resolve, reject) => {
			let size = 0;
			let reason: Error | undefined;
			const fail = (error: Error) => {
				reason ??= error;
				reject(error);
				stop?.(error);
			};
			onAbort = () => fail(signal?.reason as Error);
			signal?.addEventListener('abort', onAbort, {once: true});
			timer = setTimeout(() => fail(new TransportFailure('timed out')), context.timeoutMs);
			file.once('error', fail);
			dispatcher.dispatch(
				{origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET', headers: {}},
				{
					onRequestStart(controller) {
						stop = error => controller.abort(error);
						// It failed while the connection was being made.
						if (reason) stop(reason);
					},
					onResponseStart(_, status) {
						if (status < 200 || status > 299) fail(failed(url, status, `answered ${status}`));
					},
					onResponseData(controller, chunk) {
						size += chunk.length;
						if (size > maxDownloadBytes) return fail(failed(url, null, 'is larger than 512 MiB'));
						if (!file.write(chunk)) {
							controller.pause();
							file.once('drain', () => controller.resume());
						}
					},
					onResponseEnd() {
						file.end(resolve);
					},
					onResponseError(_, error) {
						fail(error instanceof ApiError ? error : new TransportFailure(transportReason(error)));
					},
				},
			);
		});
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', onAbort);
		// An error that comes after the end is of no interest, and must not end the process.
		file.on('error', () => {}).destroy();
	}
}

const withoutQuery = (url: URL) => `${url.origin}${url.pathname}`;

const failed = (url: URL, status: number | null, reason: string, cause?: unknown) =>
	new ApiError('UNAVAILABLE', `A file of the bundle could not be fetched: ${url.host} ${reason}.`, {
		nextAction: 'Run the command again: it starts over and replaces what is there.',
		details: {...(status === null ? {} : {status}), url: withoutQuery(url)},
		cause,
	});
