import {isIP} from 'node:net';
import ipaddr from 'ipaddr.js';
import type {TargetPolicy} from '../../contract/service-process.ts';

/**
 * The addresses of the target rule, for whoever connects: the service itself, or a page in a browser.
 * Whether a connection may be made to an address, of a URL or one that a name has resolved to.
 */
export const mayConnectTo = (policy: TargetPolicy, address: string): boolean =>
	!isMetadataAddress(address) && (policy === 'private' || !isPrivateAddress(address));

export const isPrivateHost = (host: string) =>
	host === '' || host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isPrivateAddress(host));

const parsed = (address: string) => (ipaddr.isValid(address) ? ipaddr.parse(address) : null);
/** Where clouds tell a machine its credentials. */
export const metadataAddresses: readonly string[] = ['169.254.169.254', 'fd00:ec2::254'].map(address =>
	ipaddr.parse(address).toNormalizedString(),
);

/**
 * Whether an address is no public one: private, of this machine or link, shared (100.64/10), reserved for documentation
 * and measurements, multicast, or a form of IPv6 that stands for such a one. A text that is no address counts as one.
 */
export function isPrivateAddress(address: string): boolean {
	const known = parsed(address);
	if (known === null) return true;
	// `::a.b.c.d`, which some systems still connect to.
	if (
		known.kind() === 'ipv6' &&
		known
			.toByteArray()
			.slice(0, 12)
			.every(byte => byte === 0)
	)
		return true;
	const range = known.range();
	if (range === '6to4' || range === 'rfc6052') {
		const embedded = embeddedIpv4(address);
		return embedded === null || isPrivateAddress(embedded);
	}
	return range !== 'unicast';
}

export function isMetadataAddress(host: string): boolean {
	const known = parsed(host);
	if (known === null) return false;
	const embedded = embeddedIpv4(host);
	return (
		metadataAddresses.includes(known.toNormalizedString().replace(/%.*/s, '')) ||
		(embedded !== null && isMetadataAddress(embedded))
	);
}

/** The IPv4 address inside a mapped, a translated (`64:ff9b::/96`) or a 6to4 address; null for every other address. */
export function embeddedIpv4(address: string): string | null {
	const known = parsed(address);
	if (known?.kind() !== 'ipv6') return null;
	const bytes = known.toByteArray();
	const range = known.range();
	if (range === '6to4') return bytes.slice(2, 6).join('.');
	const isTranslated = range === 'rfc6052' && bytes.slice(4, 12).every(byte => byte === 0);
	return range === 'ipv4Mapped' || isTranslated ? bytes.slice(12).join('.') : null;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address lies on the host of the target of a run. True when one of the two cannot be read. */
export function isOfTarget(address: string, targetUrl: string | null): boolean {
	if (targetUrl === null || !URL.canParse(targetUrl) || !URL.canParse(address)) return true;
	const [called, target] = [new URL(address), new URL(targetUrl)];
	const sameHost =
		called.hostname === target.hostname || (loopback.has(called.hostname) && loopback.has(target.hostname));
	if (!sameHost || called.port !== target.port) return false;
	// `http://api.test` answers with a redirect to `https://api.test`: one API, each at the port of its scheme.
	return called.protocol === target.protocol || (target.protocol === 'http:' && target.port === '');
}
