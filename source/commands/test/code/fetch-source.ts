import {openConnections} from '../../../client/dispatcher.ts';
import {attempt} from '../../../client/request.ts';
import type {Context} from '../../../context.ts';
import {ApiError} from '../../../errors/api-error.ts';

const byteOrderMark = '\uFEFF';

/**
 * The source behind the `code` of an answer: "a `code` value that begins with `https://` (only that) is fetched: no
 * redirects, no key header, 64 MiB; BOM stripped".
 */
export async function fetchSource(code: string, context: Context): Promise<string> {
	const source = code.startsWith('https://') ? await fetchSigned(code, context) : code;
	return source.startsWith(byteOrderMark) ? source.slice(1) : source;
}

async function fetchSigned(address: string, {env, requestTimeoutMs, signal}: Context): Promise<string> {
	const url = URL.canParse(address) ? new URL(address) : null;
	if (url === null) throw unavailable('has no valid address', {});
	const connections = await openConnections(url.origin, env);
	try {
		const outcome = await attempt(connections.dispatcher, {
			origin: url.origin,
			path: `${url.pathname}${url.search}`,
			method: 'GET',
			headers: {},
			timeoutMs: requestTimeoutMs,
			signal,
		});
		const details = {url: `${url.origin}${url.pathname}`};
		if (outcome.kind === 'timeout') throw unavailable('timed out', details);
		if (outcome.kind !== 'answer') throw unavailable(outcome.reason, details);
		const {status, text} = outcome;
		if (status < 200 || status > 299) throw unavailable(`answered ${status}`, {...details, status});
		return text;
	} finally {
		await connections.close();
	}
}

/** The query of a signed address is its secret and is not repeated. */
const unavailable = (reason: string, details: Record<string, unknown>) =>
	new ApiError('UNAVAILABLE', `The source could not be fetched: ${reason}.`, {
		nextAction: 'Run the command again: it gets a new address.',
		details,
	});
