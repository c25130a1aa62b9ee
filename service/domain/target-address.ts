import {BlockList, isIP} from 'node:net';
import type {TargetPolicy} from '../../source/contract/service-process.ts';

/**
 * The addresses of the target rule, for whoever connects: the service itself, or a page in a browser.
 * Whether a connection may be made to an address, of a URL or one that a name has resolved to.
 */
export const mayConnectTo = (policy: TargetPolicy, address: string): boolean =>
	!isMetadataAddress(address) && (policy === 'private' || !isPrivateAddress(address));

export const isPrivateHost = (host: string) =>
	host === '' || host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isPrivateAddress(host));

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const privateRanges = blockList(
	'0.0.0.0/8',
	'10.0.0.0/8',
	'127.0.0.0/8',
	'169.254.0.0/16',
	'172.16.0.0/12',
	'192.168.0.0/16',
	'::/96',
	'fe80::/10',
	'fc00::/7',
);
const metadataAddresses = blockList('169.254.169.254/32', 'fd00:ec2::254/128');
const mappedRange = blockList('::ffff:0:0/96');
/** IPv6 addresses that stand for an IPv4 address behind a translator. */
const translatedRange = blockList('64:ff9b::/96');

function blockList(...ranges: string[]): BlockList {
	const list = new BlockList();
	for (const range of ranges) {
		const [address = '', bits] = range.split('/');
		list.addSubnet(address, Number(bits), family(address));
	}
	return list;
}

// A list of IPv4 ranges also answers for IPv6-mapped addresses; asking with the family makes the lists independent.
const contains = (list: BlockList, address: string) => list.check(withoutZone(address), family(withoutZone(address)));
const withoutZone = (address: string) => address.replace(/%.*/s, '');

export function isPrivateAddress(address: string): boolean {
	const embedded = embeddedIpv4(address);
	return contains(privateRanges, address) || isMapped(address) || (embedded !== null && isPrivateAddress(embedded));
}

const isMapped = (address: string) => isIP(address) === 6 && contains(mappedRange, address);

export function isMetadataAddress(host: string): boolean {
	if (isIP(host) === 0) return false;
	const embedded = embeddedIpv4(host);
	return contains(metadataAddresses, host) || (embedded !== null && isMetadataAddress(embedded));
}

/** The IPv4 address inside a mapped or translated IPv6 address; null for every other address. */
export function embeddedIpv4(address: string): string | null {
	if (isIP(address) !== 6 || !(isMapped(address) || contains(translatedRange, address))) return null;
	// The URL parser writes the last 32 bits as two groups, a resolver may write them dotted.
	const dotted = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
	if (dotted) return dotted;
	const [high = '0', low = '0'] = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2);
	const bits = (Number.parseInt(high || '0', 16) << 16) | Number.parseInt(low || '0', 16);
	return [24, 16, 8, 0].map(shift => (bits >>> shift) & 255).join('.');
}
