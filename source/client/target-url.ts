import {BlockList, isIP} from 'node:net';
import type {TargetPolicy} from '../../contract/service-process.ts';
import {invalidFlag} from '../errors/api-error.ts';

/** Addresses that a target under the policy `public` may not have, as `[network, prefix length, family]`. */
const refusedNetworks = [
	['0.0.0.0', 32, 'ipv4'],
	['127.0.0.0', 8, 'ipv4'],
	['10.0.0.0', 8, 'ipv4'],
	['172.16.0.0', 12, 'ipv4'],
	['192.168.0.0', 16, 'ipv4'],
	['169.254.0.0', 16, 'ipv4'],
	['::', 128, 'ipv6'],
	['::1', 128, 'ipv6'],
	['::ffff:0:0', 96, 'ipv6'],
	['fe80::', 10, 'ipv6'],
	['fc00::', 7, 'ipv6'],
] as const;

/**
 * Throws VALIDATION_ERROR with the field (`url` or `target-url`) unless the URL is absolute, `http` or `https`, and its
 * host may be tested under the policy: `public` refuses this machine and private networks, `private` lifts that part
 * for this client; the service applies its own rule in any case.
 */
export function checkTargetUrl(url: string, {field, policy}: {field: string; policy: TargetPolicy}): void {
	if (!URL.canParse(url)) throw invalidFlag(field, 'must be an absolute http or https URL');
	const {protocol, hostname} = new URL(url);
	if (protocol !== 'http:' && protocol !== 'https:') throw invalidFlag(field, 'must be an http or https URL');
	if (policy === 'public' && isRefusedHost(hostname)) throw invalidFlag(field, refusedReason);
}

/** Why a host or address is refused. */
export const refusedReason =
	'must be a public address: the service tests others only when it is started with --target-policy private; then run svc setup ' +
	'again, which remembers that in the profile (or set SVC_TARGET_POLICY=private)';

/**
 * Whether a host, in the form of `URL.hostname`, is this machine or in a private network by its name alone. That form
 * already has every spelling of an IPv4 address (`0x7f.1`, `2130706433`) as four decimals.
 */
function isRefusedHost(hostname: string): boolean {
	const host = hostname
		.toLowerCase()
		.replace(/\.$/, '')
		.replace(/^\[(.*)\]$/, '$1');
	return host === 'localhost' || host.endsWith('.localhost') || isRefusedAddress(host);
}

/** Whether an IP address is refused under the policy `public`; false for anything that is not an address. */
export function isRefusedAddress(address: string): boolean {
	const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
	if (isIP(address) === 0) return false;
	const list = new BlockList();
	for (const [network, prefix, type] of refusedNetworks) {
		// One family at a time: a BlockList takes every IPv4 address for a mapped IPv6 one too.
		if (type === family) list.addSubnet(network, prefix, type);
	}
	return list.check(address, family);
}
