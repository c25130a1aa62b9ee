import type {Discovery, DiscoveryTicket} from '../../contract/discovery.ts';
import {labelBlock} from '../label-block.ts';

export const discoveryTicket = ({discoveryId, status}: DiscoveryTicket): string =>
	labelBlock([
		['discoveryId', discoveryId],
		['status', status],
	]);

export const discovery = ({
	discoveryId,
	status,
	families,
	endpoints,
	unconfirmed,
	changes,
	requirements,
}: Discovery): string => {
	const {added, changed, removed} = changes;
	const sentences = requirements > 0 ? {requirements} : {};
	const counts = {families, endpoints, unconfirmed, added, changed, removed, ...sentences};
	const lines = Object.entries(counts).map(([name, count]) => `${name} ${count}\n`);
	return labelBlock([
		['discoveryId', discoveryId],
		['status', status],
	]).concat(...lines);
};
