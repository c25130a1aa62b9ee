import {timingSafeEqual} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import {isIP} from 'node:net';
import {ServiceError} from '../domain/service-error.ts';

/**
 * Whether a request comes from this machine. One that a proxy has passed on does not, although the proxy's own
 * connection does.
 */
export function isLoopbackPeer({socket, headers}: FastifyRequest): boolean {
	if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
	return isLoopbackAddress(socket.remoteAddress);
}

/** Whether an address, also an IPv4 one written as IPv6, is this machine's own; absent: it is not. */
export function isLoopbackAddress(written: string | undefined): boolean {
	const address = (written ?? '').replace(/^::ffff:/, '');
	return address === '::1' || address.startsWith('127.');
}

/** Compares secrets in a time that does not depend on where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Refuses a request whose `Host` is somebody else's name, with a key or without. A page of another site can let its own
 * name point to this machine and would then read the answer as its own. Addresses
 * and `localhost` are this machine's; `hosts` are the names a proxy in front of it uses, null: any.
 */
export function assertOwnHost({headers}: FastifyRequest, hosts: readonly string[] | null): void {
	if (hosts === null) return;
	const given = headers.host ?? '';
	const name = hostName(given);
	if (name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return;
	if (hosts.some(host => host.toLowerCase() === name)) return;
	throw new ServiceError('AUTH_FORBIDDEN', 'The request asks for a host that is not this service.', {
		nextAction: 'Ask for http://127.0.0.1, or add the name to `hosts` in the config.json of the service.',
		details: {field: 'host', reason: 'not_this_service'},
	});
}

/** `Example.com:80` → `example.com`; empty for what is no host. */
function hostName(host: string): string {
	const url = `http://${host}`;
	return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
}
