import {isLoopbackHost} from '../process/loopback.ts';
import {basePath} from '../../contract/route.ts';

/** `local`, or an absolute URL without a final slash and without the base path. */
export type Endpoint = string;

/**
 * Checks an endpoint and brings it into one form: `local`, or a URL to which the base path is appended once. "A URL
 * endpoint must parse, be `http` or `https`, and carry no user info, query or fragment." Throws what `invalid` makes of
 * the reason, so that the error names the flag, variable or file the value came from.
 */
export function normaliseEndpoint(value: string, invalid: (reason: string) => Error): Endpoint {
	const text = value.trim();
	if (text === 'local') return text;
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		throw invalid('must be an absolute http or https URL, or the word local');
	}
	if (url.protocol !== 'http:' && url.protocol !== 'https:') {
		throw invalid('must be an http or https URL, or the word local');
	}
	if (url.username || url.password) throw invalid('must not carry a user name or password');
	if (text.includes('?') || text.includes('#')) throw invalid('must not carry a query or fragment');
	const path = url.pathname.replace(/\/$/, '');
	return url.origin + (path.endsWith(basePath) ? path.slice(0, -basePath.length) : path);
}

/** The warning for plain http to a host that is not loopback, else null. */
export function plainHttpWarning(endpoint: Endpoint): string | null {
	if (!endpoint.startsWith('http:')) return null;
	const {hostname, host} = new URL(endpoint);
	return isLoopbackHost(hostname)
		? null
		: `The endpoint http://${host} is not encrypted: the API key can be read on the way. Use https.`;
}
