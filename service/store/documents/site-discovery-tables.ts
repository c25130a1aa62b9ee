import type {DiscoveryId, ProjectId} from '../../../contract/ids.ts';
import type {SiteDiscovery, SiteDiscoveryInput, SiteDiscoveryStatus} from '../../../contract/site-discovery.ts';
import type {Json, Millis} from '../columns.ts';

export type SiteDiscoveryTables = {site_discoveries: SiteDiscoveryTable};

/** The latest reading of the site of a project. */
export type SiteDiscoveryTable = {
	id: DiscoveryId;
	project_id: ProjectId;
	status: Exclude<SiteDiscoveryStatus, 'idle'>;
	/** Grows with every change. */
	version: number;
	input: Json<SiteDiscoveryInput>;
	pages_read: number;
	pages_found: number;
	links_skipped: number;
	/** That is read now. */
	page: string | null;
	/** What came of it; null: it has not ended well. */
	result: Json<SiteFindings> | null;
	error: string | null;
	enqueued_at: Millis;
	started_at: Millis | null;
	finished_at: Millis | null;
};

export type SiteFindings = Pick<SiteDiscovery, 'pages' | 'skipped' | 'proposals' | 'warnings'>;
