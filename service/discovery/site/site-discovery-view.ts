import type {SiteDiscovery} from '../../../contract/site-discovery.ts';
import {nullableTimestamp} from '../../domain/timestamp.ts';
import type {SiteDiscoveryTable, SiteFindings} from '../../store/documents/site-discovery-tables.ts';

const nothing: SiteFindings = {pages: [], skipped: [], proposals: [], warnings: []};

/** A project whose site was never read. */
export const idle: SiteDiscovery = {
	discoveryId: null,
	version: 0,
	status: 'idle',
	progress: {pagesRead: 0, pagesFound: 0, linksSkipped: 0, page: null},
	...nothing,
	errorMessage: null,
	startedAt: null,
	finishedAt: null,
};

/** A reading as the contract shows it. */
export const viewOf = (row: SiteDiscoveryTable): SiteDiscovery => ({
	discoveryId: row.id,
	version: row.version,
	status: row.status,
	progress: {
		pagesRead: row.pages_read,
		pagesFound: row.pages_found,
		linksSkipped: row.links_skipped,
		page: row.page,
	},
	...(row.result === null ? nothing : (JSON.parse(row.result) as SiteFindings)),
	errorMessage: row.error,
	startedAt: nullableTimestamp(row.started_at),
	finishedAt: nullableTimestamp(row.finished_at),
});
