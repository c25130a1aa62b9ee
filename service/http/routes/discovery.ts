import {isDiscoveryOver} from '../../../contract/discovery.ts';
import {cancelDiscovery, discoverEndpoints, getDiscovery} from '../../../contract/routes/discovery.ts';
import {requireProjectOf} from '../../store/projects/projects.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

export function discoveryRoutes(on: On, {database, discoveries}: Services): void {
	on(discoverEndpoints, async ({caller, params, body}) => {
		const {id, target_url} = await requireProjectOf(
			'backend',
			'Endpoints',
			database,
			caller.accountId,
			params.projectId,
		);
		return discoveries.start({id, targetUrl: target_url}, body);
	});

	on(getDiscovery, async ({caller, params, query, hold}) => {
		const {projectId} = params;
		await requireProjectOf('backend', 'Endpoints', database, caller.accountId, projectId);
		const {since = 0, waitSeconds} = query;
		const view = await discoveries.view(projectId);
		if (waitSeconds === undefined || view.version > since || isDiscoveryOver(view.status)) return view;
		await hold(waitSeconds, (waitMs, signal) => discoveries.waitForChange(projectId, since, waitMs, signal));
		return discoveries.view(projectId);
	});

	on(cancelDiscovery, async ({caller, params}) => {
		await requireProjectOf('backend', 'Endpoints', database, caller.accountId, params.projectId);
		return discoveries.cancel(params.projectId);
	});
}
