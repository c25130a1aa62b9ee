import {timingSafeEqual} from 'node:crypto';
import type {FastifyRequest} from 'fastify';

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
