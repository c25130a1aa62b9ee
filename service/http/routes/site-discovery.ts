import type {AccountId, ProjectId} from '../../../contract/ids.ts';
import {cancelSiteDiscovery, discoverSite, getSiteDiscovery} from '../../../contract/routes/site-discovery.ts';
import {isSiteDiscoveryOver} from '../../../contract/site-discovery.ts';
import {invalid, notFound} from '../../domain/service-error.ts';
import {findProject} from '../../store/projects/projects.ts';
import type {ProjectTable} from '../../store/projects/project-tables.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

export function siteDiscoveryRoutes(on: On, {database, siteDiscoveries}: Services): void {
	async function requireProject(accountId: AccountId, projectId: ProjectId): Promise<ProjectTable> {
		const project = await findProject(database, accountId, projectId);
		if (!project) throw notFound('project', projectId);
		if (project.type !== 'frontend')
			throw invalid('projectId', 'frontend_only', 'Sites belong to frontend projects only.');
		return project;
	}

	on(discoverSite, async ({caller, params, body}) => {
		const {id, target_url} = await requireProject(caller.accountId, params.projectId);
		return siteDiscoveries.start({id, targetUrl: target_url}, body);
	});

	on(getSiteDiscovery, async ({caller, params, query, hold}) => {
		const {projectId} = params;
		await requireProject(caller.accountId, projectId);
		const {since = 0, waitSeconds} = query;
		const view = await siteDiscoveries.view(projectId);
		if (waitSeconds === undefined || view.version > since || isSiteDiscoveryOver(view.status)) return view;
		await hold(waitSeconds, (waitMs, signal) => siteDiscoveries.waitForChange(projectId, since, waitMs, signal));
		return siteDiscoveries.view(projectId);
	});

	on(cancelSiteDiscovery, async ({caller, params}) => {
		await requireProject(caller.accountId, params.projectId);
		return siteDiscoveries.cancel(params.projectId);
	});
}
