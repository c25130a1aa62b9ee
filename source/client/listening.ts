import {lookup} from 'node:dns/promises';
import {connect} from 'node:net';

const limitMs = 3000;

/**
 * Why nobody can be reached at an address: a look-up of its name and one connection that sends nothing, so that the API
 * under test sees no request. Null: somebody listens there, or it cannot be told.
 */
export async function whyUnreachable(url: string, signal?: AbortSignal): Promise<string | null> {
	if (!URL.canParse(url)) return null;
	const {hostname, port, protocol} = new URL(url);
	const host = hostname.replace(/^\[(.*)\]$/, '$1');
	const limit = AbortSignal.timeout(limitMs);
	const ended = signal ? AbortSignal.any([limit, signal]) : limit;
	try {
		await lookup(host);
		await connected({host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)}, ended);
		return null;
	} catch (error) {
		signal?.throwIfAborted();
		return wordsOf(error as NodeJS.ErrnoException, host, limit.aborted);
	}
}

const connected = (to: {host: string; port: number}, signal: AbortSignal): Promise<void> =>
	new Promise((resolve, reject) => {
		const socket = connect({...to, signal});
		socket.once('error', reject);
		socket.once('connect', () => {
			socket.destroy();
			resolve();
		});
	});

/** Only what is clear: a network that is not there yet may be there for the service. */
function wordsOf(
	{code, errors}: NodeJS.ErrnoException & {errors?: NodeJS.ErrnoException[]},
	host: string,
	late: boolean,
) {
	if (late) return `no answer within ${limitMs / 1000} s`;
	const codes = [code, ...(errors ?? []).map(one => one.code)];
	if (codes.includes('ECONNREFUSED')) return 'connection refused';
	return codes.includes('ENOTFOUND') ? `the host ${host} is not known` : null;
}
