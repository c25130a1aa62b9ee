import {lookup as lookupAddresses} from 'node:dns/promises';
import type {TargetPolicy} from '../../contract/service-process.ts';
import {ApiError, invalidFlag} from '../errors/api-error.ts';
import {isLoopbackHost} from '../process/loopback.ts';
import type {Clock} from './clock.ts';
import {type Lookup, openConnections, proxyFor} from './dispatcher.ts';
import {type AttemptOutcome, attempt} from './request.ts';
import {isRefusedAddress, refusedReason} from './target-url.ts';

export type PreflightOptions = Pick<Clock, 'elapsed' | 'sleep'> & {
	/** Field named by the error: `url` or `target-url`. */
	field: string;
	policy: TargetPolicy;
	/** For the proxy variables. */
	env: Record<string, string | undefined>;
	signal?: AbortSignal;
	/** Name look-up; the system's when absent. */
	resolve?: (hostname: string) => Promise<Address[]>;
};

type Address = {address: string; family: number};

const limitMs = 5000;

/**
 * Looks whether a target (already accepted by `checkTargetUrl`) answers: "one DNS lookup and one HEAD (GET on 405), 5 s.
 * Unknown host, refused connection, 502, 503, 504, or a name that resolves to a refused address: exit 5. Other doubt:
 * `[warn]`." Resolves with that warning or null; rejects with VALIDATION_ERROR. Not meant for the endpoint `local`.
 */
export async function preflight(url: string, options: PreflightOptions): Promise<string | null> {
	const {origin, hostname, host, pathname, search} = new URL(url);
	const deadlineAt = options.elapsed() + limitMs;
	const addresses = await resolveHost(hostname, options);
	// Behind a proxy this machine need not know public names; the proxy answers for them.
	if (!Array.isArray(addresses) && proxyFor(new URL(url), options.env) === null) {
		if (addresses === 'unknown') throw refused(options, `the host ${hostname} is not known`);
		return `The host ${hostname} could not be looked up; the target was not checked.`;
	}
	const known = Array.isArray(addresses) ? addresses : [];
	if (options.policy === 'public' && known.some(({address}) => isRefusedAddress(address))) {
		throw refused(options, refusedReason);
	}

	// The connection goes to the addresses that were judged: a second look-up could give others.
	const connections = await openConnections(origin, options.env, pinned(known));
	try {
		const ask = (method: 'HEAD' | 'GET') =>
			attempt(connections.dispatcher, {
				origin,
				path: pathname + search,
				method,
				headers: {accept: '*/*', 'user-agent': 'svc'},
				timeoutMs: Math.max(0, deadlineAt - options.elapsed()),
				signal: options.signal,
				withoutBody: true,
			});
		let outcome = await ask('HEAD');
		if (outcome.kind === 'answer' && outcome.status === 405) outcome = await ask('GET');
		return judge(outcome, host, options);
	} finally {
		await connections.close();
	}
}

/**
 * Refuses an address whose host no look-up knows, with UNAVAILABLE. Says nothing where it is not clear, and behind a proxy,
 * which knows names of its own.
 */
export async function checkHostIsKnown(
	url: string,
	options: Pick<PreflightOptions, 'sleep' | 'env' | 'signal' | 'resolve'>,
): Promise<void> {
	const {hostname} = new URL(url);
	if (proxyFor(new URL(url), options.env) !== null || (await resolveHost(hostname, options)) !== 'unknown') return;
	throw new ApiError('UNAVAILABLE', `The host ${hostname} is not known: no name server has an address for it.`, {
		nextAction: 'Check the spelling of the address; a name of your own network may need its VPN.',
		details: {host: hostname},
	});
}

function judge(outcome: AttemptOutcome, host: string, options: PreflightOptions): string | null {
	if (outcome.kind === 'timeout') return `${host} did not answer within ${limitMs / 1000} s.`;
	if (outcome.kind === 'transport') {
		if (outcome.reason === 'connection refused') throw refused(options, `${host} refuses the connection`);
		if (outcome.reason === 'host not found') throw refused(options, `the host of ${host} is not known`);
		return `${host} could not be checked: ${outcome.reason}.`;
	}
	const {status} = outcome;
	if (status === 502 || status === 503 || status === 504) throw refused(options, `${host} answers ${status}`);
	return status >= 400 ? `${host} answers ${status}.` : null;
}

const refused = ({field}: PreflightOptions, reason: string): ApiError => invalidFlag(field, reason);

/** Addresses of a host; none for loopback names, which every system resolves by itself. */
async function resolveHost(
	hostname: string,
	{resolve = systemLookup, sleep, signal}: Pick<PreflightOptions, 'resolve' | 'sleep' | 'signal'>,
): Promise<Address[] | 'unknown' | 'unclear'> {
	if (isLoopbackHost(hostname)) return [];
	const timer = new AbortController();
	const tooLate = sleep(limitMs, timer.signal).then(
		() => 'unclear' as const,
		() => 'unclear' as const,
	);
	try {
		return await Promise.race([resolve(hostname.replace(/^\[(.*)\]$/, '$1')), tooLate]);
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		return code === 'ENOTFOUND' || code === 'ENODATA' ? 'unknown' : 'unclear';
	} finally {
		timer.abort();
		signal?.throwIfAborted();
	}
}

const systemLookup = (hostname: string) => lookupAddresses(hostname, {all: true});

/** A look-up for the connection that answers with addresses known already; none: the system's. */
function pinned(addresses: Address[]): Lookup | undefined {
	const [first] = addresses;
	if (first === undefined) return undefined;
	return (_, options, callback) => {
		if (options.all) callback(null, addresses);
		else callback(null, first.address, first.family);
	};
}
