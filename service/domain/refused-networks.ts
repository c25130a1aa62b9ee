import ipaddr from 'ipaddr.js';
import type {TargetPolicy} from '../../contract/service-process.ts';
import {metadataAddresses} from './target-address.ts';

type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];
/** The library's table of special ranges; its types do not name it. */
type Table = {SpecialRanges: Record<string, Network | Network[]>};

/** Forms of IPv6 that stand for an IPv4 address, which is looked at in their place. What a local translator makes is none. */
const embedding = new Set(['2002::/16', '64:ff9b::/96']);

/**
 * The networks, in CIDR notation, that a policy forbids to connect to: the rule of `mayConnectTo` for who cannot ask it,
 * such as the code of a test. Of addresses that hold an IPv4 address the
 * inner one counts, too; most of those are not among the networks.
 */
export function refusedNetworks(policy: TargetPolicy): string[] {
	const metadata = metadataAddresses.map(address => `${address}/${ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128}`);
	if (policy === 'private') return metadata;
	const tables = [ipaddr.IPv4.prototype, ipaddr.IPv6.prototype] as unknown as Table[];
	const special = tables.flatMap(({SpecialRanges}) =>
		Object.values(SpecialRanges)
			.flatMap(networks => (isList(networks) ? networks : [networks]))
			.map(([address, bits]) => `${address.toString()}/${bits}`)
			.filter(network => !embedding.has(network)),
	);
	// `::a.b.c.d`, which some systems still connect to.
	return [...special, '::/96', ...metadata];
}

const isList = (networks: Network | Network[]): networks is Network[] => Array.isArray(networks[0]);
