import type {Endpoint} from '../../contract/endpoint.ts';
import type {ProjectId} from '../../contract/ids.ts';
import {listEndpoints} from '../../contract/routes/endpoints.ts';
import {ApiError} from '../errors/api-error.ts';
import type {Client} from './client.ts';

type Search = {client: Pick<Client, 'call'>; projectId: ProjectId; dryRun: boolean};

/**
 * The endpoint that a person names: its id, or `METHOD path` as the list shows it. Throws NOT_FOUND. A dry run takes the
 * first one of its sample, because it knows no other.
 */
export async function findEndpoint(
	named: string,
	{client, projectId, dryRun}: Search,
): Promise<Pick<Endpoint, 'endpointId'>> {
	const [, method, path] = /^([A-Za-z]+)\s+(\/\S*)$/.exec(named.trim()) ?? [];
	if (method === undefined || path === undefined) return {endpointId: named.trim()};
	const query = {q: `${method.toUpperCase()} ${path}`, pageSize: 100};
	const {items} = await client.call(listEndpoints, {params: {projectId}, query});
	const found =
		items.find(one => one.method === method.toUpperCase() && one.path === path) ?? (dryRun ? items[0] : undefined);
	if (found) return found;
	throw new ApiError('NOT_FOUND', `The project has no endpoint ${method.toUpperCase()} ${path}.`, {
		nextAction: `See the endpoints: svc endpoint list --project ${projectId}`,
		details: {resource: 'endpoint', id: `${method.toUpperCase()} ${path}`, reason: 'not_found'},
	});
}
