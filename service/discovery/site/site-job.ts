import {type SiteDiscoveryInput, maxSiteDepth, usualSitePages} from '../../../contract/site-discovery.ts';
import type {FrontendJob} from '../../browser/frontend-job.ts';
import type {SiteJob} from '../../browser/site-job.ts';
import {browserOf} from '../../store/runs/claimed-plans.ts';
import type {Database} from '../../store/database.ts';
import type {SiteDiscoveryTable} from '../../store/documents/site-discovery-tables.ts';

/** Reading all pages of a site takes no longer. */
const timeoutSeconds = 900;
const pageTimeoutMs = 15_000;

/** Account and secrets of the default environment of a project. */
export type SiteCredentials = Pick<FrontendJob, 'account' | 'httpAccount' | 'secrets'>;

/** Where reading begins; null: the project has no address. @throws nothing */
export function startOf(targetUrl: string, {startPath}: SiteDiscoveryInput): string {
	return startPath === undefined ? targetUrl : new URL(startPath, targetUrl).href;
}

/** What the browser gets of a discovery; null: its project is gone, or has no address any more. */
export async function siteJobOf(
	database: Database,
	row: SiteDiscoveryTable,
	{account, httpAccount, secrets}: SiteCredentials,
	{mayVisitPrivate, now}: {mayVisitPrivate: boolean; now: number},
): Promise<SiteJob | null> {
	const project = await database
		.selectFrom('projects')
		.select(['target_url', 'browser_settings', 'test_id_attributes'])
		.where('id', '=', row.project_id)
		.executeTakeFirst();
	if (!project?.target_url) return null;
	const input = JSON.parse(row.input) as SiteDiscoveryInput;
	const {loginOrigins} = browserOf(project.browser_settings);
	return {
		plan: {
			executionId: row.id,
			// The host tells its jobs apart by these; a discovery has neither run nor test.
			runId: row.id as string,
			testId: row.id as string,
			projectId: row.project_id,
			testName: 'site discovery',
			loginKey: null,
			targetUrl: project.target_url,
			steps: [],
			replay: null,
			saved: null,
			autoHeal: false,
			refusedHeals: [],
			viewport: 'desktop',
			settings: {
				consent: 'leave',
				pictures: 'off',
				stayOnOrigin: true,
				loginOrigins,
				testIdAttributes: project.test_id_attributes === null ? [] : JSON.parse(project.test_id_attributes),
			},
			variables: {},
			secretNames: [],
			secrets,
			account,
			httpAccount,
			seed: row.id,
			files: [],
			now,
			stepTimeoutMs: pageTimeoutMs,
			timeoutSeconds,
			mayVisitPrivate,
		},
		startUrl: startOf(project.target_url, input),
		maxPages: input.maxPages ?? usualSitePages,
		maxDepth: input.maxDepth ?? maxSiteDepth,
		logIn: input.login ?? false,
		exclude: input.exclude ?? [],
	};
}
