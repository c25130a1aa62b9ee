import type {Dispatcher} from 'undici';
import request from 'undici/lib/api/api-request.js';

export type ProbeAnswer = {
	/** Null: no answer. */
	status: number | null;
	headers: Record<string, string>;
	/** What came within the limits. */
	bytes: Buffer;
	isCut: boolean;
	latencyMs: number;
	/** Why there is no answer; `refused` ends the probes when it comes three times. */
	error: {reason: string; isRefused: boolean} | null;
};

/** Sends one GET that follows no redirect. Rejects with the reason of `signal` only. */
export type SendProbe = (url: string, headers: Record<string, string>, signal: AbortSignal) => Promise<ProbeAnswer>;

const timeoutMs = 10_000;
const streamMs = 2000;
const largestBody = 1_048_576;

type ProbeParts = {
	dispatcher: Dispatcher;
	/** Throws for an address that may not be called. */
	checkTarget(url: string): Promise<void>;
	elapsedMs(): number;
};

/** "10 s each; streams beyond 2 s and bodies beyond 1 MB" are not read to their end. */
export function createProbeSender({dispatcher, checkTarget, elapsedMs}: ProbeParts): SendProbe {
	return async (url, headers, signal) => {
		const startedAt = elapsedMs();
		const limit = AbortSignal.timeout(timeoutMs);
		const latencyMs = () => Math.round(elapsedMs() - startedAt);
		try {
			await checkTarget(url);
			const {origin, pathname, search} = new URL(url);
			const response = await request.call(dispatcher, {
				origin,
				path: pathname + search,
				method: 'GET',
				headers: {accept: 'application/json, */*;q=0.5', 'accept-encoding': 'identity', ...headers},
				signal: AbortSignal.any([limit, signal]),
			});
			const {bytes, isCut} = await bodyOf(response.body as AsyncIterable<Buffer> & {destroy(): void}, elapsedMs);
			return {
				status: response.statusCode,
				headers: flat(response.headers),
				bytes,
				isCut,
				latencyMs: latencyMs(),
				error: null,
			};
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			const {code} = error as {code?: unknown};
			const reason = limit.aborted
				? `no answer within ${timeoutMs / 1000} s`
				: typeof code === 'string'
					? `no connection (${code})`
					: 'the connection failed';
			return {
				status: null,
				headers: {},
				bytes: Buffer.alloc(0),
				isCut: false,
				latencyMs: latencyMs(),
				error: {reason, isRefused: code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EACCES'},
			};
		}
	};
}

/** What comes until the limits: a stream that goes on for ever is left. */
async function bodyOf(body: AsyncIterable<Buffer> & {destroy(): void}, elapsedMs: () => number) {
	const startedAt = elapsedMs();
	const chunks: Buffer[] = [];
	let size = 0;
	let isCut = false;
	const timer = setTimeout(() => {
		isCut = true;
		body.destroy();
	}, streamMs);
	try {
		for await (const chunk of body) {
			size += chunk.length;
			isCut = size > largestBody || elapsedMs() - startedAt > streamMs;
			if (isCut) break;
			chunks.push(chunk);
		}
	} catch (error) {
		if (!isCut) throw error;
	} finally {
		clearTimeout(timer);
	}
	return {bytes: Buffer.concat(chunks), isCut};
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) =>
			value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
		),
	);
