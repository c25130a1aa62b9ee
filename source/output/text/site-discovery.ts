import type {SiteDiscovery} from '../../../contract/site-discovery.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, table} from '../table.ts';

type Proposal = SiteDiscovery['proposals'][number];

const columns: Column<Proposal>[] = [
	{key: 'template', head: 'PROPOSAL', cell: ({template}) => template},
	{key: 'page', head: 'PAGE', cell: ({page}) => page},
	{key: 'steps', head: 'STEPS', cell: ({plan}) => plan.planSteps.length},
	{key: 'sends', head: 'SENDS', cell: ({sends}) => (sends ? 'yes' : '-')},
	{key: 'name', head: 'NAME', cell: ({plan}) => plan.name},
];

export function siteDiscovery({discoveryId, status, progress, proposals}: SiteDiscovery, look: Look): string {
	const head = labelBlock(
		[
			['discoveryId', discoveryId],
			['status', {status}],
			['pages', `${progress.pagesRead} read, ${progress.pagesFound} found`],
			['links not followed', progress.linksSkipped],
			['proposals', proposals.length],
		],
		look,
	);
	return proposals.length === 0 ? head : `${head}\n${table(columns, proposals, {}, {look})}`;
}
