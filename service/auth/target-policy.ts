import type {LookupAddress} from 'node:dns';
import {BlockList, isIP} from 'node:net';
import type {TargetPolicy} from '../../source/contract/service-process.ts';
import {invalid, type ServiceError} from '../domain/service-error.ts';

/** Every address of a host name; rejects when it has none. */
export type Resolve = (host: string) => Promise<Pick<LookupAddress, 'address'>[]>;

/** Throws VALIDATION_ERROR on `field` when tests may not be sent to `url`. */
export type TargetCheck = (url: string, field: string) => Promise<void>;

const longestUrl = 2048;

/**
 * The target rule: http or https; with policy `public` no localhost, private, link-local or unspecified address and no
 * name that resolves to one; with either policy no metadata address. A name that does not resolve now is accepted: it
 * may do so when the test runs.
 */
export function createTargetCheck(policy: TargetPolicy, resolve: Resolve): TargetCheck {
	return async (url, field) => {
		// The parser drops tabs and line breaks inside a URL, and a test would be given them.
		if (/[\s\x00-\x1f\x7f]/.test(url)) throw invalid(field, 'invalid', `Field \`${field}\` contains blanks.`);
		if (url.length > longestUrl)
			throw invalid(field, 'too_long', `Field \`${field}\` is longer than ${longestUrl} characters.`);
		const host = hostOf(url);
		if (host === null) throw invalid(field, 'invalid', `Field \`${field}\` is not an http or https URL.`);
		if (isMetadataAddress(host)) throw refused(field, host);
		if (policy === 'private') return;
		if (isPrivateHost(host)) throw refused(field, host);
		if (isIP(host) !== 0) return;
		for (const {address} of await resolve(host).catch(() => []))
			if (isPrivateAddress(address)) throw refused(field, host);
	};
}

/** Whether a connection may be made to an address that a name has resolved to: the same rule, at connect time. */
export const mayConnectTo = (policy: TargetPolicy, address: string): boolean =>
	!isMetadataAddress(address) && (policy === 'private' || !isPrivateAddress(address));

const refused = (field: string, host: string): ServiceError =>
	invalid(field, 'private_address', `Field \`${field}\` points to ${host}, which this service does not test.`);

/**
 * Host of an http or https URL without brackets and trailing dots. The URL parser has by then turned decimal, octal,
 * hexadecimal and short IPv4 spellings into dotted ones. Null: not such a URL.
 */
function hostOf(url: string): string | null {
	if (!URL.canParse(url)) return null;
	const {protocol, hostname} = new URL(url);
	if (protocol !== 'http:' && protocol !== 'https:') return null;
	return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

const isPrivateHost = (host: string) =>
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
const withoutZone = (address: string) => address.replace(/%.*$/, '');

function isPrivateAddress(address: string): boolean {
	const embedded = embeddedIpv4(address);
	return contains(privateRanges, address) || isMapped(address) || (embedded !== null && isPrivateAddress(embedded));
}

const isMapped = (address: string) => isIP(address) === 6 && contains(mappedRange, address);

function isMetadataAddress(host: string): boolean {
	if (isIP(host) === 0) return false;
	const embedded = embeddedIpv4(host);
	return contains(metadataAddresses, host) || (embedded !== null && isMetadataAddress(embedded));
}

/** The IPv4 address inside a mapped or translated IPv6 address; null for every other address. */
function embeddedIpv4(address: string): string | null {
	if (isIP(address) !== 6 || !(isMapped(address) || contains(translatedRange, address))) return null;
	// The URL parser writes the last 32 bits as two groups, a resolver may write them dotted.
	const dotted = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
	if (dotted) return dotted;
	const [high = '0', low = '0'] = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2);
	const bits = (Number.parseInt(high || '0', 16) << 16) | Number.parseInt(low || '0', 16);
	return [24, 16, 8, 0].map(shift => (bits >>> shift) & 255).join('.');
}
