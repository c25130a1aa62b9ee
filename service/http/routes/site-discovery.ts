import {cancelSiteDiscovery, discoverSite, getSiteDiscovery} from '../../../contract/routes/site-discovery.ts';
import {isSiteDiscoveryOver} from '../../../contract/site-discovery.ts';
import {requireProjectOf} from '../../store/projects/projects.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

export function siteDiscoveryRoutes(on: On, {database, siteDiscoveries}: Services): void {
	on(discoverSite, async ({caller, params, body}) => {
		const {id, target_url} = await requireProjectOf('frontend', 'Sites', database, caller.accountId, params.projectId);
		return siteDiscoveries.start({id, targetUrl: target_url}, body);
	});

	on(getSiteDiscovery, async ({caller, params, query, hold}) => {
		const {projectId} = params;
		await requireProjectOf('frontend', 'Sites', database, caller.accountId, projectId);
		const {since = 0, waitSeconds} = query;
		const view = await siteDiscoveries.view(projectId);
		if (waitSeconds === undefined || view.version > since || isSiteDiscoveryOver(view.status)) return view;
		await hold(waitSeconds, (waitMs, signal) => siteDiscoveries.waitForChange(projectId, since, waitMs, signal));
		return siteDiscoveries.view(projectId);
	});

	on(cancelSiteDiscovery, async ({caller, params}) => {
		await requireProjectOf('frontend', 'Sites', database, caller.accountId, params.projectId);
		return siteDiscoveries.cancel(params.projectId);
	});
}
