import {isDiscoveryOver} from '../../../contract/discovery.ts';
import type {AccountId, ProjectId} from '../../../contract/ids.ts';
import {cancelDiscovery, discoverEndpoints, getDiscovery} from '../../../contract/routes/discovery.ts';
import {invalid, notFound} from '../../domain/service-error.ts';
import {findProject} from '../../store/projects/projects.ts';
import type {ProjectTable} from '../../store/projects/project-tables.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';

export function discoveryRoutes(on: On, {database, discoveries}: Services): void {
	async function requireProject(accountId: AccountId, projectId: ProjectId): Promise<ProjectTable> {
		const project = await findProject(database, accountId, projectId);
		if (!project) throw notFound('project', projectId);
		if (project.type !== 'backend')
			throw invalid('projectId', 'backend_only', 'Endpoints belong to backend projects only.');
		return project;
	}

	on(discoverEndpoints, async ({caller, params, body}) => {
		const {id, target_url} = await requireProject(caller.accountId, params.projectId);
		return discoveries.start({id, targetUrl: target_url}, body);
	});

	on(getDiscovery, async ({caller, params, query, hold}) => {
		const {projectId} = params;
		await requireProject(caller.accountId, projectId);
		const {since = 0, waitSeconds} = query;
		const view = await discoveries.view(projectId);
		if (waitSeconds === undefined || view.version > since || isDiscoveryOver(view.status)) return view;
		await hold(waitSeconds, (waitMs, signal) => discoveries.waitForChange(projectId, since, waitMs, signal));
		return discoveries.view(projectId);
	});

	on(cancelDiscovery, async ({caller, params}) => {
		await requireProject(caller.accountId, params.projectId);
		return discoveries.cancel(params.projectId);
	});
}
