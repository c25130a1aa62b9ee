import type {Discovery, DiscoveryTicket} from '../../../contract/discovery.ts';
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
	hint,
	requirements,
	requirementRows,
	requirementWords,
}: Discovery): string => {
	const {added, changed, removed} = changes;
	const counts = {families, endpoints, unconfirmed, added, changed, removed};
	const lines = Object.entries(counts).map(([name, count]) => `${name} ${count}\n`);
	if (requirements > 0) lines.push(`requirements ${sentencesOf(requirements, requirementRows, requirementWords)}\n`);
	return labelBlock([
		['discoveryId', discoveryId],
		['status', status],
		['hint', hint],
	]).concat(...lines);
};

/** `41 sentences, 29 become rows, 12 need words` */
const sentencesOf = (all: number, rows: number | undefined, words: number | undefined): string =>
	[
		`${all} ${all === 1 ? 'sentence' : 'sentences'}`,
		...(rows === undefined ? [] : [`${rows} ${rows === 1 ? 'becomes a row' : 'become rows'}`]),
		...(words === undefined || words === 0 ? [] : [`${words} ${words === 1 ? 'needs' : 'need'} words`]),
	].join(', ');
