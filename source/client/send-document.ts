import {ApiError} from '../errors/api-error.ts';
import type {Sleep} from './clock.ts';
import {openConnections} from './dispatcher.ts';
import {errorFromAnswer} from './error-from-answer.ts';
import {type AttemptOutcome, attempt, headerValue} from './request.ts';

/** Attempts of one upload, and the pause between them: an upload that is sent again replaces the one before. */
const attempts = 3;
const pauseMs = 1000;

export type Sending = {
	/** Endpoint of the service: plain http is allowed only when it is plain itself. */
	endpointUrl: string;
	/** For the proxy variables. */
	env: Record<string, string | undefined>;
	timeoutMs: number;
	signal?: AbortSignal;
	sleep: Sleep;
};

/**
 * Puts bytes to a signed address: no key, no redirects. What fails on the way is tried again; an answer other than 2xx
 * is thrown as it says, anything else ends in UNAVAILABLE.
 */
export async function sendDocument(
	address: string,
	{bytes, contentType}: {bytes: Uint8Array; contentType: string},
	{endpointUrl, env, timeoutMs, signal, sleep}: Sending,
): Promise<void> {
	const url = checkedUrl(address, endpointUrl);
	const connections = await openConnections(url.origin, env);
	try {
		for (let number = 1; ; number++) {
			const outcome = await attempt(connections.dispatcher, {
				origin: url.origin,
				path: `${url.pathname}${url.search}`,
				method: 'PUT',
				headers: {'content-type': contentType, accept: 'application/json'},
				body: bytes,
				timeoutMs,
				signal,
			});
			if (outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300) return;
			const answered = refusal(outcome, url);
			if (answered !== null) throw answered;
			if (number === attempts) throw unavailable(url, reasonOf(outcome));
			await sleep(pauseMs, signal);
		}
	} finally {
		await connections.close();
	}
}

function checkedUrl(address: string, endpointUrl: string): URL {
	const url = URL.canParse(address) ? new URL(address) : null;
	const mayBePlain = new URL(endpointUrl).protocol === 'http:';
	if (url?.protocol === 'https:' || (url?.protocol === 'http:' && mayBePlain)) return url;
	throw new ApiError('UNAVAILABLE', 'The document cannot be sent: the address for it is not https.', {
		details: {url: url ? `${url.origin}${url.pathname}` : ''},
	});
}

/** What the other side has decided; null when another attempt may mend it. */
function refusal(outcome: AttemptOutcome, url: URL): ApiError | null {
	if (outcome.kind !== 'answer' || outcome.status >= 500) return null;
	const {status, text, headers} = outcome;
	const answer = {
		status,
		text,
		retryAfter: headerValue(headers, 'retry-after'),
		requestId: headerValue(headers, 'x-request-id'),
		method: 'PUT',
		path: url.pathname,
	};
	return errorFromAnswer(answer, 0);
}

function reasonOf(outcome: AttemptOutcome): string {
	if (outcome.kind === 'answer') return `answered ${outcome.status}`;
	return outcome.kind === 'timeout' ? 'timed out' : outcome.reason;
}

/** The query of a signed address is its secret and is not repeated. */
const unavailable = (url: URL, reason: string) =>
	new ApiError('UNAVAILABLE', `The document could not be sent: ${url.host} ${reason}.`, {
		nextAction: 'Run the command again: it gets a new address.',
		details: {url: `${url.origin}${url.pathname}`},
	});
